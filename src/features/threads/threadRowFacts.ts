import { threadNotes } from "../../core/conversations/threadNotes.ts";
import type { ThreadRow } from "../../core/conversations/threadRows.ts";
import type { CheckedThread } from "../../core/conversations/threadTurns.ts";
import type { InThread, ListSection } from "../../core/conversations/turnRow.ts";
import { boundsText, rangeWord } from "../../core/input/rangeText.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import type { Parts } from "../app.ts";

export type TreeParts = Parts<
  "threads" | "details" | "turns" | "failed" | "failures" | "lastSeen" | "messages" | "standing" | "formats",
  "feedback" | "isFiltered" | "pinned"
>;

const longestWaitMs = 500;

/** What the rows of conversations say besides their own figures. */
export class ThreadRowFacts {
  readonly #parts: TreeParts;

  constructor(parts: TreeParts) {
    this.#parts = parts;
  }

  /** Its row in the list, if it has one: two versions of a thread would replace each other's data in turn. */
  listed(thread: ConversationSummary): ConversationSummary {
    return this.#parts.threads.threadOf(thread) ?? thread;
  }

  checked(thread: ConversationSummary, section: ListSection): CheckedThread {
    return this.#parts.turns.checked(thread, this.#parts.threads.boundsOf(thread, section));
  }

  notes(checked: CheckedThread, section: ListSection): readonly string[] {
    return threadNotes(checked, section, this.#parts.threads.sortedBy);
  }

  hasFailed(thread: ConversationSummary): boolean {
    return this.#parts.turns.hasFailed(thread) || this.#parts.failed.has(thread);
  }

  /** The time range of a thread's statistics, in a word and in full; null if they cover all of its turns. */
  window({ thread, section }: InThread): { readonly short: string; readonly words: string } | null {
    const { threads, formats } = this.#parts;
    const bounds = threads.boundsOf(thread, section);
    if (bounds.after === undefined && bounds.before === undefined) return null;
    return { short: rangeWord(threads.selection.filter.time), words: boundsText(bounds, formats) };
  }

  /** The lines of a row's tooltip; null if it has those of its texts. */
  async tooltip(row: ThreadRow): Promise<readonly string[] | null> {
    const { formats, lastSeen, turns, failed, failures, messages, project } = this.#parts;
    const { threadTooltip, turnTooltip } = await import("../../core/conversations/threadTooltip.ts");
    if (row.kind === "turn") return turnTooltip(row, formats);
    if (row.kind !== "thread") return null;
    const { thread, section } = row;
    const checked = this.checked(thread, section);
    const notes = this.notes(checked, section);
    const window = this.window(row)?.words ?? null;
    const hasFailed = this.hasFailed(thread);
    // If the service does not support it, the view's message says so once.
    const isUnknown = turns.canBeShown && !hasFailed && !failed.knows(thread);
    const newSince = lastSeen.isNew(thread) ? lastSeen.time : null;
    const message = messages.of(thread);
    // A slow response must not keep the rest of the tooltip back.
    const late = new Promise<null>((resolve) => void setTimeout(resolve, longestWaitMs, null));
    const failure = hasFailed ? await Promise.race([failures.loaded(thread), late]) : null;
    const feedback = (await project.feedback.there())?.summaryOf(thread, formats) ?? "";
    const context = { formats, notes, message, newSince, hasFailed, failure, feedback, isUnknown, window };
    return threadTooltip(checked, context);
  }
}
