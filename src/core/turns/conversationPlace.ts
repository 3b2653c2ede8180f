/** A conversation to open, at one of its turns or as it is opened by itself. */
export interface ConversationPlace {
  readonly threadId: string;
  readonly turnId?: string;
  /** Leaves the focus where it is. */
  readonly preserveFocus?: boolean;
}

/**
 * The conversation that a command is handed: a place as above, or a row of the tree, which may be a thread, one of its
 * turns or anything else in it. Undefined for anything that names none.
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
