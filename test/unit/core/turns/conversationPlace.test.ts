import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { conversationIn, isSamePlace } from "../../../../src/core/turns/conversationPlace.ts";
import { thread } from "../threads/threads.ts";
import { turn } from "./turns.ts";

const cases: readonly [sentence: string, given: unknown, place: ReturnType<typeof conversationIn>][] = [
  ["a thread", { threadId: "a" }, { threadId: "a" }],
  ["a turn", { threadId: "a", turnId: "b" }, { threadId: "a", turnId: "b" }],
  ["a click", { threadId: "a", preserveFocus: true }, { threadId: "a", preserveFocus: true }],
  ["the row of a thread", { kind: "thread", thread: thread("a"), pinned: false }, { threadId: "a" }],
  [
    "the row of a turn",
    { kind: "turn", turn: turn("b"), thread: thread("t"), words: "" },
    { threadId: "t", turnId: "b" },
  ],
  ["a turn without its thread's row", { kind: "turn", turn: turn("b") }, { threadId: "t", turnId: "b" }],
  ["a row inside a thread", { kind: "detail", fact: "turns", thread: thread("a") }, { threadId: "a" }],
  ["a turn outside threads", { kind: "turn", turn: turn("b", { threadId: null }) }, undefined],
  ["the row that offers more", { kind: "more", shortPage: null }, undefined],
  ["an empty ID", { threadId: "" }, undefined],
  ["nothing", undefined, undefined],
];

for (const [sentence, given, place] of cases) {
  test(`${sentence} is ${place === undefined ? "no conversation" : "a conversation"}`, () =>
    assert.deepEqual(conversationIn(given), place));
}

test("any conversation has an ID that is text", () => {
  fc.assert(
    fc.property(fc.anything(), (given) => {
      const place = conversationIn(given);
      assert.ok(place === undefined || (typeof place.threadId === "string" && place.threadId !== ""));
    }),
  );
});

test("a conversation and a turn of it are different places", () => {
  assert.ok(isSamePlace({ threadId: "a", preserveFocus: true }, { threadId: "a" }));
  assert.ok(!isSamePlace({ threadId: "a", turnId: "b" }, { threadId: "a" }));
  assert.ok(!isSamePlace({ threadId: "a" }, null));
});
