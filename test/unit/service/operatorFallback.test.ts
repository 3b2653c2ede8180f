import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import * as z from "zod";
import { detailText } from "../../../src/core/failures/fault.ts";
import { countCalls, queryCallPlaces, queryExportedCalls } from "../../../src/core/port/operations.ts";
import type { CallQuery } from "../../../src/core/query/callQuery.ts";
import type { Operand, Operation } from "../../../src/core/query/expression.ts";
import { sampleProjects } from "../../../src/core/query/projectId.ts";
import type { RequestEntry } from "../../../src/core/requests/requestEntry.ts";
import type { HttpThreadService } from "../../../src/service/client.ts";
import { hanging, type InterposedService, startInterposedService } from "../../fault/interposedService.ts";
import { lackingOperators } from "../../fault/olderService.ts";
import { faultOf } from "../core/failures/faults.ts";
import { receiveCalls } from "./calls.ts";
import { answer, startClient, startRawServer, untilEnd } from "./rawServer.ts";
import { collect } from "./threads.ts";

const { signal } = new AbortController();
const [project] = sampleProjects;

const latency: Operand = { $getField: "summary.weave.latency_ms" };
const second: Operand = { $literal: 1000 };

interface OlderService {
  readonly door: InterposedService;
  readonly client: HttpThreadService;
  readonly entries: readonly RequestEntry[];
  /** The count by the service itself, which supports all operators. */
  truth(operation: Operation): Promise<unknown>;
}

async function startOlder(t: TestContext, lacking: readonly `$${string}`[]): Promise<OlderService> {
  const door = await untilEnd(t, startInterposedService({ threads: 20, calls: 300 }));
  door.misbehave(lackingOperators(door, lacking));
  const { service: client, entries } = startClient(t, door);
  return {
    door,
    client,
    entries,
    truth: async ($expr) =>
      JSON.parse(await door.ask("/calls/query_stats", { project_id: project, query: { $expr } })).count,
  };
}

function asking($expr: Operation): CallQuery {
  return { project, query: { $expr } };
}

const rewritings: readonly (readonly [
  what: string,
  requested: Operation,
  sent: Operation,
  rewritten: readonly string[],
])[] = [
  ["$lt", { $lt: [latency, second] }, { $not: [{ $gte: [latency, second] }] }, ["$lt"]],
  ["$lte", { $lte: [latency, second] }, { $not: [{ $gt: [latency, second] }] }, ["$lte"]],
  [
    "nested $lt and $lte",
    {
      $or: [
        { $and: [{ $lt: [latency, second] }, { $gt: [latency, { $literal: 5 }] }] },
        { $not: [{ $lte: [second, latency] }] },
        { $eq: [{ $lt: [latency, second] }, { $literal: true }] },
      ],
    },
    {
      $or: [
        { $and: [{ $not: [{ $gte: [latency, second] }] }, { $gt: [latency, { $literal: 5 }] }] },
        { $not: [{ $not: [{ $gt: [second, latency] }] }] },
        { $eq: [{ $not: [{ $gte: [latency, second] }] }, { $literal: true }] },
      ],
    },
    ["$lt", "$lte"],
  ],
];

for (const [what, requested, sent, rewritten] of rewritings) {
  test(`an older service gets ${what} rewritten on a retry, and the count reports it`, async (t) => {
    const { door, client, entries, truth } = await startOlder(t, ["$lt", "$lte"]);
    const count = await client.ask(countCalls, asking(requested), signal);
    assert.ok(count.count > 0 && count.count < 300);
    assert.equal(count.count, await truth(requested));
    assert.deepEqual(count.rewritten, rewritten);
    assert.deepEqual(
      door.requests.map(({ body }) => body),
      [requested, sent].map(($expr) => ({ project_id: project, query: { $expr } })),
    );
    assert.deepEqual(
      entries.map(({ status, outcome }) => [status, typeof outcome === "string" ? outcome : outcome.kind]),
      [
        [422, "invalidRequest"],
        [200, "ok"],
      ],
    );
  });
}

test("later counts are rewritten before they are sent, and other queries are unchanged", async (t) => {
  const { door, client } = await startOlder(t, ["$lt", "$lte"]);
  const requested: Operation = { $lt: [latency, second] };
  await client.ask(countCalls, asking(requested), signal);
  const again = await client.ask(countCalls, asking(requested), signal);
  assert.deepEqual(again.rewritten, ["$lt"]);
  assert.equal(door.requests.length, 3);
  const other = await client.ask(countCalls, asking({ $gte: [latency, second] }), signal);
  assert.deepEqual(other.rewritten, []);
  assert.equal(door.requests.length, 4);
});

test("a list of calls is rewritten as their count is", async (t) => {
  const { door, client, truth } = await startOlder(t, ["$lt", "$lte"]);
  const requested: Operation = { $lt: [latency, second] };
  const listed = await receiveCalls(client, { project, query: { $expr: requested } });
  assert.deepEqual([listed.ids.length, listed.error], [await truth(requested), undefined]);
  const rewritten = { $expr: { $not: [{ $gte: [latency, second] }] } };
  const queries = () => door.requests.map(({ body }) => z.object({ query: z.unknown() }).parse(body).query);
  assert.deepEqual(queries(), [{ $expr: requested }, rewritten]);
  await client.ask(countCalls, asking(requested), signal);
  await receiveCalls(client, { project, query: { $expr: requested } });
  assert.deepEqual(queries().slice(2), [rewritten, rewritten], "what is known is not tried again");
});

test("so are the IDs of calls and exported calls", async (t) => {
  const requested = asking({ $lt: [latency, second] });
  const lists = [
    (client: HttpThreadService) => client.rows(queryCallPlaces, requested, signal),
    (client: HttpThreadService) => client.rows(queryExportedCalls, { ...requested, documents: [] }, signal),
  ];
  const { door, truth } = await startOlder(t, ["$lt"]);
  for (const list of lists) {
    const { service: fresh } = startClient(t, door);
    const ids = (await collect<readonly { readonly id: string }[]>(list(fresh))).flat().map(({ id }) => id);
    assert.equal(ids.length, await truth({ $lt: [latency, second] }));
  }
  assert.equal(door.requests.length, 2 * lists.length);
});

test("each client detects missing operators independently", async (t) => {
  const { door, client } = await startOlder(t, ["$lt", "$lte"]);
  await client.ask(countCalls, asking({ $lt: [latency, second] }), signal);
  const { service: other } = startClient(t, door);
  await other.ask(countCalls, asking({ $lt: [latency, second] }), signal);
  assert.equal(door.requests.length, 4);
});

test("a service that supports the operators gets one request without rewriting", async (t) => {
  const { door, client, truth } = await startOlder(t, []);
  const requested: Operation = { $and: [{ $lt: [latency, second] }, { $lte: [{ $literal: 0 }, latency] }] };
  const count = await client.ask(countCalls, asking(requested), signal);
  assert.equal(count.count, await truth(requested));
  assert.deepEqual(count.rewritten, []);
  assert.equal(door.requests.length, 1);
});

const withoutOlderForm: readonly (readonly [operator: `$${string}`, operation: Operation])[] = [
  ["$containsToken", { $containsToken: { input: { $getField: "op_name" }, substr: { $literal: "chat" } } }],
  ["$size", { $gt: [{ $size: { $getField: "input_refs" } }, { $literal: 0 }] }],
];

for (const [operator, operation] of withoutOlderForm) {
  test(`a missing ${operator} is reported as unsupported, because it has no older form`, async (t) => {
    const { door, client } = await startOlder(t, [operator]);
    const fault = await faultOf(client.ask(countCalls, asking(operation), signal));
    assert.deepEqual(fault, { kind: "unsupported", operator });
    assert.equal(door.requests.length, 1);
  });
}

test("a missing operator without an older form is reported even beside one that has an older form", async (t) => {
  const { client } = await startOlder(t, ["$lt", "$lte", "$containsToken"]);
  const words = { input: { $getField: "op_name" }, substr: { $literal: "chat" } } as const;
  const requested: Operation = { $and: [{ $lt: [latency, second] }, { $containsToken: words }] };
  const fault = await faultOf(client.ask(countCalls, asking(requested), signal));
  assert.deepEqual(fault, { kind: "unsupported", operator: "$containsToken" });
});

test("another error in the query is reported unchanged, and the fallback is not remembered", async (t) => {
  const { door, client } = await startOlder(t, ["$lt", "$lte"]);
  const requested: Operation = { $and: [{ $lt: [latency, second] }, { $eq: [{ $getField: "nonsense" }, second] }] };
  for (const requests of [2, 4]) {
    const fault = await faultOf(client.ask(countCalls, asking(requested), signal));
    assert.ok(fault.kind === "invalidRequest");
    assert.match(detailText(fault.detail), /nonsense/);
    assert.equal(door.requests.length, requests);
  }
});

test("canceling during the retry ends the retried request", async (t) => {
  const { door, client } = await startOlder(t, ["$lt"]);
  const { misbehavior, gone } = hanging();
  const older = lackingOperators(door, ["$lt"]);
  const controller = new AbortController();
  door.misbehave((incoming, outgoing, held) => {
    if (door.requests.length === 1) older(incoming, outgoing, held);
    else {
      misbehavior(incoming, outgoing, held);
      controller.abort();
    }
  });
  await assert.rejects(
    client.ask(countCalls, asking({ $lt: [latency, second] }), controller.signal),
    (error) => error === controller.signal.reason,
  );
  await gone;
  assert.equal(door.requests.length, 2);
});

const missing = (member: string, operator: string) => ({
  type: "missing",
  loc: ["body", "query", "$expr", member, operator],
  msg: "Field required",
  input: { $lt: [latency, second] },
});
const olderMembers = ["And", "Or", "Not", "Eq", "Gt", "Gte", "In", "Contains"].map((name) =>
  missing(`${name}Operation`, `$${name.toLowerCase()}`),
);
const within = (member: string, operator: string, ...loc: (string | number)[]) => ({
  ...missing(member, operator),
  loc: ["body", "query", "$expr", member, operator, ...loc],
});

const refusals: readonly (readonly [what: string, status: number, body: object | string, requestedAgain: boolean])[] = [
  ["issues for all members of an older service", 422, { detail: olderMembers }, true],
  [
    "truncated issues for all members of an older service",
    422,
    JSON.stringify({ detail: olderMembers }).slice(0, 700),
    true,
  ],
  ["a sentence that calls it unknown", 400, { reason: "Unknown operation type: LtOperation" }, true],
  ["a sentence that calls it unsupported", 422, { reason: "operator $lt is not supported" }, true],
  [
    "issues that include its member",
    422,
    { detail: [...olderMembers, within("LtOperation", "$lt", 1, "LiteralOperation", "$literal")] },
    false,
  ],
  [
    "an issue of another field",
    422,
    { detail: [{ type: "extra_forbidden", loc: ["body", "filter", "x"], msg: "no" }] },
    false,
  ],
  [
    "a sentence about its operands",
    400,
    { reason: "There is no common type for text and number: use $convert" },
    false,
  ],
  ["a sentence that names it for another reason", 400, { reason: "$lt compares numbers" }, false],
  ["a server error that calls it unknown", 500, { reason: "Unknown operation type: LtOperation" }, false],
];

for (const [what, status, body, requestedAgain] of refusals) {
  test(`after ${what} with status ${status}, $lt is ${requestedAgain ? "" : "not "}rewritten`, async (t) => {
    const server = await startRawServer(t, (socket, request) => {
      const refused = request.body.includes('"$lt"');
      const text = typeof body === "string" ? body : JSON.stringify(body);
      socket.write(refused ? answer(status, text) : answer(200, '{"count":7}'));
    });
    const { service } = startClient(t, { url: server.url });
    const count = service.ask(countCalls, asking({ $lt: [latency, second] }), signal);
    if (requestedAgain) assert.deepEqual((await count).rewritten, ["$lt"]);
    else assert.notEqual((await faultOf(count)).kind, "unsupported");
    assert.equal(new Set(server.requests.map((request) => request.body)).size, requestedAgain ? 2 : 1);
  });
}

test("the original and the rewritten query are each retried up to twice", async (t) => {
  let count = 0;
  const server = await startRawServer(t, (socket, { body }) => {
    if (count++ % 3 < 2) socket.write(answer(503, ""));
    else socket.write(body.includes('"$lt"') ? answer(422, refusal) : answer(200, '{"count":7}'));
  });
  const refusal = JSON.stringify({ detail: olderMembers });
  const { service, entries } = startClient(t, { url: server.url });
  assert.equal((await service.ask(countCalls, asking({ $lt: [latency, second] }), signal)).count, 7);
  assert.deepEqual(
    entries.map(({ attempt, status }) => [attempt, status]),
    [
      [1, 503],
      [2, 503],
      [3, 422],
      [1, 503],
      [2, 503],
      [3, 200],
    ],
  );
});

test("a key in a literal that equals an operator is not rewritten", async (t) => {
  const server = await startRawServer(t, (socket) =>
    socket.write(answer(422, JSON.stringify({ detail: olderMembers }))),
  );
  const { service } = startClient(t, { url: server.url });
  const data: Operation = { $eq: [latency, { $literal: { $lt: { $literal: 1 } } }] };
  assert.equal((await faultOf(service.ask(countCalls, asking(data), signal))).kind, "invalidRequest");
  assert.equal(server.requests.length, 1);
});
