import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Fault, ServiceError } from "../../../src/core/failures/fault.ts";
import { countCalls } from "../../../src/core/port/operations.ts";
import type { CallCount, CallQuery } from "../../../src/core/query/callQuery.ts";
import { answer, type RawRequest, startClient, startRawServer } from "./rawServer.ts";

const { signal } = new AbortController();
const project = "acme/desk";
const requested: CallQuery = {
  project,
  filter: { traceRootsOnly: true },
  query: { $expr: { $eq: [{ $getField: "inputs.model.name" }, { $literal: "small" }] } },
  limit: 5,
  includeStorageSize: true,
  expandColumns: ["inputs.model"],
};

interface Reply {
  readonly status: number;
  readonly body: string;
}

/** A service that responds to counts with `count`, and to lists with `list`. */
async function start(t: TestContext, count: string, list: Reply) {
  const server = await startRawServer(t, (socket, { head }) =>
    socket.write(head.startsWith("POST /calls/query_stats ") ? answer(200, count) : answer(list.status, list.body)),
  );
  return { server, ...startClient(t, { url: server.url }) };
}

const lines = (count: number): Reply => ({
  status: 200,
  body: Array.from({ length: count }, (_, index) => `{"id":"${index}"}\n`).join(""),
});

function pathOf({ head }: RawRequest): string {
  return head.split(" ")[1] ?? "";
}

const none = '{"count":0,"has_more":false,"total_storage_size_bytes":0}';
const zero: CallCount = { count: 0, hasMore: false, storageSize: 0, rewritten: [] };

const results: readonly (readonly [what: string, list: Reply, count: CallCount])[] = [
  ["some calls", lines(128), { count: 128, hasMore: false, storageSize: null, rewritten: [], listed: true }],
  [
    "as many calls as the limit",
    lines(1000),
    { count: 1000, hasMore: true, storageSize: null, rewritten: [], listed: true },
  ],
  ["no calls", lines(0), zero],
  ["no list route", { status: 404, body: '{"detail":"Not Found"}' }, zero],
];

for (const [what, list, count] of results) {
  test(`a count of 0 through refs is checked by listing calls: ${what}`, async (t) => {
    const { server, service } = await start(t, none, list);
    assert.deepEqual(await service.ask(countCalls, requested, signal), count);
    const [counted, listed] = server.requests;
    assert.ok(counted && listed);
    assert.deepEqual([pathOf(counted), pathOf(listed)], ["/calls/query_stats", "/calls/stream_query"]);
    const { include_total_storage_size: _, ...body } = JSON.parse(counted.body);
    assert.deepEqual(JSON.parse(listed.body), { ...body, limit: 1000, columns: ["id"] });
  });
}

const once: readonly (readonly [what: string, count: string, query: CallQuery])[] = [
  ["a count above 0 through refs", '{"count":3,"has_more":false}', requested],
  ["a count of 0 without expanded columns", none, { project }],
  ["a count of 0 with an empty list of expanded columns", none, { project, expandColumns: [] }],
];

for (const [what, count, query] of once) {
  test(`${what} is not checked by listing calls`, async (t) => {
    const { server, service } = await start(t, count, lines(9));
    assert.equal((await service.ask(countCalls, query, signal)).listed, undefined);
    assert.equal(server.requests.length, 1);
  });
}

test("a failed list is reported, because the count of 0 may be wrong", async (t) => {
  const { service } = await start(t, none, { status: 400, body: '{"reason":"No common type"}' });
  const fault: Fault = { kind: "invalidRequest", detail: "No common type", issues: [] };
  await assert.rejects(service.ask(countCalls, requested, signal), (error) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual(error.fault, fault);
    return true;
  });
});
