import { type ConversationKey, isSameConversation } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";

/** More would be a second list of threads. */
const mostRecent = 20;

export interface RecentThread {
  readonly conversation: ConversationKey;
  /** As it was listed when it was opened; null if it was not. */
  readonly thread: ConversationSummary | null;
}

/** The threads of the project that were opened in this window, the latest first. */
export class RecentThreads {
  #threads: readonly RecentThread[] = [];

  get all(): readonly RecentThread[] {
    return this.#threads;
  }

  add(conversation: ConversationKey, thread: ConversationSummary | null): void {
    const known = this.#threads.find((recent) => isSameConversation(recent.conversation, conversation));
    const others = this.#threads.filter((recent) => recent !== known);
    this.#threads = [{ conversation, thread: thread ?? known?.thread ?? null }, ...others].slice(0, mostRecent);
  }

  reset(): void {
    this.#threads = [];
  }
}
