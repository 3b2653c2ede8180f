import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import fc from "fast-check";
import { Semaphore } from "../../../../src/core/async/semaphore.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { ThreadDetailsCache } from "../../../../src/core/conversations/threadCache.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { GatedCounts } from "./gatedCounts.ts";
import { thread } from "./threads.ts";

const project = "acme/desk";
const fault: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };

function opened() {
  const service = new GatedCounts();
  const bugs: unknown[] = [];
  const semaphore = new Semaphore(4);
  const details = new ThreadDetailsCache({
    now: () => 42,
    semaphore: () => semaphore,
    onBug: (error) => bugs.push(error),
  });
  details.reset(projectClient(service, project));
  let changes = 0;
  details.subscribe(() => changes++);
  return { service, details, bugs, changes: () => changes };
}

function updated(id: string, lastUpdated: number): ConversationSummary {
  return { ...thread(id), lastUpdated };
}

test("a thread is requested with its storage when first drawn, and not again", async () => {
  const { service, details } = opened();
  assert.deepEqual(details.of(thread("a")), { kind: "loading", value: null });
  details.of(thread("a"));
  await settled();
  assert.deepEqual(
    service.requested.map(({ query }) => query),
    [{ project, filter: { threadIds: ["a"] }, includeStorageSize: true }],
  );
  service.requested[0]?.answer(7, 900);
  await settled();
  const value = { count: 7, storageSize: 900, hasMore: false, rewritten: [] };
  assert.deepEqual(details.of(thread("a")), { kind: "shown", value, at: 42 });
  assert.equal(service.requested.length, 1);
});

test("listeners are called for a response, but not for a request, which starts while rows are drawn", async () => {
  const { service, details, changes } = opened();
  details.of(thread("a"));
  await settled();
  assert.equal(changes(), 0);
  service.requested[0]?.answer(1);
  await settled();
  assert.equal(changes(), 1);
});

test("a thread that was updated meanwhile is requested again, and the older request is canceled", async () => {
  const { service, details } = opened();
  details.of(updated("a", 1));
  await settled();
  details.of(updated("a", 2));
  await settled();
  assert.deepEqual(
    service.requested.map(({ signal }) => signal.aborted),
    [true, false],
  );
  service.requested[1]?.answer(2);
  await settled();
  const load = details.of(updated("a", 2));
  assert.equal(load.kind === "shown" && load.value?.count, 2);
  assert.equal(service.requested.length, 2);
});

test("the older count stays on screen while an updated thread is requested, and if that fails", async () => {
  const { service, details, changes } = opened();
  details.of(updated("a", 1));
  await settled();
  service.requested[0]?.answer(1);
  await settled();
  const value = { count: 1, storageSize: null, hasMore: false, rewritten: [] };
  const before = changes();
  assert.deepEqual(details.of(updated("a", 2)), { kind: "loading", value });
  assert.equal(changes(), before);
  await settled();
  service.requested[1]?.fail(fault);
  await settled();
  assert.deepEqual(details.of(updated("a", 2)), { kind: "stale", value, at: 42, fault });
  assert.equal(changes(), before + 1);
});

test("a failure stays until it is retried", async () => {
  const { service, details, changes } = opened();
  details.of(thread("a"));
  await settled();
  service.requested[0]?.fail(fault);
  await settled();
  assert.deepEqual(details.of(thread("a")), { kind: "failed", fault });
  const before = changes();
  details.retry("thread:a");
  assert.ok(changes() > before, "the rows are drawn again, which asks");
  assert.equal(details.of(thread("a")).kind, "loading");
  await settled();
  assert.equal(service.requested.length, 2);
});

test("four threads are requested at a time, the others in the order in which they were drawn", async () => {
  const { service, details } = opened();
  for (const id of ["a", "b", "c", "d", "e", "f"]) details.of(thread(id));
  await settled();
  const ids = () => service.requested.flatMap(({ query }) => query.filter?.threadIds ?? []);
  assert.deepEqual(ids(), ["a", "b", "c", "d"]);
  service.requested[2]?.answer(1);
  await settled();
  assert.deepEqual(ids(), ["a", "b", "c", "d", "e"]);
  service.requested[0]?.fail(fault);
  await settled();
  assert.deepEqual(ids(), ["a", "b", "c", "d", "e", "f"]);
});

test("a retry requests only one thread", async () => {
  const { service, details } = opened();
  for (const id of ["a", "b"]) details.of(thread(id));
  await settled();
  for (const requested of service.requested) requested.fail(fault);
  await settled();
  details.retry("thread:a");
  assert.deepEqual(
    ["a", "b"].map((id) => details.of(thread(id)).kind),
    ["loading", "failed"],
  );
});

test("hiding the view cancels requests silently and keeps known data", async () => {
  const { service, details, changes } = opened();
  details.of(thread("a"));
  await settled();
  service.requested[0]?.answer(1);
  await settled();
  details.of(thread("b"));
  await settled();
  const before = changes();
  details.cancel();
  await settled();
  assert.equal(service.requested[1]?.signal.aborted, true);
  assert.equal(changes(), before);
  assert.equal(details.of(thread("a")).kind, "shown");
  assert.equal(details.of(thread("b")).kind, "loading");
  await settled();
  assert.equal(service.requested.length, 3);
});

test("another project drops all data, and late responses are not shown", async () => {
  const { service, details } = opened();
  details.of(thread("a"));
  await settled();
  const other = new GatedCounts();
  details.reset(projectClient(other, "acme/other"));
  service.requested[0]?.answer(1);
  await settled();
  assert.deepEqual(details.of(thread("a")), { kind: "loading", value: null });
  await settled();
  assert.deepEqual(
    other.requested.map(({ query }) => query.project),
    ["acme/other"],
  );
});

test("without a project nothing is requested", () => {
  const { service, details } = opened();
  details.reset(null);
  assert.deepEqual(details.of(thread("a")), { kind: "idle" });
  assert.equal(service.requested.length, 0);
});

test("a bug is reported once, and not again at every draw", async () => {
  const { service, details, bugs } = opened();
  details.of(thread("a"));
  await settled();
  const bug = new TypeError("bug");
  service.requested[0]?.fail(bug);
  await settled();
  details.of(thread("a"));
  await settled();
  assert.deepEqual(bugs, [bug]);
  assert.equal(service.requested.length, 1);
});

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("draw" as const), id: fc.nat(9), lastUpdated: fc.nat(2) }),
    fc.record({ do: fc.constant("answer" as const), place: fc.nat(9) }),
    fc.record({ do: fc.constant("retry" as const), id: fc.nat(9) }),
    fc.constant({ do: "cancel" as const }),
  ),
  { maxLength: 60 },
);

test("with any sequence of draws, responses, retries and hiding, at most four requests run, one per thread, and all complete", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { service, details } = opened();
      const running = () => [...service.open].map(({ query }) => String(query.filter?.threadIds));
      const check = () => {
        assert.ok(running().length <= 4);
        assert.equal(new Set(running()).size, running().length);
      };
      const drawn = new Map<string, ConversationSummary>();
      for (const step of sequence) {
        if (step.do === "draw") {
          const row = updated(String(step.id), step.lastUpdated);
          drawn.set(row.id, row);
          details.of(row);
        } else if (step.do === "answer") [...service.open][step.place]?.answer(1);
        else if (step.do === "retry") details.retry(`thread:${step.id}`);
        else details.cancel();
        await settled();
        check();
      }
      for (const row of drawn.values()) details.of(row);
      await settled();
      while (service.open.size > 0) {
        for (const requested of [...service.open]) requested.answer(1);
        await settled();
        check();
      }
      for (const row of drawn.values()) assert.equal(details.of(row).kind, "shown");
    }),
    { numRuns: 60 },
  );
});
