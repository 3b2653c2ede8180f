import type { Workbench } from "../editor/workbench/workbench.ts";
import { recordTimers } from "../ui/hostTimers.ts";

/** What the extension holds in its host. */
export interface HostState {
  /**
   * Registrations, listeners and inputs of VS Code's API that are not disposed, worker threads, and listeners of the
   * process.
   */
  readonly listeners: Readonly<Record<string, number>>;
  readonly secrets: readonly string[];
  /** Bytes on and beside the heap, after garbage collection. */
  readonly memory: number;
}

/** Restarts the extension with a record of its timers, and of everything that it has to dispose. */
export async function recordHost(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(({ vscode }) => {
    const live: Record<string, number> = {};
    const warnings: string[] = [];
    const count = (name: string, by: number) => {
      live[name] = (live[name] ?? 0) + by;
    };
    for (const [space, api] of Object.entries(vscode)) {
      if (typeof api !== "object" || api === null) continue;
      for (const [key, { value, get, configurable }] of Object.entries(Object.getOwnPropertyDescriptors(api))) {
        // A closed tab ends its panel.
        if (!configurable || !/^on(?:Did|Will)|^register|^create(?!WebviewPanel)/.test(key)) continue;
        const name = `${space}.${key}`;
        const made: unknown = get === undefined ? value : Reflect.get(api, key);
        if (typeof made !== "function") continue;
        const counting = (...given: unknown[]) => {
          const thing: unknown = Reflect.apply(made, api, given);
          if (typeof thing !== "object" || thing === null) return thing;
          const dispose: unknown = Reflect.get(thing, "dispose");
          if (typeof dispose !== "function") return thing;
          count(name, 1);
          let open = true;
          Reflect.set(thing, "dispose", () => {
            if (open) count(name, -1);
            open = false;
            return Reflect.apply(dispose, thing, []);
          });
          return thing;
        };
        Object.defineProperty(api, key, { value: counting, configurable: true, writable: true });
      }
    }
    process.on("worker", (worker) => {
      count("worker threads", 1);
      worker.once("exit", () => count("worker threads", -1));
    });
    process.on("warning", (warning) => warnings.push(String(warning.stack)));
    process.getBuiltinModule("node:v8").setFlagsFromString("--expose-gc");
    const collect: unknown = process.getBuiltinModule("node:vm").runInNewContext("gc");
    Object.assign(globalThis, { weaveSoak: { live, warnings, collect } });
  });
  await recordTimers(window);
}

/** Warnings of the process, such as of too many listeners. */
export async function warnings(window: Workbench): Promise<readonly string[]> {
  const host = await window.host();
  return await host.run(() => Reflect.get(globalThis, "weaveSoak").warnings.map(String));
}

export async function hostState(window: Workbench): Promise<HostState> {
  const host = await window.host();
  return await host.run(async ({ context }) => {
    const { live, collect } = Reflect.get(globalThis, "weaveSoak");
    const listeners: Record<string, number> = {};
    for (const [name, count] of Object.entries(live)) if (Number(count) !== 0) listeners[name] = Number(count);
    for (const name of process.eventNames()) listeners[`process ${String(name)}`] = process.listenerCount(name);
    let memory = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 6; round++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 100));
      const { heapUsed, external } = process.memoryUsage();
      memory = Math.min(memory, heapUsed + external);
    }
    return { listeners, secrets: await context.secrets.keys(), memory };
  });
}
