import assert from "node:assert/strict";
import { test } from "node:test";
import { type ComparedSide, comparedSide, compareProblem, sideName } from "../../../../src/core/diff/comparison.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";

const op = "weave:///northwind/support-assistant/op/answer:v1";
const page = { webview: "weaveThreads.conversation", weaveThread: "t1", weaveTurn: "u1" };

const given: readonly (readonly [what: string, given: unknown, side: ComparedSide | undefined])[] = [
  [
    "a thread's row",
    { kind: "thread", thread: { id: "t/1" }, section: "list" as const },
    { kind: "thread", conversation: threadKey("t/1") },
  ],
  ["a turn's row", { kind: "turn", turn: { id: "u1", op } }, { kind: "turn", id: "u1", op }],
  ["a page's thread", { ...page, weaveKind: "thread" }, { kind: "thread", conversation: threadKey("t1") }],
  ["a page's turn", { ...page, weaveKind: "turn", weaveOp: op }, { kind: "turn", id: "u1", op }],
  ["a page's call", { ...page, weaveKind: "call", weaveCall: "c1" }, { kind: "call", id: "c1", op: undefined }],
  ["a page's call without its ID", { ...page, weaveKind: "call" }, undefined],
  ["a row of something else", { kind: "detail", thread: { id: "t1" } }, undefined],
  ["a row with an invalid ID", { kind: "thread", thread: { id: 1 } }, undefined],
  ["an Object.prototype property", { weaveKind: "toString" }, undefined],
  ["nothing", undefined, undefined],
  ["a string", "thread", undefined],
];

for (const [what, argument, side] of given) {
  test(`${what} is ${side === undefined ? "nothing to compare" : `a ${side.kind}`}`, () =>
    assert.deepEqual(comparedSide(argument), side));
}

test("only different subjects of the same kind can be compared", () => {
  const thread = { kind: "thread", conversation: threadKey("a") } as const;
  assert.equal(compareProblem(thread, { kind: "thread", conversation: threadKey("b") }), null);
  assert.equal(compareProblem(thread, thread), "same");
  assert.equal(compareProblem(thread, { kind: "thread", conversation: { kind: "agent", id: "a" } }), null);
  assert.equal(compareProblem(thread, { kind: "turn", id: "a" }), "kinds");
  // A turn is also a call, but as a call it has another document.
  assert.equal(compareProblem({ kind: "turn", id: "a" }, { kind: "call", id: "a" }), "kinds");
});

test("a title names both sides on one visible line, as short as possible", () => {
  assert.equal(sideName({ kind: "thread", conversation: threadKey("refund\u202e-1") }), "refund‹U+202E›-1");
  assert.equal([...sideName({ kind: "thread", conversation: threadKey("x".repeat(100)) })].length, 40);
  assert.equal(sideName({ kind: "turn", id: "0198abcdef01234567" }), "01234567");
  assert.equal(sideName({ kind: "call", id: "0198abcdef01234567", op }), "answer 01234567");
});
