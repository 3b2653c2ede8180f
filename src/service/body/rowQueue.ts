/**
 * Rows between a connection that must not be paused and a reader that takes its time: all that arrived since the reader
 * last took some, in one batch. For one reader.
 */
export class RowQueue<Row> {
  /** Rows that have come in. */
  total = 0;
  /** Called whenever all rows that waited have been taken. */
  onTake: () => void = () => undefined;
  #rows: Row[] = [];
  #end: { readonly error: unknown } | "complete" | undefined;
  #wake: (() => void) | undefined;

  /** Whether rows wait to be taken. */
  get waiting(): boolean {
    return this.#rows.length > 0;
  }

  /** Adds a row; the reader hears of it at the next `flush`. */
  push(row: Row): void {
    this.total++;
    this.#rows.push(row);
  }

  flush(): void {
    this.#wake?.();
  }

  complete(): void {
    this.#end ??= "complete";
    this.flush();
  }

  /** The rows before it are still taken. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.flush();
  }

  /** The next batch, never empty; undefined at the end. Throws what the queue failed with. */
  async take(): Promise<readonly Row[] | undefined> {
    while (this.#rows.length === 0) {
      if (this.#end === "complete") return undefined;
      if (this.#end) throw this.#end.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const batch = this.#rows;
    this.#rows = [];
    this.onTake();
    return batch;
  }
}
