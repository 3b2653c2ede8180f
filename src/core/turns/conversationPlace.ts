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
  if (!isObject(given)) return undefined;
  const { threadId, turnId, preserveFocus, thread, turn } = given;
  const named = isObject(turn) ? text(turn.id) : text(turnId);
  const id = text(threadId) ?? idOf(thread) ?? (isObject(turn) ? text(turn.threadId) : undefined);
  if (id === undefined) return undefined;
  return {
    threadId: id,
    ...(named === undefined ? {} : { turnId: named }),
    ...(preserveFocus === true ? { preserveFocus } : {}),
  };
}

/** Whether both are the same place in the same conversation. */
export function isSamePlace(a: ConversationPlace, b: ConversationPlace | null): boolean {
  return a.threadId === b?.threadId && a.turnId === b.turnId;
}

function idOf(thread: unknown): string | undefined {
  return isObject(thread) ? text(thread.id) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
