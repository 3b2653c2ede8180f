import assert from "node:assert/strict";
import { test } from "node:test";
import { type LinkAsked, linkAsked, pageOf } from "../../../../src/features/links/linkAsked.ts";

const service = "https://trace.wandb.ai";

const cases: readonly (readonly [given: unknown, asked: LinkAsked | undefined])[] = [
  [{ threadId: "t" }, { threadId: "t" }],
  [
    { threadId: "t", turnId: "u", callId: "c" },
    { threadId: "t", turnId: "u", callId: "c" },
  ],
  [
    { threadId: "t", service, project: "a/b" },
    { threadId: "t", elsewhere: { service, project: "a/b" } },
  ],
  [{ threadId: "t", service, project: "not one" }, { threadId: "t" }],
  [{ threadId: "t", turnId: 7, callId: null }, { threadId: "t" }],
  [{ threadId: "" }, undefined],
  [{ turnId: "u" }, undefined],
  ["t", undefined],
  [undefined, undefined],
];

for (const [given, asked] of cases) {
  test(`${JSON.stringify(given)} asks for a link to ${JSON.stringify(asked)}`, () =>
    assert.deepEqual(linkAsked(given), asked));
}

test("the page of a call takes precedence over its turn, and that over the thread", () => {
  const project = "a/b";
  assert.deepEqual(pageOf({ threadId: "t" }, project), { kind: "thread", project, threadId: "t" });
  assert.deepEqual(pageOf({ threadId: "t", turnId: "u" }, project), { kind: "call", project, callId: "u" });
  assert.deepEqual(pageOf({ threadId: "t", turnId: "u", callId: "c" }, project), {
    kind: "call",
    project,
    callId: "c",
  });
});
