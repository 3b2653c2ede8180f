/** A memento in memory that counts its writes. */
export class CountingMemento {
  readonly #values: Map<string, unknown>;
  writes = 0;

  constructor(entries: Iterable<readonly [string, unknown]> = []) {
    this.#values = new Map(entries);
  }

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, otherwise?: T): T | undefined;
  get(key: string, otherwise?: unknown): unknown {
    return this.#values.get(key) ?? otherwise;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.writes++;
    this.#values.set(key, value);
  }

  setKeysForSync(): void {
    throw new Error("Nothing is synchronized.");
  }
}
