import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as z from "zod";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { type LinkedPlace, linkedPlace, pageOf } from "../../../../src/features/links/linkedPlace.ts";

const thread = { id: "t", firstTurnId: "first", lastTurnId: "last" };
const shown = { service: "https://a.example", project: "a/b", conversation: threadKey("t") } as const;
const unnamed = { conversation: undefined, turnId: undefined, callId: undefined, elsewhere: undefined };

const cases: readonly (readonly [name: string, given: unknown, place: LinkedPlace | undefined])[] = [
  ["a thread's row", { kind: "thread", thread }, { conversation: threadKey("t") }],
  ["a turn's row", { kind: "turn", turn: { id: "u" }, thread }, { conversation: threadKey("t"), turnId: "u" }],
  [
    "the detail First turn",
    { kind: "detail", fact: "firstTurn", thread },
    { conversation: threadKey("t"), turnId: "first" },
  ],
  [
    "the detail Last finished turn",
    { kind: "detail", fact: "lastTurn", thread },
    { conversation: threadKey("t"), turnId: "last" },
  ],
  ["the detail of a duration", { kind: "detail", fact: "p50", thread }, { conversation: threadKey("t") }],
  [
    "a detail without a turn",
    { kind: "detail", fact: "lastTurn", thread: { id: "t", lastTurnId: null } },
    { conversation: threadKey("t") },
  ],
  ["the menu of a page", { weaveKind: "thread", weaveThread: "t" }, { conversation: threadKey("t"), elsewhere: shown }],
  [
    "the menu of a call on a page",
    { weaveKind: "call", weaveThread: "t", weaveTurn: "u", weaveCall: "c" },
    { conversation: threadKey("t"), turnId: "u", callId: "c", elsewhere: shown },
  ],
  [
    "the row of a call outside threads",
    { kind: "call", call: { id: "c", op: "o", threadId: null, turnId: null } },
    { callId: "c" },
  ],
  [
    "a call on a page without a thread",
    { weaveKind: "call", weaveThread: null, weaveTurn: "c", weaveCall: "c" },
    { turnId: "c", callId: "c", elsewhere: shown },
  ],
  ["a row of wrong types", { thread, turn: { id: 7 }, weaveCall: null }, { conversation: threadKey("t") }],
  ["a row without a thread", { kind: "more" }, undefined],
  ["nothing", undefined, undefined],
];

for (const [name, given, place] of cases) {
  test(`${name} is ${place === undefined ? "no" : "a"} target of a link`, () =>
    assert.deepEqual(linkedPlace(given, shown), place && { ...unnamed, ...place }));
}

test("the target from a page whose tab is no longer active has no project of its own", () => {
  assert.deepEqual(linkedPlace({ weaveThread: "t" }, null), { ...unnamed, conversation: threadKey("t") });
});

test("the page of a call takes precedence over its turn, and that over the thread", () => {
  const project = "a/b";
  assert.deepEqual(pageOf({ conversation: threadKey("t") }, project), {
    kind: "thread",
    project,
    conversation: threadKey("t"),
  });
  assert.deepEqual(pageOf({ conversation: threadKey("t"), turnId: "u" }, project), {
    kind: "call",
    project,
    callId: "u",
  });
  assert.deepEqual(pageOf({ conversation: threadKey("t"), turnId: "u", callId: "c" }, project), {
    kind: "call",
    project,
    callId: "c",
  });
});

const entry = z.object({ command: z.string().optional(), when: z.string().optional() });
const manifest = z
  .object({ contributes: z.object({ menus: z.record(z.string(), z.array(entry)) }) })
  .parse(JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")));
const { menus } = manifest.contributes;
const ofRow = ["view/item/context", "weaveThreads.open", "weaveThreads.copy"].flatMap((menu) => menus[menu] ?? []);

/** Whether the condition of a menu holds for a row of the Threads view, in the sample or signed in. */
function isOffered(command: string, viewItem: string, isSample: boolean): boolean {
  const entries = ofRow.filter(({ when = "" }) => !when.includes("view == weaveThreads.counts"));
  const { when = "" } = entries.find((one) => one.command === command) ?? {};
  const pattern = /viewItem =~ \/(.*?)\/(?: |$)/.exec(when)?.[1] ?? "no pattern";
  return new RegExp(pattern).test(viewItem) && !(isSample && when.includes("weaveThreads.session == signedIn"));
}

for (const [viewItem, linked] of [
  ["thread", true],
  ["thread.error", true],
  ["turn", true],
  ["turn.error", true],
  ["detail.turn", true],
  ["detail", false],
  ["detail.failed", false],
  ["notice", false],
] as const) {
  test(`the menu of a ${viewItem} row ${linked ? "offers" : "does not offer"} links, and no web page in the sample`, () => {
    for (const isSample of [false, true]) {
      assert.equal(isOffered("weaveThreads.copyEditorLink", viewItem, isSample), linked);
      for (const web of ["weaveThreads.openInBrowser", "weaveThreads.copyLink"])
        assert.equal(isOffered(web, viewItem, isSample), linked && !isSample);
    }
  });
}

for (const [viewItem, requested, debugged] of [
  ["thread", true, false],
  ["thread.error", true, true],
  ["turn", true, false],
  ["turn.error", true, true],
  ["detail.failed", false, false],
] as const) {
  test(`the menu of a ${viewItem} row offers ${requested ? "" : "not "}to ask about it, and ${debugged ? "" : "not "}to debug it`, () => {
    const offered = ["weaveThreads.askConversation", "weaveThreads.debugFailure"].map((one) =>
      isOffered(one, viewItem, true),
    );
    assert.deepEqual(offered, [requested, debugged]);
  });
}
