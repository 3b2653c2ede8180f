import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../../../src/core/async/loadState.ts";
import { isOfTurns, storedBytes, turnOfDetail } from "../../../../src/core/conversations/detailRowText.ts";
import { plainDetail } from "../../../../src/core/conversations/plainDetail.ts";
import { type DetailFact, detailFacts, detailRows } from "../../../../src/core/conversations/threadDetails.ts";
import { checkedThread } from "../../../../src/core/conversations/threadTurns.ts";
import type { TurnList } from "../../../../src/core/conversations/turnList.ts";
import type { CallCount } from "../../../../src/core/query/callQuery.ts";
import { type ConversationSummary, threadJson, threadRecord } from "../../../../src/core/query/thread.ts";
import { runningThread, thread } from "./threads.ts";
import { turn, usage } from "./turns.ts";

const counted: CallCount = { count: 1234, storageSize: 5678, hasMore: false, rewritten: [] };
const shown: LoadState<CallCount> = { kind: "shown", value: counted, at: 1 };
const list: TurnList = {
  requested: thread("a"),
  turns: [turn("a", { usage: [usage("small", 10, 0.25), usage("large", 20, 0.25)] })],
  earlier: false,
  words: new Map(),
  pending: new Set(),
  failed: [turn("b")],
};
const full: ConversationSummary = {
  kind: "thread",
  id: 'sup"port/\u202E1',
  turnCount: 12,
  startTime: Date.UTC(2026, 10, 3, 10),
  startMicroseconds: 0,
  lastUpdated: Date.UTC(2026, 10, 3, 10, 1, 2, 345),
  updatedMicroseconds: 678,
  firstTurnId: "turn-1",
  lastTurnId: "turn-12",
  p50TurnDuration: 1234.5,
  p99TurnDuration: 98_765,
  hasRunning: false,
};

test("a thread has fourteen details in a fixed order", () => {
  const checked = checkedThread(full, null, {});
  const rows = detailRows({ checked, calls: shown, turns: null, section: "list" as const });
  assert.deepEqual(
    rows.map(({ fact }) => fact),
    [...detailFacts],
  );
  assert.ok(rows.every((row) => row.kind === "detail" && row.thread === full && row.checked === checked));
  assert.ok(rows.every((row) => row.calls === shown && row.section === "list"));
});

test("a time range clips the statistics of turns, including first and last turn, but not calls or storage", () => {
  assert.deepEqual(
    detailFacts.filter((fact) => !isOfTurns(fact)),
    ["calls", "stored", "tokens", "cost", "models", "failed"],
  );
});

test("only first and last turn contain a turn ID, if the service reports it", () => {
  const named = detailFacts.flatMap((fact) => turnOfDetail(fact, full) ?? []);
  assert.deepEqual(named, ["turn-1", "turn-12"]);
  assert.ok(detailFacts.every((fact) => turnOfDetail(fact, thread("a")) === null));
});

const plain: Readonly<Record<DetailFact, string>> = {
  turns: "12",
  calls: "1234",
  stored: "5678",
  started: "2026-11-03T10:00:00Z",
  updated: "2026-11-03T10:01:02.345678Z",
  span: "62345",
  p50: "1234.5",
  p99: "98765",
  tokens: "30",
  cost: "0.5",
  models: "small, large",
  failed: "1",
  firstTurn: "turn-1",
  lastTurn: "turn-12",
};
for (const fact of detailFacts) {
  test(`${fact} is copied as ${plain[fact]}, without a unit or a locale`, () =>
    assert.equal(plainDetail(fact, full, { calls: shown, turns: list }), plain[fact]));
}

for (const fact of ["p50", "p99", "tokens", "cost", "models", "failed", "firstTurn", "lastTurn"] as const) {
  test(`an unknown ${fact} cannot be copied`, () =>
    assert.equal(plainDetail(fact, thread("a"), { calls: shown, turns: null }), null));
}

for (const fact of ["updated", "span", "p50", "p99", "lastTurn"] as const) {
  test(`${fact} of a thread without a finished turn is nothing to copy`, () =>
    assert.equal(plainDetail(fact, runningThread("a"), { calls: shown, turns: null }), null));
}

const loads: readonly LoadState<CallCount>[] = [
  { kind: "idle" },
  { kind: "loading", value: null },
  { kind: "failed", fault: { kind: "notFound", detail: "" } },
];
for (const load of loads) {
  test(`calls and storage that are ${load.kind} are nothing to copy`, () => {
    assert.equal(plainDetail("calls", full, { calls: load, turns: null }), null);
    assert.equal(plainDetail("stored", full, { calls: load, turns: null }), null);
  });
}

const sizes: readonly [storageSize: number | null, bytes: number | null][] = [
  [null, null],
  [0, null],
  [1, 1],
];
for (const [storageSize, bytes] of sizes) {
  test(`a storage of ${storageSize} is ${bytes === null ? "not known" : `${bytes} bytes`}`, () => {
    assert.equal(storedBytes({ ...counted, storageSize }), bytes);
  });
}

test("a thread's JSON has the service's names, order and formats", () => {
  assert.equal(
    threadJson(full),
    `{
  "thread_id": "sup\\"port/\u202E1",
  "turn_count": 12,
  "start_time": "2026-11-03T10:00:00Z",
  "last_updated": "2026-11-03T10:01:02.345678Z",
  "first_turn_id": "turn-1",
  "last_turn_id": "turn-12",
  "p50_turn_duration_ms": 1234.5,
  "p99_turn_duration_ms": 98765
}`,
  );
});

test("missing values of a thread without a finished turn are null in its JSON, never a time of 1970", () => {
  const { last_updated, last_turn_id, p50_turn_duration_ms, p99_turn_duration_ms } = threadRecord({
    ...runningThread("a"),
    startTime: full.startTime,
  });
  assert.deepEqual([last_updated, last_turn_id, p50_turn_duration_ms, p99_turn_duration_ms], [null, null, null, null]);
  assert.doesNotMatch(threadJson({ ...runningThread("a"), startTime: full.startTime }), /1970/);
});

test("unknown values of a thread are null in its JSON, as the service sends them", () => {
  assert.deepEqual(JSON.parse(threadJson(thread("a"))), {
    thread_id: "a",
    turn_count: 1,
    start_time: "1970-01-01T00:00:00Z",
    last_updated: "1970-01-01T00:00:00.001000Z",
    first_turn_id: null,
    last_turn_id: null,
    p50_turn_duration_ms: null,
    p99_turn_duration_ms: null,
  });
});
