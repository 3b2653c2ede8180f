import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LastSeen, type SeenStore } from "../../../../src/core/conversations/lastSeen.ts";
import type { ProjectId } from "../../../../src/core/query/projectId.ts";
import { runningThread, thread } from "./threads.ts";

const project = "acme/desk";

class SeenTimes implements SeenStore {
  readonly times = new Map<ProjectId, number>();

  seen(of: ProjectId): number | undefined {
    return this.times.get(of);
  }

  async setSeen(of: ProjectId, time: number): Promise<void> {
    this.times.set(of, time);
  }
}

function openWindow(store = new SeenTimes()): LastSeen {
  const look = new LastSeen(store, () => 1_000_000);
  look.reset(project);
  return look;
}

function isNew(look: LastSeen, lastUpdated: number): boolean {
  return look.isNew({ ...thread("a"), lastUpdated });
}

test("without an earlier look nothing is new but what comes after the first rows", async () => {
  const look = openWindow();
  assert.equal(look.time, null);
  assert.equal(isNew(look, 1), false);
  await look.loaded(10, [{ ...thread("a"), lastUpdated: 12 }]);
  assert.deepEqual(
    [9, 12, 13].map((time) => isNew(look, time)),
    [false, false, true],
  );
});

test("rows stay new while they are on screen, over any number of refreshes", async () => {
  const store = new SeenTimes();
  store.times.set(project, 10);
  const look = openWindow(store);
  await look.loaded(20, []);
  await look.loaded(30, []);
  assert.equal(look.time, 10);
  assert.deepEqual(
    [10, 11, 25, 31].map((time) => isNew(look, time)),
    [false, true, true, true],
  );
});

test("a thread without a finished turn is not new until a turn finishes", async () => {
  const look = openWindow();
  const running = runningThread("a");
  await look.loaded(20, [running]);
  assert.equal(look.isNew(running), false);
  look.hidden();
  assert.equal(look.isNew(running), false);
  assert.equal(look.isNew({ ...running, lastUpdated: 21 }), true);
});

test("after the view was hidden, updates since its last rows are new, not only those since hiding", async () => {
  const look = openWindow();
  await look.loaded(20, []);
  look.hidden();
  assert.deepEqual(
    [20, 21].map((time) => isNew(look, time)),
    [false, true],
  );
});

test("hiding a view without rows does not move the look", () => {
  const store = new SeenTimes();
  store.times.set(project, 10);
  const look = openWindow(store);
  look.hidden();
  assert.equal(look.time, 10);
});

test("the next window looks back to the last rows of a window that closed without hiding the view", async () => {
  const store = new SeenTimes();
  await openWindow(store).loaded(20, []);
  assert.equal(openWindow(store).time, 20);
});

test("marking all as seen applies at once, to this window and the next", async () => {
  const store = new SeenTimes();
  const look = openWindow(store);
  await look.loaded(20, []);
  await look.markAllSeen(30);
  assert.equal(isNew(look, 30), false);
  assert.equal(isNew(look, 31), true);
  assert.equal(openWindow(store).time, 30);
});

test("threads seen with a future update time are not new, but their next update is", async () => {
  const look = openWindow();
  const ahead = { ...thread("a"), lastUpdated: 99 };
  await look.loaded(20, [ahead]);
  for (const leave of [() => look.hidden(), () => look.markAllSeen(30)]) {
    await leave();
    assert.equal(look.isNew(ahead), false);
    assert.equal(look.isNew({ ...ahead, lastUpdated: 100 }), true);
    assert.equal(look.isNew({ ...ahead, id: "b" }), true);
  }
});

test("a look stored by a clock that was ahead counts as now", () => {
  const store = new SeenTimes();
  store.times.set(project, 2_000_000);
  assert.equal(openWindow(store).time, 1_000_000);
});

test("each project has its own look", async () => {
  const store = new SeenTimes();
  const look = openWindow(store);
  await look.loaded(20, []);
  look.reset("acme/other");
  assert.equal(look.time, null);
  await look.loaded(30, []);
  look.reset(project);
  assert.equal(look.time, 20);
});

test("without a project nothing is new, and nothing is stored", async () => {
  const store = new SeenTimes();
  const look = openWindow(store);
  look.reset(null);
  await look.loaded(20, []);
  await look.markAllSeen(30);
  assert.equal(look.time, null);
  assert.equal(store.times.size, 0);
});

test("listeners are called when the look moves", async () => {
  const look = openWindow();
  const secretChanged: (number | null)[] = [];
  look.subscribe(() => secretChanged.push(look.time));
  await look.loaded(20, []);
  await look.loaded(30, []);
  look.hidden();
  assert.deepEqual(secretChanged, [20, 30]);
});

const visits = fc.array(fc.array(fc.nat(100), { maxLength: 4 }), { minLength: 1, maxLength: 8 });

test("over any number of visits, threads updated after the last rows of the previous visits, or the very first rows, are new", async () => {
  await fc.assert(
    fc.asyncProperty(visits, fc.nat(1000), async (gaps, lastUpdated) => {
      const look = openWindow();
      let now = 0;
      let lastRows: number | null = null;
      for (const visit of gaps) {
        let before: number | null = lastRows;
        for (const gap of visit) {
          now += gap;
          lastRows = now;
          before ??= now;
          await look.loaded(now, []);
          assert.equal(isNew(look, lastUpdated), lastUpdated > before);
        }
        look.hidden();
        assert.equal(isNew(look, lastUpdated), lastRows !== null && lastUpdated > lastRows);
      }
    }),
  );
});
