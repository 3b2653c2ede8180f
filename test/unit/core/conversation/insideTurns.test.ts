import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { InsideTurns } from "../../../../src/core/conversation/insideTurns.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { GatedCalls } from "../gatedCalls.ts";
import { turn } from "./turns.ts";

const project = "acme/desk";

function opened() {
  const service = new GatedCalls();
  const changed: string[] = [];
  const bugs: unknown[] = [];
  const steps = new InsideTurns({
    conversation: threadKey("t"),
    onChange: (id) => changed.push(id),
    onBug: (error) => bugs.push(error),
  });
  return { service, changed, bugs, steps, target: projectClient(service, project) };
}

const tool = (id: string, turnId: string, storedBytes = 100) =>
  turn(id, { op: "find", turnId, parentId: turnId, storedBytes });

test("the calls of the turns in view are one request, and their small tool calls another", async () => {
  const { service, steps, target, changed } = opened();
  steps.watch(target, [turn("t1"), turn("t2")]);
  steps.watch(target, [turn("t1"), turn("t2"), turn("t3")]);
  await settled();
  assert.deepEqual(
    service.lists.map(({ query: { filter, limit } }) => ({ filter, limit })),
    [{ filter: { turnIds: ["t1", "t2"] }, limit: 2001 }],
  );
  service.lists[0]?.give(turn("t1"), tool("c1", "t1"), turn("t2"), tool("c2", "t2", 100_000));
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(service.documents[0]?.query.callIds, ["c1"]);
  service.documents[0]?.give({ id: "c1", documents: { inputs: { order: 1 }, output: "sent" } });
  service.documents[0]?.end();
  await settled();
  assert.deepEqual(
    ["t1", "t2"].map((id) => steps.stepsOf(id)?.map(({ call, documents }) => [call.id, documents?.kind])),
    [[["c1", "shown"]], [["c2", undefined]]],
  );
  assert.deepEqual(changed, ["t1", "t2", "t1"]);
  assert.deepEqual(service.lists[1]?.query.filter, { turnIds: ["t3"] }, "then those that came into view");
});

test("an expanded step loads its documents, once", async () => {
  const { service, steps, target } = opened();
  steps.watch(target, [turn("t1")]);
  await settled();
  service.lists[0]?.give(tool("c1", "t1", 100_000));
  service.lists[0]?.end();
  await settled();
  steps.load(target, "t1", "c1");
  steps.load(target, "t1", "c1");
  steps.load(target, "t1", "other");
  await settled();
  assert.equal(service.documents.length, 1);
  assert.equal(steps.stepsOf("t1")?.[0]?.documents?.kind, "loading");
  service.documents[0]?.end();
  await settled();
  assert.equal(steps.stepsOf("t1")?.[0]?.documents?.kind, "gone");
});

test("too many calls in one response are requested in halves", async () => {
  const { service, steps, target } = opened();
  steps.watch(target, [turn("t1"), turn("t2")]);
  await settled();
  service.lists[0]?.give(...Array.from({ length: 2001 }, (_, at) => tool(`c${at}`, "t1")));
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(service.lists[1]?.query.filter, { turnIds: ["t1"] });
});

test("a failure shows no steps and is not repeated before a refresh; a reset cancels", async () => {
  const { service, steps, target, bugs } = opened();
  steps.watch(target, [turn("t1")]);
  await settled();
  service.lists[0]?.fail({ kind: "serviceFailure", status: 500, detail: "", retryAfter: null });
  await settled();
  steps.watch(target, [turn("t1")]);
  await settled();
  assert.deepEqual([service.lists.length, steps.stepsOf("t1")], [1, []]);
  steps.renew(target, [turn("t1")]);
  await settled();
  assert.equal(service.lists.length, 2);
  steps.reset();
  await settled();
  assert.deepEqual([service.open, steps.stepsOf("t1"), bugs], [0, undefined, []]);
});

test("the calls of an expanded turn are those of its steps, if they are known", async () => {
  const { service, steps, target } = opened();
  steps.watch(target, [turn("t1")]);
  await settled();
  service.lists[0]?.give(turn("t1"), tool("c1", "t1"));
  service.lists[0]?.end();
  await settled();
  assert.equal(steps.callsOf("t1"), undefined);
  steps.expand(target, turn("t1"));
  steps.expand(target, turn("far"));
  await settled();
  assert.deepEqual(steps.callsOf("t1"), {
    kind: "shown",
    value: { calls: [turn("t1"), tool("c1", "t1")], more: false },
  });
  assert.deepEqual(
    service.lists.slice(1).map(({ query }) => query.filter),
    [{ turnIds: ["far"] }],
  );
});

test("of turns out of view, those loaded last are kept, up to 40,000 calls", async () => {
  const { service, steps, target } = opened();
  for (let at = 0; at <= 20; at++) {
    const id = `t${at}`;
    steps.expand(target, turn(id));
    await settled();
    service.lists[at]?.give(
      ...Array.from({ length: 2000 }, (_, of) => ({ ...tool(`${id}/${of}`, id), storedBytes: 1e6 })),
    );
    service.lists[at]?.end();
    await settled();
  }
  assert.deepEqual(
    [steps.callsOf("t0"), steps.stepsOf("t0"), steps.callsOf("t1")?.kind],
    [undefined, undefined, "shown"],
  );
});
