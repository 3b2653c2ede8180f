import type { Thread } from "./thread.ts";

/** Which of the loaded threads are on screen. */
export interface ThreadListing {
  readonly threads: readonly Thread[];
  /**
   * `all` where nothing is left out. Else only those with errors, `failed` of them: all of them (`known`), or those found
   * so far (`looking`); or all threads, because it cannot be known which have errors (`unknown`).
   */
  readonly reach: "all" | "known" | "looking" | "unknown";
  readonly failed: number;
}
