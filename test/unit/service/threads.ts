import { queryThreads } from "../../../src/core/port/operations.ts";
import type { ConversationSummary } from "../../../src/core/query/thread.ts";
import type { ThreadQuery } from "../../../src/core/query/threadQuery.ts";
import type { HttpThreadService } from "../../../src/service/client.ts";

export const everything: ThreadQuery = { project: "entity/project" };

/** A record as the service writes it. */
export function record(id: string, changes: object = {}): string {
  return JSON.stringify({
    thread_id: id,
    turn_count: 3,
    start_time: "2026-11-01T10:00:00Z",
    last_updated: "2026-11-01T10:05:00.250000Z",
    first_turn_id: "turn-1",
    last_turn_id: "turn-3",
    p50_turn_duration_ms: 120.5,
    p99_turn_duration_ms: 900,
    ...changes,
  });
}

export function thread(id: string, changes: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    kind: "thread",
    id,
    turnCount: 3,
    startTime: Date.UTC(2026, 10, 1, 10),
    startMicroseconds: 0,
    lastUpdated: Date.UTC(2026, 10, 1, 10, 5, 0, 250),
    updatedMicroseconds: 0,
    firstTurnId: "turn-1",
    lastTurnId: "turn-3",
    p50TurnDuration: 120.5,
    p99TurnDuration: 900,
    hasRunning: false,
    ...changes,
  };
}

export interface Received {
  readonly ids: readonly string[];
  /** What the stream threw; undefined on success. */
  readonly error: unknown;
}

export async function receive(
  service: HttpThreadService,
  query: ThreadQuery = everything,
  signal: AbortSignal = new AbortController().signal,
): Promise<Received> {
  const ids: string[] = [];
  try {
    for await (const batch of service.rows(queryThreads, query, signal)) ids.push(...batch.map(({ id }) => id));
    return { ids, error: undefined };
  } catch (error) {
    return { ids, error };
  }
}

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}
