import assert from "node:assert/strict";
import { test } from "node:test";
import { shownValue } from "../../../../src/core/async/loadState.ts";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import { ThreadList } from "../../../../src/core/conversations/threadList.ts";
import { everyThread } from "../../../../src/core/conversations/threadSelection.ts";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import type { CallPlacesQuery } from "../../../../src/core/query/callQueries.ts";
import { threadKey } from "../../../../src/core/query/conversationKey.ts";
import { arrayService } from "./arrayService.ts";
import { thread } from "./threads.ts";

const now = 1_700_000_000_000;
const hour = 3_600_000;

/**
 * A list of only threads with errors, in pages of 100, of a project with so many threads; `failures` says how many
 * failed turns each of them has. The first request for failed turns fails with `fault`.
 */
function listOf(count: number, failures: (index: number) => number, fault: Fault | null = null) {
  const all = Array.from({ length: count }, (_, index) => thread(`t${index}`));
  const places: CallPlacesQuery[] = [];
  const service = {
    ...arrayService(all),
    async *queryCallPlaces(query: CallPlacesQuery) {
      places.push(query);
      if (places.length === 1 && fault !== null) throw new ServiceError(fault);
      const ids = query.filter?.threadIds && new Set(query.filter.threadIds);
      let left = query.limit ?? 0;
      for (const [index, { id: threadId }] of all.entries()) {
        const turns = ids?.has(threadId) === false ? 0 : Math.min(failures(index), left);
        left -= turns;
        if (turns > 0)
          yield Array.from({ length: turns }, () => ({
            id: `of ${threadId}`,
            turnId: `of ${threadId}`,
            conversation: threadKey(threadId),
          }));
      }
    },
  };
  const list = new ThreadList({ now: () => now, pageSize: () => 100 });
  list.reset(projectClient(service, "acme/desk"), everyThread, true);
  const shown = () => {
    const { reach, threads, checked } = list.listing;
    return [reach, threads.length, checked, shownValue(list.load)?.ended];
  };
  return { list, service, places, shown };
}

const every = (step: number) => (index: number) => Number(index % step === 0);

test("threads with errors of the whole time range are found by one request for calls, and listed by one for threads", async () => {
  const { list, service, places, shown } = listOf(5000, every(75));
  const filter = { time: { kind: "preset", preset: "24h" }, threadIds: [] } as const;
  list.select({ sort: [{ field: "turn_count", direction: "desc" }], filter });
  await list.refresh();
  const ids = Array.from({ length: 67 }, (_, index) => `t${index * 75}`);
  assert.deepEqual(shown(), ["known", 67, 67, true]);
  assert.deepEqual(
    list.listing.threads.map(({ id }) => id),
    ids,
  );
  const [requested, ...others] = places;
  assert.deepEqual([others, requested?.limit, requested?.turnsOnly, requested?.filter], [[], 10_000, true, undefined]);
  assert.match(JSON.stringify(requested?.query), /"thread_id".*/);
  assert.match(
    JSON.stringify(requested?.query),
    new RegExp(`"started_at"},{"\\$literal":${(now - 24 * hour) / 1000}}`),
  );
  const sort = [
    { field: "turn_count", direction: "desc" },
    { field: "thread_id", direction: "asc" },
  ];
  assert.deepEqual(service.queries, [{ project: "acme/desk", after: now - 24 * hour, threadIds: ids, sort }]);
  await list.loadMore();
  assert.equal(service.queries.length, 1);
});

test("threads with errors are those of the filter's thread IDs", async () => {
  const { list, places, shown } = listOf(50, every(2));
  list.select({ filter: { ...everyThread.filter, threadIds: ["t2", "t3"] } });
  await list.refresh();
  assert.deepEqual([shown(), places[0]?.filter], [["known", 1, 1, true], { threadIds: ["t2", "t3"] }]);
});

test("a time range without errors requests no list, only whether the project has threads", async () => {
  const { list, service, shown } = listOf(50, () => 0);
  await list.refresh();
  assert.deepEqual([shown(), shownValue(list.load)?.othersExist], [["known", 0, 0, true], true]);
  assert.deepEqual(
    service.queries.map(({ threadIds }) => threadIds),
    [undefined],
  );
});

const tooMany: readonly [what: string, failures: (index: number) => number, fault?: Fault][] = [
  ["more than 1,000 threads", every(4)],
  [
    "as many failed turns as are requested",
    (index) => (index % 4 > 0 ? 0 : index === 4000 ? 10_000 : Number(index < 3000)),
  ],
  ["a service that refuses so much work", every(4), { kind: "tooExpensive", detail: "" }],
];
for (const [what, failures, fault] of tooMany) {
  test(`${what}: pages of 1,000 are checked until 100 are found, then as the user loads more`, async () => {
    const { list, service, places, shown } = listOf(4500, failures, fault);
    await list.refresh();
    assert.deepEqual(shown(), ["checked", 250, 1000, false]);
    await list.loadMore();
    assert.deepEqual(shown(), ["checked", 500, 2000, false]);
    assert.deepEqual(
      [...service.queries, ...places.slice(1)].map(({ limit, offset }) => [limit, offset]),
      [
        [1000, undefined],
        [1000, 1000],
        [1000, undefined],
        [1000, undefined],
      ],
    );
    assert.equal(new Set(places.slice(1).flatMap(({ filter }) => filter?.threadIds ?? [])).size, 2000);
    await list.refresh();
    assert.deepEqual(shown(), ["checked", 500, 2000, false]);
    await list.loadMore(null);
    assert.deepEqual(shown().slice(2), [4500, true]);
    await list.refresh();
    assert.deepEqual(shown().slice(2), [4500, true]);
  });
}

test("where few of the first threads have errors, pages are checked until 100 are found or the range ends", async () => {
  const { list, shown } = listOf(3200, (index) => (index % 250 === 0 ? 1000 : 0));
  await list.refresh();
  assert.deepEqual(shown(), ["checked", 13, 3200, true]);
});

test("what became too many since the last refresh is not checked to the end of the time range", async () => {
  let last = 300;
  const { list, shown } = listOf(9000, (index) => Number(index < last));
  await list.refresh();
  assert.deepEqual(shown(), ["known", 300, 300, true]);
  last = 9000;
  await list.refresh(true);
  assert.deepEqual(shown(), ["checked", 1000, 1000, false]);
});

test("a failed check is a failure of the list, which keeps what was found and continues there", async () => {
  const { list, service, shown } = listOf(4500, every(4));
  await list.refresh();
  const { queryCallPlaces } = service;
  service.queryCallPlaces = () => {
    throw new ServiceError({ kind: "serviceFailure", status: 500, detail: "", retryAfter: null });
  };
  assert.equal((await list.loadMore())?.kind, "stale");
  assert.deepEqual(shown(), ["checked", 250, 1000, false]);
  service.queryCallPlaces = queryCallPlaces;
  await list.loadMore();
  assert.deepEqual(shown(), ["checked", 500, 2000, false]);
});

test("a service without the route lists all threads", async () => {
  const { list, places, shown } = listOf(50, every(2), { kind: "routeMissing", path: "/calls/stream_query" });
  await list.refresh();
  await list.refresh();
  assert.deepEqual([shown(), places.length], [["unknown", 50, 50, true], 1]);
});
