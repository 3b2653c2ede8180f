import assert from "node:assert/strict";
import { test } from "node:test";
import { isSamePlace, placeOf } from "../../../../src/core/conversations/conversationPlace.ts";

test("a conversation and a turn of it are different places", () => {
  assert.ok(isSamePlace({ threadId: "a", preserveFocus: true }, { threadId: "a" }));
  assert.ok(!isSamePlace({ threadId: "a", turnId: "b" }, { threadId: "a" }));
  assert.ok(!isSamePlace({ threadId: "a" }, null));
});

test("a call is marked in its conversation, a turn is shown as a whole, and a call outside threads has no place", () => {
  assert.deepEqual(placeOf({ id: "c", threadId: "a", turnId: "b" }), { threadId: "a", turnId: "b", callId: "c" });
  assert.deepEqual(placeOf({ id: "b", threadId: "a", turnId: "b" }), { threadId: "a", turnId: "b", callId: null });
  assert.equal(placeOf({ id: "c", threadId: null, turnId: null }), null);
});
