import type { ConversationSummary } from "../../core/query/thread.ts";
import * as z from "../../zod.ts";
import { converted, orElse } from "./converted.ts";
import { recordReader } from "./issues.ts";
import { microsecondsOf, parseTimestamp, preciseTimestamp } from "./timestamp.ts";

const text = orElse(z.string(), null);

/** One kind of server sends -1 if it has computed none. */
const duration = converted(orElse(z.number(), null), (value) => (value === -1 ? null : value));

/**
 * A thread without the values computed from running turns. In the newer table a turn that has not ended has its end
 * in 1970 (wandb/weave `ch_sentinel_values.py`): its duration is negative, by decades, and so is a percentile that it
 * contributes to, even by a hundredth.
 */
function withoutEpoch(sent: ConversationSummary): ConversationSummary {
  const isEnded = sent.lastUpdated !== 0;
  if (isEnded && !isBelowZero(sent.p50TurnDuration) && !isBelowZero(sent.p99TurnDuration)) return sent;
  const durations = { p50TurnDuration: null, p99TurnDuration: null };
  const end = isEnded ? {} : { lastUpdated: null, updatedMicroseconds: 0, lastTurnId: null };
  return { ...sent, ...durations, ...end, hasRunning: true };
}

function isBelowZero(duration: number | null): boolean {
  return duration !== null && duration < 0;
}

/** A record of `POST /threads/stream_query`: ThreadSchema of wandb/weave `trace_server_interface.py`. */
export const threadSchema = converted(
  z.object({
    thread_id: z.string(),
    turn_count: z.int().check(z.minimum(0)),
    start_time: preciseTimestamp,
    last_updated: preciseTimestamp,
    first_turn_id: text,
    last_turn_id: text,
    p50_turn_duration_ms: duration,
    p99_turn_duration_ms: duration,
  }),
  (record) =>
    withoutEpoch({
      kind: "thread",
      id: record.thread_id,
      turnCount: record.turn_count,
      startTime: record.start_time.time,
      startMicroseconds: record.start_time.microseconds,
      lastUpdated: record.last_updated.time,
      updatedMicroseconds: record.last_updated.microseconds,
      firstTurnId: record.first_turn_id,
      lastTurnId: record.last_turn_id,
      p50TurnDuration: record.p50_turn_duration_ms,
      p99TurnDuration: record.p99_turn_duration_ms,
      hasRunning: false,
    }),
) satisfies z.ZodType<ConversationSummary>;

const readThread = recordReader("thread", threadSchema);

/** A thread, or the error of the record as text. */
export function parseThread(record: unknown): ConversationSummary | string {
  return readPlainThread(record) ?? readThread(record);
}

/**
 * A hand-written equivalent of the schema `threadRecord`, three times as fast; undefined if left to the schema. Never
 * differs from the schema otherwise.
 */
export function readPlainThread(record: unknown): ConversationSummary | undefined {
  if (!isRecord(record)) return undefined;
  const { thread_id: id, turn_count: turnCount, start_time: start, last_updated: updated } = record;
  if (typeof id !== "string" || typeof start !== "string" || typeof updated !== "string") return undefined;
  if (typeof turnCount !== "number" || !Number.isSafeInteger(turnCount) || turnCount < 0) return undefined;
  const startTime = parseTimestamp(start);
  const lastUpdated = parseTimestamp(updated);
  if (startTime === undefined || lastUpdated === undefined) return undefined;
  const firstTurnId = record.first_turn_id ?? null;
  const lastTurnId = record.last_turn_id ?? null;
  if (!isTextOrNull(firstTurnId) || !isTextOrNull(lastTurnId)) return undefined;
  const p50 = record.p50_turn_duration_ms ?? null;
  const p99 = record.p99_turn_duration_ms ?? null;
  if (!isDurationOrNull(p50) || !isDurationOrNull(p99)) return undefined;
  return withoutEpoch({
    kind: "thread",
    id,
    turnCount,
    startTime,
    startMicroseconds: microsecondsOf(start),
    lastUpdated,
    updatedMicroseconds: microsecondsOf(updated),
    firstTurnId,
    lastTurnId,
    p50TurnDuration: p50 === -1 ? null : p50,
    p99TurnDuration: p99 === -1 ? null : p99,
    hasRunning: false,
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function isDurationOrNull(value: unknown): value is number | null {
  return value === null || (typeof value === "number" && Number.isFinite(value));
}
