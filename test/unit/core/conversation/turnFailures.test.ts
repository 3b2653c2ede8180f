import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { TurnFailures, turnFailures } from "../../../../src/core/conversation/turnFailures.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { GatedCalls } from "../gatedCalls.ts";
import { turn } from "./turns.ts";

const project = "acme/desk";
const broken = turn("t1", { status: "error", exception: "ValueError: no order" });
const passed = turn("t2", { status: "descendant_error" });
const refund = turn("refund", { turnId: "t2", op: "issue_refund", status: "error", exception: "Timeout: 8 s" });

const cases: readonly [name: string, failed: readonly Call[] | null, texts: readonly string[]][] = [
  ["while the failed calls load", null, []],
  ["without calls", [], ["t1 t1 answer: ValueError: no order"]],
  ["with a call", [refund], ["t1 t1 answer: ValueError: no order", "t2 refund issue_refund: Timeout: 8 s"]],
  [
    "with a call inside the turn's own failure",
    [broken, turn("c", { turnId: "t1", parentId: "t1", op: "look_up", status: "error" })],
    ["t1 c look_up"],
  ],
];
for (const [name, failed, texts] of cases) {
  test(`the failures of turns ${name}`, () => {
    const found = turnFailures([broken, passed, turn("t3")], failed);
    assert.deepEqual(
      found.map(({ turnId, callId, text }) => `${turnId} ${callId} ${text}`),
      texts,
    );
  });
}

test("the failed calls of a thread are requested once, and again if another turn fails", async () => {
  const service = new GatedCalls();
  let changes = 0;
  const onChange = () => {
    changes += 1;
  };
  const onBug = (error: unknown) => assert.fail(String(error));
  const failures = new TurnFailures(threadKey("t"), { now: () => 42, onChange, onBug });
  const target = projectClient(service, project);
  failures.follow(target, [turn("t3")]);
  assert.equal(service.lists.length, 0);
  failures.follow(target, [passed]);
  failures.follow(target, [passed]);
  await settled();
  assert.deepEqual(
    service.lists.map(({ query: { filter, query, limit } }) => ({ filter, query, limit })),
    [
      {
        filter: { threadIds: ["t"] },
        query: { $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] } },
        limit: 200,
      },
    ],
  );
  service.lists[0]?.give(refund);
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(failures.of([passed]), [{ turnId: "t2", callId: "refund", text: "issue_refund: Timeout: 8 s" }]);
  assert.ok(changes > 0);
  failures.follow(target, [broken, passed]);
  await settled();
  service.lists[1]?.fail({ kind: "serviceFailure", status: 500, detail: "", retryAfter: null });
  await settled();
  assert.equal(failures.of([broken, passed]).length, 2, "what is known stays");
  failures.reset();
  assert.deepEqual(failures.of([passed]), []);
});
