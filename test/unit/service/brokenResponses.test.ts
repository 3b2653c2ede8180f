import assert from "node:assert/strict";
import * as zlib from "node:zlib";
import { detailText, type Fault, ServiceError } from "../../../src/core/failures/fault.ts";
import { countCalls, queryThreads } from "../../../src/core/port/operations.ts";
import type { Limits } from "../../../src/service/connection.ts";
import { send, sendAndClose, sendAndFlood, sendAndReset } from "../../fault/rawResponses.ts";
import {
  answer,
  chunk,
  closedPort,
  head,
  type Respond,
  startRawServer,
  testBothClients,
  untilClosed,
} from "./rawServer.ts";
import { collect, everything, receive, record } from "./threads.ts";

const { signal } = new AbortController();
const chunked = ["transfer-encoding: chunked"];
const two = `${record("a")}\n${record("b")}\n`;
const many = Array.from({ length: 3000 }, (_, index) => `${record(`t${index}`)}\n`).join("");

interface Expected {
  readonly kind: Fault["kind"];
  readonly rows: number;
  readonly line?: number | null;
  readonly detail?: RegExp;
  /** 1 by default. */
  readonly attempts?: number;
}

const streams: readonly (readonly [what: string, act: Respond, expected: Expected, limits?: Partial<Limits>])[] = [
  ["a connection closed before the response", (socket) => socket.end(), { kind: "unreachable", rows: 0, attempts: 3 }],
  [
    "a connection reset before the response",
    (socket) => socket.resetAndDestroy(),
    { kind: "unreachable", rows: 0, attempts: 3 },
  ],
  [
    "a connection closed within the headers",
    sendAndClose("HTTP/1.1 200 OK\r\ncontent-le"),
    { kind: "unreachable", rows: 0, attempts: 3 },
  ],
  [
    "a connection reset after the headers",
    sendAndReset(head(200, chunked)),
    { kind: "cutShort", rows: 0, attempts: 3 },
  ],
  [
    "a connection reset within a line",
    sendAndReset(head(200, chunked), chunk(`${two}{"thr`)),
    { kind: "cutShort", rows: 2 },
  ],
  [
    "a connection closed within a character",
    sendAndClose(head(200, chunked), chunk(two), "2\r\n\xc3"),
    { kind: "cutShort", rows: 2 },
  ],
  [
    "a truncated chunked body on a keep-alive connection",
    sendAndClose(head(200, chunked), chunk(two)),
    { kind: "cutShort", rows: 2 },
  ],
  [
    "a truncated chunked body with connection: close",
    sendAndClose(head(200, [...chunked, "connection: close"]), chunk(two)),
    { kind: "cutShort", rows: 2 },
  ],
  [
    "a body shorter than its length",
    sendAndClose(head(200, ["content-length: 5000"]), two),
    { kind: "cutShort", rows: 2 },
  ],
  [
    "a body shorter than its length with connection: close",
    sendAndClose(head(200, ["content-length: 5000", "connection: close"]), two),
    { kind: "cutShort", rows: 2 },
  ],
  [
    "a body longer than its length, cut within a line,",
    send(head(200, [`content-length: ${two.length - 30}`]), two),
    { kind: "cutShort", rows: 1, detail: /line 2/ },
  ],
  [
    "a body with neither a length nor chunks",
    sendAndClose(head(200, ["connection: close"]), two),
    { kind: "cutShort", rows: 2, detail: /neither a length/ },
  ],
  [
    "a response with two lengths",
    send(head(200, ["content-length: 10", "content-length: 20"]), two),
    { kind: "malformed", rows: 0, line: null },
  ],
  [
    "a response with a length and chunks",
    send(head(200, ["content-length: 10", ...chunked]), chunk(two)),
    { kind: "malformed", rows: 0, line: null },
  ],
  [
    "an invalid chunk size",
    send(head(200, chunked), chunk(two), "xyz\r\n"),
    { kind: "malformed", rows: 2, line: null },
  ],
  ["a response that is not HTTP", send("SSH-2.0-OpenSSH_9.9\r\n"), { kind: "malformed", rows: 0, line: null }],
  [
    "a header of 20 kB",
    send(head(200, [`x-filler: ${"x".repeat(20_000)}`])),
    { kind: "malformed", rows: 0, line: null },
  ],
  [
    "a protocol switch",
    send(head(101, ["upgrade: h2c", "connection: upgrade"])),
    { kind: "malformed", rows: 0, line: null },
  ],
  ["an unexpected 100 Continue", send(head(100, [])), { kind: "malformed", rows: 0, line: null }],
  [
    "an informational response followed by a line that is not JSON",
    send(head(103, ["link: </style.css>"]), answer(200, "oops\n")),
    { kind: "malformed", rows: 0, line: 1, detail: /not JSON/ },
  ],
  ["status 204", send(head(204, [])), { kind: "malformed", rows: 0, line: null, detail: /204/ }],
  ["status 206", send(answer(206, two)), { kind: "malformed", rows: 0, line: null, detail: /206/ }],

  [
    "a line that is not JSON",
    send(answer(200, `${two}\noops\n${two}`)),
    { kind: "malformed", rows: 2, line: 4, detail: /not JSON/ },
  ],
  [
    "a last line that is not JSON",
    send(answer(200, `${two}oops`)),
    { kind: "malformed", rows: 2, line: 3, detail: /not JSON/ },
  ],
  [
    "a truncated last record",
    send(answer(200, `${two}{"thread_id":"c"`)),
    { kind: "cutShort", rows: 2, detail: /line 3/ },
  ],
  ["NaN instead of a record", send(answer(200, `${two}NaN\n`)), { kind: "malformed", rows: 2, line: 3 }],
  [
    "a record with the number Infinity",
    send(answer(200, `${record("a").replace("120.5", "Infinity")}\n`)),
    { kind: "malformed", rows: 0, line: 1, detail: /not JSON/ },
  ],
  [
    "a record without an ID",
    send(answer(200, `${two}${record("c", { thread_id: undefined })}\n${two}`)),
    { kind: "malformed", rows: 2, line: 3, detail: /not a thread: thread_id/ },
  ],
  [
    "an error object after rows",
    send(answer(200, `${two}{"reason":"Internal server error"}\n`)),
    { kind: "malformed", rows: 2, line: 3, detail: /not a thread/ },
  ],
  [
    "a record nested 100,000 levels deep",
    send(answer(200, `${two}{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`)),
    { kind: "malformed", rows: 2, line: 3, detail: /not a thread/ },
  ],
  [
    "invalid UTF-8",
    send(answer(200, Buffer.concat([Buffer.from(two), Buffer.from([0xff, 0x0a])]))),
    { kind: "malformed", rows: 2, line: 3 },
  ],
  [
    "an HTML page",
    send(answer(200, "<!DOCTYPE html>\n<title>Sign in</title>\n", ["content-type: text/html"])),
    { kind: "malformed", rows: 0, line: 1, detail: /an HTML page/ },
  ],
  [
    "an HTML page on one line",
    send(answer(200, "\n <html></html>")),
    { kind: "malformed", rows: 0, line: 2, detail: /an HTML page/ },
  ],
  [
    "an array",
    send(answer(200, `[${record("a")},${record("b")}]`)),
    { kind: "malformed", rows: 0, line: 1, detail: /not a thread/ },
  ],
  [
    "a response with more threads than requested",
    send(answer(200, many)),
    { kind: "malformed", rows: 2000, line: 2001, detail: /more than the 2000/ },
  ],

  [
    "a line above the size limit",
    send(head(200, chunked), chunk(two), chunk("x".repeat(3000))),
    { kind: "malformed", rows: 2, line: 3, detail: /2000 bytes/ },
    { record: 2000 },
  ],
  [
    "a compressed line above the size limit",
    send(answer(200, zlib.gzipSync(`${two}{"${" ".repeat(5_000_000)}"}`), ["content-encoding: gzip"])),
    { kind: "malformed", rows: 2, line: 3, detail: /2000 bytes/ },
    { record: 2000 },
  ],
  [
    "an unknown encoding",
    send(answer(200, two, ["content-encoding: rot13"])),
    { kind: "malformed", rows: 0, line: null, detail: /rot13/ },
  ],
  [
    "two encodings",
    send(answer(200, two, ["content-encoding: gzip, br"])),
    { kind: "malformed", rows: 0, line: null, detail: /gzip, br/ },
  ],
];

const codecs: readonly (readonly [name: string, encode: (body: string) => Buffer])[] = [
  ["gzip", zlib.gzipSync],
  ["br", zlib.brotliCompressSync],
  ["zstd", zlib.zstdCompressSync],
];

for (const [what, act, expected, limits] of streams) {
  testBothClients(`${what} is ${expected.kind} after ${expected.rows} rows`, async (t, startClient) => {
    const server = await startRawServer(t, act);
    const { service, entries } = startClient(t, { url: server.url, ...(limits && { limits }) });
    const { ids, error } = await receive(service, { ...everything, limit: 2000 });
    assert.ok(error instanceof ServiceError, String(error));
    const { fault } = error;
    assert.equal(fault.kind, expected.kind, error.message);
    assert.equal(ids.length, expected.rows);
    if ("rowsBefore" in fault) assert.equal(fault.rowsBefore, expected.rows);
    if (fault.kind === "malformed") assert.equal(fault.line, expected.line);
    if (expected.detail) assert.match("detail" in fault ? detailText(fault.detail) : "", expected.detail);
    assert.deepEqual(
      entries.map(({ outcome, rows }) => [outcome, rows]),
      Array.from({ length: expected.attempts ?? 1 }, () => [fault, expected.rows]),
    );
  });
}

for (const [name, encode] of codecs) {
  const whole = encode(many);
  const broken: readonly (readonly [what: string, body: Buffer, kind: Fault["kind"]])[] = [
    ["without its last bytes", whole.subarray(0, -4), "cutShort"],
    ["cut in half", whole.subarray(0, whole.length >> 1), "cutShort"],
    ["with uncompressed data", Buffer.from(two), "malformed"],
  ];
  testBothClients(
    `a connection reset halfway through ${name} is cutShort, with the received rows counted`,
    async (t, startClient) => {
      const half = whole.subarray(0, whole.length >> 1);
      const server = await startRawServer(
        t,
        sendAndReset(head(200, [`content-length: ${whole.length}`, `content-encoding: ${name}`]), half),
      );
      const { service } = startClient(t, { url: server.url });
      const { ids, error } = await receive(service);
      assert.ok(error instanceof ServiceError, String(error));
      assert.ok(error.fault.kind === "cutShort" && error.fault.rowsBefore === ids.length, error.message);
    },
  );
  for (const [what, body, kind] of broken) {
    testBothClients(`${name} ${what} is ${kind}, not a shorter list`, async (t, startClient) => {
      const server = await startRawServer(t, (socket) =>
        socket.write(answer(200, body, [`content-encoding: ${name}`])),
      );
      const { service } = startClient(t, { url: server.url });
      const { ids, error } = await receive(service);
      assert.ok(error instanceof ServiceError, String(error));
      assert.equal(error.fault.kind, kind, error.message);
      assert.ok("rowsBefore" in error.fault && error.fault.rowsBefore === ids.length);
    });
  }
}

testBothClients("gzip with a wrong checksum is malformed", async (t, startClient) => {
  const body = zlib.gzipSync(two);
  body.writeUInt32LE(1, body.length - 8);
  const server = await startRawServer(t, (socket) => socket.write(answer(200, body, ["content-encoding: gzip"])));
  const { service } = startClient(t, { url: server.url });
  const { error } = await receive(service);
  assert.ok(error instanceof ServiceError && error.fault.kind === "malformed", String(error));
});

const counts: readonly (readonly [what: string, act: Respond, kind: Fault["kind"], detail?: RegExp])[] = [
  ["an empty body", send(answer(200, "")), "malformed", /not JSON/],
  ["an HTML page", send(answer(200, "<html>")), "malformed", /an HTML page/],
  ["a list", send(answer(200, "[]")), "malformed"],
  ["no count", send(answer(200, '{"total_storage_size_bytes":1}')), "malformed", /count/],
  ["a negative count", send(answer(200, '{"count":-1}')), "malformed", /count/],
  ["an infinite count", send(answer(200, '{"count":1e999}')), "malformed", /count/],
  ["truncated JSON", send(answer(200, '{"count":')), "malformed", /not JSON/],
  ["invalid UTF-8", send(answer(200, Buffer.from([0x22, 0xff, 0x22]))), "malformed", /UTF-8/],
  [
    "a body above the size limit",
    send(answer(200, `{"count":1,"more":"${"x".repeat(2000)}"}`)),
    "malformed",
    /1000 bytes/,
  ],
  [
    "a compressed body above the size limit",
    send(answer(200, zlib.gzipSync(" ".repeat(1e6)), ["content-encoding: gzip"])),
    "malformed",
    /1000 bytes/,
  ],
  ["a body shorter than its length", sendAndClose(head(200, ["content-length: 100"]), '{"count":1}'), "cutShort"],
  ["status 403", send(answer(403, '{"detail":"Project not found"}')), "forbidden", /Project not found/],
  [
    "status 403 in gzip",
    send(answer(403, zlib.gzipSync('{"detail":"No"}'), ["content-encoding: gzip"])),
    "forbidden",
    /^No$/,
  ],
  ["status 403 in an unknown encoding", send(answer(403, "???", ["content-encoding: rot13"])), "forbidden", /^$/],
  [
    "status 401 and a truncated body",
    sendAndClose(head(401, ["content-length: 100"]), "Who are"),
    "notSignedIn",
    /^Who are$/,
  ],
  [
    "status 500 and a long body",
    send(head(500, ["content-length: 1000000"]), "no! ".repeat(500)),
    "serviceFailure",
    /^(no! )+no!$/,
  ],
];

for (const [what, act, kind, detail] of counts) {
  testBothClients(`a count response with ${what} is ${kind}`, async (t, startClient) => {
    const server = await startRawServer(t, act);
    const { service } = startClient(t, { url: server.url, limits: { response: 1000, error: 1000 } });
    await assert.rejects(service.ask(countCalls, everything, signal), (error) => {
      assert.ok(error instanceof ServiceError, String(error));
      assert.equal(error.fault.kind, kind, error.message);
      if (detail) assert.match("detail" in error.fault ? detailText(error.fault.detail) : "", detail);
      return true;
    });
  });
}

testBothClients("a count without a length or chunks is complete at its closing brace", async (t, startClient) => {
  const server = await startRawServer(t, sendAndClose(head(200, ["connection: close"]), '{"count":5}'));
  const { service } = startClient(t, { url: server.url });
  assert.equal((await service.ask(countCalls, everything, signal)).count, 5);
});

for (const headers of [[], ["connection: close"]]) {
  testBothClients(
    `a body is complete if the connection closes while the reader pauses ${headers.join()}`,
    async (t, startClient) => {
      const server = await startRawServer(t, (socket) => socket.end(answer(200, many, headers)));
      const { service } = startClient(t, { url: server.url });
      const batches = service.rows(queryThreads, everything, signal);
      const first = await batches[Symbol.asyncIterator]().next();
      const [socket] = server.sockets;
      assert.ok(socket && !first.done);
      await untilClosed(socket);
      const rest = await collect(batches);
      assert.equal([first.value, ...rest].flat().length, 3000);
    },
  );
}

const behind: readonly (readonly [what: string, act: Respond, rows: number])[] = [
  ["rows", sendAndFlood(head(200, chunked), chunk(two)), 1000],
  ["compressed rows", send(answer(200, zlib.gzipSync(two.repeat(50_000)), ["content-encoding: gzip"])), 1000],
];

for (const [what, act, rows] of behind) {
  testBothClients(
    `a reader that falls too far behind ${what} gets the buffered rows, then an error`,
    async (t, startClient) => {
      const server = await startRawServer(t, act);
      const { service } = startClient(t, { url: server.url, limits: { unread: 1_000_000 } });
      const batches = service.rows(queryThreads, everything, signal)[Symbol.asyncIterator]();
      await batches.next();
      await untilClosed(server.sockets[0]);
      const waited = await batches.next();
      assert.ok(!waited.done && waited.value.length > rows);
      await assert.rejects(batches.next(), (error) => error instanceof ServiceError && error.fault.kind === "cutShort");
    },
  );
}

testBothClients("a port without a listener is unreachable", async (t, startClient) => {
  const { service, entries } = startClient(t, { url: `http://127.0.0.1:${await closedPort()}` });
  const { error } = await receive(service);
  assert.ok(error instanceof ServiceError);
  assert.deepEqual(error.fault, { kind: "unreachable", code: "ECONNREFUSED" });
  assert.deepEqual(
    entries.map(({ status }) => status),
    [null, null, null],
  );
});
