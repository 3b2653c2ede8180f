import type { CallCount } from "../../core/counts/callQuery.ts";
import { endCut } from "../../core/text/visibleText.ts";
import type { Thread } from "../../core/threads/thread.ts";
import * as z from "../../zod.ts";
import { microsecondsOf, parseTimestamp } from "./timestamp.ts";

export const timestamp = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const time = parseTimestamp(text);
    if (time !== undefined) return time;
    context.issues.push({ code: "custom", message: "not a time stamp", input: text });
    return z.NEVER;
  }),
);

/** With microsecond precision. */
const preciseTimestamp = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const time = parseTimestamp(text);
    if (time !== undefined) return { time, microseconds: microsecondsOf(text) };
    context.issues.push({ code: "custom", message: "not a time stamp", input: text });
    return z.NEVER;
  }),
);

export const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? null),
);

/** One kind of server sends -1 if it has computed none. */
const duration = z.pipe(
  z.nullish(z.number()),
  z.transform((value) => (value === undefined || value === -1 ? null : value)),
);

/**
 * A thread without the values computed from running turns. In the newer table a turn that has not ended has its end
 * in 1970 (wandb/weave `ch_sentinel_values.py`): its duration is negative, by decades, and so is a percentile that it
 * contributes to, even by a hundredth.
 */
export function withoutEpoch(sent: Thread): Thread {
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
export const threadRecord = z.pipe(
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
  z.transform((record) =>
    withoutEpoch({
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
  ),
) satisfies z.ZodType<Thread>;

/** The response of `POST /calls/query_stats`. Older services omit `has_more`, the oldest also the size. */
export const callCountAnswer = z.pipe(
  z.object({
    count: z.int().check(z.minimum(0)),
    has_more: z.nullish(z.boolean()),
    total_storage_size_bytes: z.nullish(z.number().check(z.minimum(0))),
  }),
  z.transform((answer) => ({
    count: answer.count,
    hasMore: answer.has_more ?? null,
    storageSize: answer.total_storage_size_bytes ?? null,
  })),
) satisfies z.ZodType<Omit<CallCount, "rewritten">>;

/** An invalid expression has an issue for each member of each union on its path. */
const mostIssues = 500;
/** The length of a `loc`: each level of an expression takes two or three elements. */
const mostParts = 64;
const longestPart = 200;
const longestMessage = 500;

/** The parts of a 422 body that are used. Entries have more (`input`, `ctx`), which repeat the request. */
export const validationErrorAnswer = z.object({
  detail: firstOf(
    mostIssues,
    z.object({
      loc: firstOf(mostParts, z.union([cutAt(longestPart), z.number()])),
      msg: cutAt(longestMessage),
      type: cutAt(longestPart),
    }),
  ),
});

function firstOf<T>(most: number, schema: z.ZodType<T>) {
  const items = z.pipe(
    z.array(z.unknown()),
    z.transform((all: unknown[]) => all.slice(0, most)),
  );
  return z.pipe(items, z.array(schema));
}

function cutAt(most: number) {
  return z.pipe(
    z.string(),
    z.transform((said: string) => endCut(said, most)),
  );
}
