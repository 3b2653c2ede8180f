import assert from "node:assert/strict";
import { test } from "node:test";
import * as zlib from "node:zlib";
import { type Fault, ServiceError } from "../../../src/core/failures/fault.ts";
import type { Limits } from "../../../src/service/client.ts";
import { send, sendAndClose, sendAndFlood, sendAndReset } from "../../fault/rawAnswers.ts";
import {
  answer,
  chunk,
  closedPort,
  head,
  type Respond,
  startClient,
  startRawServer,
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
  /** 1 where it is left away. */
  readonly attempts?: number;
}

const streams: readonly (readonly [what: string, act: Respond, expected: Expected, limits?: Partial<Limits>])[] = [
  ["a close before the answer", (socket) => socket.end(), { kind: "unreachable", rows: 0, attempts: 3 }],
  ["a reset before the answer", (socket) => socket.resetAndDestroy(), { kind: "unreachable", rows: 0, attempts: 3 }],
  [
    "a close inside the headers",
    sendAndClose("HTTP/1.1 200 OK\r\ncontent-le"),
    { kind: "unreachable", rows: 0, attempts: 3 },
  ],
  ["a reset after the headers", sendAndReset(head(200, chunked)), { kind: "cutShort", rows: 0, attempts: 3 }],
  ["a reset inside a line", sendAndReset(head(200, chunked), chunk(`${two}{"thr`)), { kind: "cutShort", rows: 2 }],
  [
    "a close inside a character",
    sendAndClose(head(200, chunked), chunk(two), "2\r\n\xc3"),
    { kind: "cutShort", rows: 2 },
  ],
  [
    "chunks without their end, the connection kept until then",
    sendAndClose(head(200, chunked), chunk(two)),
    { kind: "cutShort", rows: 2 },
  ],
  [
    "chunks without their end, the close announced",
    sendAndClose(head(200, [...chunked, "connection: close"]), chunk(two)),
    { kind: "cutShort", rows: 2 },
  ],
  ["less than the length", sendAndClose(head(200, ["content-length: 5000"]), two), { kind: "cutShort", rows: 2 }],
  [
    "less than the length, the close announced",
    sendAndClose(head(200, ["content-length: 5000", "connection: close"]), two),
    { kind: "cutShort", rows: 2 },
  ],
  [
    "more than the length, which cuts a line",
    send(head(200, [`content-length: ${two.length - 30}`]), two),
    { kind: "cutShort", rows: 1, detail: /line 2/ },
  ],
  [
    "neither length nor chunks",
    sendAndClose(head(200, ["connection: close"]), two),
    { kind: "cutShort", rows: 2, detail: /neither a length/ },
  ],
  [
    "two lengths",
    send(head(200, ["content-length: 10", "content-length: 20"]), two),
    { kind: "malformed", rows: 0, line: null },
  ],
  [
    "a length and chunks",
    send(head(200, ["content-length: 10", ...chunked]), chunk(two)),
    { kind: "malformed", rows: 0, line: null },
  ],
  [
    "a chunk size that is none",
    send(head(200, chunked), chunk(two), "xyz\r\n"),
    { kind: "malformed", rows: 2, line: null },
  ],
  ["no HTTP at all", send("SSH-2.0-OpenSSH_9.9\r\n"), { kind: "malformed", rows: 0, line: null }],
  [
    "headers without end",
    send(head(200, [`x-filler: ${"x".repeat(20_000)}`])),
    { kind: "malformed", rows: 0, line: null },
  ],
  [
    "a protocol switch",
    send(head(101, ["upgrade: h2c", "connection: upgrade"])),
    { kind: "malformed", rows: 0, line: null },
  ],
  ["a call to continue, which was not waited for", send(head(100, [])), { kind: "malformed", rows: 0, line: null }],
  [
    "an informational answer, then a line that is not JSON,",
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
    "a last line that is half a record",
    send(answer(200, `${two}{"thread_id":"c"`)),
    { kind: "cutShort", rows: 2, detail: /line 3/ },
  ],
  ["a number where a record ends", send(answer(200, `${two}NaN\n`)), { kind: "malformed", rows: 2, line: 3 }],
  [
    "numbers that JSON does not have",
    send(answer(200, `${record("a").replace("120.5", "Infinity")}\n`)),
    { kind: "malformed", rows: 0, line: 1, detail: /not JSON/ },
  ],
  [
    "a record without its id",
    send(answer(200, `${two}${record("c", { thread_id: undefined })}\n${two}`)),
    { kind: "malformed", rows: 2, line: 3, detail: /not a thread: thread_id/ },
  ],
  [
    "a failure told in the midst of rows",
    send(answer(200, `${two}{"reason":"Internal server error"}\n`)),
    { kind: "malformed", rows: 2, line: 3, detail: /not a thread/ },
  ],
  [
    "nesting a hundred thousand deep",
    send(answer(200, `${two}{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`)),
    { kind: "malformed", rows: 2, line: 3, detail: /not a thread/ },
  ],
  [
    "bytes that are not UTF-8",
    send(answer(200, Buffer.concat([Buffer.from(two), Buffer.from([0xff, 0x0a])]))),
    { kind: "malformed", rows: 2, line: 3 },
  ],
  [
    "an HTML page",
    send(answer(200, "<!DOCTYPE html>\n<title>Sign in</title>\n", ["content-type: text/html"])),
    { kind: "malformed", rows: 0, line: 1, detail: /an HTML page/ },
  ],
  [
    "an HTML page in one line",
    send(answer(200, "\n <html></html>")),
    { kind: "malformed", rows: 0, line: 2, detail: /an HTML page/ },
  ],
  ["an array without its end", send(answer(200, `[${record("a")},${record("b")}`)), { kind: "cutShort", rows: 1 }],
  [
    "an array with a gap",
    send(answer(200, `[${record("a")},,${record("b")}]`)),
    { kind: "malformed", rows: 1, line: null },
  ],
  [
    "an array with more after it",
    send(answer(200, `[${record("a")}]\n${record("b")}\n`)),
    { kind: "malformed", rows: 1, line: null },
  ],
  [
    "an array of something else",
    send(answer(200, `[${record("a")},1]`)),
    { kind: "malformed", rows: 1, line: null, detail: /not a thread/ },
  ],
  [
    "more threads than asked for",
    send(answer(200, many)),
    { kind: "malformed", rows: 2000, line: 2001, detail: /more than the 2000/ },
  ],

  [
    "a line beyond the limit",
    send(head(200, chunked), chunk(two), chunk("x".repeat(3000))),
    { kind: "malformed", rows: 2, line: 3, detail: /2000 bytes/ },
    { record: 2000 },
  ],
  [
    "a line beyond the limit that a compression hides",
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
  test(`${what} is ${expected.kind} after ${expected.rows} rows`, async (t) => {
    const server = await startRawServer(t, act);
    const { service, entries } = startClient(t, { url: server.url, ...(limits && { limits }) });
    const { ids, error } = await receive(service, { ...everything, limit: 2000 });
    assert.ok(error instanceof ServiceError, String(error));
    const { fault } = error;
    assert.equal(fault.kind, expected.kind, error.message);
    assert.equal(ids.length, expected.rows);
    if ("rowsBefore" in fault) assert.equal(fault.rowsBefore, expected.rows);
    if (fault.kind === "malformed") assert.equal(fault.line, expected.line);
    if (expected.detail) assert.match("detail" in fault ? fault.detail : "", expected.detail);
    assert.deepEqual(
      entries.map(({ outcome, rows }) => [outcome, rows]),
      Array.from({ length: expected.attempts ?? 1 }, () => [fault, expected.rows]),
    );
  });
}

for (const [name, encode] of codecs) {
  const whole = encode(many);
  const broken: readonly (readonly [what: string, body: Buffer, kind: Fault["kind"]])[] = [
    ["without its end", whole.subarray(0, -4), "cutShort"],
    ["cut in half", whole.subarray(0, whole.length >> 1), "cutShort"],
    ["that is none", Buffer.from(two), "malformed"],
  ];
  test(`${name} that a reset cuts in half is cutShort, with the rows before it counted`, async (t) => {
    const half = whole.subarray(0, whole.length >> 1);
    const server = await startRawServer(
      t,
      sendAndReset(head(200, [`content-length: ${whole.length}`, `content-encoding: ${name}`]), half),
    );
    const { service } = startClient(t, { url: server.url });
    const { ids, error } = await receive(service);
    assert.ok(error instanceof ServiceError, String(error));
    assert.ok(error.fault.kind === "cutShort" && error.fault.rowsBefore === ids.length, error.message);
  });
  for (const [what, body, kind] of broken) {
    test(`${name} ${what} is ${kind}, never a shorter list`, async (t) => {
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

test("gzip with a wrong checksum is malformed", async (t) => {
  const body = zlib.gzipSync(two);
  body.writeUInt32LE(1, body.length - 8);
  const server = await startRawServer(t, (socket) => socket.write(answer(200, body, ["content-encoding: gzip"])));
  const { service } = startClient(t, { url: server.url });
  const { error } = await receive(service);
  assert.ok(error instanceof ServiceError && error.fault.kind === "malformed", String(error));
});

const counts: readonly (readonly [what: string, act: Respond, kind: Fault["kind"], detail?: RegExp])[] = [
  ["nothing", send(answer(200, "")), "malformed", /not JSON/],
  ["an HTML page", send(answer(200, "<html>")), "malformed", /an HTML page/],
  ["a list", send(answer(200, "[]")), "malformed"],
  ["no count", send(answer(200, '{"total_storage_size_bytes":1}')), "malformed", /count/],
  ["a count below zero", send(answer(200, '{"count":-1}')), "malformed", /count/],
  ["a count that is no number", send(answer(200, '{"count":1e999}')), "malformed", /count/],
  ["half an answer", send(answer(200, '{"count":')), "malformed", /not JSON/],
  ["bytes that are not UTF-8", send(answer(200, Buffer.from([0x22, 0xff, 0x22]))), "malformed", /UTF-8/],
  ["more than the limit", send(answer(200, `{"count":1,"more":"${"x".repeat(2000)}"}`)), "malformed", /1000 bytes/],
  [
    "more than the limit, compressed",
    send(answer(200, zlib.gzipSync(" ".repeat(1e6)), ["content-encoding: gzip"])),
    "malformed",
    /1000 bytes/,
  ],
  ["less than its length", sendAndClose(head(200, ["content-length: 100"]), '{"count":1}'), "cutShort"],
  ["refused", send(answer(403, '{"detail":"Project not found"}')), "forbidden", /Project not found/],
  [
    "refused in gzip",
    send(answer(403, zlib.gzipSync('{"detail":"No"}'), ["content-encoding: gzip"])),
    "forbidden",
    /^No$/,
  ],
  ["refused in an unknown encoding", send(answer(403, "???", ["content-encoding: rot13"])), "forbidden", /^$/],
  [
    "refused, and closed in mid-sentence",
    sendAndClose(head(401, ["content-length: 100"]), "Who are"),
    "notSignedIn",
    /^Who are$/,
  ],
  [
    "refused at a length without end",
    send(head(500, ["content-length: 1000000"]), "no! ".repeat(500)),
    "serviceFailure",
    /^(no! )+no!$/,
  ],
];

for (const [what, act, kind, detail] of counts) {
  test(`a count answered with ${what} is ${kind}`, async (t) => {
    const server = await startRawServer(t, act);
    const { service } = startClient(t, { url: server.url, limits: { answer: 1000, error: 1000 } });
    await assert.rejects(service.countCalls(everything, signal), (error) => {
      assert.ok(error instanceof ServiceError, String(error));
      assert.equal(error.fault.kind, kind, error.message);
      if (detail) assert.match("detail" in error.fault ? error.fault.detail : "", detail);
      return true;
    });
  });
}

test("a count is whole by its closing brace, with or without a length", async (t) => {
  const server = await startRawServer(t, sendAndClose(head(200, ["connection: close"]), '{"count":5}'));
  const { service } = startClient(t, { url: server.url });
  assert.equal((await service.countCalls(everything, signal)).count, 5);
});

test("an array is whole by its closing bracket, with or without a length", async (t) => {
  const server = await startRawServer(t, sendAndClose(head(200, ["connection: close"]), `[${record("a")}]`));
  const { service } = startClient(t, { url: server.url });
  assert.deepEqual(await receive(service), { ids: ["a"], error: undefined });
});

for (const headers of [[], ["connection: close"]]) {
  test(`a whole body whose connection closes while its reader pauses is whole ${headers.join()}`, async (t) => {
    const server = await startRawServer(t, (socket) => socket.end(answer(200, many, headers)));
    const { service } = startClient(t, { url: server.url });
    const batches = service.queryThreads(everything, signal);
    const first = await batches.next();
    const [socket] = server.sockets;
    assert.ok(socket && !first.done);
    await untilClosed(socket);
    const rest = await collect(batches);
    assert.equal([first.value, ...rest].flat().length, 3000);
  });
}

const behind: readonly (readonly [what: string, act: Respond, rows: number])[] = [
  ["rows", sendAndFlood(head(200, chunked), chunk(two)), 1000],
  [
    "rows that a compression makes small",
    send(answer(200, zlib.gzipSync(two.repeat(50_000)), ["content-encoding: gzip"])),
    1000,
  ],
];

for (const [what, act, rows] of behind) {
  test(`a reader that falls too far behind ${what} gets what waited for it, and an error`, async (t) => {
    const server = await startRawServer(t, act);
    const { service } = startClient(t, { url: server.url, limits: { unread: 1_000_000 } });
    const batches = service.queryThreads(everything, signal);
    await batches.next();
    await untilClosed(server.sockets[0]);
    const waited = await batches.next();
    assert.ok(!waited.done && waited.value.length > rows);
    await assert.rejects(batches.next(), (error) => error instanceof ServiceError && error.fault.kind === "cutShort");
  });
}

test("a port without a listener is unreachable", async (t) => {
  const { service, entries } = startClient(t, { url: `http://127.0.0.1:${await closedPort()}` });
  const { error } = await receive(service);
  assert.ok(error instanceof ServiceError);
  assert.deepEqual(error.fault, { kind: "unreachable", code: "ECONNREFUSED" });
  assert.deepEqual(
    entries.map(({ status }) => status),
    [null, null, null],
  );
});
