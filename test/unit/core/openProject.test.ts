import assert from "node:assert/strict";
import { test } from "node:test";
import { noCounts, type StoredCounts } from "../../../src/core/counts/savedCount.ts";
import { type Fault, ServiceError } from "../../../src/core/failures/fault.ts";
import { OpenProject } from "../../../src/core/openProject.ts";
import { everyThread } from "../../../src/core/threads/threadSelection.ts";
import { type ArrayService, arrayService } from "./threads/arrayService.ts";
import { thread } from "./threads/threads.ts";

const project = "northwind/support-assistant";
const hour = 3_600_000;
const now = 10 * hour;

interface Opened {
  readonly open: OpenProject;
  readonly service: ArrayService;
  /** The counts requested so far. */
  readonly counted: () => number;
}

/** A project that the user last viewed an hour ago; its counts fail with `fault`. */
function opened({ fault = null, stored = noCounts }: { fault?: Fault | null; stored?: StoredCounts } = {}): Opened {
  let counted = 0;
  const service: ArrayService = {
    ...arrayService([thread("a"), { ...thread("b"), lastUpdated: now }]),
    countCalls: async () => {
      counted++;
      if (fault !== null) throw new ServiceError(fault);
      return { count: 3, hasMore: false, storageSize: null, rewritten: [] };
    },
  };
  const open = new OpenProject({
    now: () => now,
    pageSize: () => 10,
    seen: { seen: () => now - hour, setSeen: () => Promise.resolve() },
    savedCounts: { load: () => stored, save: () => Promise.resolve() },
    onBug: (error) => {
      throw error;
    },
  });
  open.reset({ service, project }, everyThread);
  return { open, service, counted: () => counted };
}

test("a hidden view requests only new threads and counts", async () => {
  const { open, service, counted } = opened();
  assert.equal(await open.refresh(), null);
  assert.deepEqual(
    service.queries.map(({ after }) => after),
    [now - 2 * hour],
  );
  assert.deepEqual([open.news.count.count, open.threads.load.kind, counted()], [1, "idle", 1]);
});

test("visible rows are refreshed, and show which threads are new", async () => {
  const { open, service } = opened();
  open.threads.watched = true;
  assert.equal(await open.refresh(), null);
  assert.deepEqual(
    service.queries.map(({ limit }) => limit),
    [10],
  );
  open.news.countLoaded();
  assert.deepEqual([open.threads.load.kind, open.shown.unseen], ["shown", true]);
});

test("an automatic refresh does not interrupt a request by the user", async () => {
  const { open, service } = opened();
  open.threads.watched = true;
  const asked = open.threads.loadAll();
  assert.equal(await open.poll(), null);
  assert.equal((await asked)?.kind, "shown");
  assert.equal(service.queries.length, 1);
});

test("a manual refresh reloads hidden rows when they are next visible", async () => {
  const { open } = opened();
  open.threads.watched = true;
  await open.refresh();
  open.threads.watched = false;
  await open.refreshAll();
  assert.deepEqual([open.threads.load.kind, open.threads.outdated], ["shown", true]);
  open.threads.watched = true;
  await open.threads.refresh();
  assert.equal(open.threads.outdated, false);
});

test("a manual refresh reports the fault of the visible rows only", async () => {
  const { open, service } = opened({ fault: { kind: "rateLimited", retryAfter: 30 } });
  assert.equal(await open.refreshAll(), null);
  open.threads.watched = true;
  service.breakAfter = 1;
  assert.equal((await open.refreshAll())?.kind, "cutShort");
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
    service.breakAfter = 1;
    assert.deepEqual(await open.refresh(), pause);
  });
}

test("other views are refreshed too: automatically without interruption, manually in full", async () => {
  const { open } = opened();
  const asked: string[] = [];
  const limited: Fault = { kind: "rateLimited", retryAfter: 9 };
  open.beside.add({
    refresh: async () => {
      asked.push("refresh");
      return limited;
    },
    poll: async () => {
      asked.push("poll");
      return limited;
    },
  });
  assert.deepEqual(await open.poll(), limited, "the poller is to leave the service alone");
  assert.equal(await open.refreshAll(), null, "what is shown beside tells it where it stands");
  assert.deepEqual(asked, ["poll", "refresh"]);
});
