import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../../../src/core/async/loadState.ts";
import type { TurnList } from "../../../../src/core/conversations/turnList.ts";
import { type TurnNotice, turnRows } from "../../../../src/core/conversations/turnRow.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { thread } from "./threads.ts";
import { turn } from "./turns.ts";

const fault: Fault = { kind: "cutShort", rowsBefore: 1, detail: "" };
const list: TurnList = {
  requested: thread("t"),
  turns: [turn("a"), turn("b"), turn("c")],
  earlier: false,
  words: new Map([["a", "Hello"]]),
  pending: new Set(["b"]),
  failed: null,
};

function noticeOf(row: TurnNotice): string {
  return row.kind === "turnsFailed" ? `${row.kind} ${row.listed}` : row.kind;
}

const cases: readonly [sentence: string, load: LoadState<TurnList>, rows: readonly unknown[]][] = [
  ["turns that were not requested have no row", { kind: "idle" }, []],
  ["loading turns are one row", { kind: "loading", value: null }, ["turnsLoading"]],
  [
    "text that is loading differs from text that was not requested",
    { kind: "loading", value: list },
    [
      ["a", "Hello"],
      ["b", null],
      ["c", ""],
    ],
  ],
  [
    "text that did not arrive is empty after loading",
    { kind: "shown", value: list, at: 1 },
    [
      ["a", "Hello"],
      ["b", ""],
      ["c", ""],
    ],
  ],
  [
    "earlier turns have a row before the others",
    { kind: "shown", value: { ...list, turns: [turn("a")], earlier: true }, at: 1 },
    ["earlierTurns", ["a", "Hello"]],
  ],
  ["a failure is a row", { kind: "failed", fault }, ["turnsFailed none"]],
  ["canceled turns can be retried", { kind: "idle", ended: "canceled" }, ["turnsFailed none"]],
  ["turns after an unexpected error can be retried", { kind: "idle", ended: "broken" }, ["turnsFailed none"]],
  [
    "turns that arrived before a failure stay",
    { kind: "stale", value: { ...list, turns: [turn("a")] }, at: null, fault },
    [["a", "Hello"], "turnsFailed parts"],
  ],
  [
    "turns from before a failed refresh stay, marked as older",
    { kind: "stale", value: { ...list, turns: [turn("a")] }, at: 1, fault },
    [["a", "Hello"], "turnsFailed older"],
  ],
  ["a service without the route has no row", { kind: "failed", fault: { kind: "routeMissing", path: "/" } }, []],
];

for (const [sentence, load, expected] of cases) {
  test(sentence, () => {
    const rows = turnRows(thread("t"), load, "found");
    assert.deepEqual(
      rows.map((row) => (row.kind === "turn" ? [row.turn.id, row.words] : noticeOf(row))),
      expected,
    );
    for (const row of rows) assert.deepEqual([row.thread, row.section], [thread("t"), "found"]);
  });
}

test("turns whose texts begin alike are marked", () => {
  const words = new Map([
    ["a", "I was charged twice for the order with the number 8841"],
    ["b", "I was charged twice for the order with the number 8842"],
    ["c", "Hello"],
  ]);
  const rows = turnRows(thread("t"), { kind: "shown", value: { ...list, words }, at: 1 }, "list");
  assert.deepEqual(
    rows.map((row) => row.kind === "turn" && row.isAlike),
    [true, true, false],
  );
});
