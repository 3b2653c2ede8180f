import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import * as zlib from "node:zlib";
import { ServiceError } from "../../../src/core/failures/fault.ts";
import { countCalls, queryThreads } from "../../../src/core/port/operations.ts";
import { answer, chunk, head, type RawServer, startClient, startRawServer, untilClosed } from "./rawServer.ts";
import { collect, everything, receive, record, thread } from "./threads.ts";

const { signal } = new AbortController();
const rows = `${record("a")}\n${record("b")}\n`;

function requestOf(server: RawServer, index = 0) {
  const request = server.requests[index];
  assert.ok(request, `request ${index} has not come`);
  const [line, ...headers] = request.head.split("\r\n");
  return { line, headers: headers.map((header) => header.toLowerCase()), body: request.body };
}

test("a thread query is one POST of JSON that accepts every row type, uncompressed", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, rows)));
  const { service } = startClient(t, { url: server.url });
  assert.deepEqual(await receive(service, { project: "entity/project", limit: 5 }), {
    ids: ["a", "b"],
    error: undefined,
  });
  const { line, headers, body } = requestOf(server);
  assert.equal(line, "POST /threads/stream_query HTTP/1.1");
  assert.ok(headers.includes("content-type: application/json"));
  assert.ok(headers.includes("accept: application/jsonl, application/x-ndjson, application/json"));
  assert.ok(headers.includes("accept-encoding: identity"));
  assert.deepEqual(JSON.parse(body), { project_id: "entity/project", limit: 5 });
});

test("threads have numeric times and no unknown fields", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, record("a", { extra: 1 }))));
  const { service } = startClient(t, { url: server.url });
  assert.deepEqual(await collect(service.rows(queryThreads, everything, signal)), [[thread("a")]]);
});

const bases: readonly (readonly [base: string, path: string])[] = [
  ["", "/calls/query_stats"],
  ["/", "/calls/query_stats"],
  ["/traces", "/traces/calls/query_stats"],
  ["/a%20b/traces/", "/a%20b/traces/calls/query_stats"],
];

for (const [base, path] of bases) {
  test(`with the base path ${JSON.stringify(base)}, a count is requested at ${path}`, async (t) => {
    const server = await startRawServer(t, (socket) => socket.write(answer(200, '{"count":1}')));
    const { service } = startClient(t, { url: server.url + base });
    await service.ask(countCalls, everything, signal);
    assert.equal(requestOf(server).line, `POST ${path} HTTP/1.1`);
  });
}

const credentials: readonly (readonly [username: string, password: string])[] = [
  ["api", "0123456789abcdef"],
  ["api", ""],
  ["jürgen", "pass:wörd🔑"],
  ["api", "k".repeat(500)],
];

for (const [username, password] of credentials) {
  test(`the credentials ${username} and ${password.slice(0, 20)} are sent as Basic in UTF-8`, async (t) => {
    const server = await startRawServer(t, (socket) => socket.write(answer(200, '{"count":1}')));
    const { service } = startClient(t, { url: server.url, username, password });
    await service.ask(countCalls, everything, signal);
    const sent = /^authorization: Basic (\S+)/im.exec(server.requests[0]?.head ?? "")?.[1] ?? "";
    assert.equal(Buffer.from(sent, "base64").toString("utf8"), `${username}:${password}`);
  });
}

const counts: readonly (readonly [what: string, body: string, askSize: boolean, count: object])[] = [
  [
    "all fields",
    '{"count":12,"has_more":false,"total_storage_size_bytes":4096,"extra":[]}',
    true,
    { count: 12, hasMore: false, storageSize: 4096, rewritten: [] },
  ],
  [
    "an older service's response",
    '\uFEFF{"count":0}',
    true,
    { count: 0, hasMore: null, storageSize: null, rewritten: [] },
  ],
  [
    "null fields",
    '{"count":3,"has_more":null,"total_storage_size_bytes":null}',
    true,
    { count: 3, hasMore: null, storageSize: null, rewritten: [] },
  ],
  [
    "a response with an unrequested size",
    '{"count":3,"total_storage_size_bytes":0}',
    false,
    { count: 3, hasMore: null, storageSize: null, rewritten: [] },
  ],
];

for (const [what, body, includeStorageSize, count] of counts) {
  test(`a count is read from ${what}`, async (t) => {
    const server = await startRawServer(t, (socket) => socket.write(answer(200, body)));
    const { service } = startClient(t, { url: server.url });
    assert.deepEqual(await service.ask(countCalls, { ...everything, includeStorageSize }, signal), count);
  });
}

const sample = `\uFEFF${record("ü")}\r\n\n${record("🧵\u2028", { p50_turn_duration_ms: 12.25 })}\n${record("c")}`;
test("threads do not depend on where chunks are split", async (t) => {
  const bytes = Buffer.from(sample);
  let at = 0;
  const server = await startRawServer(t, async (socket) => {
    socket.write(Buffer.concat([head(200, ["transfer-encoding: chunked"]), chunk(bytes.subarray(0, at) || " ")]));
    await turn();
    socket.write(Buffer.concat([chunk(bytes.subarray(at)), chunk("")]));
  });
  const { service } = startClient(t, { url: server.url });
  for (at = 1; at < bytes.length; at++) {
    assert.deepEqual(await receive(service), { ids: ["ü", "🧵\u2028", "c"], error: undefined }, `cut at ${at}`);
  }
});

for (const type of ["application/jsonl", "application/x-ndjson", "application/json", "text/html; charset=latin1", ""]) {
  test(`rows with content type ${JSON.stringify(type)} are read by their content`, async (t) => {
    const server = await startRawServer(t, (socket) => socket.write(answer(200, rows, [`content-type: ${type}`])));
    const { service } = startClient(t, { url: server.url });
    assert.deepEqual(await receive(service), { ids: ["a", "b"], error: undefined });
  });
}

for (const body of ["", "\n\n"]) {
  test(`the body ${JSON.stringify(body)} yields no batch`, async (t) => {
    const server = await startRawServer(t, (socket) => socket.write(answer(200, body)));
    const { service } = startClient(t, { url: server.url });
    assert.deepEqual(await collect(service.rows(queryThreads, everything, signal)), []);
  });
}

test("rows are returned before the response is complete", async (t) => {
  const server = await startRawServer(t, (socket) => {
    socket.write(
      Buffer.concat([head(200, ["transfer-encoding: chunked"]), chunk(`${record("a")}\n${record("b").slice(0, 9)}`)]),
    );
  });
  const { service } = startClient(t, { url: server.url });
  const batches = service.rows(queryThreads, everything, signal)[Symbol.asyncIterator]();
  assert.deepEqual((await batches.next()).value, [thread("a")]);
  server.sockets[0]?.write(Buffer.concat([chunk(`${record("b").slice(9)}\n`), chunk("")]));
  assert.deepEqual((await batches.next()).value, [thread("b")]);
  assert.deepEqual(await batches.next(), { done: true, value: undefined });
});

const encodings: readonly (readonly [name: string, encode: (body: string) => Buffer])[] = [
  ["gzip", zlib.gzipSync],
  ["x-gzip", zlib.gzipSync],
  ["BR", zlib.brotliCompressSync],
  ["zstd", zlib.zstdCompressSync],
  ["identity", Buffer.from],
];

for (const [name, encode] of encodings) {
  test(`rows with the unrequested encoding ${name} are decoded`, async (t) => {
    const server = await startRawServer(t, (socket) =>
      socket.write(answer(200, encode(rows), [`content-encoding: ${name}`])),
    );
    const { service, entries } = startClient(t, { url: server.url });
    assert.deepEqual(await receive(service), { ids: ["a", "b"], error: undefined });
    assert.equal(entries[0]?.bytes, encode(rows).length);
  });
}

test("an informational response is skipped", async (t) => {
  const server = await startRawServer(t, (socket) =>
    socket.write(Buffer.concat([head(103, ["link: </style.css>"]), answer(200, rows)])),
  );
  const { service } = startClient(t, { url: server.url });
  assert.deepEqual(await receive(service), { ids: ["a", "b"], error: undefined });
});

test("consecutive requests share a connection, even after an error response", async (t) => {
  let count = 0;
  const server = await startRawServer(t, (socket) => socket.write(answer([200, 403, 200][count++] ?? 500, rows)));
  const { service } = startClient(t, { url: server.url });
  for (let request = 0; request < 3; request++) {
    await receive(service);
    // undici waits one turn before it reuses a connection.
    await turn();
  }
  assert.equal(server.requests.length, 3);
  assert.equal(server.sockets.length, 1);
});

test("concurrent requests do not wait for each other", async (t) => {
  const server = await startRawServer(t, (socket) => {
    if (server.requests.length === 2) for (const each of server.sockets) each.write(answer(200, '{"count":1}'));
    else assert.ok(socket);
  });
  const { service } = startClient(t, { url: server.url });
  const answers = await Promise.all([
    service.ask(countCalls, everything, signal),
    service.ask(countCalls, everything, signal),
  ]);
  assert.deepEqual(
    answers.map(({ count }) => count),
    [1, 1],
  );
});

test("closing the client closes idle connections", async (t) => {
  const server = await startRawServer(t, (socket) =>
    // An open client would keep the connection for minutes.
    socket.write(answer(200, '{"count":1}', ["keep-alive: timeout=600"])),
  );
  const { service } = startClient(t, { url: server.url });
  await service.ask(countCalls, everything, signal);
  await service.close();
  await untilClosed(server.sockets[0]);
});

test("a redirect is not followed, and the other origin receives nothing", async (t) => {
  const other = await startRawServer(t, (socket) => socket.write(answer(200, rows)));
  const server = await startRawServer(t, (socket) =>
    socket.write(answer(307, "", [`location: ${other.url}/threads/stream_query`])),
  );
  const { service } = startClient(t, { url: server.url });
  const { ids, error } = await receive(service);
  assert.deepEqual(ids, []);
  assert.ok(error instanceof ServiceError);
  assert.deepEqual(error.fault, { kind: "redirect", status: 307, origin: other.url });
  assert.equal(other.sockets.length, 0);
});

test("an invalid request is rejected before it is sent", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, '{"count":1}')));
  const { service, entries } = startClient(t, { url: server.url });
  const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: "a" }] } } as const;
  await assert.rejects(
    service.ask(countCalls, { ...everything, query, limit: 1 }, signal),
    (error) => error instanceof ServiceError && error.fault.kind === "invalidRequest",
  );
  const { error } = await receive(service, { ...everything, limit: 0 });
  assert.ok(error instanceof ServiceError && error.fault.kind === "invalidRequest");
  assert.equal(server.sockets.length, 0);
  assert.deepEqual(entries, []);
});

test("every finished request is logged without the key", async (t) => {
  const bodies = [answer(200, rows), answer(200, '{"count":1}'), answer(401, '{"detail":"No"}')];
  const server = await startRawServer(t, (socket) => socket.write(bodies[server.requests.length - 1] ?? ""));
  const { service, entries } = startClient(t, { url: `${server.url}/traces`, password: "canary" });
  await receive(service);
  await service.ask(countCalls, everything, signal);
  await receive(service);
  const sent = { route: "direct", routeReason: "loopback", attempt: 1, nextIn: null, cause: null };
  assert.deepEqual(
    entries.map(({ milliseconds, at, ...entry }) => ({ ...entry, timed: milliseconds > 0 && at > 0 })),
    [
      { ...sent, path: "/threads/stream_query", status: 200, bytes: rows.length, rows: 2, outcome: "ok", timed: true },
      { ...sent, path: "/calls/query_stats", status: 200, bytes: 11, rows: 1, outcome: "ok", timed: true },
      {
        ...sent,
        path: "/threads/stream_query",
        status: 401,
        bytes: 15,
        rows: 0,
        outcome: { kind: "notSignedIn", detail: "No" },
        timed: true,
      },
    ],
  );
  assert.ok(!JSON.stringify(entries).includes("canary"));
  assert.ok(!JSON.stringify(entries).includes(Buffer.from("api:canary").toString("base64")));
});
