import { GrowingColumns } from "./growingColumns.ts";
import type { OverviewState, ToPage } from "./protocol.ts";

const nothing = new GrowingColumns();

/** What was sent to the page: the threads, which grow or are replaced as a whole, and the state. */
export class SentOverview {
  #columns = nothing;
  #count = 0;
  #state = "";

  /** Whether the page has no threads. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** The page was replaced and has nothing. */
  forget(): void {
    this.#columns = nothing;
    this.#count = 0;
    this.#state = "";
  }

  /**
   * The next message, with at most `most` threads; counts as sent. Null if the page is up to date:
   * every message makes it redraw.
   */
  next(
    state: OverviewState,
    columns: GrowingColumns,
    most: number,
  ): Extract<ToPage, { readonly kind: "state" }> | null {
    const told = JSON.stringify(state);
    const isKnown = columns === this.#columns && columns.length === this.#count && told === this.#state;
    if (isKnown) return null;
    const kept = columns === this.#columns ? this.#count : 0;
    const end = Math.min(kept + most, columns.length);
    this.#columns = columns;
    this.#count = end;
    this.#state = told;
    return { kind: "state", state, kept, threads: columns.copy(kept, end), more: end < columns.length };
  }
}
