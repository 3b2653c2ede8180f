import fc from "fast-check";
import { GrowingColumns } from "../../../../src/core/overview/growingColumns.ts";
import type { ThreadColumns } from "../../../../src/core/overview/threadColumns.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";

const duration = fc.option(
  fc.oneof(fc.constantFrom(0, 1, 1000, 1250), fc.double({ min: 0, max: 1e8, noNaN: true, noDefaultInfinity: true })),
  { nil: null },
);

/** In a month around a daylight saving change, so that some times are close to each other. */
const time = fc.integer({ min: Date.UTC(2026, 9, 10), max: Date.UTC(2026, 10, 10) });

const anyThread: fc.Arbitrary<ConversationSummary> = fc.record(
  {
    kind: fc.constant("thread"),
    id: fc.string(),
    turnCount: fc.oneof(fc.nat(30), fc.nat(5000)),
    startTime: time,
    startMicroseconds: fc.constant(0),
    lastUpdated: fc.option(time, { nil: null, freq: 9 }),
    updatedMicroseconds: fc.constant(0),
    firstTurnId: fc.constant(null),
    lastTurnId: fc.constant(null),
    p50TurnDuration: duration,
    p99TurnDuration: duration,
    hasRunning: fc.constant(false),
  },
  { noNullPrototype: true },
);

/** Threads with unusual and equal values, and unique IDs. */
export const anyThreads = fc.uniqueArray(anyThread, { selector: ({ id }) => id, maxLength: 60 });

export function columnsOf(threads: readonly ConversationSummary[]): ThreadColumns {
  const columns = new GrowingColumns();
  columns.add(threads);
  return columns.view();
}

/** Threads without a finished turn. */
export function runningOf(threads: readonly ConversationSummary[]): readonly ConversationSummary[] {
  return threads.filter(({ lastUpdated }) => lastUpdated === null);
}

/** The values that are known. */
export function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}
