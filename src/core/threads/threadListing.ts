import type { Thread } from "./thread.ts";

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
