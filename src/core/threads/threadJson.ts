import type { Thread } from "./thread.ts";
import { startStamp, updatedStamp } from "./threadStamp.ts";

/** The service's names of a thread's fields, in its order. */
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

/** A thread with the service's field names; times have microsecond precision, as the service writes them. */
export type ThreadRecord = Readonly<Record<(typeof threadFields)[number], string | number | null>>;

/**
 * A thread of `POST /threads/stream_query`; a duration that was not computed is null, even if it sends -1,
 * and so are its values for running turns: see `withoutEpoch`.
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
