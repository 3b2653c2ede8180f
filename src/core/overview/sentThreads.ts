import { GrowingColumns } from "./growingColumns.ts";
import type { ToPage } from "./page.ts";

const nothing = new GrowingColumns();

/** What the page has been sent of threads that grow, or are replaced by others as a whole. */
export class SentThreads {
  #columns = nothing;
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** The page is another one, and has nothing. */
  forget(): void {
    this.#columns = nothing;
    this.#count = 0;
  }

  /** The next threads to send, `most` of them at a time; the page has them then. */
  next(columns: GrowingColumns, most: number): Pick<Extract<ToPage, { kind: "state" }>, "kept" | "threads" | "more"> {
    const kept = columns === this.#columns ? this.#count : 0;
    const end = Math.min(kept + most, columns.length);
    this.#columns = columns;
    this.#count = end;
    return { kept, threads: columns.copy(kept, end), more: end < columns.length };
  }
}
