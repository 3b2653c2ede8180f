import { GrowingColumns } from "./growingColumns.ts";
import type { OverviewState, ToOverview } from "./overviewProtocol.ts";

const nothing = { columns: new GrowingColumns(), count: 0, state: "" };

/** What was sent to the page: the threads, which grow or are replaced as a whole, and the state. */
export class SentOverview {
  #sent = nothing;

  /** Whether the page has no threads. */
  get isEmpty(): boolean {
    return this.#sent.count === 0;
  }

  /** The page was replaced and has nothing. */
  forget(): void {
    this.#sent = nothing;
  }

  /** The next message, with at most `most` threads, which count as sent. Null if up to date: messages redraw it. */
  next(
    state: OverviewState,
    columns: GrowingColumns,
    most: number,
  ): Extract<ToOverview, { readonly kind: "state" }> | null {
    const text = JSON.stringify(state);
    const kept = columns === this.#sent.columns ? this.#sent.count : 0;
    if (columns === this.#sent.columns && columns.length === kept && text === this.#sent.state) return null;
    const end = Math.min(kept + most, columns.length);
    this.#sent = { columns, count: end, state: text };
    return { kind: "state", state, kept, threads: columns.copy(kept, end), more: end < columns.length };
  }
}
