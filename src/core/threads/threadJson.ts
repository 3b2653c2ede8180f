import type { Thread } from "./thread.ts";

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

/** A thread under the service's own names; times are ISO 8601 in UTC with milliseconds. */
export type ThreadRecord = Readonly<Record<(typeof threadFields)[number], string | number | null>>;

/** A thread as `POST /threads/stream_query` sends it. */
export function threadRecord(thread: Thread): ThreadRecord {
  return {
    thread_id: thread.id,
    turn_count: thread.turnCount,
    start_time: new Date(thread.startTime).toISOString(),
    last_updated: new Date(thread.lastUpdated).toISOString(),
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
