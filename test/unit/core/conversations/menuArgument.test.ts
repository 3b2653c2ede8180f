import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type MenuArgument, menuArgument } from "../../../../src/core/conversations/menuArgument.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { thread } from "./threads.ts";
import { turn } from "./turns.ts";

const nothing: MenuArgument = {
  kind: undefined,
  conversation: undefined,
  turnId: undefined,
  callId: undefined,
  op: undefined,
  fact: undefined,
  detailTurnId: undefined,
  fromPage: false,
  preserveFocus: false,
};
const { op } = turn("b");
const page = { kind: "turn", conversation: threadKey("x"), turnId: "t", fromPage: true };

const cases: readonly (readonly [what: string, given: unknown, read: Partial<MenuArgument>])[] = [
  ["a thread", { threadId: "a" }, { conversation: threadKey("a") }],
  ["a turn", { threadId: "a", turnId: "b" }, { conversation: threadKey("a"), turnId: "b" }],
  ["a click", { threadId: "a", preserveFocus: true }, { conversation: threadKey("a"), preserveFocus: true }],
  ["an op", { op: "answer" }, { op: "answer" }],
  [
    "the row of a thread",
    { kind: "thread", thread: thread("a"), section: "list" as const },
    { kind: "thread", conversation: threadKey("a") },
  ],
  [
    "the row of a thread with an empty ID",
    { kind: "thread", thread: { id: "" } },
    { kind: "thread", conversation: threadKey("") },
  ],
  [
    "the row of a turn",
    { kind: "turn", turn: turn("b"), thread: thread("t"), words: "" },
    { kind: "turn", conversation: threadKey("t"), turnId: "b", op },
  ],
  [
    "a turn without its thread's row",
    { kind: "turn", turn: turn("b") },
    { kind: "turn", conversation: threadKey("t"), turnId: "b", op },
  ],
  [
    "a turn outside threads",
    { kind: "turn", turn: turn("b", { conversation: null }) },
    { kind: "turn", turnId: "b", op },
  ],
  [
    "the row of a call",
    { kind: "call", countId: "n", call: turn("b", { turnId: "t" }), words: "" },
    { kind: "call", conversation: threadKey("t"), turnId: "t", callId: "b", op },
  ],
  [
    "the row of a call outside threads",
    { kind: "call", call: turn("b", { turnId: null, conversation: null }) },
    { kind: "call", callId: "b", op },
  ],
  [
    "a detail",
    { kind: "detail", fact: "turns", thread: thread("a") },
    { kind: "detail", conversation: threadKey("a"), fact: "turns" },
  ],
  [
    "the detail of a turn",
    { kind: "detail", fact: "lastTurn", thread: { id: "a", lastTurnId: "b" } },
    { kind: "detail", conversation: threadKey("a"), fact: "lastTurn", detailTurnId: "b" },
  ],
  ["an unknown detail", { kind: "detail", fact: "toString" }, { kind: "detail" }],
  [
    "the menu of an agent's conversation",
    { weaveConversation: "agent:x" },
    { conversation: { kind: "agent", id: "x" } },
  ],
  ["a conversation of an agent", { conversation: "agent:" }, { conversation: { kind: "agent", id: "" } }],
  ["a conversation of no kind", { conversation: "x:y", weaveConversation: 7 }, {}],
  [
    "the menu of a page",
    { weaveKind: "thread", weaveThread: "x" },
    { kind: "thread", conversation: threadKey("x"), fromPage: true },
  ],
  [
    "the menu of a turn on a page",
    { weaveKind: "turn", weaveThread: "x", weaveTurn: "t", weaveOp: "answer" },
    { ...page, op: "answer" },
  ],
  [
    "the menu of a call on a page",
    { weaveKind: "call", weaveThread: "x", weaveTurn: "t", weaveCall: "c" },
    { ...page, kind: "call", callId: "c" },
  ],
  [
    "the menu of a call on a page without a thread",
    { weaveKind: "call", weaveThread: null, weaveTurn: "c", weaveCall: "c" },
    { kind: "call", turnId: "c", callId: "c", fromPage: true },
  ],
  ["the row that offers more", { kind: "more" }, { kind: "more" }],
  ["an empty turn ID", { weaveTurn: "", turn: { id: "" } }, {}],
  ["fields of other types", { thread: "x", turn: { id: 1, op: null }, weaveThread: 1, weaveTurn: {} }, {}],
  ["an empty object", {}, {}],
  ["null", null, {}],
  ["nothing", undefined, {}],
];

for (const [what, given, read] of cases)
  test(`the argument of a menu may be ${what}`, () => assert.deepEqual(menuArgument(given), { ...nothing, ...read }));

test("any argument can be read", () => {
  fc.assert(
    fc.property(fc.anything(), (given) => {
      const { conversation, turnId, callId } = menuArgument(given);
      for (const id of [conversation?.id, turnId, callId]) assert.ok(id === undefined || typeof id === "string");
    }),
  );
});
