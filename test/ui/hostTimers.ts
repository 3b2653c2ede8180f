import type { Workbench } from "../editor/workbench/workbench.ts";

/** Restarts the extension with a record of the timers that its code starts. */
export async function recordTimers(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(async ({ stop, start }) => {
    const timers = new Map<number, string>();
    const hooks = process.getBuiltinModule("node:async_hooks");
    const hook = hooks.createHook({
      init: (id, type) => {
        if (type !== "Timeout") return;
        const { stackTraceLimit } = Error;
        Error.stackTraceLimit = 100;
        const stack = String(new Error(type).stack);
        Error.stackTraceLimit = stackTraceLimit;
        // Those that VS Code starts while it is called do not count, such as the one for the receipt of a message.
        const starter =
          stack
            .split("\n")
            .slice(2)
            .find((frame) => !/\(?node:/.test(frame)) ?? "";
        if (/\/weave-threads[^/]*\/dist\//.test(starter)) timers.set(id, stack);
      },
      destroy: (id) => void timers.delete(id),
    });
    hook.enable();
    Object.assign(globalThis, { weaveTimers: { timers, hook } });
    await stop();
    await start();
  });
}

/** The stacks in which the timers that are waiting now were started. */
export async function timers(window: Workbench): Promise<readonly string[]> {
  const host = await window.host();
  return await host.run(async () => [...Reflect.get(globalThis, "weaveTimers").timers.values()].map(String));
}

export async function stopRecordingTimers(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(async () => void Reflect.get(globalThis, "weaveTimers").hook.disable());
}
