import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callDocumentNames } from "../../../src/core/calls/call.ts";
import type { Query } from "../../../src/core/counts/expression.ts";
import { isTooLong, ServiceError } from "../../../src/core/failures/fault.ts";
import { defaultNetwork } from "../../../src/core/network.ts";
import { parseProjectId, sampleProjects } from "../../../src/core/session/projectId.ts";
import type { Thread } from "../../../src/core/threads/thread.ts";
import { type SortField, sortFields } from "../../../src/core/threads/threadQuery.ts";
import { threadsWithErrors } from "../../../src/core/turns/failedThreads.ts";
import { showcaseThreads } from "../../../src/sampleService/data/showcase.ts";
import type { RunningService } from "../../../src/sampleService/http/server.ts";
import { serviceOptions, startSampleService } from "../../../src/sampleService/sampleService.ts";
import { HttpThreadService } from "../../../src/service/client.ts";
import { collect } from "./threads.ts";

const { signal } = new AbortController();
const [project] = sampleProjects;
const now = new Date("2026-11-20T12:00:00Z");

let running: RunningService;
let service: HttpThreadService;

function connect(password: string, { url, username } = running): HttpThreadService {
  return new HttpThreadService({
    url,
    username,
    password,
    network: () => defaultNetwork,
    fetch,
    onRequest: () => undefined,
  });
}

before(async () => {
  running = await startSampleService({ port: 0, threads: 400, calls: 4000, seed: 7, now });
  service = connect(running.password);
});

after(async () => {
  await service.close();
  await running.close();
});

async function threadsOf(
  query: Omit<Parameters<HttpThreadService["queryThreads"]>[0], "project"> = {},
): Promise<Thread[]> {
  return (await collect(service.queryThreads({ project, ...query }, signal))).flat();
}

const values: Readonly<Record<SortField, (thread: Thread) => string | number | null>> = {
  thread_id: ({ id }) => id,
  turn_count: ({ turnCount }) => turnCount,
  start_time: ({ startTime }) => startTime,
  last_updated: ({ lastUpdated }) => lastUpdated,
  p50_turn_duration_ms: ({ p50TurnDuration }) => p50TurnDuration,
  p99_turn_duration_ms: ({ p99TurnDuration }) => p99TurnDuration,
};

for (const field of sortFields) {
  test(`threads are sorted by ${field} in both directions`, async () => {
    const value = values[field];
    const up = (await threadsOf({ sort: [{ field, direction: "asc" }] })).map(value);
    const down = (await threadsOf({ sort: [{ field, direction: "desc" }] })).map(value);
    assert.ok(up.length > 300);
    const inBytes = (one: unknown, other: unknown) =>
      typeof one === "number" && typeof other === "number"
        ? one - other
        : Buffer.compare(Buffer.from(`${one}`), Buffer.from(`${other}`));
    assert.deepEqual(up, up.toSorted(inBytes));
    assert.deepEqual(down, up.toReversed());
  });
}

test("pages add up to the whole list", async () => {
  const sort = [{ field: "thread_id", direction: "asc" }] as const;
  const whole = await threadsOf({ sort });
  const pages = await Promise.all([0, 150, 300, 450].map((offset) => threadsOf({ sort, offset, limit: 150 })));
  assert.deepEqual(pages.flat(), whole);
});

test("threads are filtered by ID and by time", async () => {
  const [first, second] = await threadsOf({ limit: 2 });
  assert.ok(first && second);
  const ids = (await threadsOf({ threadIds: [first.id, second.id] })).map(({ id }) => id);
  assert.deepEqual(new Set(ids), new Set([first.id, second.id]));
  const day = 86_400_000;
  const lastWeek = await threadsOf({ after: now.getTime() - 7 * day, before: now.getTime() - day });
  assert.ok(lastWeek.length > 0);
  assert.ok(lastWeek.every(({ startTime }) => startTime > now.getTime() - 7 * day && startTime < now.getTime() - day));
});

test("calls are counted with and without a query, and their size on request", async () => {
  const all = await service.countCalls({ project, includeStorageSize: true }, signal);
  assert.equal(all.count, 4000);
  assert.equal(all.hasMore, false);
  assert.ok(all.storageSize !== null && all.storageSize > 0);
  const turns: Query = { $expr: { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] } };
  const some = await service.countCalls({ project, query: turns }, signal);
  assert.ok(some.count > 0 && some.count < all.count);
  assert.equal(some.storageSize, null);
  const listed = (await threadsOf()).reduce((sum, { turnCount }) => sum + turnCount, 0);
  assert.ok(listed <= some.count);
});

test("a wrong key is notSignedIn, and another account's project is forbidden", async (t) => {
  const stranger = connect("wrong");
  t.after(() => stranger.close());
  await assert.rejects(
    stranger.countCalls({ project }, signal),
    (error) => error instanceof ServiceError && error.fault.kind === "notSignedIn",
  );
  const other = parseProjectId("nobody/nothing");
  assert.ok(other);
  await assert.rejects(
    service.countCalls({ project: other }, signal),
    (error) => error instanceof ServiceError && error.fault.kind === "forbidden",
  );
});

test("a query of an unsupported field is an invalid request", async () => {
  const query: Query = { $expr: { $gt: [{ $getField: "storage_size_bytes" }, { $literal: 1 }] } };
  await assert.rejects(
    service.countCalls({ project, query }, signal),
    (error) => error instanceof ServiceError && error.fault.kind === "invalidRequest",
  );
});

test("a thread's turns are sorted by start, and their documents are a separate request", async () => {
  const [thread] = await threadsOf({ sort: [{ field: "turn_count", direction: "desc" }], limit: 1 });
  assert.ok(thread);
  const sort = [{ field: "started_at", direction: "asc" }] as const;
  const asked = { project, filter: { threadIds: [thread.id] }, turnsOnly: true, sort };
  const turns = (await collect(service.queryCalls(asked, signal))).flat();
  assert.equal(turns.length, thread.turnCount);
  assert.ok(turns.every(({ id, turnId, threadId }) => id === turnId && threadId === thread.id));
  assert.deepEqual([turns[0]?.id, turns[0]?.startedAt], [thread.firstTurnId, thread.startTime]);
  const callIds = turns.map(({ id }) => id);
  const bodies = (
    await collect(service.queryCallDocuments({ project, callIds, documents: ["inputs"] }, signal))
  ).flat();
  assert.deepEqual(new Set(bodies.map(({ id }) => id)), new Set(callIds));
  assert.ok(bodies.every(({ documents }) => "inputs" in documents && !("output" in documents)));
});

test("call places match the listed calls", async () => {
  const asked = { project, turnsOnly: true, limit: 50 };
  const calls = (await collect(service.queryCalls(asked, signal))).flat();
  assert.equal(calls.length, 50);
  assert.deepEqual(
    (await collect(service.queryCallPlaces(asked, signal))).flat(),
    calls.map(({ id, threadId, turnId }) => ({ id, threadId, turnId })),
  );
});

test("threads with errors have a turn whose status is error or descendantError", async () => {
  const whole = await startSampleService(serviceOptions.parse({}));
  const target = { service: connect(whole.password, whole), project };
  try {
    const turns = (await collect(target.service.queryCalls({ project, turnsOnly: true }, signal))).flat();
    const inThread = turns.flatMap(({ threadId, status }) => (threadId === null ? [] : { threadId, status }));
    const failed = inThread.filter(({ status }) => status === "error" || status === "descendantError");
    const expected = new Set(failed.map(({ threadId }) => threadId));
    const ids = [...new Set(inThread.map(({ threadId }) => threadId))];
    for (let start = 0; start < ids.length; start += 1000) {
      const some = ids.slice(start, start + 1000);
      const found = (await collect(threadsWithErrors(target, some, {}, signal))).flat();
      assert.ok(found.length > 10);
      assert.deepEqual(new Set(found), new Set(some.filter((id) => expected.has(id))));
    }
  } finally {
    await target.service.close();
    await whole.close();
  }
});

const mebibyte = 1024 * 1024;

for (const [name, id] of Object.entries(showcaseThreads)) {
  test(`the showcase ${name} is read completely: turns, nested calls and all documents`, async () => {
    const asked = { project, filter: { threadIds: [id] }, costs: true } as const;
    const calls = (await collect(service.queryCalls(asked, signal))).flat();
    const turns = (await collect(service.queryCalls({ ...asked, turnsOnly: true }, signal))).flat();
    const [thread] = await threadsOf({ threadIds: [id] });
    assert.equal(turns.length, thread?.turnCount);
    assert.deepEqual(
      turns,
      calls.filter((call) => call.id === call.turnId),
    );
    const documents = (
      await collect(
        service.queryCallDocuments(
          { project, callIds: calls.map((call) => call.id), documents: callDocumentNames, mostBytes: 2 * mebibyte },
          signal,
        ),
      )
    ).flat();
    assert.deepEqual(new Set(documents.map((call) => call.id)), new Set(calls.map((call) => call.id)));
    for (const call of calls) assert.ok(call.storedBytes !== null && call.storedBytes > 0);
  });
}

test("the cost of a turn is known, except for a model without a price", async () => {
  const costs = async (id: string) => {
    const asked = { project, filter: { threadIds: [id] }, costs: true } as const;
    return (await collect(service.queryCalls(asked, signal)))
      .flat()
      .flatMap(({ usage }) => usage.map(({ cost }) => cost));
  };
  assert.ok((await costs(showcaseThreads.review)).every((cost) => cost !== null && cost > 0));
  assert.deepEqual(new Set(await costs(showcaseThreads.planning)), new Set([null]));
});

test("a document of 1.5 MB is listed with its size, and too long for a lower limit", async () => {
  const asked = { project, filter: { threadIds: [showcaseThreads.export] }, turnsOnly: true } as const;
  const turns = (await collect(service.queryCalls(asked, signal))).flat();
  const [large] = turns.toSorted((a, b) => (b.storedBytes ?? 0) - (a.storedBytes ?? 0));
  assert.ok(large?.storedBytes && large.storedBytes > mebibyte);
  const documents = { project, callIds: [large.id], documents: ["output"] } as const;
  await assert.rejects(
    collect(service.queryCallDocuments({ ...documents, mostBytes: mebibyte }, signal)),
    (error) => error instanceof ServiceError && isTooLong(error.fault),
  );
  const [whole] = (await collect(service.queryCallDocuments(documents, signal))).flat();
  assert.ok(JSON.stringify(whole?.documents.output).length > mebibyte);
});
