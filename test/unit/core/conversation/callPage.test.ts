import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { Conversation } from "../../../../src/core/conversation/conversation.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { GatedCalls } from "../gatedCalls.ts";
import { turn } from "./turns.ts";

const project = "acme/desk";
const outside = { threadId: null, turnId: null, traceId: "trace", parentId: null } as const;
const job = turn("c1", { ...outside, op: "label_issues", status: "descendant_error" });
const item = turn("c2", { ...outside, parentId: "c1", status: "error", exception: "KeyError: 1" });
const tool = turn("c4", { ...outside, parentId: "c2" });
/** Of the same trace, started later, and not inside the job. */
const other = turn("c3", { ...outside, parentId: "root" });

/** The page of a call whose calls have arrived. */
async function opened(shown: Call, ...trace: readonly Call[]) {
  const service = new GatedCalls();
  const conversation = new Conversation({
    conversation: null,
    callId: shown.id,
    op: shown.op,
    now: () => 42,
    onChange: () => undefined,
    onBug: assert.ifError,
  });
  conversation.reset(projectClient(service, project));
  const refreshed = conversation.refresh();
  await settled();
  const requested = service.lists[0]?.query;
  service.lists[0]?.give(shown);
  service.lists[0]?.end();
  await refreshed;
  conversation.askCalls(shown.id);
  conversation.watch(conversation, [shown.id]);
  await settled();
  for (const list of service.lists.slice(1)) {
    list.give(...trace);
    list.end();
  }
  await settled();
  return { service, conversation, requested };
}

test("a call outside threads is shown as the only turn, with the calls inside it", async () => {
  const { service, conversation, requested } = await opened(job, job, item, other, tool);
  assert.deepEqual([requested?.filter, requested?.turnsOnly], [{ callIds: ["c1"] }, undefined]);
  assert.deepEqual(conversation.turns, [job]);
  for (const { query } of service.lists.slice(1)) {
    assert.deepEqual(query.filter, { traceIds: ["trace"] });
    assert.deepEqual(query.query, { $expr: { $gte: [{ $getField: "started_at" }, { $literal: 1 }] } });
  }
  assert.deepEqual(conversation.callsOf("c1"), { kind: "shown", value: { calls: [job, item, tool], more: false } });
  assert.deepEqual(
    conversation.stepsOf("c1")?.map(({ call }) => call.id),
    ["c2"],
  );
  assert.deepEqual(conversation.failures, [{ turnId: "c1", callId: "c2", text: "answer: KeyError: 1" }]);
});

test("of a call inside another one, only that part of the trace is shown", async () => {
  const { conversation } = await opened(item, item, other, tool);
  assert.deepEqual(conversation.callsOf("c2"), { kind: "shown", value: { calls: [item, tool], more: false } });
  assert.deepEqual(conversation.failures, [{ turnId: "c2", callId: "c2", text: "answer: KeyError: 1" }]);
});

test("what made a call fail is not named before the calls inside are known", async () => {
  const service = new GatedCalls();
  const options = { now: () => 42, onChange: () => undefined, onBug: assert.ifError };
  const conversation = new Conversation({ conversation: null, callId: item.id, op: item.op, ...options });
  conversation.reset(projectClient(service, project));
  const refreshed = conversation.refresh();
  await settled();
  service.lists[0]?.give(item);
  service.lists[0]?.end();
  await refreshed;
  assert.deepEqual([conversation.turns, conversation.failures], [[item], []]);
});

test("a call that was deleted has no page", async () => {
  const service = new GatedCalls();
  const options = { now: () => 42, onChange: () => undefined, onBug: assert.ifError };
  const conversation = new Conversation({ conversation: null, callId: "c1", op: "answer", ...options });
  conversation.reset(projectClient(service, project));
  const refreshed = conversation.refresh();
  await settled();
  service.lists[0]?.end();
  await refreshed;
  assert.deepEqual([conversation.turns, conversation.progress, service.lists.length], [[], "complete", 1]);
});
