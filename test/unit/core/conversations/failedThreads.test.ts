import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import fc from "fast-check";
import { Semaphore } from "../../../../src/core/async/semaphore.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { FailedThreads } from "../../../../src/core/conversations/failedThreads.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { everyThread } from "../../../../src/core/conversations/threadSelection.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { CallRoute } from "../../../../src/core/port/callRoute.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { GatedCalls } from "../gatedCalls.ts";
import { thread } from "./threads.ts";

const project = "acme/desk";
const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };
const numbered = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => thread(`t${start + index}`));

/** A list of ten threads per page, with one loaded page, that checks for errors after each change, like a view. */
async function opened() {
  const service = new GatedCalls();
  const route = new CallRoute();
  const semaphore = new Semaphore(4);
  const threads = new ThreadList({ now: () => 42, pageSize: () => 10, route });
  const failed = new FailedThreads({ threads, route, now: () => 42, automatic: () => semaphore });
  const target = projectClient(service, project);
  threads.reset(target, everyThread);
  failed.reset(target);
  threads.watched = true;
  const draw = () => void (threads.watched && failed.check());
  threads.subscribe(draw);
  failed.subscribe(draw);
  service.threads = numbered(0, 10);
  await threads.refresh();
  await settled();
  const withErrors = () => threads.listing.threads.flatMap(({ id }) => (failed.has(threadKey(id)) ? [id] : []));
  return { service, route, threads, failed, withErrors };
}

const failedTurn = (threadId: string) => ({
  id: `turn of ${threadId}`,
  conversation: threadKey(threadId),
  turnId: `turn of ${threadId}`,
});

test("loaded threads are checked in one request per page", async () => {
  const { service, threads, failed } = await opened();
  assert.deepEqual([failed.knows(threadKey("t1")), failed.has(threadKey("t1"))], [false, false]);
  service.places[0]?.give(failedTurn("t1"));
  service.places[0]?.end();
  await settled();
  service.threads = numbered(10, 20);
  await threads.loadMore();
  await settled();
  service.places[1]?.give(failedTurn("t15"));
  await settled();
  assert.deepEqual([failed.knows(threadKey("t1")), failed.knows(threadKey("t15"))], [true, false]);
  service.places[1]?.end();
  await settled();
  assert.deepEqual(
    service.places.map(({ query }) => query.filter?.threadIds?.length),
    [10, 10],
  );
  assert.deepEqual(
    ["t0", "t1", "t15", "t19", "another"].map((id) => [failed.knows(threadKey(id)), failed.has(threadKey(id))]),
    [
      [true, false],
      [true, true],
      [true, true],
      [true, false],
      [false, false],
    ],
  );
});

test("rows that do not move are redrawn once for all results", async () => {
  const { service, failed } = await opened();
  let changes = 0;
  failed.subscribe(() => changes++);
  for (const id of ["t1", "t2", "t3"]) {
    service.places[0]?.give(failedTurn(id));
    await settled();
  }
  assert.equal(changes, 0);
  service.places[0]?.end();
  await settled();
  assert.deepEqual([changes, failed.has(threadKey("t3"))], [1, true]);
});

test("a failed check is retried by a refresh only", async () => {
  const { service, threads, failed } = await opened();
  service.places[0]?.fail(fault);
  await settled();
  assert.deepEqual([failed.knows(threadKey("t1")), service.places.length], [false, 1]);
  await threads.refresh();
  await settled();
  service.places[1]?.end();
  await settled();
  assert.deepEqual([failed.knows(threadKey("t1")), service.places.length], [true, 2]);
});

test("only the head of a long list is checked", async () => {
  const { service, threads, failed } = await opened();
  service.places[0]?.end();
  service.threads = numbered(10, 1500);
  await threads.loadMore();
  await settled();
  service.places[1]?.end();
  await settled();
  assert.deepEqual([service.open, service.places.length], [0, 2]);
  assert.deepEqual([failed.knows(threadKey("t999")), failed.knows(threadKey("t1000"))], [true, false]);
});

test("a thread has errors if a turn in it failed, or ended with a failed call inside", async () => {
  const { service, withErrors } = await opened();
  const ids = numbered(0, 10).map(({ id }) => id);
  const status = { $getField: "summary.weave.status" };
  const ended = { $gt: [{ $getField: "ended_at" }, { $literal: 0 }] };
  const isFailed = {
    $or: [
      { $eq: [status, { $literal: "error" }] },
      { $and: [{ $eq: [status, { $literal: "descendant_error" }] }, ended] },
    ],
  };
  const work = "background";
  const query = { $expr: { $and: [isFailed] } };
  assert.deepEqual(
    service.places.map((requested) => requested.query),
    [{ project, filter: { threadIds: ids }, query, turnsOnly: true, limit: 1000, work }],
  );
  service.places[0]?.give(failedTurn("t7"), failedTurn("t7"), { ...failedTurn("t5"), conversation: null });
  service.places[0]?.give(failedTurn("t2"), { ...failedTurn("t3"), turnId: "another" });
  service.places[0]?.end();
  await settled();
  assert.deepEqual(withErrors(), ["t2", "t7"]);
});

test("a list of only threads with errors is not checked", async () => {
  const { service, threads, failed } = await opened();
  service.places[0]?.end();
  await settled();
  threads.select({}, true);
  const ended = threads.refresh();
  await settled();
  service.places[1]?.give(failedTurn("t1"));
  service.places[1]?.end();
  await ended;
  await settled();
  assert.deepEqual(
    [service.places.length, failed.has(threadKey("t1")), failed.knows(threadKey("t1")), failed.has(threadKey("t15"))],
    [2, true, true, false],
  );
});

test("errors are checked in the time range of the list", async () => {
  const { service, threads } = await opened();
  threads.select({
    filter: { time: { kind: "custom", text: "2026-01-01T00:00Z to 2026-01-02T00:00Z" }, threadIds: [] },
  });
  await threads.refresh();
  await settled();
  const startedAt = { $getField: "started_at" };
  assert.deepEqual(
    Object.values(service.places.at(-1)?.query.query?.$expr ?? {})
      .flat()
      .slice(1),
    [
      { $gt: [startedAt, { $literal: Date.UTC(2026, 0, 1) / 1000 }] },
      { $not: [{ $gte: [startedAt, { $literal: Date.UTC(2026, 0, 2) / 1000 }] }] },
    ],
  );
});

test("after a refresh all threads are checked again, and earlier results stay on screen meanwhile", async () => {
  const { service, threads, withErrors } = await opened();
  service.places[0]?.give(failedTurn("t1"));
  service.places[0]?.end();
  await settled();
  service.threads = numbered(0, 10);
  await threads.refresh();
  await settled();
  service.places[1]?.give(failedTurn("t2"));
  await settled();
  assert.deepEqual(withErrors(), ["t1"]);
  service.places[1]?.end();
  await settled();
  assert.deepEqual(withErrors(), ["t2"]);
});

test("a service without the route is not checked again automatically", async () => {
  const { service, route, threads } = await opened();
  service.places[0]?.fail({ kind: "routeMissing", path: "/calls/stream_query" });
  await settled();
  await threads.refresh();
  await settled();
  assert.deepEqual([service.places.length, route.missing?.kind], [1, "routeMissing"]);
});

test("after a check was canceled, the next one requests all of it again", async () => {
  const { service, threads, failed, withErrors } = await opened();
  threads.watched = false;
  failed.cancel();
  await settled();
  assert.equal(service.open, 0);
  threads.watched = true;
  const again = failed.check();
  await settled();
  service.places.at(-1)?.give(failedTurn("t4"));
  service.places.at(-1)?.end();
  await again;
  assert.deepEqual(withErrors(), ["t4"]);
});

test("another project checks only its own threads", async () => {
  const { threads, failed } = await opened();
  const other = new GatedCalls();
  const target = projectClient(other, "acme/other");
  threads.reset(target, everyThread);
  failed.reset(target);
  await settled();
  assert.equal(other.places.length, 0);
  other.threads = [thread("x")];
  await threads.refresh();
  await settled();
  assert.deepEqual(
    other.places.map(({ query }) => [query.project, query.filter?.threadIds]),
    [["acme/other", ["x"]]],
  );
});

test("a thread with very many failed turns does not delay the others, and all with errors are found", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 1200 }), { minLength: 10, maxLength: 10 }), async (counts) => {
      const { service, withErrors } = await opened();
      // The service sends the turns thread by thread, as many as requested.
      for (let round = 0; round < service.places.length; round++) {
        const { query, give, end } = service.places[round] ?? assert.fail();
        const turns = counts.flatMap((count, index) =>
          query.filter?.threadIds?.includes(`t${index}`)
            ? Array.from({ length: count }, () => failedTurn(`t${index}`))
            : [],
        );
        give(...turns.slice(0, query.limit));
        end();
        await settled();
      }
      assert.deepEqual(
        withErrors(),
        counts.flatMap((count, index) => (count > 0 ? [`t${index}`] : [])),
      );
      assert.ok(service.places.length <= 10, `${service.places.length} requests`);
    }),
    { numRuns: 20 },
  );
});

test("a service that sends unrequested turns does not cause endless requests", async () => {
  const { service, failed } = await opened();
  service.places[0]?.give(...Array.from({ length: 1000 }, () => failedTurn("another")));
  service.places[0]?.end();
  await settled();
  assert.deepEqual([service.places.length, failed.knows(threadKey("t0"))], [1, true]);
});
