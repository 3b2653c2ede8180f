import type { Thread } from "../../../src/core/thread.ts";

/** A thread with nothing special about it but its id. */
export function thread(id: string): Thread {
  return {
    id,
    turnCount: 1,
    startTime: 0,
    lastUpdated: 1,
    firstTurnId: null,
    lastTurnId: null,
    p50TurnDuration: null,
    p99TurnDuration: null,
  };
}
