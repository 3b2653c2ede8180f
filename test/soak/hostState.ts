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
  /** Bytes on and beside the heap, after garbage collection, without what VS Code keeps of tree items. */
  readonly memory: number;
}

/**
 * VS Code registers a store of disposables for each tree item, which it keeps for as long as the view: an object, a set
 * and its entry in another one, measured in a heap snapshot of 1.139.
 */
const bytesOfItem = 240;

/** Restarts the extension with a record of its timers, and of everything that it has to dispose. */
export async function recordHost(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(({ vscode }) => {
    const live: Record<string, number> = {};
    const warnings: string[] = [];
    const made = { items: 0 };
    const countItems = (options: unknown) => {
      const provider: unknown = Reflect.get(Object(options), "treeDataProvider");
      if (typeof provider !== "object" || provider === null) return;
      const getTreeItem: unknown = Reflect.get(provider, "getTreeItem");
      if (typeof getTreeItem !== "function") return;
      Reflect.set(provider, "getTreeItem", (...elements: unknown[]) => {
        made.items += 1;
        return Reflect.apply(getTreeItem, provider, elements);
      });
    };
    const count = (name: string, by: number) => {
      live[name] = (live[name] ?? 0) + by;
    };
    for (const [space, api] of Object.entries(vscode)) {
      if (typeof api !== "object" || api === null) continue;
      for (const [key, { value, get, configurable }] of Object.entries(Object.getOwnPropertyDescriptors(api))) {
        // A closed tab ends its panel.
        if (!configurable || !/^on(?:Did|Will)|^register|^create(?!WebviewPanel)/.test(key)) continue;
        const name = `${space}.${key}`;
        const make: unknown = get === undefined ? value : Reflect.get(api, key);
        if (typeof make !== "function") continue;
        const counting = (...given: unknown[]) => {
          if (key === "createTreeView") countItems(given[1]);
          const thing: unknown = Reflect.apply(make, api, given);
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
    Object.assign(globalThis, { weaveSoak: { live, warnings, collect, made } });
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
  return await host.run(async ({ context }, bytes: number) => {
    const { live, collect, made } = Reflect.get(globalThis, "weaveSoak");
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
    return { listeners, secrets: await context.secrets.keys(), memory: memory - bytes * made.items };
  }, bytesOfItem);
}
