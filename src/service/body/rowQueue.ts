/**
 * A queue of rows between a connection that must not be paused and a slow reader: all rows since the last read,
 * in one batch. For one reader.
 */
export class RowQueue<Row> {
  /** Rows that have come in. */
  total = 0;
  /** Called when the queue has been emptied. */
  onTake: () => void = () => undefined;
  #rows: Row[] = [];
  #end: { readonly error: unknown } | "complete" | undefined;
  #wake: (() => void) | undefined;

  /** Whether rows are queued. */
  get waiting(): boolean {
    return this.#rows.length > 0;
  }

  /** Adds a row; the reader is notified at the next `flush`. */
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

  /** The rows before it are still delivered. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.flush();
  }

  /** The next batch, never empty; undefined at the end. Throws the error of the queue. */
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
