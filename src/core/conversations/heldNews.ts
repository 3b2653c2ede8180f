import type { ConversationSummary } from "../query/thread.ts";
import type { ConversationPages } from "./conversationPages.ts";
import { versionOf } from "./threadCache.ts";

/** What automatic refreshes have found: to show it would move the rows on screen, which stay in their places. */
export class HeldNews {
  #held: { readonly before: ConversationPages; readonly latest: ConversationPages; readonly count: number } | null =
    null;

  /** How many conversations would be added or moved. */
  get count(): number {
    return this.#held?.count ?? 0;
  }

  get latest(): ConversationPages | null {
    return this.#held?.latest ?? null;
  }

  clear(): void {
    this.#held = null;
  }

  /** What to show at once of the latest rows, among those on screen. */
  take(latest: ConversationPages, shown: ConversationPages | null): ConversationPages {
    const before = this.#held?.before ?? shown;
    const isChanged = (row: ConversationSummary) => {
      const known = before?.threadOf(row);
      return known === undefined || versionOf(known) !== versionOf(row);
    };
    const isOther = before === null || before.threads.length === 0 || before.reach !== latest.reach;
    const count = isOther || latest.hasOrderOf(before) ? 0 : latest.threads.filter(isChanged).length;
    this.#held = before === null || count === 0 ? null : { before, latest, count };
    return this.#held?.before.updatedBy(latest) ?? latest;
  }
}
