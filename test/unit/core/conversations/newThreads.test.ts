import assert from "node:assert/strict";
import { test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { LastSeen } from "../../../../src/core/conversations/lastSeen.ts";
import { NewThreads } from "../../../../src/core/conversations/newThreads.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { everyThread } from "../../../../src/core/conversations/threadSelection.ts";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import type { ConversationSummary } from "../../../../src/core/query/thread.ts";
import { arrayService } from "./arrayService.ts";
import { thread } from "./threads.ts";

const project = "acme/desk";
const look = Date.UTC(2026, 10, 3, 10);
const minute = 60_000;

/** Threads that were updated so many minutes after the last look. */
function updated(...minutes: readonly number[]): readonly ConversationSummary[] {
  return minutes.map((after, place) => ({ ...thread(`t${place}`), lastUpdated: look + after * minute }));
}

function opened(threads: readonly ConversationSummary[], seen: number | null = look) {
  const service = arrayService(threads);
  const times = new Map<string, number>(seen === null ? [] : [[project, seen]]);
  const lastSeen = new LastSeen(
    {
      seen: (of) => times.get(of),
      setSeen: async (of, time) => void times.set(of, time),
    },
    () => look + 60 * minute,
  );
  lastSeen.reset(project);
  const list = new ThreadList({ now: () => look, pageSize: () => 3 });
  list.reset(projectClient(service, project), everyThread);
  return { service, list, lastSeen, news: new NewThreads(list, lastSeen, () => look) };
}

test("new threads are requested with turns that started a while before the look, and counted by their end", async () => {
  const { service, news } = opened(updated(30, 1, 0, -1));
  assert.equal(await news.ask(), null);
  assert.deepEqual(service.queries, [{ project, after: look - 60 * minute, limit: 1000, work: "background" }]);
  assert.deepEqual(news.count, { count: 2, atLeast: false });
});

test("more new threads than requested are reported as at least that many", async () => {
  const { news } = opened(updated(...Array.from({ length: 1200 }, () => 1)));
  await news.ask();
  assert.deepEqual(news.count, { count: 1000, atLeast: true });
});

test("without an earlier look nothing is requested, and nothing is new", async () => {
  const { service, news } = opened(updated(1), null);
  assert.equal(await news.ask(), null);
  assert.deepEqual(service.queries, []);
  assert.deepEqual(news.count, { count: 0, atLeast: false });
});

test("without a project nothing is requested", async () => {
  const { service, news, list } = opened(updated(1));
  list.reset(null, everyThread);
  assert.equal(await news.ask(), null);
  assert.deepEqual(service.queries, []);
});

test("an older thread in the response shows that these are all new ones", async () => {
  const { news } = opened(updated(2, 1, ...Array.from({ length: 1200 }, () => -1)));
  await news.ask();
  assert.deepEqual(news.count, { count: 2, atLeast: false });
});

test("seen threads are subtracted when the view is hidden or all are marked as seen", async () => {
  for (const leave of ["hidden", "markAllSeen"] as const) {
    const { news, list, lastSeen } = opened(updated(2, 1));
    await list.refresh();
    news.countLoaded();
    assert.equal(news.count.count, 2);
    await lastSeen.loaded(look + 3 * minute, list.load.kind === "shown" ? list.load.value.threads : []);
    await lastSeen[leave](look + 3 * minute);
    assert.equal(news.count.count, 0);
  }
});

test("a failure is returned to the caller, and the number stays", async () => {
  const { service, news } = opened(updated(1, 2));
  await news.ask();
  service.next.breakAfter = 1;
  const fault: Fault = { kind: "cutShort", rowsBefore: 1, detail: "" };
  assert.deepEqual(await news.ask(), fault);
  assert.equal(news.count.count, 2);
});

test("a bug is not reported as a fault of the service", async () => {
  const { service, news } = opened(updated(1));
  service.next.onBatch = () => {
    throw new TypeError("bug");
  };
  await assert.rejects(news.ask(), (error) => error instanceof TypeError && !(error instanceof ServiceError));
});

test("new threads are counted among loaded ones, and a pending response no longer matters", async () => {
  const { news, list } = opened(updated(3, 2, -1, 1));
  await list.refresh();
  const asking = news.ask();
  news.countLoaded();
  assert.equal(await asking, null);
  assert.deepEqual(news.count, { count: 2, atLeast: false });
});

test("new threads are requested where the list has only some of them", async () => {
  for (const onlyErrors of [false, true]) {
    const { service, news, list } = opened(updated(2, 1));
    list.select({}, onlyErrors);
    await news.update();
    assert.equal(service.queries.length, Number(onlyErrors));
  }
});

test("only the kind that is listed is counted", async () => {
  const { service, news, list } = opened(updated(2, 1));
  list.select({ filter: { ...everyThread.filter, kind: "agent" } });
  await news.ask();
  assert.deepEqual([service.queries.length, news.count.count], [0, 0]);
});

test("listeners are called when the number changes, and only then", async () => {
  const { news, list } = opened(updated(1));
  let secretChanged = 0;
  news.subscribe(() => secretChanged++);
  await list.refresh();
  for (let draw = 0; draw < 3; draw++) news.countLoaded();
  assert.equal(secretChanged, 1);
});

test("another project starts with nothing new", async () => {
  const { news } = opened(updated(1));
  await news.ask();
  news.reset();
  assert.deepEqual(news.count, { count: 0, atLeast: false });
});

test("threads that an automatic refresh has found and not shown yet are counted", async () => {
  const threads = [...updated(-1, -2)];
  const { news, list } = opened(threads);
  await list.refresh();
  threads.unshift({ ...thread("new"), lastUpdated: look + minute });
  await list.refresh(true);
  await news.update();
  assert.deepEqual([list.newCount, news.count.count], [1, 1]);
});
