import type { SecretStorage, SecretStorageChangeEvent } from "vscode";

export type SecretOperation = "get" | "store" | "delete" | "keys";
export type SecretFailure = "throws" | "rejects" | "hangs";

/**
 * The secret storage of an editor, in memory, as its windows share it: each hears of every change. It can be told to
 * fail, by operation.
 */
export class SharedSecrets {
  readonly kept = new Map<string, string>();
  readonly failures = new Map<SecretOperation, SecretFailure>();
  /** How often keys were asked for. */
  reads = 0;
  readonly #listeners = new Set<(event: SecretStorageChangeEvent) => void>();
  #hanging: (() => void)[] = [];

  /** The storage as a window has it. */
  readonly storage: SecretStorage = {
    keys: () => this.#answer("keys", () => [...this.kept.keys()]),
    get: (key) => {
      this.reads += 1;
      return this.#answer("get", () => this.kept.get(key));
    },
    store: (key, value) =>
      this.#answer("store", () => {
        this.kept.set(key, value);
        this.#tell(key);
      }),
    delete: (key) =>
      this.#answer("delete", () => {
        if (this.kept.delete(key)) this.#tell(key);
      }),
    onDidChange: (listener) => {
      this.#listeners.add(listener);
      return { dispose: () => this.#listeners.delete(listener) };
    },
  };

  /** From now on, every operation of these fails so. */
  fail(failure: SecretFailure, ...operations: readonly SecretOperation[]): void {
    for (const operation of operations) this.failures.set(operation, failure);
  }

  /** Nothing fails any longer, and what hangs is answered. */
  mend(): void {
    this.failures.clear();
    this.answerLate();
  }

  /** What hangs is answered; what is asked next hangs again. */
  answerLate(): void {
    for (const answer of this.#hanging.splice(0)) answer();
  }

  #tell(key: string): void {
    for (const listener of [...this.#listeners]) listener({ key });
  }

  #answer<T>(operation: SecretOperation, act: () => T): Promise<T> {
    const failure = this.failures.get(operation);
    if (failure === "throws") throw new Error("no keyring");
    if (failure === "rejects") return Promise.reject(new Error("the keyring is locked"));
    if (failure === "hangs") return new Promise((resolve) => this.#hanging.push(() => resolve(act())));
    return Promise.resolve().then(act);
  }
}
