import type { Thread } from "./thread.ts";

/** A thread as JSON under the service's own names, as `POST /threads/stream_query` sends it. */
export function threadJson(thread: Thread): string {
  const record = {
    thread_id: thread.id,
    turn_count: thread.turnCount,
    start_time: new Date(thread.startTime).toISOString(),
    last_updated: new Date(thread.lastUpdated).toISOString(),
    first_turn_id: thread.firstTurnId,
    last_turn_id: thread.lastTurnId,
    p50_turn_duration_ms: thread.p50TurnDuration,
    p99_turn_duration_ms: thread.p99TurnDuration,
  };
  return JSON.stringify(record, null, 2);
}
