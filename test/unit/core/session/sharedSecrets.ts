import type { SecretStorage, SecretStorageChangeEvent } from "vscode";

export type SecretOperation = "get" | "store" | "delete" | "keys";
export type SecretFailure = "throws" | "rejects" | "hangs";

/** An in-memory secret storage shared by windows, which all receive change events. Operations can be made to fail. */
export class SharedSecrets {
  readonly kept = new Map<string, string>();
  readonly failures = new Map<SecretOperation, SecretFailure>();
  /** The number of `get` calls. */
  reads = 0;
  readonly #listeners = new Set<(event: SecretStorageChangeEvent) => void>();
  #hanging: (() => void)[] = [];

  /** The storage as seen by a window. */
  readonly storage: SecretStorage = {
    keys: () => this.#answer("keys", () => [...this.kept.keys()]),
    get: (key) => {
      this.reads += 1;
      return this.#answer("get", () => this.kept.get(key));
    },
    store: (key, value) =>
      this.#answer("store", () => {
        this.kept.set(key, value);
        this.#notify(key);
      }),
    delete: (key) =>
      this.#answer("delete", () => {
        if (this.kept.delete(key)) this.#notify(key);
      }),
    onDidChange: (listener) => {
      this.#listeners.add(listener);
      return { dispose: () => this.#listeners.delete(listener) };
    },
  };

  /** Makes these operations fail from now on. */
  fail(failure: SecretFailure, ...operations: readonly SecretOperation[]): void {
    for (const operation of operations) this.failures.set(operation, failure);
  }

  /** Stops all failures and resolves hanging operations. */
  mend(): void {
    this.failures.clear();
    this.answerLate();
  }

  /** Resolves hanging operations; later ones hang again. */
  answerLate(): void {
    for (const answer of this.#hanging.splice(0)) answer();
  }

  #notify(key: string): void {
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
