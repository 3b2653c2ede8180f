import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { detailText, isTooLong, ServiceError } from "../../../src/core/failures/fault.ts";
import { queryCallDocuments } from "../../../src/core/port/operations.ts";
import type { CallDocuments } from "../../../src/core/query/call.ts";
import type { CallDocumentsQuery } from "../../../src/core/query/callQueries.ts";
import type { Limits } from "../../../src/service/connection.ts";
import { sendAndFlood } from "../../fault/rawResponses.ts";
import { answer, chunk, head, type Respond, startClient, startRawServer } from "./rawServer.ts";
import { collect } from "./threads.ts";
import { Watch } from "./watch.ts";

const { signal } = new AbortController();
const chunked = head(200, ["transfer-encoding: chunked"]);
const output = { callIds: ["a", "b"], documents: ["output"] } as const;

interface Brought {
  readonly documents: readonly CallDocuments[];
  readonly error: unknown;
}

async function bring(
  t: TestContext,
  respond: Respond,
  query: Omit<CallDocumentsQuery, "project"> = output,
  limits: Partial<Limits> = {},
): Promise<Brought> {
  const { url } = await startRawServer(t, respond);
  const { service } = startClient(t, { url, limits });
  const documents: CallDocuments[] = [];
  try {
    const batches = service.rows(queryCallDocuments, { project: "entity/project", ...query }, signal);
    for await (const batch of batches) documents.push(...batch);
    return { documents, error: undefined };
  } catch (error) {
    return { documents, error };
  }
}

const line = (id: string, value: string): string => `{"id":"${id}","output":${value}}\n`;
const whole =
  (body: string): Respond =>
  (socket) =>
    socket.write(answer(200, body));

describe("documents are returned unchanged", () => {
  const cases: readonly (readonly [what: string, body: string, documents: readonly CallDocuments[]])[] = [
    ["as lines", line("a", '"yes"') + line("b", "[1]"), [document("a", "yes"), document("b", [1])]],
    ["for fewer calls than requested", line("b", "1"), [document("b", 1)]],
    ["for no calls", "", []],
  ];
  for (const [what, body, documents] of cases) {
    test(what, async (t) => assert.deepEqual(await bring(t, whole(body)), { documents, error: undefined }));
  }

  test("each as soon as it arrives", async (t) => {
    const server = await startRawServer(t, (socket) => {
      socket.write(Buffer.concat([chunked, chunk(line("a", "1"))]));
    });
    const { service } = startClient(t, { url: server.url });
    const documents = service.rows(queryCallDocuments, { project: "entity/project", ...output }, signal);
    const batches = documents[Symbol.asyncIterator]();
    assert.deepEqual((await batches.next()).value, [document("a", 1)]);
    server.sockets[0]?.write(Buffer.concat([chunk(line("b", "2")), chunk("")]));
    assert.deepEqual(await collect(documents), [[document("b", 2)]]);
  });
});

function document(id: string, value: NonNullable<CallDocuments["documents"]["output"]> | null): CallDocuments {
  return { id, documents: { output: value } };
}

describe("a record above the size limit is reported as too long, after the records before it", () => {
  const large = JSON.stringify("x".repeat(1_000));
  const cases: readonly (readonly [what: string, respond: Respond, documents: readonly string[]])[] = [
    ["a line", whole(line("a", "1") + line("b", large)), ["a"]],
    ["an unterminated line", (socket) => socket.write(Buffer.concat([chunked, chunk(line("b", large).trimEnd())])), []],
    [
      "an endless line",
      sendAndFlood(Buffer.concat([chunked, chunk('{"id":"a","output":"')]), chunk("x".repeat(50_000)), 10e6),
      [],
    ],
  ];
  for (const [what, respond, ids] of cases) {
    test(what, async (t) => {
      const { documents, error } = await bring(t, respond, { ...output, mostBytes: 500 });
      assert.ok(error instanceof ServiceError && isTooLong(error.fault), String(error));
      assert.deepEqual(
        documents.map(({ id }) => id),
        ids,
      );
    });
  }

  const others: readonly (readonly [what: string, respond: Respond])[] = [
    ["an HTML page", whole("<!DOCTYPE html><html></html>")],
    ["a record that is not a call", whole('{"output":1}\n')],
    ["more calls than requested", whole(line("a", "1") + line("b", "1") + line("c", "1"))],
    ["endless blank lines", sendAndFlood(chunked, chunk("\n".repeat(50_000)))],
    ["a truncated response", (socket) => socket.end(Buffer.concat([chunked, chunk(line("a", "1").slice(0, 12))]))],
    ["a 403 response", (socket) => socket.write(answer(403, '{"reason":"a record of more than 5 bytes"}'))],
  ];
  for (const [what, respond] of others) {
    test(`another failure is not reported as too long: ${what}`, async (t) => {
      const { error } = await bring(t, respond);
      assert.ok(error instanceof ServiceError && !isTooLong(error.fault), String(error));
    });
  }

  test("a caller's size limit can exceed the client's default", async (t) => {
    const respond = whole(line("a", large));
    const { documents } = await bring(t, respond, { ...output, mostBytes: 2_000 }, { call: 100 });
    assert.equal(documents.length, 1);
    const { error } = await bring(t, respond, output, { call: 100 });
    assert.ok(error instanceof ServiceError && isTooLong(error.fault), String(error));
  });
});

describe("nesting", () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

  test("990 levels are returned", async (t) => {
    const { documents } = await bring(t, whole(line("a", nested(990))));
    assert.equal(JSON.stringify(documents[0]?.documents.output), nested(990));
  });

  test("16 MB of nested brackets are rejected without parsing", async (t) => {
    using watch = new Watch();
    const { error } = await bring(t, whole(line("a", nested(8_000_000))), { ...output, mostBytes: 64 * 1024 * 1024 });
    const { held } = watch.seen();
    assert.ok(error instanceof ServiceError && error.fault.kind === "malformed", String(error));
    assert.match(detailText(error.fault.detail), /nested deeper than 1000 levels/);
    // Parsing it would take half a gigabyte.
    assert.ok(held < 200e6, `${held}`);
  });
});

test("canceling a large document closes its connection", async (t) => {
  const controller = new AbortController();
  const server = await startRawServer(t, (socket) => {
    socket.write(Buffer.concat([chunked, chunk(`{"id":"a","output":"${"x".repeat(100_000)}`)]), () =>
      controller.abort(new Error("enough")),
    );
  });
  const { service } = startClient(t, { url: server.url });
  const batches = service.rows(queryCallDocuments, { project: "entity/project", ...output }, controller.signal);
  await assert.rejects(collect(batches), /enough/);
  const [socket] = server.sockets;
  if (socket && !socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
});
