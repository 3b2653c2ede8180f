import assert from "node:assert/strict";
import { test } from "node:test";
import { compareProblem, kindsText, sameText } from "../../../../src/core/diff/comparison.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";

const thread = { kind: "thread", conversation: threadKey("support/4711") } as const;
const turn = { kind: "turn", id: "turn-1", op: "weave:///acme/desk/op/answer:abc" } as const;

type Case = readonly [name: string, said: unknown, expected: unknown];

const compareCases: readonly Case[] = [
  ["sides of one kind can be compared", compareProblem(thread, { ...thread, conversation: threadKey("other") }), null],
  ["a side with itself", sameText(thread), "support/4711 is already selected for compare. Select a different thread."],
  [
    "sides of two kinds",
    kindsText(thread, turn),
    "Cannot compare support/4711 (thread) with answer turn-1 (turn). Select two threads, two turns or two calls.",
  ],
];

for (const [name, said, expected] of compareCases) {
  test(name, () => assert.deepEqual(said, expected));
}
