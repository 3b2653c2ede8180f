import type { ConversationAddress } from "../../core/conversation/conversationAddress.ts";
import { memberOf, textIn } from "../../core/json.ts";
import type { LinkTarget } from "../../core/links/linkTarget.ts";
import type { ProjectId } from "../../core/session/projectId.ts";

/** The target of a link: a thread, one of its turns, or a call in it. */
export interface LinkedPlace {
  readonly threadId: string;
  readonly turnId?: string;
  readonly callId?: string;
  /** The thread's service and project, for a page that may show another project than the window. */
  readonly elsewhere?: Pick<ConversationAddress, "service" | "project">;
}

/**
 * Reads a row, `{thread: {id}, turn?, fact?}`, or the argument of a page's menu, `{weaveThread, weaveTurn?, weaveCall?}`;
 * `shown` is the conversation of that page.
 */
export function linkedPlace(given: unknown, shown: ConversationAddress | null): LinkedPlace | undefined {
  const thread = memberOf(given, "thread");
  const pageThread = textIn(given, "weaveThread");
  const threadId = textIn(thread, "id") ?? pageThread;
  const callId = textIn(given, "weaveCall");
  const turnId = textIn(memberOf(given, "turn"), "id") ?? textIn(given, "weaveTurn") ?? turnOfFact(given, thread);
  if (threadId === undefined) return undefined;
  return {
    threadId,
    ...(pageThread !== undefined && shown !== null && { elsewhere: shown }),
    ...(turnId !== undefined && { turnId }),
    ...(callId !== undefined && { callId }),
  };
}

/** The turn ID in a detail of a thread. */
function turnOfFact(given: unknown, thread: unknown): string | undefined {
  const fact = textIn(given, "fact");
  if (fact === "firstTurn") return textIn(thread, "firstTurnId");
  return fact === "lastTurn" ? textIn(thread, "lastTurnId") : undefined;
}

/** The most specific web page: calls and turns have their own. */
export function pageOf({ threadId, turnId, callId = turnId }: LinkedPlace, project: ProjectId): LinkTarget {
  return callId === undefined ? { kind: "thread", project, threadId } : { kind: "call", project, callId };
}
