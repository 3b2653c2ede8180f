import assert from "node:assert/strict";
import { test } from "node:test";
import { isSamePlace, placeOf } from "../../../../src/core/conversations/conversationPlace.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";

test("a conversation and a turn of it are different places", () => {
  assert.ok(isSamePlace({ conversation: threadKey("a"), preserveFocus: true }, { conversation: threadKey("a") }));
  assert.ok(!isSamePlace({ conversation: threadKey("a"), turnId: "b" }, { conversation: threadKey("a") }));
  assert.ok(!isSamePlace({ conversation: threadKey("a") }, null));
});

test("a call is marked in its conversation, a turn is shown as a whole, and a call outside threads has no place", () => {
  assert.deepEqual(placeOf({ id: "c", conversation: threadKey("a"), turnId: "b" }), {
    conversation: threadKey("a"),
    turnId: "b",
    callId: "c",
  });
  assert.deepEqual(placeOf({ id: "b", conversation: threadKey("a"), turnId: "b" }), {
    conversation: threadKey("a"),
    turnId: "b",
    callId: null,
  });
  assert.equal(placeOf({ id: "c", conversation: null, turnId: null }), null);
});
