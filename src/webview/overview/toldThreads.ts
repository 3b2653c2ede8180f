import { GrowingColumns } from "../../core/overview/growingColumns.ts";
import type { ToPage } from "../../core/overview/protocol.ts";
import type { ThreadColumns } from "../../core/overview/threadColumns.ts";

/** The threads received from the extension that are to be shown. */
export class ToldThreads {
  #shown = new GrowingColumns();
  /** Those that replace the shown ones once all have arrived. */
  #coming: GrowingColumns | null = null;

  get shown(): ThreadColumns {
    return this.#shown.view();
  }

  /** Whether they differ from before. */
  take({ kept, threads, more }: Extract<ToPage, { kind: "state" }>): boolean {
    const before = this.#shown.length;
    const told = this.#coming ?? this.#shown;
    if (kept < told.length && more && kept === 0 && this.#shown.length > 0) this.#coming = new GrowingColumns();
    else told.keep(kept);
    (this.#coming ?? this.#shown).append(threads);
    if (this.#coming === null) return kept < before || threads.ids.length > 0;
    if (more) return false;
    this.#shown = this.#coming;
    this.#coming = null;
    return true;
  }
}
