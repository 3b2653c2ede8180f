import assert from "node:assert/strict";
import { test } from "node:test";
import { unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import { allCalls } from "../../../../src/core/counts/callCondition.ts";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import { hour, now, opened } from "../openedProject.ts";

test("a hidden view requests only new threads and counts", async () => {
  const { open, service, counted } = opened();
  assert.equal(await open.poll(), null);
  assert.deepEqual(
    service.queries.map(({ after }) => after),
    [now - 2 * hour],
  );
  assert.deepEqual([open.news.count.count, open.threads.load.kind, counted()], [1, "idle", 1]);
});

test("visible rows are refreshed, and show which threads are new", async () => {
  const { open, service } = opened();
  open.threads.watched = true;
  assert.equal(await open.poll(), null);
  assert.deepEqual(
    service.queries.map(({ limit, offset = 0 }) => [limit, offset]),
    [
      [10, 0],
      [10, 10],
    ],
  );
  open.news.countLoaded();
  assert.deepEqual([open.threads.load.kind, open.shown.unseen], ["shown", true]);
  assert.equal(open.threads.isAutomatic, true, "no progress is shown");
  await open.refreshAll();
  assert.equal(open.threads.isAutomatic, false);
});

test("a refresh asks again for agent conversations that a service did not have", async () => {
  const { open } = opened();
  const { agentRoute } = open.threads.target ?? assert.fail();
  const missing = { kind: "routeMissing", path: "/before" } as const;
  await assert.rejects(agentRoute.ask(() => Promise.reject(new ServiceError(missing)), new AbortController().signal));
  assert.equal(agentRoute.missing, missing);
  await open.refreshAll();
  assert.notEqual(agentRoute.missing, missing);
});

test("threads are filtered by another filter than the default, or to those with errors", () => {
  const states = [{}, { filter: { ...unfiltered, threadIds: ["a"] } }].flatMap((selection) =>
    [false, true].map((onlyErrors) => {
      const { open } = opened();
      open.threads.select(selection, onlyErrors);
      return [open.isFiltered, open.shown.filtered];
    }),
  );
  assert.deepEqual(states, [
    [false, false],
    [true, true],
    [true, true],
    [true, true],
  ]);
});

test("an automatic refresh does not interrupt a request by the user", async () => {
  const { open, service } = opened();
  open.threads.watched = true;
  const requested = open.threads.loadMore(null);
  assert.equal(await open.poll(), null);
  assert.equal((await requested)?.kind, "shown");
  assert.equal(service.queries.length, 1);
});

test("a manual refresh reloads hidden rows when they are next visible", async () => {
  const { open } = opened();
  open.threads.watched = true;
  await open.poll();
  open.threads.watched = false;
  await open.refreshAll();
  assert.deepEqual([open.threads.load.kind, open.threads.outdated], ["shown", true]);
  open.threads.watched = true;
  await open.threads.refresh();
  assert.equal(open.threads.outdated, false);
});

const pauses: readonly Fault[] = [
  { kind: "rateLimited", retryAfter: 30 },
  { kind: "rateLimited", retryAfter: null },
  { kind: "serviceFailure", status: 503, detail: "", retryAfter: 30 },
];
for (const pause of pauses) {
  test(`of several faults the one with a pause is returned: ${JSON.stringify(pause)}`, async () => {
    const { open, service } = opened({ fault: pause });
    open.threads.watched = true;
    service.next.breakAfter = 1;
    assert.deepEqual(await open.poll(), pause);
  });
}

test("other views are refreshed too: automatically without interruption, manually in full", async () => {
  const { open } = opened();
  const requested: string[] = [];
  const limited: Fault = { kind: "rateLimited", retryAfter: 9 };
  open.refreshables.add({
    refresh: async () => {
      requested.push("refresh");
      return limited;
    },
    poll: async () => {
      requested.push("poll");
      return limited;
    },
  });
  assert.deepEqual(await open.poll(), limited, "the poller is to leave the service alone");
  await open.refreshAll();
  assert.deepEqual(requested, ["poll", "refresh"]);
});

test("loading for two seconds can be canceled, and canceled rows are requested only by the user", async () => {
  const { open, clock, service } = opened();
  open.threads.watched = true;
  service.next.onBatch = () => clock.pass(2000);
  const slow: boolean[] = [];
  open.subscribe(() => slow.push(open.shown.slow));
  const refreshed = open.threads.refresh();
  open.wait.subscribe(() => open.shown.slow && open.cancel());
  assert.equal(await refreshed, null);
  assert.deepEqual(open.threads.load, { kind: "idle", ended: "canceled" });
  assert.deepEqual([open.threads.isDue, slow.includes(true), open.shown.slow], [false, true, false]);
  service.next.onBatch = () => undefined;
  await open.refreshAll();
  assert.equal(open.threads.load.kind, "shown");
});

test("a count that is not saved can be canceled, too", async () => {
  const { open, clock, service } = opened();
  service.countCalls = (_query, signal) => {
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const id = open.saved.show(allCalls, "all calls");
  const requested = open.saved.refreshOne(id);
  clock.pass(2000);
  assert.equal(open.shown.slow, true);
  open.cancel();
  assert.deepEqual([await requested, open.shown.slow], [null, false]);
});

test("canceling a refresh keeps the rows and the count", async () => {
  const { open } = opened();
  open.threads.watched = true;
  await open.poll();
  const before = [open.threads.load, open.count.load];
  const again = open.refreshAll();
  open.cancel();
  assert.equal(await again, null);
  assert.deepEqual([open.threads.load, open.count.load], before);
});

test("what the extension requests by itself has to wait for the budget, what the user starts does not", async () => {
  const { open, service, works } = opened();
  open.threads.watched = true;
  await open.threads.refresh();
  await open.refreshAll();
  open.threads.select({}, true);
  await open.threads.loadMore();
  assert.deepEqual(new Set(works()), new Set(["requested"]));
  open.threads.select({}, false);
  await open.threads.refresh();
  works().length = 0;
  await open.poll();
  await open.failed.check();
  open.threads.watched = false;
  await open.poll();
  await open.count.refresh(true);
  await open.saved.askOnce("inUse");
  assert.deepEqual(new Set(works()), new Set(["background"]));
  assert.ok(service.queries.length > 0);
});
