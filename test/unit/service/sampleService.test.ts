import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isFailed, latestFirst } from "../../../src/core/calls/failedCalls.ts";
import { projectClient } from "../../../src/core/conversations/conversationSources.ts";
import { unfiltered } from "../../../src/core/conversations/threadSelection.ts";
import { failedThreadIds, withErrors } from "../../../src/core/conversations/threadsWithErrors.ts";
import { operandsOf, queryOfOperands } from "../../../src/core/counts/conditionExpression.ts";
import { callQueryOf } from "../../../src/core/counts/countedQuery.ts";
import { errorRows } from "../../../src/core/errors/errorRow.ts";
import { callsOfError, findErrors } from "../../../src/core/errors/foundErrors.ts";
import { callTable } from "../../../src/core/export/exportTables.ts";
import { isTooLong, ServiceError } from "../../../src/core/failures/fault.ts";
import {
  countCalls,
  queryCallDocuments,
  queryCallFailures,
  queryCallPlaces,
  queryCalls,
  queryExportedCalls,
  queryThreads,
} from "../../../src/core/port/operations.ts";
import { type Call, type CallDocumentName, callDocumentNames, opName } from "../../../src/core/query/call.ts";
import type { Query } from "../../../src/core/query/expression.ts";
import { parseProjectId, sampleProjects } from "../../../src/core/query/projectId.ts";
import type { ConversationSummary } from "../../../src/core/query/thread.ts";
import type { ThreadQuery } from "../../../src/core/query/threadQuery.ts";
import { sortFields, type ThreadSortField } from "../../../src/core/query/threadQuery.ts";
import { defaultNetwork } from "../../../src/core/settings/network.ts";
import { showcaseThreads } from "../../../src/localService/data/showcase.ts";
import type { RunningService } from "../../../src/localService/http/server.ts";
import { serviceOptions, startSampleService } from "../../../src/localService/sampleService.ts";
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
  running = await startSampleService({ port: 0, threads: 400, calls: 4000, agents: 0, seed: 7, now });
  service = connect(running.password);
});

after(async () => {
  await service.close();
  await running.close();
});

async function threadsOf(query: Omit<ThreadQuery, "project"> = {}): Promise<ConversationSummary[]> {
  return (await collect(service.rows(queryThreads, { project, ...query }, signal))).flat();
}

const values: Readonly<Record<ThreadSortField, (thread: ConversationSummary) => string | number | null>> = {
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
  const all = await service.ask(countCalls, { project, includeStorageSize: true }, signal);
  assert.equal(all.count, 4000);
  assert.equal(all.hasMore, false);
  assert.ok(all.storageSize !== null && all.storageSize > 0);
  const turns: Query = { $expr: { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] } };
  const some = await service.ask(countCalls, { project, query: turns }, signal);
  assert.ok(some.count > 0 && some.count < all.count);
  assert.equal(some.storageSize, null);
  const listed = (await threadsOf()).reduce((sum, { turnCount }) => sum + turnCount, 0);
  assert.ok(listed <= some.count);
});

test("a wrong key is notSignedIn, and another account's project is forbidden", async (t) => {
  const rejected = connect("wrong");
  t.after(() => rejected.close());
  await assert.rejects(
    rejected.ask(countCalls, { project }, signal),
    (error) => error instanceof ServiceError && error.fault.kind === "notSignedIn",
  );
  const other = parseProjectId("no-entity/no-project");
  assert.ok(other);
  await assert.rejects(
    service.ask(countCalls, { project: other }, signal),
    (error) => error instanceof ServiceError && error.fault.kind === "forbidden",
  );
});

test("a query of an unsupported field is an invalid request", async () => {
  const query: Query = { $expr: { $gt: [{ $getField: "storage_size_bytes" }, { $literal: 1 }] } };
  await assert.rejects(
    service.ask(countCalls, { project, query }, signal),
    (error) => error instanceof ServiceError && error.fault.kind === "invalidRequest",
  );
});

test("a thread's turns are sorted by start, and their documents are a separate request", async () => {
  const [thread] = await threadsOf({ sort: [{ field: "turn_count", direction: "desc" }], limit: 1 });
  assert.ok(thread);
  const sort = [{ field: "started_at", direction: "asc" }] as const;
  const requested = { project, filter: { threadIds: [thread.id] }, turnsOnly: true, sort };
  const turns = (await collect(service.rows(queryCalls, requested, signal))).flat();
  assert.equal(turns.length, thread.turnCount);
  assert.ok(turns.every(({ id, turnId, conversation }) => id === turnId && conversation?.id === thread.id));
  assert.deepEqual([turns[0]?.id, turns[0]?.startedAt], [thread.firstTurnId, thread.startTime]);
  const callIds = turns.map(({ id }) => id);
  const bodies = (
    await collect(service.rows(queryCallDocuments, { project, callIds, documents: ["inputs"] }, signal))
  ).flat();
  assert.deepEqual(new Set(bodies.map(({ id }) => id)), new Set(callIds));
  assert.ok(bodies.every(({ documents }) => "inputs" in documents && !("output" in documents)));
});

test("call places match the listed calls", async () => {
  const requested = { project, turnsOnly: true, limit: 50 };
  const calls = (await collect(service.rows(queryCalls, requested, signal))).flat();
  assert.equal(calls.length, 50);
  assert.deepEqual(
    (await collect(service.rows(queryCallPlaces, requested, signal))).flat(),
    calls.map(({ id, conversation, turnId }) => ({ id, conversation, turnId })),
  );
});

test("call failures match the listed calls", async () => {
  const [failed] = operandsOf({ kind: "status", anyOf: ["error"] }, 0);
  const sort = [{ field: "started_at", direction: "desc" }] as const;
  const query = queryOfOperands(failed === undefined ? [] : [failed]) ?? assert.fail();
  const requested = { project, query, sort, limit: 50 };
  const calls = (await collect(service.rows(queryCalls, requested, signal))).flat();
  assert.equal(calls.length, 50);
  assert.ok(calls.every(({ status }) => status === "error"));
  assert.deepEqual(
    (await collect(service.rows(queryCallFailures, requested, signal))).flat(),
    calls.map(({ id, op, conversation, turnId, startedAt, exception }) => {
      return { id, op, conversation, turnId, startedAt, exception };
    }),
  );
});

test("calls are exported with the service's own values, in its order, with documents only if requested", async () => {
  const requested = { project_id: project, sort_by: latestFirst };
  const authorization = `Basic ${Buffer.from(`${running.username}:${running.password}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(`${running.url}/calls/stream_query`, {
    method: "POST",
    headers,
    body: JSON.stringify(requested),
  });
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  const records = lines.map((line) => JSON.parse(line));
  assert.equal(records.length, 4000);
  const documents = ["inputs", "output"] as const;
  const plain = callTable([]);
  const full = callTable(documents);
  const exported = async (names: readonly CallDocumentName[]) =>
    (await collect(service.rows(queryExportedCalls, { project, sort: latestFirst, documents: names }, signal))).flat();
  const [bare, whole] = [await exported([]), await exported(documents)];
  const microseconds = (time: string) => Date.parse(time) * 1000 + Number(/\.\d{3}(\d{3})/.exec(time)?.[1] ?? 0);
  let [unfinished, tokens] = [0, 0];
  for (const [at, record] of records.entries()) {
    const { id, op_name, trace_id, thread_id, turn_id, parent_id, started_at, ended_at, exception, summary } = record;
    const counts: readonly Record<string, number>[] = Object.values(summary.usage ?? {});
    const total = counts.reduce((sum, { total_tokens: all = 0 }) => sum + all, 0);
    const expected = {
      ...{ id, op_name, trace_id, thread_id, turn_id, parent_id, started_at, ended_at },
      duration_ms: ended_at === null ? null : (microseconds(ended_at) - microseconds(started_at)) / 1000,
      status: summary.weave.status,
      exception,
      total_tokens: counts.length === 0 ? null : total,
    };
    if (ended_at === null) unfinished++;
    tokens += total;
    assert.deepEqual(plain.recordOf(bare[at] ?? assert.fail()), expected);
    const all = { ...expected, inputs: record.inputs, output: record.output };
    assert.deepEqual(full.recordOf(whole[at] ?? assert.fail()), all);
  }
  assert.ok(unfinished > 0 && tokens > 0, `${unfinished} running, ${tokens} tokens`);
  assert.deepEqual(Object.keys(full.recordOf(whole[0] ?? assert.fail())), full.fields);
  assert.ok(bare.every((call) => Object.keys(call.documents).length === 0));
});

test("the numbers of errors are those of all calls of the project", async () => {
  const calls = (await collect(service.rows(queryCalls, { project }, signal))).flat();
  const failed = calls.filter(({ exception }) => exception !== null);
  const typeOf = ({ exception }: Pick<Call, "exception">) =>
    /^\{"type":"(\w+)"/.exec(exception ?? "")?.[1] ??
    [...(exception ?? "").matchAll(/^(?:\w+\.)*(\w+): /gm)].at(-1)?.[1];
  const found = await findErrors(
    projectClient(service, project),
    { filter: unfiltered, asOf: 0 },
    () => undefined,
    signal,
  );
  assert.deepEqual([found.read, found.reach, found.total], [failed.length, "all", failed.length]);
  const rows = errorRows(found);
  assert.ok(rows.length > 5 && failed.length > 50, `${rows.length} groups of ${failed.length} calls`);
  for (const { op, type, count, opCalls, first, last, conversationCount } of rows) {
    const ofOp = calls.filter((call) => opName(call.op) === opName(op));
    const group = ofOp.filter((call) => call.exception !== null && typeOf(call) === type);
    const starts = group.map(({ startedAt }) => startedAt);
    assert.deepEqual(
      [count, opCalls, first, last, conversationCount],
      [
        group.length,
        found.ops.has(op) ? ofOp.length : null,
        Math.min(...starts),
        Math.max(...starts),
        new Set(group.flatMap(({ conversation }) => conversation?.id ?? [])).size,
      ],
      `${op} ${type}`,
    );
  }
  const marked = found.groups.filter(({ mark }) => mark !== null).length;
  assert.ok(marked > 0 && marked < rows.length, `${marked} of ${rows.length} errors are found by their type`);
  for (const group of found.groups) {
    const { count } = await service.ask(countCalls, callQueryOf(callsOfError(group, unfiltered), project, 0), signal);
    assert.equal(count, group.calls.length, `${group.op} ${group.type}`);
  }
  assert.equal(found.ops.size, Math.min(25, new Set(failed.map(({ op }) => opName(op))).size));
});

test("threads with errors have a turn whose status is error or descendant_error", async () => {
  const whole = await startSampleService(serviceOptions.parse({}));
  const connected = connect(whole.password, whole);
  const target = projectClient(connected, project);
  try {
    const turns = (await collect(target.service.rows(queryCalls, { project, turnsOnly: true }, signal))).flat();
    const inThread = turns.flatMap(({ conversation, status }) =>
      conversation === null ? [] : { threadId: conversation.id, status },
    );
    const failed = inThread.filter(({ status }) => status === "error" || status === "descendant_error");
    const expected = new Set(failed.map(({ threadId }) => threadId));
    const ids = [...new Set(inThread.map(({ threadId }) => threadId))];
    for (let start = 0; start < ids.length; start += 1000) {
      const some = ids.slice(start, start + 1000);
      const found = await withErrors(some, {}, target, signal);
      assert.ok(found.size > 10);
      assert.deepEqual(found, new Set(some.filter((id) => expected.has(id))));
    }
    const after = (turns.map(({ startedAt }) => startedAt).toSorted()[turns.length >> 1] ?? 0) + 1;
    const bounds = { after };
    const late = turns.flatMap((turn) =>
      turn.startedAt > after && isFailed(turn) ? (turn.conversation?.id ?? []) : [],
    );
    const found = await failedThreadIds([], bounds, target, signal);
    assert.deepEqual(new Set(found), new Set(late));
    assert.deepEqual(await failedThreadIds((found ?? []).slice(0, 3), bounds, target, signal), found?.slice(0, 3));
  } finally {
    await connected.close();
    await whole.close();
  }
});

const mebibyte = 1024 * 1024;

for (const [name, id] of Object.entries(showcaseThreads)) {
  test(`the showcase ${name} is read completely: turns, nested calls and all documents`, async () => {
    const requested = { project, filter: { threadIds: [id] }, costs: true } as const;
    const calls = (await collect(service.rows(queryCalls, requested, signal))).flat();
    const turns = (await collect(service.rows(queryCalls, { ...requested, turnsOnly: true }, signal))).flat();
    const [thread] = await threadsOf({ threadIds: [id] });
    assert.equal(turns.length, thread?.turnCount);
    assert.deepEqual(
      turns,
      calls.filter((call) => call.id === call.turnId),
    );
    const documents = (
      await collect(
        service.rows(
          queryCallDocuments,
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
    const requested = { project, filter: { threadIds: [id] }, costs: true } as const;
    return (await collect(service.rows(queryCalls, requested, signal)))
      .flat()
      .flatMap(({ usage }) => usage.map(({ cost }) => cost));
  };
  assert.ok((await costs(showcaseThreads.review)).every((cost) => cost !== null && cost > 0));
  assert.deepEqual(new Set(await costs(showcaseThreads.planning)), new Set([null]));
});

test("a document of 1.5 MB is listed with its size, and too long for a lower limit", async () => {
  const requested = { project, filter: { threadIds: [showcaseThreads.export] }, turnsOnly: true } as const;
  const turns = (await collect(service.rows(queryCalls, requested, signal))).flat();
  const [large] = turns.toSorted((a, b) => (b.storedBytes ?? 0) - (a.storedBytes ?? 0));
  assert.ok(large?.storedBytes && large.storedBytes > mebibyte);
  const documents = { project, callIds: [large.id], documents: ["output"] } as const;
  await assert.rejects(
    collect(service.rows(queryCallDocuments, { ...documents, mostBytes: mebibyte }, signal)),
    (error) => error instanceof ServiceError && isTooLong(error.fault),
  );
  const [whole] = (await collect(service.rows(queryCallDocuments, documents, signal))).flat();
  assert.ok(JSON.stringify(whole?.documents.output).length > mebibyte);
});
