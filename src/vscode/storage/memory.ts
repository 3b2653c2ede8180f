import type { Memento } from "vscode";
import type { Privacy } from "../../core/privacy/mask.ts";

/** Values by key, of any type. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** A memento whose keys and values have originals, whatever the window shows. */
export function memoryOf(memento: Memento, privacy: Privacy): Memory {
  const keyOf = (key: string) => privacy.value?.reveal(key) ?? key;
  return {
    get: (key) => memento.get<unknown>(keyOf(key)),
    update: (key, value) => memento.update(keyOf(key), privacy.value === null ? value : privacy.value.revealed(value)),
  };
}

export function textOf(memory: Memory, key: string): string | undefined {
  const value = memory.get(key);
  return typeof value === "string" ? value : undefined;
}

export function listOf(memory: Memory, key: string): readonly unknown[] {
  const value = memory.get(key);
  return Array.isArray(value) ? value : [];
}
