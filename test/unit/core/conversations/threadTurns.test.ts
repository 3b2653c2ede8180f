import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { shownValue } from "../../../../src/core/async/loadState.ts";
import { Semaphore } from "../../../../src/core/async/semaphore.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { ThreadTurns } from "../../../../src/core/conversations/threadTurns.ts";
import { mostListedTurns } from "../../../../src/core/conversations/turnList.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { CallRoute } from "../../../../src/core/port/callRoute.ts";
import { queryCalls } from "../../../../src/core/port/operations.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { GatedCalls, inputs } from "../gatedCalls.ts";
import { thread } from "./threads.ts";
import { turn } from "./turns.ts";

const project = "acme/desk";
const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };
const missing: Fault = { kind: "routeMissing", path: "/calls/stream_query" };

function opened() {
  const service = new GatedCalls();
  const bugs: unknown[] = [];
  const semaphore = new Semaphore(2);
  const route = new CallRoute();
  const turns = new ThreadTurns(route, {
    now: () => 42,
    semaphore: () => semaphore,
    onBug: (error) => bugs.push(error),
  });
  turns.reset(projectClient(service, project));
  let changes = 0;
  turns.subscribe(() => changes++);
  return { service, turns, route, bugs, changes: () => changes };
}

const t = thread("t");

test("a thread's latest turns are requested and shown by start, first without and then with text", async () => {
  const { service, turns, changes, bugs } = opened();
  assert.deepEqual(turns.of(t), { kind: "loading", value: null });
  await settled();
  assert.deepEqual(
    service.lists.map(({ query }) => query),
    [
      {
        project,
        filter: { threadIds: ["t"] },
        turnsOnly: true,
        sort: [
          { field: "started_at", direction: "desc" },
          { field: "id", direction: "desc" },
        ],
        costs: true,
        limit: mostListedTurns + 1,
      },
    ],
  );
  service.lists[0]?.give(turn("b", { startedAt: 2 }), turn("a", { startedAt: 1 }));
  service.lists[0]?.end();
  await settled();
  const [a, b] = [turn("a", { startedAt: 1 }), turn("b", { startedAt: 2 })];
  const list = { requested: t, turns: [a, b], earlier: false, failed: [] };
  assert.deepEqual(turns.of(t), {
    kind: "loading",
    value: { ...list, words: new Map(), pending: new Set(["a", "b"]) },
  });
  assert.deepEqual(
    service.documents.map(({ query }) => query),
    [{ project, callIds: ["a", "b"], documents: ["inputs"] }],
  );
  service.documents[0]?.give(inputs("b", "Second question"));
  await settled();
  const words = new Map([["b", "Second question"]]);
  assert.deepEqual(shownValue(turns.of(t)), { ...list, words, pending: new Set(["a"]) });
  service.documents[0]?.give(inputs("a", { question: "First\nquestion" }));
  service.documents[0]?.end();
  await settled();
  assert.deepEqual(turns.of(t), {
    kind: "shown",
    value: { ...list, words: new Map([...words, ["a", "First question"]]), pending: new Set() },
    at: 42,
  });
  assert.ok(changes() >= 3);
  assert.deepEqual(bugs, []);
});

test("of more turns than are listed the latest are shown, with a sign of earlier ones", async () => {
  const { service, turns } = opened();
  turns.of(t);
  await settled();
  const all = Array.from({ length: mostListedTurns + 1 }, (_, index) => turn(`t${index}`, { startedAt: 1000 - index }));
  service.lists[0]?.give(...all);
  service.lists[0]?.end();
  await settled();
  const list = shownValue(turns.of(t));
  assert.deepEqual([list?.earlier, list?.turns.length], [true, mostListedTurns]);
  assert.deepEqual([list?.turns[0]?.id, list?.turns.at(-1)?.id], [`t${mostListedTurns - 1}`, "t0"]);
});

test("calls that are not turns of the thread, and duplicates, are dropped", async () => {
  const { service, turns } = opened();
  turns.of(t);
  await settled();
  service.lists[0]?.give(
    turn("a", { storedBytes: 1e9 }),
    turn("a", { storedBytes: 1e9 }),
    turn("nested", { turnId: "a" }),
    turn("foreign", { conversation: threadKey("other") }),
  );
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(
    shownValue(turns.of(t))?.turns.map(({ id }) => id),
    ["a"],
  );
});

test("one request loads the text of small turns and those of unknown size, if there are any", async () => {
  const { service, turns } = opened();
  turns.of(t);
  await settled();
  const sizes = [64 * 1024, 64 * 1024 + 1, null];
  service.lists[0]?.give(...sizes.map((storedBytes, index) => turn(String(index), { storedBytes })));
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(
    service.documents.map(({ query }) => [...query.callIds].sort()),
    [["0", "2"]],
  );
  turns.of(thread("u"));
  await settled();
  service.lists[1]?.give(turn("large", { conversation: threadKey("u"), storedBytes: 1e9 }));
  service.lists[1]?.end();
  await settled();
  assert.equal(turns.of(thread("u")).kind, "shown");
  assert.equal(service.documents.length, 1);
});

test("text is requested only of the latest turns if all would be too large, and of no others later", async () => {
  const kilobytes = 1024;
  const cases: readonly (readonly [storedBytes: number | null, requested: number])[] = [
    [10 * kilobytes, 50],
    [64 * kilobytes, 8],
    [32 * kilobytes, 16],
    [null, 8],
  ];
  for (const [storedBytes, requested] of cases) {
    const { service, turns } = opened();
    const latestFirst = Array.from({ length: 50 }, (_, index) =>
      turn(`t${index}`, { startedAt: 1000 - index, storedBytes }),
    );
    for (const changed of [t, { ...t, turnCount: t.turnCount + 1 }]) {
      turns.of(changed);
      await settled();
      const list = service.lists.at(-1);
      list?.give(...latestFirst);
      list?.end();
      await settled();
      const documents = service.documents.find(({ over }) => !over);
      for (const id of documents?.query.callIds ?? []) documents?.give(inputs(id, "Hello"));
      documents?.end();
      await settled();
    }
    const expected = latestFirst.slice(0, requested).map(({ id }) => id);
    assert.deepEqual(
      service.documents.map(({ query }) => query.callIds.toReversed()),
      [expected],
      String(storedBytes),
    );
    const load = turns.of({ ...t, turnCount: t.turnCount + 1 });
    assert.deepEqual([load.kind, shownValue(load)?.words.size], ["shown", requested]);
  }
});

test("a changed thread is requested again and keeps its rows, and text is requested only of new turns", async () => {
  const { service, turns } = opened();
  turns.of(t);
  await settled();
  service.lists[0]?.give(turn("a"));
  service.lists[0]?.end();
  await settled();
  service.documents[0]?.give(inputs("a", "Hello"));
  service.documents[0]?.end();
  await settled();
  for (const changed of [
    { ...t, turnCount: 2 },
    { ...t, turnCount: 2, lastUpdated: 9 },
  ]) {
    const load = turns.of(changed);
    assert.deepEqual([load.kind, shownValue(load)?.words.get("a")], ["loading", "Hello"]);
    await settled();
    const list = service.lists.at(-1);
    list?.give(turn("b", { startedAt: 5, status: "running", endedAt: null }), turn("a"));
    list?.end();
    await settled();
    assert.equal(shownValue(turns.of(changed))?.words.get("a"), "Hello");
    assert.deepEqual(service.documents.at(-1)?.query.callIds, ["b"]);
  }
  assert.equal(service.lists.length, 3);
});

test("a thread is checked against its current turns, even during a refresh, but not against older ones", async () => {
  const { service, turns } = opened();
  const listed = { ...t, turnCount: 3, p50TurnDuration: 305.5, p99TurnDuration: 451 };
  const checked = (of = listed) => {
    const { thread: shown, countsDeleted } = turns.checked(of, {});
    return [shown.p50TurnDuration, countsDeleted];
  };
  assert.deepEqual(checked(), [305.5, false]);
  assert.equal(service.lists.length, 0);
  turns.of(listed);
  await settled();
  const running = turn("b", { startedAt: 5, status: "running", endedAt: null, storedBytes: 1e9 });
  service.lists[0]?.give(running, turn("a", { endedAt: 454, storedBytes: 1e9 }));
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(checked(), [null, true]);
  turns.outdate();
  turns.of({ ...listed });
  assert.deepEqual(checked({ ...listed }), [null, true]);
  const changed = { ...listed, turnCount: 4 };
  turns.of(changed);
  assert.deepEqual(checked(changed), [305.5, false]);
});

test("a failed request for text leaves the turns incomplete until it is retried", async () => {
  const { service, turns } = opened();
  turns.of(t);
  await settled();
  service.lists[0]?.give(turn("a", { status: "descendant_error" }));
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(service.lists[1]?.query.query, {
    $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] },
  });
  const failing = turn("b", { status: "error", turnId: "a", parentId: "a", op: "weave:///acme/desk/op/refund:v2" });
  service.lists[1]?.give(failing);
  service.lists[1]?.end();
  await settled();
  assert.deepEqual(shownValue(turns.of(t))?.failed, [failing]);
  service.documents[0]?.fail(fault);
  await settled();
  const load = turns.of(t);
  assert.ok(load.kind === "stale" && load.at === null);
  assert.deepEqual([load.fault, load.value.turns.length], [fault, 1]);
  assert.deepEqual([turns.hasFailed(threadKey("t")), turns.hasFailed(threadKey("u"))], [true, false]);
  assert.deepEqual(turns.ops, ["weave:///acme/desk/op/answer:*", "weave:///acme/desk/op/refund:*"]);
  turns.retry("thread:t");
  assert.equal(turns.of(t).kind, "loading");
  await settled();
  assert.equal(service.lists.length, 3);
});

test("a refresh requests each thread again and keeps its turns on screen meanwhile", async () => {
  const { service, turns } = opened();
  turns.of(t);
  await settled();
  service.lists[0]?.give(turn("a", { storedBytes: 1e9 }));
  service.lists[0]?.end();
  await settled();
  turns.outdate();
  const load = turns.of(t);
  assert.deepEqual([load.kind, shownValue(load)?.turns.length, turns.hasFailed(threadKey("t"))], ["loading", 1, false]);
  await settled();
  service.lists[1]?.fail(fault);
  await settled();
  assert.deepEqual([turns.of(t).kind, shownValue(turns.of(t))?.turns.length], ["stale", 1]);
  assert.equal(service.lists.length, 2);
});

test("a turn of unknown size that is too large leaves it and those after it without text, and is not a failure", async () => {
  const { service, turns } = opened();
  turns.of(t);
  await settled();
  service.lists[0]?.give(turn("b", { storedBytes: null }), turn("a", { storedBytes: null }));
  service.lists[0]?.end();
  await settled();
  service.documents[0]?.give(inputs("a", "Hello"));
  service.documents[0]?.fail({ kind: "malformed", line: 2, rowsBefore: 1, detail: "the line is longer than 9 bytes" });
  await settled();
  const load = turns.of(t);
  assert.ok(load.kind === "shown");
  assert.deepEqual([[...load.value.words], load.value.pending.size], [[["a", "Hello"]], 0]);
});

test("hiding the view cancels running and waiting requests", async () => {
  const { service, turns } = opened();
  for (const id of ["a", "b", "c"]) turns.of(thread(id));
  await settled();
  assert.equal(service.open, 2);
  turns.cancel();
  await settled();
  assert.deepEqual([service.open, service.lists.length], [0, 2]);
});

test("a service without the route gets one request for any number of callers, until it may have changed", async () => {
  const { service, turns, route } = opened();
  for (const id of ["a", "b", "c", "d"]) turns.of(thread(id));
  await settled();
  service.lists[0]?.fail(missing);
  await settled();
  assert.deepEqual(route.missing, missing);
  for (const id of ["c", "d", "e"]) assert.deepEqual(turns.of(thread(id)), { kind: "failed", fault: missing });
  assert.equal(turns.canBeShown, false);
  await settled();
  assert.equal(service.lists.length, 2);
  route.reset();
  turns.forget();
  assert.equal(turns.of(thread("c")).kind, "loading");
  await settled();
  assert.equal(service.lists.length, 3);
});

test("a canceled request does not mark the route as missing", async () => {
  const route = new CallRoute();
  const controller = new AbortController();
  const late = new GatedCalls();
  const requested = route.ask(
    () => late.rows(queryCalls, { project }, new AbortController().signal)[Symbol.asyncIterator]().next(),
    controller.signal,
  );
  controller.abort();
  late.lists[0]?.fail(missing);
  await assert.rejects(requested);
  assert.equal(route.missing, null);
});
