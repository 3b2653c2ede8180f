import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shownValue } from "../../../../src/core/async/loadState.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { everyThread, type ThreadFilter } from "../../../../src/core/conversations/threadSelection.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import type { ThreadQuery } from "../../../../src/core/query/threadQuery.ts";
import { shownQuery } from "../../../../src/core/snippets/snippetText.ts";
import { type ArrayService, arrayService } from "./arrayService.ts";
import { thread } from "./threads.ts";

const project = "northwind/support-assistant";
const now = 1_700_000_000_000;
const hour = 3_600_000;

function listOf(service: ArrayService, pageSize = 10): ThreadList {
  const list = new ThreadList({ now: () => now, pageSize: () => pageSize });
  list.reset(projectClient(service, project), everyThread);
  return list;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => thread(`t${index}`));
const shownIds = (list: ThreadList) => shownValue(list.load)?.threads.map(({ id }) => id) ?? [];

type Step = "stopped" | "more" | "all" | "refresh" | "cancelled" | "broken" | "overtaken";
const steps = fc.array(fc.constantFrom<Step>("stopped", "more", "all", "refresh", "cancelled", "broken", "overtaken"));

test("after any sequence of loads, failures, cancellations and refreshes, the complete list has each thread once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 25 }), steps, async (count, pageSize, taken) => {
      const all = numbered(count);
      const service = arrayService(all);
      const list = listOf(service, pageSize);
      for (const step of taken) await take(step, list, service);
      for (let requested = 0; !shownValue(list.load)?.ended; requested++) {
        assert.ok(requested < 100, "the list comes to an end");
        await list.loadMore();
      }
      assert.deepEqual(
        shownIds(list),
        all.map(({ id }) => id),
      );
    }),
  );
});

async function take(step: Step, list: ThreadList, service: ArrayService): Promise<void> {
  switch (step) {
    case "more":
      await list.loadMore();
      return;
    case "all":
      await list.loadMore(null);
      return;
    case "refresh":
      await list.refresh();
      return;
    case "broken":
      service.next.breakAfter = 5;
      await list.loadMore();
      service.next.breakAfter = null;
      return;
    case "cancelled":
      service.next.onBatch = () => list.cancel();
      await list.loadMore();
      service.next.onBatch = () => undefined;
      return;
    case "stopped":
      service.next.onBatch = () => list.stop();
      await list.loadMore(null);
      service.next.onBatch = () => undefined;
      return;
    case "overtaken":
      await Promise.all([list.loadMore(), list.refresh(), list.loadMore()]);
  }
}

test("rows that the service drops after counting make a short page, the next are requested at once up to a full one, and no later rows are lost", async () => {
  const service = arrayService(numbered(35), ({ id }) => id === "t3" || id === "t14");
  const list = listOf(service);
  await list.refresh();
  assert.equal(shownIds(list).length, 28);
  while (!shownValue(list.load)?.ended) await list.loadMore();
  assert.equal(shownIds(list).length, 33);
  assert.deepEqual(
    service.queries.map(({ offset = 0 }) => offset),
    [0, 10, 20, 30, 40],
  );
});

test("a list whose first two pages are short is complete, as the next is empty", async () => {
  const list = listOf(arrayService(numbered(13), ({ id }) => id === "t3"));
  await list.refresh();
  assert.deepEqual([shownIds(list).length, shownValue(list.load)?.ended], [12, true]);
});

test("a list is not loaded completely because the service drops a row of each page", async () => {
  const service = arrayService(numbered(300), ({ id }) => id.endsWith("3"));
  await listOf(service).refresh();
  assert.equal(service.queries.length, 11);
});

test("thread ID is the last key, the time range is sent as bounds, and later pages use the range of the first", async () => {
  const service = arrayService(numbered(30));
  const threadIds = numbered(12).map(({ id }) => id);
  let time = now;
  const list = new ThreadList({ now: () => time, pageSize: () => 10 });
  list.reset(projectClient(service, project), {
    sort: [{ field: "turn_count", direction: "desc" }],
    filter: { time: { kind: "preset", preset: "1h" }, threadIds },
  });
  await list.refresh();
  time += 5000;
  await list.loadMore();
  const [first, second] = service.queries;
  assert.deepEqual(first, {
    project,
    after: now - hour,
    threadIds,
    sort: [
      { field: "turn_count", direction: "desc" },
      { field: "thread_id", direction: "asc" },
    ],
    limit: 10,
  });
  assert.deepEqual([second?.after, second?.offset], [now - hour, 10]);
  await list.refresh();
  assert.equal(service.queries.at(-1)?.after, now + 5000 - hour);
});

test("the query for all shown threads keeps its time range, in whole pages", async () => {
  const service = arrayService(numbered(25));
  let time = now;
  const list = new ThreadList({ now: () => time, pageSize: () => 10 });
  const asks = (): ThreadQuery | null => shownQuery(list, "thread", 10);
  assert.equal(asks(), null);
  const filter: ThreadFilter = { time: { kind: "preset", preset: "1h" }, threadIds: [] };
  list.reset(projectClient(service, project), { ...everyThread, filter });
  const before = asks();
  await list.refresh();
  assert.deepEqual([before, asks()], [service.queries[0], service.queries[0]]);
  time += 5000;
  await list.loadMore();
  assert.deepEqual(asks(), { ...before, limit: 20 });
  await list.loadMore(null);
  assert.deepEqual(asks(), { project, after: now - hour, threadIds: [], sort: before?.sort });
});

test("a refresh requests as much as is loaded, or everything if the list was complete", async () => {
  const service = arrayService(numbered(25));
  const list = listOf(service);
  await list.refresh();
  await list.loadMore();
  await list.refresh();
  assert.equal(service.queries.at(-1)?.limit, 20);
  await list.loadMore(null);
  await list.refresh();
  assert.equal(service.queries.at(-1)?.limit, undefined);
  assert.equal(shownValue(list.load)?.ended, true);
});

test("a filter that hides all threads is distinguished from a project without threads", async () => {
  const filter = { time: { kind: "preset", preset: "all" }, threadIds: ["nobody"] } as const;
  for (const [count, othersExist] of [
    [3, true],
    [0, false],
  ] as const) {
    const list = listOf(arrayService(numbered(count)));
    list.select({ filter });
    await list.refresh();
    assert.equal(shownValue(list.load)?.othersExist, othersExist);
  }
});

test("a found thread is above the list until the list contains it", async () => {
  const list = listOf(arrayService(numbered(25)));
  await list.refresh();
  list.showFound(thread("t3"));
  assert.equal(list.found, null);
  list.showFound(thread("t15"));
  assert.deepEqual(list.found, thread("t15"));
  assert.equal(list.threadOf(threadKey("t15"))?.id, "t15");
  await list.loadMore();
  assert.deepEqual([list.found, list.threadOf(threadKey("t15"))], [null, thread("t15")]);
});

test("the statistics of a listed thread cover the list's time range, those of a found one all time", async () => {
  const list = listOf(arrayService(numbered(25)));
  list.select({ filter: { time: { kind: "preset", preset: "1h" }, threadIds: [] } });
  await list.refresh();
  list.showFound(thread("t15"));
  assert.deepEqual([list.boundsOf(threadKey("t3")), list.boundsOf(threadKey("t15"))], [{ after: now - hour }, {}]);
});

test("canceled in the first page, a list keeps the rows that have arrived and continues after them", async () => {
  const service = arrayService(numbered(30));
  const list = listOf(service);
  let batches = 0;
  service.next.onBatch = () => {
    if (++batches === 2) list.stop();
  };
  await list.loadMore(null);
  assert.deepEqual([list.load.kind, shownIds(list).length], ["shown", 7]);
  await list.loadMore();
  assert.deepEqual([service.queries.at(-1)?.offset, shownIds(list).length], [7, 17]);
});

test("a list with as many threads as requested IDs is complete", async () => {
  const list = listOf(arrayService(numbered(30)));
  list.select({ filter: { time: { kind: "preset", preset: "all" }, threadIds: ["t1", "t2"] } });
  await list.refresh();
  assert.equal(shownValue(list.load)?.ended, true);
});

test("a refresh requests the thread above the list again, and removes it if it no longer exists", async () => {
  const threads = numbered(25);
  const list = listOf(arrayService(threads));
  await list.refresh();
  list.showFound(thread("t15"));
  threads[15] = { ...thread("t15"), turnCount: 777 };
  await list.refresh();
  assert.equal(list.found?.turnCount, 777);
  threads.splice(15, 1);
  await list.refresh();
  assert.equal(list.found, null);
});

test("a list on screen is requested by itself once, and after an unexpected error only by the user", async () => {
  const service = arrayService(numbered(5));
  const list = listOf(service);
  let requested = 0;
  const ask = async () => {
    requested += 1;
    assert.ok(requested < 5, "requested again and again");
    await list.refresh().catch(() => undefined);
  };
  const requests: Promise<void>[] = [];
  list.subscribe(() => list.isDue && requests.push(ask()));
  service.next.onBatch = () => {
    throw new TypeError("bug");
  };
  await ask();
  await Promise.all(requests);
  assert.equal(requested, 1);
  assert.equal(list.isDue, false);
  service.next.onBatch = () => undefined;
  await list.refresh();
  assert.deepEqual(shownIds(list).length, 5);
  assert.equal(list.isDue, false);
  list.outdated = true;
  assert.equal(list.isDue, true);
  list.reset(null, everyThread);
  assert.equal(list.isDue, false);
});

/** A list whose service has since got a thread and moved another to the top. */
async function listWithNews() {
  const threads = [...numbered(3)];
  const service = arrayService(threads);
  const list = listOf(service);
  await list.refresh();
  threads.splice(0, 3, thread("new"), { ...thread("t2"), turnCount: 2 }, thread("t0"), thread("t1"));
  return { list, service, threads };
}

test("an automatic refresh moves no row, updates those on screen, and what it found is added when asked for", async () => {
  const { list, threads } = await listWithNews();
  await list.refresh(true);
  assert.deepEqual([shownIds(list), list.newCount], [["t0", "t1", "t2"], 2]);
  assert.equal(list.threadOf(threadKey("t2"))?.turnCount, 2);
  assert.deepEqual(
    list.latestPages?.threads.map(({ id }) => id),
    ["new", "t2", "t0", "t1"],
  );
  threads.unshift(thread("newer"));
  await list.refresh(true);
  assert.deepEqual([shownIds(list), list.newCount], [["t0", "t1", "t2"], 3]);
  await list.showNew();
  assert.deepEqual([shownIds(list), list.newCount], [["newer", "new", "t2", "t0", "t1"], 0]);
});

test("an automatic refresh that moves no row is shown at once, and so is one that the user starts", async () => {
  const threads = [...numbered(3)];
  const list = listOf(arrayService(threads));
  await list.refresh();
  threads[0] = { ...thread("t0"), turnCount: 9 };
  await list.refresh(true);
  assert.deepEqual([list.newCount, list.threadOf(threadKey("t0"))?.turnCount], [0, 9]);
  for (const ask of [() => list.refresh(), () => list.loadMore(null), () => list.select({})]) {
    threads.unshift(thread(`new${threads.length}`));
    await list.refresh(true);
    const waiting = list.newCount;
    await ask();
    assert.deepEqual([waiting, list.newCount], [1, 0]);
    await list.refresh();
  }
});

test("a failure stays while an automatic refresh runs, and ends with its success or a refresh by the user", async () => {
  const { list, service } = await listWithNews();
  const isShown: boolean[] = [];
  list.subscribe(() => isShown.push(list.failure !== null));
  const refresh = async (isAutomatic: boolean, fails: boolean) => {
    isShown.length = 0;
    service.next.breakAfter = fails ? 0 : null;
    await list.refresh(isAutomatic);
    return [...isShown];
  };
  assert.deepEqual(await refresh(true, true), [false, true]);
  assert.deepEqual(await refresh(true, true), [true, true]);
  assert.deepEqual(await refresh(false, true), [false, true]);
  assert.deepEqual(await refresh(true, false), [true, false]);
});
