import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import fc from "fast-check";
import { Semaphore } from "../../../../src/core/async/semaphore.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { ThreadList } from "../../../../src/core/threads/threadList.ts";
import { everyThread } from "../../../../src/core/threads/threadSelection.ts";
import { CallRoute } from "../../../../src/core/turns/callRoute.ts";
import { FailedThreads } from "../../../../src/core/turns/failedThreads.ts";
import { GatedCalls } from "../gatedCalls.ts";
import { thread } from "../threads/threads.ts";

const project = "acme/desk";
const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };
const numbered = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => thread(`t${start + index}`));

/** A list of ten threads per page, with one loaded page, that checks for errors after each change, like a view. */
async function opened({ wanted = true } = {}) {
  const service = new GatedCalls();
  const route = new CallRoute();
  const semaphore = new Semaphore(4);
  const threads = new ThreadList({ now: () => 42, pageSize: () => 10, errors: () => failed.errors });
  const failed = new FailedThreads({
    threads,
    route,
    now: () => 42,
    semaphore: () => semaphore,
    automatic: () => semaphore,
  });
  const target = { service, project } as const;
  threads.reset(target, everyThread);
  failed.reset(target, wanted);
  threads.watched = true;
  const draw = () => void (threads.watched && failed.look());
  threads.subscribe(draw);
  failed.subscribe(draw);
  service.threads = numbered(0, 10);
  await threads.refresh();
  await settled();
  const listed = () => threads.listing.threads.map(({ id }) => id);
  return { service, route, threads, failed, target, listed };
}

const failedTurn = (threadId: string) => ({ id: `turn of ${threadId}`, threadId, turnId: `turn of ${threadId}` });

test("while all threads are shown, they are checked in one request per page", async () => {
  const { service, threads, failed, listed } = await opened({ wanted: false });
  assert.deepEqual([failed.knows("t1"), failed.has("t1")], [false, false]);
  service.places[0]?.give(failedTurn("t1"));
  service.places[0]?.end();
  await settled();
  service.threads = numbered(10, 20);
  await threads.loadMore();
  await settled();
  service.places[1]?.give(failedTurn("t15"));
  await settled();
  assert.deepEqual([failed.knows("t1"), failed.knows("t15"), failed.has("t15")], [true, false, true]);
  service.places[1]?.end();
  await settled();
  assert.deepEqual(
    service.places.map(({ query }) => query.filter?.threadIds?.length),
    [10, 10],
  );
  assert.deepEqual([threads.listing.reach, listed().length, failed.fault], ["all", 20, null]);
  assert.deepEqual(
    ["t0", "t1", "t15", "t19", "another"].map((id) => [failed.knows(id), failed.has(id)]),
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
  const { service, failed } = await opened({ wanted: false });
  let changes = 0;
  failed.subscribe(() => changes++);
  for (const id of ["t1", "t2", "t3"]) {
    service.places[0]?.give(failedTurn(id));
    await settled();
  }
  assert.equal(changes, 0);
  service.places[0]?.end();
  await settled();
  assert.deepEqual([changes, failed.has("t3")], [1, true]);
});

test("a failed automatic check is not reported, and is retried by a refresh or on request", async () => {
  const { service, threads, failed } = await opened({ wanted: false });
  service.places[0]?.fail(fault);
  await settled();
  assert.deepEqual([failed.fault, failed.knows("t1"), service.places.length], [null, false, 1]);
  await threads.refresh();
  await settled();
  service.places[1]?.fail(fault);
  await settled();
  assert.equal(service.places.length, 2);
  const ended = failed.want(true);
  await settled();
  service.places[2]?.end();
  assert.equal((await ended)?.kind, "shown");
  assert.deepEqual([failed.fault, threads.listing.reach, service.places.length], [null, "known", 3]);
});

test("only the head of a long list is checked automatically", async () => {
  const { service, threads, failed } = await opened({ wanted: false });
  service.places[0]?.end();
  service.threads = numbered(10, 1500);
  await threads.loadMore();
  await settled();
  service.places[1]?.end();
  await settled();
  assert.deepEqual([service.open, service.places.length], [0, 2]);
  assert.deepEqual([failed.knows("t999"), failed.knows("t1000")], [true, false]);
  const ended = failed.want(true);
  await settled();
  assert.deepEqual([threads.listing.reach, service.places[2]?.query.filter?.threadIds?.length], ["looking", 500]);
  assert.equal(await failed.want(false), null);
  await settled();
  assert.deepEqual([await ended, service.open, service.places.length], [null, 0, 3]);
});

test("all loaded threads are checked, and those with errors are listed as they are found, in list order", async () => {
  const { service, threads, failed, listed } = await opened();
  const ids = numbered(0, 10).map(({ id }) => id);
  const status = { $getField: "summary.weave.status" };
  const ended = { $gt: [{ $getField: "ended_at" }, { $literal: 0 }] };
  const isFailed = {
    $or: [
      { $eq: [status, { $literal: "error" }] },
      { $and: [{ $eq: [status, { $literal: "descendant_error" }] }, ended] },
    ],
  };
  assert.deepEqual(
    service.places.map(({ query }) => query),
    [{ project, filter: { threadIds: ids }, query: { $expr: { $and: [isFailed] } }, turnsOnly: true, limit: 1000 }],
  );
  assert.deepEqual([threads.listing.reach, listed()], ["looking", []]);
  service.places[0]?.give(failedTurn("t7"), failedTurn("t7"), { ...failedTurn("t5"), threadId: null });
  await settled();
  assert.deepEqual([threads.listing.reach, listed()], ["looking", ["t7"]]);
  service.places[0]?.give(failedTurn("t2"), { ...failedTurn("t3"), turnId: "another" });
  service.places[0]?.end();
  await settled();
  assert.deepEqual(threads.listing, { threads: [thread("t2"), thread("t7")], reach: "known", failed: 2 });
  assert.deepEqual([failed.has("t2"), failed.has("t3")], [true, false]);
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

test("only the new threads of a next page are checked", async () => {
  const { service, threads, listed } = await opened();
  service.places[0]?.give(failedTurn("t1"));
  service.places[0]?.end();
  await settled();
  service.threads = numbered(10, 20);
  await threads.loadMore();
  await settled();
  assert.deepEqual([threads.listing.reach, listed()], ["looking", ["t1"]]);
  assert.deepEqual(
    service.places.map(({ query }) => query.filter?.threadIds),
    [numbered(0, 10), numbered(10, 20)].map((page) => page.map(({ id }) => id)),
  );
  service.places[1]?.give(failedTurn("t15"));
  service.places[1]?.end();
  await settled();
  assert.deepEqual([threads.listing.reach, listed()], ["known", ["t1", "t15"]]);
});

test("after a refresh all threads are checked again, and earlier results stay on screen meanwhile", async () => {
  const { service, threads, listed } = await opened();
  service.places[0]?.give(failedTurn("t1"));
  service.places[0]?.end();
  await settled();
  service.threads = numbered(0, 10);
  await threads.refresh();
  await settled();
  service.places[1]?.give(failedTurn("t2"));
  await settled();
  assert.deepEqual([threads.listing.reach, listed()], ["looking", ["t1"]]);
  service.places[1]?.end();
  await settled();
  assert.deepEqual([threads.listing.reach, listed()], ["known", ["t2"]]);
});

test("a failure shows all threads until they are checked again, on request or by a refresh", async () => {
  const { service, threads, failed, listed } = await opened();
  service.places[0]?.fail(fault);
  await settled();
  assert.deepEqual([threads.listing.reach, failed.fault, listed().length], ["unknown", fault, 10]);
  const ended = failed.want(true);
  await settled();
  service.places[1]?.fail(fault);
  const load = await ended;
  assert.ok(load?.kind === "stale" && load.fault === fault);
  await threads.refresh();
  await settled();
  service.places[2]?.end();
  await settled();
  assert.deepEqual([threads.listing.reach, failed.fault, listed()], ["known", null, []]);
});

test("a service without the route cannot report errors, and is not checked again automatically", async () => {
  const { service, route, threads, listed } = await opened();
  service.places[0]?.fail({ kind: "routeMissing", path: "/calls/stream_query" });
  await settled();
  assert.deepEqual([threads.listing.reach, listed().length, route.missing?.kind], ["unknown", 10, "routeMissing"]);
  await threads.refresh();
  await settled();
  assert.equal(service.places.length, 1);
  assert.equal(threads.listing.reach, "unknown");
});

test("canceling keeps the results, and the next check continues with the rest", async () => {
  const { service, threads, failed, listed } = await opened();
  service.places[0]?.give(failedTurn("t1"));
  await settled();
  threads.watched = false;
  failed.cancel();
  await settled();
  assert.equal(service.open, 0);
  threads.watched = true;
  const again = failed.look();
  await settled();
  service.places.at(-1)?.give(failedTurn("t4"));
  service.places.at(-1)?.end();
  await again;
  assert.deepEqual([threads.listing.reach, listed()], ["known", ["t4"]]);
});

test("showing all threads waits for nothing, and does not cancel the automatic check", async () => {
  const { service, failed } = await opened();
  assert.equal(await failed.want(false), null);
  await settled();
  assert.deepEqual([service.open, service.places.length], [1, 1]);
});

test("switching between all threads and those with errors sends no request", async () => {
  const { service, threads, failed, listed } = await opened();
  service.places[0]?.give(failedTurn("t1"));
  service.places[0]?.end();
  await settled();
  await failed.want(false);
  assert.deepEqual([threads.listing.reach, listed().length], ["all", 10]);
  await failed.want(true);
  assert.deepEqual([threads.listing.reach, listed()], ["known", ["t1"]]);
  assert.equal(service.places.length, 1);
});

test("a found thread stays in its place, and does not count as one with errors", async () => {
  const { service, threads, listed } = await opened();
  service.places[0]?.give(failedTurn("t1"));
  service.places[0]?.end();
  await settled();
  threads.showFound(thread("t5"));
  assert.deepEqual([listed(), threads.listing.failed], [["t1", "t5"], 1]);
});

test("another project checks only its own threads", async () => {
  const { threads, failed } = await opened();
  const other = new GatedCalls();
  const target = { service: other, project: "acme/other" } as const;
  threads.reset(target, everyThread);
  failed.reset(target, true);
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
      const { service, threads, listed } = await opened();
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
      assert.equal(threads.listing.reach, "known");
      assert.deepEqual(
        listed(),
        counts.flatMap((count, index) => (count > 0 ? [`t${index}`] : [])),
      );
      assert.ok(service.places.length <= 10, `${service.places.length} requests`);
    }),
    { numRuns: 20 },
  );
});

test("a service that sends unrequested turns does not cause endless requests", async () => {
  const { service, threads } = await opened();
  service.places[0]?.give(...Array.from({ length: 1000 }, () => failedTurn("another")));
  service.places[0]?.end();
  await settled();
  assert.deepEqual([service.places.length, threads.listing.reach], [1, "known"]);
});
