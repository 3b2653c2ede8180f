import { memberOf, textIn } from "../json.ts";

/** A conversation to open, at a turn or at its default position. */
export interface ConversationPlace {
  readonly threadId: string;
  readonly turnId?: string;
  /** A call in that turn, to be marked. */
  readonly callId?: string;
  /** Keeps the focus where it is. */
  readonly preserveFocus?: boolean;
}

/**
 * The conversation in a command's argument: a place as above, or a tree row of a thread, one of its
 * turns or anything else in it. Undefined for anything else.
 */
export function conversationIn(given: unknown): ConversationPlace | undefined {
  const turn = memberOf(given, "turn");
  const threadId = textIn(given, "threadId") ?? textIn(memberOf(given, "thread"), "id") ?? textIn(turn, "threadId");
  if (threadId === undefined) return undefined;
  const turnId = textIn(turn, "id") ?? textIn(given, "turnId");
  return {
    threadId,
    ...(turnId !== undefined && { turnId }),
    ...(memberOf(given, "preserveFocus") === true && { preserveFocus: true }),
  };
}

/** Whether both are the same place in the same conversation. */
export function isSamePlace(a: ConversationPlace, b: ConversationPlace | null): boolean {
  return a.threadId === b?.threadId && a.turnId === b.turnId;
}
