import type { Workbench } from "../editor/workbench/workbench.ts";

/**
 * Begins to measure how long the extension host of a window is blocked, by any extension. The result ends that, and
 * resolves to the longest time in milliseconds.
 */
export async function measureBlocks(window: Workbench): Promise<() => Promise<number>> {
  const host = await window.host();
  await host.run(async () => {
    Reflect.get(globalThis, "blockDelays")?.disable();
    const { monitorEventLoopDelay } = process.getBuiltinModule("node:perf_hooks");
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    Reflect.set(globalThis, "blockDelays", delays);
  });
  return async () => {
    const nanoseconds = await host.run(async (): Promise<number> => {
      const delays = Reflect.get(globalThis, "blockDelays");
      // A block that has just ended is recorded by the next timer.
      await new Promise((resolve) => setTimeout(resolve, 5));
      delays.disable();
      return delays.max;
    });
    return nanoseconds / 1e6 - 1;
  };
}
