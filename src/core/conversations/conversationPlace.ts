import type { CallPlace } from "../query/call.ts";
import { isTurn } from "../query/call.ts";
import { type ConversationKey, isSameConversation } from "../query/conversationKey.ts";

/** A conversation to open, at a turn or at its default position. */
export interface ConversationPlace {
  readonly conversation: ConversationKey;
  readonly turnId?: string | null | undefined;
  /** A call in that turn, to be marked. */
  readonly callId?: string | null | undefined;
  /** A text in that turn, to be marked. */
  readonly find?: string | null | undefined;
  /** Keeps the focus where it is. */
  readonly preserveFocus?: boolean;
}

/** The place of a call in its conversation; null if it is in none. A turn is shown as a whole. */
export function placeOf({ id, conversation, turnId }: CallPlace): ConversationPlace | null {
  return conversation === null ? null : { conversation, turnId, callId: isTurn({ id, turnId }) ? null : id };
}

/** Whether both are the same place in the same conversation. */
export function isSamePlace(a: ConversationPlace, b: ConversationPlace | null): boolean {
  return b !== null && isSameConversation(a.conversation, b.conversation) && a.turnId === b.turnId;
}
