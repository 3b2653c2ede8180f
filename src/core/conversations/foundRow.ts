import { Observable } from "../async/observable.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { type ConversationKey, isSameConversation } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { findThread } from "./threadById.ts";

/** A conversation found by ID, which is shown above a list that does not contain it. */
export class FoundRow extends Observable<ConversationSummary | null> {
  constructor() {
    super(null);
  }

  /** It, if it has this key. */
  with(key: ConversationKey): ConversationSummary | undefined {
    return this.value !== null && isSameConversation(this.value, key) ? this.value : undefined;
  }

  /** Requests it again: it is as old as the list that is being replaced. */
  async renew(target: ProjectClient, signal: AbortSignal): Promise<void> {
    const { value } = this;
    const again = value && (await findThread(target, value, signal));
    if (!signal.aborted && value !== null && this.with(value) !== undefined) this.value = again;
  }
}
