import assert from "node:assert/strict";
import { test } from "node:test";
import {
  compareProblem,
  kindsText,
  promptText,
  sameText,
  threadChoiceRow,
} from "../../../../src/core/compare/comparison.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { runningThread, thread as threadOf } from "../threads/threads.ts";

const formats = createFormats("en");
const thread = { kind: "thread", id: "support/4711" } as const;
const turn = { kind: "turn", id: "turn-1", op: "weave:///acme/desk/op/answer:abc" } as const;

type Case = readonly [name: string, said: unknown, expected: unknown];

const compareCases: readonly Case[] = [
  ["sides of one kind can be compared", compareProblem(thread, { ...thread, id: "other" }), null],
  ["a side with itself", sameText(thread), "support/4711 is already selected for compare. Select a different thread."],
  [
    "sides of two kinds",
    kindsText(thread, turn),
    "Cannot compare support/4711 (thread) with answer turn-1 (turn). Select two threads, two turns or two calls.",
  ],
];

const none = () => "";

const choiceCases: readonly Case[] = [
  ["the prompt for the first side", promptText("left"), "Select the left thread"],
  ["the prompt for the second side", promptText("right"), "Select the right thread"],
  [
    "a thread to select",
    threadChoiceRow({ ...threadOf("support/4711"), turnCount: 1200 }, none, { formats, now: 60_001 }),
    { label: "support/4711", description: "1m · 1,200 turns" },
  ],
  [
    "a running thread to select",
    threadChoiceRow(runningThread("$(zap)"), none, { formats, now: 0 }),
    { label: "\\$(zap)", description: "running · 1 turn" },
  ],
  [
    "a thread with a message",
    threadChoiceRow(runningThread("$(zap)"), () => "My $(refund)", { formats, now: 0 }),
    { label: "My \\$(refund)", description: "\\$(zap) · running · 1 turn" },
  ],
  [
    "a thread whose ID is only spaces",
    threadChoiceRow(runningThread(" "), none, { formats, now: 0 }).label,
    "(blank ID)",
  ],
];

for (const [name, said, expected] of [...compareCases, ...choiceCases]) {
  test(name, () => assert.deepEqual(said, expected));
}
