import type { Thread } from "./thread.ts";
import { startStamp, updatedStamp } from "./threadStamp.ts";

/** The names of a thread's fields as the service has them, in its order. */
export const threadFields = [
  "thread_id",
  "turn_count",
  "start_time",
  "last_updated",
  "first_turn_id",
  "last_turn_id",
  "p50_turn_duration_ms",
  "p99_turn_duration_ms",
] as const;

/** A thread under the service's own names; times are as the service writes them, to the microsecond. */
export type ThreadRecord = Readonly<Record<(typeof threadFields)[number], string | number | null>>;

/**
 * What `POST /threads/stream_query` tells of a thread; a duration that was not computed is null, also where it sends -1,
 * and so is what it sends of turns that are running: see `withoutEpoch`.
 */
export function threadRecord(thread: Thread): ThreadRecord {
  return {
    thread_id: thread.id,
    turn_count: thread.turnCount,
    start_time: startStamp(thread),
    last_updated: updatedStamp(thread),
    first_turn_id: thread.firstTurnId,
    last_turn_id: thread.lastTurnId,
    p50_turn_duration_ms: thread.p50TurnDuration,
    p99_turn_duration_ms: thread.p99TurnDuration,
  };
}

/** `threadRecord` as JSON. */
export function threadJson(thread: Thread): string {
  return JSON.stringify(threadRecord(thread), null, 2);
}
