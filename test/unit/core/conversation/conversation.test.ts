import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { Conversation, type ConversationChange } from "../../../../src/core/conversation/conversation.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import type { Call } from "../../../../src/core/query/call.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { GatedCalls } from "../gatedCalls.ts";
import { turn } from "./turns.ts";

const project = "acme/desk";
const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };

function opened() {
  const service = new GatedCalls();
  const bugs: unknown[] = [];
  const changes: ConversationChange[] = [];
  const conversation = new Conversation({
    conversation: threadKey("t"),
    now: () => 42,
    onChange: (change) => changes.push(change),
    onBug: (error) => bugs.push(error),
  });
  conversation.reset(projectClient(service, project));
  return { service, conversation, bugs, changes };
}

/** A conversation whose turns have all arrived. */
async function listed(...turns: readonly Call[]) {
  const all = opened();
  const refreshed = all.conversation.refresh();
  await settled();
  all.service.lists[0]?.give(...turns);
  all.service.lists[0]?.end();
  await refreshed;
  return all;
}

const ids = ({ turns }: Conversation) => turns.map(({ id }) => id);

test("a reset never shows the earlier turns again", async () => {
  const shown: number[] = [];
  const service = new GatedCalls();
  const conversation: Conversation = new Conversation({
    conversation: threadKey("t"),
    now: () => 42,
    onChange: () => shown.push(conversation.turns.length),
    onBug: assert.ifError,
  });
  conversation.reset(projectClient(service, project));
  const refreshed = conversation.refresh();
  await settled();
  service.lists[0]?.give(turn("a", { status: "error" }));
  service.lists[0]?.end();
  await refreshed;
  await settled();
  shown.length = 0;
  conversation.reset(null);
  assert.ok(shown.length > 0 && shown.every((count) => count === 0), shown.join());
});

test("the turns of the thread are requested in order of start, without documents", async () => {
  const { service, conversation } = opened();
  const refreshed = conversation.refresh();
  await settled();
  assert.deepEqual(
    service.lists.map(({ query }) => query),
    [
      {
        project,
        filter: { threadIds: ["t"] },
        turnsOnly: true,
        sort: [
          { field: "started_at", direction: "asc" },
          { field: "id", direction: "asc" },
        ],
        costs: true,
        limit: 10_001,
      },
    ],
  );
  service.lists[0]?.end();
  assert.equal(await refreshed, null);
  assert.deepEqual([conversation.load.kind, service.documents.length], ["shown", 0]);
});

test("turns are shown as they arrive, sorted and without nested calls", async () => {
  const { service, conversation, changes } = opened();
  const refreshed = conversation.refresh();
  await settled();
  service.lists[0]?.give(turn("t2"), turn("c9", { turnId: "t2" }));
  await settled();
  assert.deepEqual([ids(conversation), conversation.load.kind], [["t2"], "loading"]);
  service.lists[0]?.give(turn("t3", { startedAt: 2000 }), turn("t1"));
  service.lists[0]?.end();
  await refreshed;
  assert.deepEqual(ids(conversation), ["t1", "t2", "t3"]);
  assert.ok(changes.filter(({ kind }) => kind === "turns").length >= 3);
});

test("at most ten thousand turns are listed, with a sign of more", async () => {
  const all = await listed(...Array.from({ length: 10_001 }, (_, place) => turn(`t${place}`)));
  assert.deepEqual([all.conversation.turns.length, all.conversation.more], [10_000, true]);
  const exact = await listed(...Array.from({ length: 10_000 }, (_, place) => turn(`t${place}`)));
  assert.deepEqual([exact.conversation.turns.length, exact.conversation.more], [10_000, false]);
});

test("a poll requests nothing if there are more turns than are listed", async () => {
  const { service, conversation } = await listed(...Array.from({ length: 10_001 }, (_, place) => turn(`t${place}`)));
  assert.equal(await conversation.poll(), null);
  assert.deepEqual([service.lists.length, conversation.turns.length], [1, 10_000]);
});

test("an interrupted list keeps its turns, and a retry adds to them", async () => {
  const { service, conversation } = opened();
  const refreshed = conversation.refresh();
  await settled();
  service.lists[0]?.give(turn("t1"), turn("t2"));
  service.lists[0]?.fail(fault);
  assert.deepEqual(await refreshed, fault);
  assert.deepEqual([ids(conversation), conversation.progress], [["t1", "t2"], "stopped"]);
  const again = conversation.refresh();
  await settled();
  service.lists[1]?.give(turn("t1"));
  await settled();
  assert.deepEqual(ids(conversation), ["t1", "t2"], "what was there stays while it comes again");
  service.lists[1]?.give(turn("t2"), turn("t3"));
  service.lists[1]?.end();
  assert.equal(await again, null);
  assert.deepEqual([ids(conversation), conversation.load.kind], [["t1", "t2", "t3"], "shown"]);
});

test("a complete list stays complete after a failed refresh, which returns the fault", async () => {
  const { service, conversation } = await listed(turn("t1"));
  const refreshed = conversation.refresh();
  await settled();
  service.lists[1]?.fail(fault);
  assert.deepEqual(await refreshed, fault);
  assert.deepEqual([ids(conversation), conversation.progress, conversation.load.kind], [["t1"], "complete", "stale"]);
});

test("a turn that no longer exists is removed after a refresh", async () => {
  const { service, conversation } = await listed(turn("t1"), turn("t2"));
  const refreshed = conversation.refresh();
  await settled();
  service.lists[1]?.give(turn("t2"));
  service.lists[1]?.end();
  await refreshed;
  assert.deepEqual(ids(conversation), ["t2"]);
});

test("stopping keeps what arrived and cancels the request, until the next refresh", async () => {
  const { service, conversation } = opened();
  const refreshed = conversation.refresh();
  await settled();
  service.lists[0]?.give(turn("t1"));
  await settled();
  conversation.stop();
  assert.equal(await refreshed, null);
  assert.deepEqual([ids(conversation), conversation.progress], [["t1"], "stopped"]);
  assert.equal(service.lists[0]?.signal.aborted, true);
  const again = conversation.refresh();
  await settled();
  assert.equal(conversation.progress, "loading");
  service.lists[1]?.end();
  await again;
  assert.equal(conversation.progress, "complete");
});

test("a poll requests turns since the first running one, and keeps earlier ones", async () => {
  const running = turn("t2", { endedAt: null, status: "running" });
  const { service, conversation } = await listed(turn("t1"), running, turn("t3"));
  const polled = conversation.poll();
  await settled();
  assert.deepEqual(service.lists[1]?.query.query, { $expr: { $gte: [{ $getField: "started_at" }, { $literal: 2 }] } });
  service.lists[1]?.give(turn("t2"), turn("t3"), turn("t4"));
  service.lists[1]?.end();
  assert.equal(await polled, null);
  assert.deepEqual(
    conversation.turns.map(({ id, status }) => `${id} ${status}`),
    ["t1 success", "t2 success", "t3 success", "t4 success"],
  );
});

test("a poll does not interrupt a refresh, and requests all turns if the list is incomplete", async () => {
  const { service, conversation } = opened();
  const refreshed = conversation.refresh();
  await settled();
  service.lists[0]?.give(turn("t1"));
  await settled();
  assert.equal(await conversation.poll(), null);
  assert.equal(service.lists.length, 1);
  service.lists[0]?.fail(fault);
  await refreshed;
  const polled = conversation.poll();
  await settled();
  assert.equal(service.lists[1]?.query.query, undefined);
  service.lists[1]?.fail(fault);
  assert.deepEqual(await polled, fault);
});

test("a service without the route is not polled, but a refresh requests again", async () => {
  const { service, conversation } = opened();
  const refreshed = conversation.refresh();
  await settled();
  service.lists[0]?.fail({ kind: "routeMissing", path: "/calls/stream_query" });
  assert.equal((await refreshed)?.kind, "routeMissing");
  assert.equal(await conversation.poll(), null);
  assert.equal(service.lists.length, 1);
  conversation.refresh();
  await settled();
  assert.equal(service.lists.length, 2);
});

test("the op of turns and listed calls is known", async () => {
  const { service, conversation } = await listed(turn("t1", { op: "answer" }));
  conversation.askCalls("t1");
  await settled();
  service.lists[1]?.give(turn("t1"), turn("c1", { turnId: "t1", op: "look up" }));
  service.lists[1]?.end();
  await settled();
  assert.deepEqual(
    ["t1", "c1", "c2"].map((id) => conversation.opOf(id)),
    ["answer", "look up", undefined],
  );
});

test("a reset without a target cancels all requests and clears the conversation", async () => {
  const { service, conversation } = await listed(turn("t1"), turn("t2", { endedAt: null }));
  conversation.watch({}, ["t1", "t2"]);
  conversation.askCalls("t2");
  conversation.refresh();
  await settled();
  conversation.reset(null);
  await settled();
  const requests = [...service.lists.slice(1), ...service.documents];
  assert.deepEqual(
    requests.map(({ signal }) => signal.aborted),
    [true, true, true],
  );
  assert.deepEqual([ids(conversation), conversation.documentsOf("t1").kind], [[], "loading"]);
  assert.equal(conversation.callsOf("t2"), undefined);
  assert.equal(await conversation.refresh(), null);
  assert.equal(service.lists.length, 3);
});

test("turns are requested for each watcher, until it stops watching", async () => {
  const { service, conversation } = await listed(turn("t1"), turn("t2"));
  const [one, other] = [{}, {}];
  conversation.watch(one, ["t1"]);
  conversation.watch(other, ["t2"]);
  await settled();
  assert.deepEqual(
    service.documents.map(({ query }) => query.callIds),
    [["t1"], ["t2"]],
  );
  conversation.watch(one, []);
  assert.deepEqual(
    service.documents.map(({ signal }) => signal.aborted),
    [true, false],
  );
});

test("the calls of a turn are requested once, including the turn", async () => {
  const { service, conversation, changes } = await listed(turn("t1"));
  assert.equal(conversation.callsOf("t1"), undefined);
  conversation.askCalls("t1");
  conversation.askCalls("t1");
  await settled();
  assert.deepEqual(conversation.callsOf("t1"), { kind: "loading" });
  const requested = service.lists.slice(1);
  assert.deepEqual(
    requested.map(({ query }) => query),
    [
      {
        project,
        filter: { turnIds: ["t1"] },
        sort: [{ field: "started_at", direction: "asc" }],
        costs: true,
        limit: 2001,
      },
    ],
  );
  const nested = turn("c1", { turnId: "t1", parentId: "t1" });
  requested[0]?.give(turn("t1"), nested);
  requested[0]?.end();
  await settled();
  assert.deepEqual(conversation.callsOf("t1"), { kind: "shown", value: { calls: [turn("t1"), nested], more: false } });
  assert.deepEqual(changes.at(-1), { kind: "inside", turnId: "t1" });
  conversation.askCalls("t1");
  assert.equal(service.lists.length, 2);
});

test("at most two thousand calls are listed, with a sign of more", async () => {
  const { service, conversation } = await listed(turn("t1"));
  conversation.askCalls("t1");
  await settled();
  service.lists[1]?.give(...Array.from({ length: 2001 }, (_, place) => turn(`c${place}`, { turnId: "t1" })));
  service.lists[1]?.end();
  await settled();
  const part = conversation.callsOf("t1");
  assert.ok(part?.kind === "shown");
  assert.deepEqual([part.value.calls.length, part.value.more], [2000, true]);
});

test("failed calls are requested again on demand and by a refresh, those of a running turn by a refresh", async () => {
  const { service, conversation } = await listed(turn("t1"), turn("t2", { endedAt: null }));
  conversation.askCalls("t1");
  conversation.askCalls("t2");
  await settled();
  service.lists[1]?.fail(fault);
  service.lists[2]?.end();
  await settled();
  assert.deepEqual(conversation.callsOf("t1"), { kind: "failed", fault });
  conversation.askCalls("t1");
  await settled();
  service.lists[3]?.fail(fault);
  await settled();
  const refreshed = conversation.refresh();
  await settled();
  service.lists[4]?.give(turn("t1"), turn("t2", { endedAt: null }));
  service.lists[4]?.end();
  await refreshed;
  await settled();
  assert.deepEqual(
    service.lists.slice(5).map(({ query }) => query.filter?.turnIds),
    [["t1"], ["t2"]],
  );
  assert.deepEqual(conversation.callsOf("t2"), { kind: "shown", value: { calls: [], more: false } });
});

test("an unexpected error is reported, and the calls can be requested again", async () => {
  const { service, conversation, bugs } = await listed(turn("t1"));
  conversation.askCalls("t1");
  await settled();
  const bug = new TypeError("bug");
  service.lists[1]?.fail(bug);
  await settled();
  assert.deepEqual(bugs, [bug]);
  assert.deepEqual(conversation.callsOf("t1"), { kind: "failed", fault: null });
  conversation.askCalls("t1");
  await settled();
  assert.equal(service.lists.length, 3);
});

test("a list that meets an unexpected error no longer loads", async () => {
  const { service, conversation } = await listed();
  conversation.reset(projectClient(service, "acme/desk"));
  const refreshed = conversation.refresh();
  service.lists.at(-1)?.fail(new TypeError("bug"));
  await assert.rejects(refreshed, TypeError);
  assert.deepEqual([conversation.progress, conversation.load], ["stopped", { kind: "idle", ended: "broken" }]);
});
