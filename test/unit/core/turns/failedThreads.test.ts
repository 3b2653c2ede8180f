import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import fc from "fast-check";
import type { Fault } from "../../../../src/core/fault.ts";
import { Slots } from "../../../../src/core/slots.ts";
import { everyThread, ThreadList } from "../../../../src/core/threads/threadList.ts";
import { CallRoute } from "../../../../src/core/turns/callRoute.ts";
import { FailedThreads } from "../../../../src/core/turns/failedThreads.ts";
import { thread } from "../threads/threads.ts";
import { GatedCalls } from "./gatedCalls.ts";
import { turn } from "./turns.ts";

const project = "acme/desk";
const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };
const numbered = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => thread(`t${start + index}`));

/** A list of ten threads a page, the first page loaded, that looks whenever something changes, as a view does. */
async function opened({ wanted = true } = {}) {
  const service = new GatedCalls();
  const route = new CallRoute();
  const slots = new Slots(4);
  const threads = new ThreadList({ now: () => 42, pageSize: () => 10 });
  const failed = new FailedThreads({ threads, route, now: () => 42, slots: () => slots });
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
  const listed = () => failed.listing.threads.map(({ id }) => id);
  return { service, route, threads, failed, target, listed };
}

const failedTurn = (threadId: string, status: "error" | "descendantError" = "error") =>
  turn(`turn of ${threadId}`, { threadId, status });

test("nobody is asked while all threads are wanted", async () => {
  const { service, failed, listed } = await opened({ wanted: false });
  assert.equal(service.lists.length, 0);
  assert.deepEqual([failed.listing.reach, listed().length], ["all", 10]);
});

test("the loaded threads are asked about at once, and those with errors are listed as they are found, in the order of the list", async () => {
  const { service, failed, listed } = await opened();
  const ids = numbered(0, 10).map(({ id }) => id);
  const status = { $getField: "summary.weave.status" };
  const isFailed = { $in: [status, [{ $literal: "error" }, { $literal: "descendant_error" }]] };
  assert.deepEqual(
    service.lists.map(({ query }) => query),
    [{ project, filter: { threadIds: ids }, query: { $expr: { $and: [isFailed] } }, turnsOnly: true }],
  );
  assert.deepEqual([failed.listing.reach, listed()], ["looking", []]);
  service.lists[0]?.send(failedTurn("t7"), failedTurn("t7"), turn("fine", { threadId: "t5" }));
  await settled();
  assert.deepEqual([failed.listing.reach, listed()], ["looking", ["t7"]]);
  service.lists[0]?.send(failedTurn("t2", "descendantError"), { ...failedTurn("t3"), turnId: "another" });
  service.lists[0]?.end();
  await settled();
  assert.deepEqual(failed.listing, { threads: [thread("t2"), thread("t7")], reach: "known", failed: 2 });
  assert.deepEqual([failed.has("t2"), failed.has("t3")], [true, false]);
});

test("errors are looked for in the window of the list", async () => {
  const { service, threads } = await opened();
  threads.select({
    filter: { time: { kind: "custom", text: "2026-01-01T00:00Z to 2026-01-02T00:00Z" }, threadIds: [] },
  });
  await threads.refresh();
  await settled();
  const startedAt = { $getField: "started_at" };
  assert.deepEqual(
    Object.values(service.lists.at(-1)?.query.query?.$expr ?? {})
      .flat()
      .slice(1),
    [
      { $gt: [startedAt, { $literal: Date.UTC(2026, 0, 1) / 1000 }] },
      { $not: [{ $gte: [startedAt, { $literal: Date.UTC(2026, 0, 2) / 1000 }] }] },
    ],
  );
});

test("of a next page only its threads are asked about", async () => {
  const { service, threads, failed, listed } = await opened();
  service.lists[0]?.send(failedTurn("t1"));
  service.lists[0]?.end();
  await settled();
  service.threads = numbered(10, 20);
  await threads.loadMore();
  await settled();
  assert.deepEqual([failed.listing.reach, listed()], ["looking", ["t1"]]);
  assert.deepEqual(
    service.lists.map(({ query }) => query.filter?.threadIds),
    [numbered(0, 10), numbered(10, 20)].map((page) => page.map(({ id }) => id)),
  );
  service.lists[1]?.send(failedTurn("t15"));
  service.lists[1]?.end();
  await settled();
  assert.deepEqual([failed.listing.reach, listed()], ["known", ["t1", "t15"]]);
});

test("after a refresh all are asked about again, and what was known stays on screen until that is there", async () => {
  const { service, threads, failed, listed } = await opened();
  service.lists[0]?.send(failedTurn("t1"));
  service.lists[0]?.end();
  await settled();
  service.threads = numbered(0, 10);
  await threads.refresh();
  await settled();
  service.lists[1]?.send(failedTurn("t2"));
  await settled();
  assert.deepEqual([failed.listing.reach, listed()], ["looking", ["t1"]]);
  service.lists[1]?.end();
  await settled();
  assert.deepEqual([failed.listing.reach, listed()], ["known", ["t2"]]);
});

test("a failure shows all threads until they are looked at again, by asking for that or by a refresh", async () => {
  const { service, threads, failed, listed } = await opened();
  service.lists[0]?.fail(fault);
  await settled();
  assert.deepEqual([failed.listing.reach, failed.fault, listed().length], ["unknown", fault, 10]);
  const ended = failed.want(true);
  await settled();
  service.lists[1]?.fail(fault);
  const load = await ended;
  assert.ok(load?.kind === "stale" && load.fault === fault);
  await threads.refresh();
  await settled();
  service.lists[2]?.end();
  await settled();
  assert.deepEqual([failed.listing.reach, failed.fault, listed()], ["known", null, []]);
});

test("a service without the route cannot tell, and is not asked again by itself", async () => {
  const { service, route, threads, failed, listed } = await opened();
  service.lists[0]?.fail({ kind: "routeMissing", path: "/calls/stream_query" });
  await settled();
  assert.deepEqual([failed.listing.reach, listed().length, route.missing?.kind], ["unknown", 10, "routeMissing"]);
  await threads.refresh();
  await settled();
  assert.equal(service.lists.length, 1);
  assert.equal(failed.listing.reach, "unknown");
});

test("giving up keeps what was found, and the next look asks again about what was under way", async () => {
  const { service, threads, failed, listed } = await opened();
  service.lists[0]?.send(failedTurn("t1"));
  await settled();
  threads.watched = false;
  failed.cancel();
  await settled();
  assert.equal(service.open, 0);
  threads.watched = true;
  const again = failed.look();
  await settled();
  service.lists.at(-1)?.send(failedTurn("t4"));
  service.lists.at(-1)?.end();
  await again;
  assert.deepEqual([failed.listing.reach, listed()], ["known", ["t4"]]);
});

test("wanting all threads gives up the look", async () => {
  const { service, failed } = await opened();
  assert.equal(await failed.want(false), null);
  await settled();
  assert.deepEqual([service.open, service.lists.length], [0, 1]);
});

test("all threads are wanted again without asking, and those with errors as well", async () => {
  const { service, failed, listed } = await opened();
  service.lists[0]?.send(failedTurn("t1"));
  service.lists[0]?.end();
  await settled();
  await failed.want(false);
  assert.deepEqual([failed.listing.reach, listed().length], ["all", 10]);
  await failed.want(true);
  assert.deepEqual([failed.listing.reach, listed()], ["known", ["t1"]]);
  assert.ok(service.lists.length <= 2);
});

test("a thread that was looked up stays in its place, and does not count as one with errors", async () => {
  const { service, threads, failed, listed } = await opened();
  service.lists[0]?.send(failedTurn("t1"));
  service.lists[0]?.end();
  await settled();
  threads.showFound(thread("t5"));
  assert.deepEqual([listed(), failed.listing.failed], [["t1", "t5"], 1]);
});

test("another project is asked about its own threads alone", async () => {
  const { failed, threads } = await opened();
  const other = new GatedCalls();
  const target = { service: other, project: "acme/other" } as const;
  threads.reset(target, everyThread);
  failed.reset(target, true);
  await settled();
  assert.equal(other.lists.length, 0);
  other.threads = [thread("x")];
  await threads.refresh();
  await settled();
  assert.deepEqual(
    other.lists.map(({ query }) => [query.project, query.filter?.threadIds]),
    [["acme/other", ["x"]]],
  );
});

test("a thread with very many failed turns does not hold up the others, and all with errors are found", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 1200 }), { minLength: 10, maxLength: 10 }), async (counts) => {
      const { service, failed, listed } = await opened();
      let read = 0;
      // A service that sends the turns of one thread after the other, two hundred at a time.
      for (let round = 0; round < service.lists.length; round++) {
        const { query, send, end, signal } = service.lists[round] ?? assert.fail();
        for (const [index, count] of counts.entries()) {
          if (!query.filter?.threadIds?.includes(`t${index}`)) continue;
          for (let sent = 0; sent < count && !signal.aborted && service.lists.length === round + 1; sent += 200) {
            send(...Array.from({ length: Math.min(200, count - sent) }, () => failedTurn(`t${index}`)));
            read += Math.min(200, count - sent);
            await settled();
          }
        }
        end();
        await settled();
      }
      assert.equal(failed.listing.reach, "known");
      assert.deepEqual(
        listed(),
        counts.flatMap((count, index) => (count > 0 ? [`t${index}`] : [])),
      );
      assert.ok(read <= 10 * 1000, `${read} turns`);
    }),
    { numRuns: 20 },
  );
});
