import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import type { Load } from "../../../../src/core/load.ts";
import type { TurnList } from "../../../../src/core/turns/turnList.ts";
import { type TurnNotice, turnRows } from "../../../../src/core/turns/turnRow.ts";
import { thread } from "../threads/threads.ts";
import { turn } from "./turns.ts";

const fault: Fault = { kind: "cutShort", rowsBefore: 1, detail: "" };
const list: TurnList = {
  asked: thread("t"),
  turns: [turn("a"), turn("b"), turn("c")],
  earlier: false,
  words: new Map([["a", "Hello"]]),
  pending: new Set(["b"]),
};

function noticeOf(row: TurnNotice): string {
  return row.kind === "turnsFailed" ? `${row.kind} ${row.listed}` : row.kind;
}

const cases: readonly [sentence: string, load: Load<TurnList>, rows: readonly unknown[]][] = [
  ["nothing is asked, nothing is shown", { kind: "idle" }, []],
  ["turns on their way are one row", { kind: "loading", value: null }, ["turnsLoading"]],
  [
    "words on their way are told apart from words that are not asked for",
    { kind: "loading", value: list },
    [
      ["a", "Hello"],
      ["b", null],
      ["c", ""],
    ],
  ],
  [
    "words that did not come are not waited for",
    { kind: "shown", value: list, at: 1 },
    [
      ["a", "Hello"],
      ["b", ""],
      ["c", ""],
    ],
  ],
  [
    "earlier turns are told of before the others",
    { kind: "shown", value: { ...list, turns: [turn("a")], earlier: true }, at: 1 },
    ["earlierTurns", ["a", "Hello"]],
  ],
  ["a failure is a row", { kind: "failed", fault }, ["turnsFailed none"]],
  [
    "what came before a failure stays",
    { kind: "stale", value: { ...list, turns: [turn("a")] }, at: null, fault },
    [["a", "Hello"], "turnsFailed parts"],
  ],
  [
    "what was there before a failed refresh stays, as older",
    { kind: "stale", value: { ...list, turns: [turn("a")] }, at: 1, fault },
    [["a", "Hello"], "turnsFailed older"],
  ],
  [
    "a service that cannot show turns is told of elsewhere",
    { kind: "failed", fault: { kind: "routeMissing", path: "/" } },
    [],
  ],
];

for (const [sentence, load, expected] of cases) {
  test(sentence, () => {
    const rows = turnRows(thread("t"), load, true);
    assert.deepEqual(
      rows.map((row) => (row.kind === "turn" ? [row.turn.id, row.words] : noticeOf(row))),
      expected,
    );
    for (const row of rows) assert.deepEqual([row.thread, row.pinned], [thread("t"), true]);
  });
}
