import type { Memento } from "vscode";
import type { Privacy } from "../../core/privacy/mask.ts";

/** Values by key, of any type. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** A memento whose keys and values have originals, whatever the window shows. */
export function memoryOf(memento: Memento, privacy: Privacy): Memory {
  const { keyOf, originalOf } = originalsOf(privacy);
  return {
    get: (key) => memento.get<unknown>(keyOf(key)),
    update: (key, value) => memento.update(keyOf(key), originalOf(value)),
  };
}

/** Values that the windows of a machine change one at a time. */
export interface SharedMemory {
  get(key: string): unknown;
  /**
   * Replaces a value with what `change` returns for the one that is stored then; undefined changes nothing. `change` may
   * be called again for a later value.
   */
  update(key: string, change: (stored: unknown) => unknown): Promise<void>;
}

/** Shared values with originals, as those of `memoryOf`. */
export function sharedMemoryOf(shared: SharedMemory, privacy: Privacy): SharedMemory {
  const { keyOf, originalOf } = originalsOf(privacy);
  return {
    get: (key) => shared.get(keyOf(key)),
    update: (key, change) => shared.update(keyOf(key), (stored) => originalOf(change(stored))),
  };
}

function originalsOf(privacy: Privacy) {
  return {
    keyOf: (key: string) => privacy.value?.reveal(key) ?? key,
    originalOf: (value: unknown) => (privacy.value === null ? value : privacy.value.revealed(value)),
  };
}

/** A value that is kept under one key. */
export interface Stored<T> {
  readonly value: T;
  set(value: T): Promise<void>;
}

/** `read` returns what a stored value stands for. False is not stored. */
export function storedValue<T>(memory: Memory, key: string, read: (stored: unknown) => T): Stored<T> {
  return {
    get value() {
      return read(memory.get(key));
    },
    set: async (value) => memory.update(key, value === false ? undefined : value),
  };
}

export function storedFlag(memory: Memory, key: string): Stored<boolean> {
  return storedValue(memory, key, (value) => value === true);
}

export function storedText(memory: Memory, key: string): Stored<string | undefined> {
  return storedValue(memory, key, (value) => (typeof value === "string" ? value : undefined));
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
