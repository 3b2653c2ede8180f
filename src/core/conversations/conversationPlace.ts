import type { CallPlace } from "../calls/call.ts";

/** A conversation to open, at a turn or at its default position. */
export interface ConversationPlace {
  readonly threadId: string;
  readonly turnId?: string | null | undefined;
  /** A call in that turn, to be marked. */
  readonly callId?: string | null | undefined;
  /** A text in that turn, to be marked. */
  readonly find?: string | null | undefined;
  /** Keeps the focus where it is. */
  readonly preserveFocus?: boolean;
}

/** The place of a call in its conversation; null if it is in no thread. A turn is shown as a whole. */
export function placeOf({ id, threadId, turnId }: CallPlace): ConversationPlace | null {
  return threadId === null ? null : { threadId, turnId, callId: id === turnId ? null : id };
}

/** Whether both are the same place in the same conversation. */
export function isSamePlace(a: ConversationPlace, b: ConversationPlace | null): boolean {
  return a.threadId === b?.threadId && a.turnId === b.turnId;
}
