import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { parseThread, readPlainThread, threadSchema } from "../../../../src/service/schema/threadRecord.ts";
import { randomFrom } from "../random.ts";
import { record, thread } from "../threads.ts";

const readable: readonly (readonly [what: string, json: string, thread: ConversationSummary])[] = [
  ["a complete record", record("a"), thread("a")],
  ["a record with unusual characters in its ID", record("🧵/ü\u2028"), thread("🧵/ü\u2028")],
  [
    "a record with null percentiles",
    record("a", { p50_turn_duration_ms: null, p99_turn_duration_ms: null }),
    unmeasured("a"),
  ],
  [
    "a record with unknown percentiles, which are -1,",
    record("a", { p50_turn_duration_ms: -1, p99_turn_duration_ms: -1 }),
    unmeasured("a"),
  ],
  [
    "a thread with only running turns, which one table lists as updated in 1970,",
    record("a", {
      last_updated: "1970-01-01T00:00:00Z",
      last_turn_id: "turn-2",
      p50_turn_duration_ms: -1_793_563_200_590,
      p99_turn_duration_ms: -1_793_563_200_590,
    }),
    running("a"),
  ],
  [
    "a record with the epoch in another format",
    record("a", { last_updated: "1970-01-01T00:00:00.000000+00:00", p50_turn_duration_ms: null }),
    running("a"),
  ],
  [
    "a thread whose running turn makes both percentiles negative",
    record("a", { p50_turn_duration_ms: -896_781_600_295, p99_turn_duration_ms: -17_935_631_551.4 }),
    { ...unmeasured("a"), hasRunning: true },
  ],
  [
    "a thread whose running turns make p50 negative and p99 wrong",
    record("a", { p50_turn_duration_ms: -896_781_600_295, p99_turn_duration_ms: 880.5 }),
    { ...unmeasured("a"), hasRunning: true },
  ],
  [
    "a thread that ended a millisecond after the epoch",
    record("a", { last_updated: "1970-01-01T00:00:00.001Z" }),
    thread("a", { lastUpdated: 1 }),
  ],
  ["a record with a percentile of 0", record("a", { p50_turn_duration_ms: 0 }), thread("a", { p50TurnDuration: 0 })],
  [
    "a record with null turn IDs",
    record("a", { first_turn_id: null, last_turn_id: null }),
    thread("a", { firstTurnId: null, lastTurnId: null }),
  ],
  [
    "a record with required fields only",
    '{"thread_id":"a","turn_count":0,"start_time":"2026-11-01T10:00:00","last_updated":"2026-11-01T10:05:00.25"}',
    { ...unmeasured("a"), turnCount: 0, firstTurnId: null, lastTurnId: null },
  ],
  [
    "a record with microseconds",
    record("a", { start_time: "2026-11-01T10:00:00.000123Z", last_updated: "2026-11-01T10:05:00.250999" }),
    thread("a", { startMicroseconds: 123, updatedMicroseconds: 999 }),
  ],
  ["a record with unknown fields", record("a", { status: "success", nested: { a: [1] } }), thread("a")],
  ["a record with a __proto__ key", record("a").replace("{", '{"__proto__":{"turn_count":9},'), thread("a")],
  [
    "a record with duplicate keys, of which the last is used,",
    record("a").replace("}", ',"turn_count":7}'),
    thread("a", { turnCount: 7 }),
  ],
  ["a record with a count of 3.0", record("a").replace('"turn_count":3', '"turn_count":3.0'), thread("a")],
];

const unreadable: readonly (readonly [what: string, json: string, field: RegExp])[] = [
  ["a record without an ID", record("a", { thread_id: undefined }), /thread_id/],
  ["a record without a count", record("a", { turn_count: undefined }), /turn_count/],
  ["a record without a start", record("a", { start_time: undefined }), /start_time/],
  ["a record without an end", record("a", { last_updated: null }), /last_updated/],
  ["an ID that is a number", record("a", { thread_id: 1 }), /thread_id/],
  ["a fractional count", record("a", { turn_count: 1.5 }), /turn_count/],
  ["a negative count", record("a", { turn_count: -1 }), /turn_count/],
  ["a count that is a string", record("a", { turn_count: "3" }), /turn_count/],
  ["an infinite count", record("a").replace('"turn_count":3', '"turn_count":1e999'), /turn_count/],
  ["an infinite duration", record("a").replace("120.5", "1e999"), /p50_turn_duration_ms/],
  ["a duration that is a string", record("a", { p99_turn_duration_ms: "900" }), /p99_turn_duration_ms/],
  ["an invalid date", record("a", { start_time: "2026-02-30T00:00:00Z" }), /start_time: not a time stamp/],
  ["a year of five digits", record("a", { last_updated: "10000-01-01T00:00:00Z" }), /last_updated: not a time stamp/],
  ["a turn ID that is a number", record("a", { first_turn_id: 5 }), /first_turn_id/],
  ["an array", "[]", /not a thread/],
  ["null", "null", /not a thread/],
  ["a string", '"thread"', /not a thread/],
  ["an error instead of a record", '{"reason":"Internal server error"}', /thread_id/],
];

function running(id: string): ConversationSummary {
  return { ...unmeasured(id), lastUpdated: null, updatedMicroseconds: 0, lastTurnId: null, hasRunning: true };
}

function unmeasured(id: string): ConversationSummary {
  return thread(id, { p50TurnDuration: null, p99TurnDuration: null });
}

for (const [what, json, expected] of readable) {
  test(`${what} is read as a thread`, () => assert.deepEqual(parseThread(JSON.parse(json)), expected));
}

for (const [what, json, problem] of unreadable) {
  test(`${what} is rejected with a reason`, () => {
    const result = parseThread(JSON.parse(json));
    assert.ok(typeof result === "string");
    assert.match(result, problem);
  });
}

test("the handwritten parser and the schema agree on generated records", () => {
  const random = randomFrom(2);
  const anything = [
    undefined,
    null,
    "",
    "text",
    0,
    -0,
    -1,
    1,
    1.5,
    2 ** 53,
    -7.25,
    true,
    [],
    {},
    ["a"],
    "2026-11-01T10:00:00Z",
    "1970-01-01T00:00:00Z",
  ];
  const stamps = ["2026-11-01T10:00:00Z", "2026-02-30T10:00:00Z", "2026-11-01T10:00:00.123456+02:00", "2026-11-01", ""];
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const usually = (value: unknown, others: readonly unknown[]) => (random() < 0.9 ? value : pick(others));
  let plain = 0;
  let refused = 0;
  for (let count = 0; count < 50_000; count++) {
    const value: unknown = JSON.parse(
      record(`thread ${count}`, {
        thread_id: usually(`thread ${count}`, anything),
        turn_count: usually(count, anything),
        start_time: usually(pick(stamps.slice(0, 1)), [...stamps, ...anything]),
        last_updated: usually(pick(stamps.slice(2, 3)), [...stamps, ...anything]),
        first_turn_id: usually("turn", anything),
        last_turn_id: usually(null, anything),
        p50_turn_duration_ms: usually(random() * 1000, anything),
        p99_turn_duration_ms: usually(-1, anything),
      }),
    );
    const byHand = readPlainThread(value);
    const bySchema = threadSchema.safeParse(value);
    assert.deepEqual(byHand, bySchema.data, JSON.stringify(value));
    if (byHand) plain++;
    else refused++;
  }
  assert.ok(plain > 10_000 && refused > 10_000, `${plain} read, ${refused} refused`);
});
