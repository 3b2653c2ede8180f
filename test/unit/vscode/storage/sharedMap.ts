import type { SharedMemory } from "../../../../src/vscode/storage/memory.ts";

/** Shared values in memory, for tests of what is stored in them. */
export function sharedMap(values = new Map<string, unknown>()): SharedMemory & { start(): void } {
  return {
    get: (key) => values.get(key),
    update: async (key, change) => {
      const next = change(values.get(key));
      if (next !== undefined) values.set(key, next);
    },
    start: () => undefined,
  };
}
