import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { countCalls } from "../../../src/core/port/operations.ts";
import type { CallQuery } from "../../../src/core/query/callQuery.ts";
import type { Operand, Operation } from "../../../src/core/query/expression.ts";
import { faultOf } from "../core/failures/faults.ts";
import { answer, startClient, startRawServer } from "./rawServer.ts";

const { signal } = new AbortController();

function asking($expr: Operation): CallQuery {
  return { project: "acme/desk", query: { $expr } };
}

const flag: Operand = { $getField: "attributes.cache_hit" };
const yes: Operand = { $literal: true };
const noType = JSON.stringify({ reason: "No common type between data types in query" });
const invalid = (path: readonly string[]) =>
  JSON.stringify({ detail: [{ loc: ["body", ...path], msg: "Input should be a valid string", type: "string_type" }] });

/** A service that rejects boolean literals with this response, and otherwise counts 7. */
async function startWithoutBooleans(t: TestContext, status: number, body: string) {
  const server = await startRawServer(t, (socket, request) =>
    socket.write(/"\$literal":(true|false)/.test(request.body) ? answer(status, body) : answer(200, '{"count":7}')),
  );
  return { server, ...startClient(t, { url: server.url }) };
}

const booleanForms: readonly (readonly [what: string, requested: Operation, sent: Operation])[] = [
  ["true", { $eq: [flag, yes] }, { $eq: [flag, { $literal: "true" }] }],
  ["false on the left", { $eq: [{ $literal: false }, flag] }, { $eq: [{ $literal: "false" }, flag] }],
  [
    "both in a nested list",
    { $not: [{ $and: [{ $in: [flag, [yes, { $literal: false }, { $literal: 1 }]] }] }] },
    { $not: [{ $and: [{ $in: [flag, [{ $literal: "true" }, { $literal: "false" }, { $literal: 1 }]] }] }] },
  ],
];

for (const [what, requested, sent] of booleanForms) {
  for (const [status, body] of [
    [400, noType],
    [422, invalid(["query", "$expr"])],
  ] as const) {
    test(`${what} is sent as a string after ${status}, and immediately on the next count`, async (t) => {
      const { server, service } = await startWithoutBooleans(t, status, body);
      for (const requests of [2, 3]) {
        const count = await service.ask(countCalls, asking(requested), signal);
        assert.deepEqual([count.count, count.rewritten], [7, ["boolean $literal"]]);
        assert.equal(server.requests.length, requests);
        assert.deepEqual(JSON.parse(server.requests.at(-1)?.body ?? "").query.$expr, sent);
      }
    });
  }
}

const asBooleans: readonly (readonly [what: string, requested: Operation, status: number, body: string])[] = [
  ["a boolean compared with a column", { $eq: [{ $getField: "thread_id" }, yes] }, 400, noType],
  ["a standalone boolean", { $and: [yes, { $eq: [flag, { $literal: "x" }] }] }, 400, noType],
  ["a boolean with an unrelated validation error", { $eq: [flag, yes] }, 422, invalid(["filter", "call_ids"])],
  ["a boolean without read permission", { $eq: [flag, yes] }, 403, noType],
];

for (const [what, operation, status, body] of asBooleans) {
  test(`${what} is not retried`, async (t) => {
    const { server, service } = await startWithoutBooleans(t, status, body);
    await faultOf(service.ask(countCalls, asking(operation), signal));
    assert.equal(server.requests.length, 1);
  });
}

test("an error that remains without booleans is reported, and the fallback is not remembered", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(422, '{"reason":"Field x is not allowed"}')));
  const { service } = startClient(t, { url: server.url });
  for (const requests of [2, 4]) {
    const fault = await faultOf(service.ask(countCalls, asking({ $eq: [flag, yes] }), signal));
    assert.deepEqual(fault, { kind: "invalidRequest", detail: "Field x is not allowed", issues: [] });
    assert.equal(server.requests.length, requests);
  }
});
