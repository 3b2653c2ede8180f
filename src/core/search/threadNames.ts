import type { RecentThread } from "../conversations/recentThreads.ts";
import { type FactContext, factText, threadName } from "../conversations/threadFact.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { apart, endCut, labelText } from "../text/visibleText.ts";

/** The first message of the user in a thread, on one visible line; empty if it has none or is not known. */
export type MessageOf = (thread: ConversationSummary) => string;

/** More would push the facts after it out of the box, which is 600 px wide. */
const longestName = 50;

/** The name of a thread in a pick, its message or otherwise its ID, and the facts after it, which include the ID. */
export function threadNames({ conversation, thread }: RecentThread, messageOf: MessageOf) {
  const message = thread === null ? "" : messageOf(thread).trim();
  const name = threadName(conversation);
  if (message === "") return { label: labelText(apart(name)), facts: [] };
  return { label: labelText(apart(endCut(message, longestName))), facts: [name] };
}

/** `7 turns`, `5 minutes ago` */
export function threadFacts(thread: ConversationSummary | null, context: FactContext): readonly string[] {
  if (thread === null) return [];
  return [factText("turns", thread, context), factText("updated", thread, context)];
}
