import assert from "node:assert/strict";
import { test } from "node:test";
import { compareProblem } from "../../../../src/core/compare/comparedSide.ts";
import { kindsText, sameText } from "../../../../src/core/compare/compareText.ts";

const thread = { kind: "thread", id: "support/4711" } as const;
const turn = { kind: "turn", id: "turn-1", op: "weave:///acme/desk/op/answer:abc" } as const;

type Case = readonly [name: string, said: unknown, expected: unknown];

const compareCases: readonly Case[] = [
  ["sides of one kind can be compared", compareProblem(thread, { ...thread, id: "other" }), null],
  [
    "a side with itself",
    sameText(thread),
    "support/4711 is the thread that is selected for compare: choose another one.",
  ],
  [
    "sides of two kinds",
    kindsText(thread, turn),
    "support/4711 is a thread and answer turn-1 is a turn: a thread is compared with a thread, a turn with a turn, a call with a call.",
  ],
];

for (const [name, said, expected] of compareCases) {
  test(name, () => assert.deepEqual(said, expected));
}
