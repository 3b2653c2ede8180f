/** The conversation that another feature wants to show. */
export interface TurnAsked {
  readonly threadId: string;
  /** The turn to reveal. */
  readonly turnId?: string;
  /** A call in that turn, to be marked. */
  readonly callId?: string;
  /** Keeps the focus where it is. */
  readonly preserveFocus: boolean;
}

/** Reads `{threadId, turnId?, callId?, preserveFocus?}`; undefined for anything else. */
export function turnAsked(given: unknown): TurnAsked | undefined {
  if (typeof given !== "object" || given === null || !("threadId" in given)) return undefined;
  const { threadId } = given;
  if (typeof threadId !== "string") return undefined;
  const turnId = "turnId" in given ? given.turnId : undefined;
  const callId = typeof turnId === "string" && "callId" in given ? given.callId : undefined;
  const preserveFocus = "preserveFocus" in given && given.preserveFocus === true;
  return {
    threadId,
    preserveFocus,
    ...(typeof turnId === "string" && { turnId }),
    ...(typeof callId === "string" && { callId }),
  };
}
