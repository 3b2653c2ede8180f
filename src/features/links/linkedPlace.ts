import type { ConversationAddress } from "../../core/conversation/conversationAddress.ts";
import { menuArgument } from "../../core/conversations/menuArgument.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import type { LinkTarget } from "../../core/query/linkTarget.ts";
import type { ProjectId } from "../../core/query/projectId.ts";

/** The target of a link: a thread, one of its turns, or a call in it or outside threads. */
export interface LinkedPlace {
  readonly conversation?: ConversationKey | undefined;
  readonly turnId?: string | undefined;
  readonly callId?: string | undefined;
  /** Its service and project, for a page that may show another project than the window. */
  readonly elsewhere?: Pick<ConversationAddress, "service" | "project"> | undefined;
}

/** Reads the argument of a menu; `shown` is the conversation of the page. */
export function linkedPlace(given: unknown, shown: ConversationAddress | null): LinkedPlace | undefined {
  const { conversation, turnId, detailTurnId, callId, fromPage } = menuArgument(given);
  if (!conversation?.id && callId === undefined) return undefined;
  return {
    conversation,
    turnId: turnId ?? detailTurnId,
    callId,
    elsewhere: fromPage && shown !== null ? shown : undefined,
  };
}

/** The most specific web page: calls and turns have their own, except those of agents. */
export function pageOf({ conversation, turnId, callId = turnId }: LinkedPlace, project: ProjectId): LinkTarget {
  if (callId !== undefined && conversation?.kind !== "agent") return { kind: "call", project, callId };
  return conversation === undefined ? { kind: "threads", project } : { kind: "thread", project, conversation };
}
