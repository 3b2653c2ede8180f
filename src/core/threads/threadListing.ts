import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import type { Thread } from "./thread.ts";
import type { ThreadPages } from "./threadPages.ts";

/** Which of the loaded threads are on screen. */
export interface ThreadListing {
  readonly threads: readonly Thread[];
  /**
   * `all` if nothing is filtered out. Otherwise only those with errors, `failed` of them: all (`known`), or those found
   * so far (`looking`); or all threads, because it is unknown which have errors (`unknown`).
   */
  readonly reach: "all" | "known" | "looking" | "unknown";
  readonly failed: number;
}

/** The threads with errors among the first `end` of these pages. It grows in place as they do. */
export interface CheckedPages {
  readonly pages: ThreadPages;
  end: number;
  readonly failed: Set<string>;
}

/** Decides which threads are on screen. */
export class ThreadListings {
  #key: readonly unknown[] = [];
  #threads: readonly Thread[] = [];

  /** `errors` is null to show all threads; otherwise only those with errors are shown, and the one with `soughtId`. */
  of(pages: ThreadPages | null, errors: LoadState<CheckedPages> | null, soughtId: string | null): ThreadListing {
    const all = pages?.threads ?? [];
    if (errors === null) return { threads: all, reach: "all", failed: 0 };
    if (faultOf(errors) !== null) return { threads: all, reach: "unknown", failed: 0 };
    const checked = shownValue(errors);
    if (checked === null) return { threads: [], reach: "looking", failed: 0 };
    const { failed, end } = checked;
    // The same array for all callers while it is the same: every row asks for it.
    const key = [all, all.length, failed, failed.size, soughtId];
    if (key.some((part, index) => part !== this.#key[index])) {
      this.#key = key;
      this.#threads = all.filter(({ id }) => failed.has(id) || id === soughtId);
    }
    const isWhole = errors.kind === "shown" && checked.pages === pages && end >= all.length;
    const isExtra = soughtId !== null && !failed.has(soughtId) && pages?.placeOf(soughtId) !== undefined;
    const threads = this.#threads;
    return { threads, reach: isWhole ? "known" : "looking", failed: threads.length - (isExtra ? 1 : 0) };
  }
}
