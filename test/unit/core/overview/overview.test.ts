import assert from "node:assert/strict";
import { test } from "node:test";
import { shownValue } from "../../../../src/core/async/loadState.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { everyThread, type ThreadFilter, unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import { threadSource } from "../../../../src/core/conversations/threadSource.ts";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import { Overview } from "../../../../src/core/overview/overview.ts";
import type { Service } from "../../../../src/core/port/projectClient.ts";
import type { CallFailure } from "../../../../src/core/query/call.ts";
import type { CallPlacesQuery } from "../../../../src/core/query/callQueries.ts";
import type { CallQuery } from "../../../../src/core/query/callQuery.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { ProjectId } from "../../../../src/core/query/projectId.ts";
import { agentSource } from "../conversations/agentSource.ts";
import { type ArrayService, arrayService } from "../conversations/arrayService.ts";
import { thread } from "../conversations/threads.ts";

const project = "northwind/support-assistant";
const now = Date.UTC(2026, 10, 21, 12);
const week: ThreadFilter = { ...unfiltered, time: { kind: "preset", preset: "7d" } };
const numbered = (count: number) => Array.from({ length: count }, (_, place) => thread(`t${place}`));

/** The overview is about threads: nothing waits for other conversations. */
function threadsOnly(service: Service, of: ProjectId = project) {
  return { ...projectClient(service, of), sources: [threadSource] };
}

interface Setting {
  readonly list: ThreadList;
  readonly overview: Overview;
  readonly service: ArrayService;
  readonly counted: readonly CallQuery[];
  readonly failures: readonly CallPlacesQuery[];
  failed: readonly CallFailure[];
  /** The number of threads on screen after each change. */
  readonly seen: readonly number[];
  /** The fault of the next counts, if any. */
  refusal: Fault | null;
}

function setting(count: number, filter: ThreadFilter = unfiltered): Setting {
  const counted: CallQuery[] = [];
  const failures: CallPlacesQuery[] = [];
  const seen: number[] = [];
  const service: ArrayService = {
    ...arrayService(numbered(count)),
    queryCallFailures: async function* (query) {
      failures.push(query);
      yield made.failed.slice(0, query.limit);
    },
    countCalls: async (query) => {
      counted.push(query);
      if (made.refusal !== null) throw new ServiceError(made.refusal);
      return { count: 7, hasMore: false, storageSize: 4000, rewritten: [] };
    },
  };
  const list = new ThreadList({ now: () => now, pageSize: () => 10 });
  list.reset(threadsOnly(service), { ...everyThread, filter });
  const overview = new Overview({
    threads: list,
    now: () => now,
    onChange: () => {
      const length = shown(overview);
      if (length !== seen.at(-1)) seen.push(length);
    },
  });
  const made: Setting = { list, overview, service, counted, failures, failed: [], seen, refusal: null };
  return made;
}

function shown({ load }: Overview): number {
  return shownValue(load)?.columns.length ?? 0;
}

test("while the list shows only agents, the overview requests its threads itself", async () => {
  const { overview, service } = setting(30, { ...unfiltered, kind: "agent" });
  assert.equal(await overview.refresh(), null);
  assert.deepEqual([shown(overview), overview.progress, service.queries.length], [30, "complete", 1]);
});

test("the overview requests all threads of the filter through the list, and counts calls of the time range", async () => {
  const { overview, service, counted } = setting(30, { ...week, threadIds: ["t3", "t4"] });
  assert.equal(await overview.refresh(), null);
  const after = now - 7 * 24 * 3_600_000;
  assert.deepEqual(service.queries, [
    {
      project,
      after,
      threadIds: ["t3", "t4"],
      sort: [
        { field: "last_updated", direction: "desc" },
        { field: "thread_id", direction: "asc" },
      ],
    },
  ]);
  assert.deepEqual(counted, [
    {
      project,
      filter: { threadIds: ["t3", "t4"] },
      query: { $expr: { $gte: [{ $getField: "started_at" }, { $literal: after / 1000 }] } },
      includeStorageSize: true,
    },
  ]);
  assert.deepEqual(shownValue(overview.load)?.columns.view().ids, ["t3", "t4"]);
  assert.equal(overview.progress, "complete");
  assert.equal(shownValue(overview.calls)?.count, 7);
});

test("rows of the list are not requested again: the list loads the rest, in its own order", async () => {
  const { overview, list, service } = setting(30);
  await list.refresh();
  await overview.refresh();
  assert.deepEqual([shown(overview), overview.progress, list.listing.threads.length], [30, "complete", 30]);
  const parts = () => service.queries.map(({ offset = 0, limit }) => [offset, limit]);
  assert.equal(JSON.stringify(parts()), "[[0,10],[10,null]]");
  // What the list refreshed is used; otherwise a refresh is the list's.
  await list.refresh();
  await overview.refresh();
  assert.equal(service.queries.length, 3);
  await Promise.all([list.refresh(true), overview.poll()]);
  assert.equal(service.queries.length, 4);
  await overview.refresh();
  assert.equal(service.queries.length, 5);
});

test("a list of threads with errors is not all of the overview's", async () => {
  const { overview, list, service } = setting(30);
  list.select({}, true);
  await overview.refresh();
  assert.deepEqual([shown(overview), overview.progress, list.load.kind], [30, "complete", "idle"]);
  assert.equal(service.queries[0]?.sort?.[0]?.field, "start_time");
});

test("closing the overview stops what it loads in the list, but not what the user loads there", async () => {
  for (const isByUser of [false, true]) {
    const { overview, list } = setting(30);
    await list.refresh();
    const loading = isByUser ? list.loadMore(null) : null;
    const requested = overview.refresh();
    overview.dispose();
    await Promise.all([loading, requested]);
    assert.equal(list.listing.threads.length, isByUser ? 30 : 10);
  }
});

test("stopping the list stops the overview, which keeps what is loaded", async () => {
  const { overview, list, service } = setting(30);
  let batches = 0;
  service.next.onBatch = () => {
    batches++;
    if (batches === 3) list.stop();
  };
  await overview.refresh();
  assert.deepEqual([shown(overview), overview.progress, service.queries.length], [14, "stopped", 1]);
  await overview.poll();
  assert.equal(service.queries.length, 1);
});

test("a refresh that is stopped before its first rows can be repeated", async () => {
  const { overview, service } = setting(30);
  await overview.refresh();
  const stopped = overview.refresh();
  overview.stop();
  await stopped;
  await overview.refresh();
  assert.equal(service.queries.length, 3);
});

test("a refresh that is stopped once the list has shown the rows of its other source can be repeated", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { overview, list, service } = setting(30);
  list.reset({ ...projectClient(service, project), sources: [threadSource, agentSource([])] }, everyThread);
  overview.follow();
  await overview.refresh();
  let batches = 0;
  service.next.onBatch = () => {
    batches++;
    if (batches !== 4) return;
    t.mock.timers.tick(1000);
    overview.stop();
  };
  const before = shownValue(list.load);
  await overview.refresh();
  assert.notEqual(shownValue(list.load), before, "the list shows its rows");
  await overview.refresh();
  assert.equal(service.queries.length, 3);
});

test("threads are shown as they arrive", async () => {
  const { overview, seen } = setting(30);
  await overview.refresh();
  assert.deepEqual(seen, [0, 7, 14, 21, 28, 30]);
});

test("threads of the previous load stay until the new ones are complete", async () => {
  const { overview, seen, service } = setting(30);
  await overview.refresh();
  const before = shownValue(overview.load);
  service.next.onBatch = () => assert.equal(shownValue(overview.load), before);
  await overview.refresh();
  assert.notEqual(shownValue(overview.load), before);
  assert.deepEqual(seen, [0, 7, 14, 21, 28, 30]);
});

test("a failed stream keeps what arrived and is restarted; a shorter list does not replace it meanwhile", async () => {
  const { overview, service, seen } = setting(30);
  service.next.breakAfter = 21;
  const fault = await overview.refresh();
  assert.equal(fault?.kind, "cutShort");
  assert.deepEqual([overview.load.kind, shown(overview), overview.progress], ["stale", 21, "stopped"]);
  await overview.refresh();
  assert.equal(overview.progress, "complete");
  assert.deepEqual(seen, [0, 7, 14, 21, 28, 30]);
});

test("a failed refresh keeps the earlier complete list", async () => {
  const { overview, service } = setting(30);
  await overview.refresh();
  service.next.breakAfter = 7;
  assert.equal((await overview.refresh())?.kind, "cutShort");
  assert.deepEqual([overview.load.kind, shown(overview), overview.progress], ["stale", 30, "complete"]);
  assert.equal(overview.load.kind === "stale" && overview.load.at, now);
});

test("stopping keeps what arrived; a poll does not restart it, a refresh does", async () => {
  const { overview, service } = setting(30);
  let batches = 0;
  service.next.onBatch = () => {
    batches++;
    if (batches === 3) overview.stop();
  };
  assert.equal(await overview.refresh(), null);
  assert.deepEqual([overview.load.kind, shown(overview), overview.progress], ["shown", 14, "stopped"]);
  assert.equal(await overview.poll(), null);
  assert.equal(service.queries.length, 1);
  await overview.refresh();
  assert.deepEqual([shown(overview), overview.progress], [30, "complete"]);
});

test("stopping before anything arrived leaves an empty list marked as stopped", async () => {
  const { overview, service } = setting(30);
  service.next.onBatch = () => overview.stop();
  await overview.refresh();
  assert.deepEqual([overview.load.kind, shown(overview), overview.progress], ["idle", 0, "stopped"]);
});

test("a poll does not cancel a running request", async () => {
  const { overview, service } = setting(30);
  const whole = overview.refresh();
  assert.equal(await overview.poll(), null);
  await whole;
  assert.equal(service.queries.length, 1);
  await overview.poll();
  assert.equal(service.queries.length, 2);
});

test("the overview follows filter and project but not the sort order, and drops other content", async () => {
  const { overview, list } = setting(30);
  await overview.refresh();
  list.select({ sort: [{ field: "turn_count", direction: "desc" }] });
  assert.equal(overview.follow(), false);
  assert.equal(shown(overview), 30);
  list.select({ filter: week });
  assert.equal(overview.follow(), true);
  assert.deepEqual([overview.load.kind, overview.calls.kind, overview.filter], ["idle", "idle", week]);
  assert.equal(overview.follow(), false);
  await overview.refresh();
  list.reset(null, everyThread);
  assert.equal(overview.follow(), true);
  assert.deepEqual([overview.load.kind, overview.target], ["idle", null]);
  assert.equal(await overview.refresh(), null);
});

test("requests for another filter are canceled", async () => {
  const { overview, list, service, seen } = setting(30);
  let batches = 0;
  service.next.onBatch = () => {
    batches++;
    if (batches !== 2) return;
    list.select({ filter: week });
    overview.follow();
  };
  assert.equal(await overview.refresh(), null);
  assert.equal(overview.load.kind, "idle");
  assert.deepEqual(seen, [0, 7, 0]);
});

test("brushed filters are dropped with their project", () => {
  const { overview, list, service } = setting(1, week);
  const brushed = overview.steps.narrow(overview.filter, now - 1000, now);
  assert.ok(brushed);
  list.select({ filter: brushed });
  overview.follow();
  assert.equal(overview.steps.canGoBack(overview.filter), true);
  list.reset(threadsOnly(service, "fabrikam/rag-playground"), { ...everyThread, filter: brushed });
  overview.follow();
  assert.deepEqual(overview.steps.back(overview.filter), unfiltered);
});

test("a failed count does not affect the threads", async () => {
  const made = setting(30);
  made.refusal = { kind: "tooExpensive", detail: "" };
  assert.equal(await made.overview.refresh(), null);
  assert.equal(made.overview.calls.kind, "failed");
  assert.deepEqual([shown(made.overview), made.overview.progress], [30, "complete"]);
});

test("a thread that occurs twice in the response counts once", async () => {
  const made = setting(0);
  const twice = {
    ...made.service,
    ...arrayService([...numbered(10), ...numbered(12)]),
    countCalls: made.service.countCalls,
    queryCallFailures: made.service.queryCallFailures,
  };
  made.list.reset(threadsOnly(twice), everyThread);
  made.overview.follow();
  await made.overview.refresh();
  assert.deepEqual(
    shownValue(made.overview.load)?.columns.view().ids,
    numbered(12).map(({ id }) => id),
  );
});

const failure = (id: string): CallFailure => {
  return { id, op: "predict", conversation: threadKey("t1"), turnId: "t1", startedAt: now, exception: "KeyError: 'a'" };
};

test("the overview groups failed calls of the time range and threads of its filter, and drops them with it", async () => {
  const made = setting(3, { ...week, threadIds: ["t1"] });
  made.failed = [failure("a"), failure("b")];
  await made.overview.refresh();
  assert.deepEqual(
    made.failures.map(({ filter }) => filter),
    [{ threadIds: ["t1"] }],
  );
  const found = shownValue(made.overview.errors);
  assert.deepEqual(
    found?.groups.map(({ op, type, calls }) => [op, type, calls.length, found.ops.get(op)]),
    [["predict", "KeyError", 2, { all: 7, failed: 2 }]],
  );
  made.list.select({ filter: unfiltered });
  made.overview.follow();
  assert.equal(made.overview.errors.kind, "idle");
});

test("errors stay until those of a refresh are complete", async () => {
  const made = setting(3);
  made.failed = [failure("a")];
  await made.overview.refresh();
  const before = shownValue(made.overview.errors);
  made.failed = [failure("a"), failure("b")];
  const whole = made.overview.refresh();
  assert.equal(shownValue(made.overview.errors), before);
  await whole;
  assert.equal(shownValue(made.overview.errors)?.read, 2);
});

test("a poll does not request errors again, a refresh does", async () => {
  const made = setting(3);
  made.failed = [failure("a")];
  await made.overview.refresh();
  const [{ length: requests }, { length: counts }] = [made.failures, made.counted];
  const before = shownValue(made.overview.errors);
  made.failed = [failure("a"), failure("b")];
  await made.overview.poll();
  // The calls of the time range are counted.
  assert.deepEqual([made.failures.length, made.counted.length], [requests, counts + 1]);
  assert.equal(shownValue(made.overview.errors), before);
  await made.overview.refresh();
  assert.equal(shownValue(made.overview.errors)?.read, 2);
});

test("turns are counted by the interval in which they started, once a call is known to have failed", async () => {
  const made = setting(3, { ...unfiltered, threadIds: ["t1"] });
  await made.overview.refresh();
  assert.deepEqual([made.counted.length, made.overview.failedTurns], [1, null]);
  made.failed = [failure("a")];
  await made.overview.refresh();
  const { edges, turns, failed } = made.overview.failedTurns ?? assert.fail();
  assert.ok(edges.length > 1 && edges.length <= 15);
  assert.deepEqual([turns, failed], [turns.map(() => 7), turns.map(() => 7)]);
  const ofTurns = made.counted.filter((query) => JSON.stringify(query).includes('"turn_id"'));
  assert.equal(ofTurns.length, 2 * turns.length);
  assert.ok(ofTurns.every(({ filter, work }) => String(filter?.threadIds) === "t1" && work === "background"));
  const written = ofTurns.map((query) => JSON.stringify(query));
  for (const edge of edges)
    assert.ok(
      written.some((text) => text.includes(String(edge / 1000))),
      `${edge} is a bound`,
    );
  assert.equal(written.filter((text) => text.includes('"error"')).length, turns.length);
  await made.overview.poll();
  assert.equal(ofTurns.length, 2 * turns.length);
  made.list.select({ filter: week });
  made.overview.follow();
  assert.equal(made.overview.failedTurns, null);
});
