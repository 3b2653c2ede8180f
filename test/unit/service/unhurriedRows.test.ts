import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import * as zlib from "node:zlib";
import { queryExportedCalls, queryThreads } from "../../../src/core/port/operations.ts";
import { allCalls, callLine } from "./calls.ts";
import {
  answer,
  chunk,
  head,
  type RawServer,
  type Respond,
  startClient,
  startEditorClient,
  startRawServer,
  untilClosed,
} from "./rawServer.ts";
import { everything, record } from "./threads.ts";

const { signal } = new AbortController();
/** 27 MB: far more than the client reads ahead and than sockets buffer. */
const count = 120_000;
const rows = Buffer.from(Array.from({ length: count }, (_, n) => `${record(`id-${n}`)}\n`).join(""));
const limits = { unread: 16 * 1024 * 1024 };

/** Writes as fast as the client reads, counting the sent bytes. */
function writing(body: Buffer, sent: { bytes: number }): (socket: Socket) => Promise<void> {
  return async (socket) => {
    for (let start = 0; start < body.length; start += 256 * 1024) {
      const piece = body.subarray(start, start + 256 * 1024);
      if (!socket.write(piece)) await new Promise((resolve) => socket.once("drain", resolve));
      sent.bytes += piece.length;
    }
  };
}

/** Reads one batch, waits for `free`, then reads the rest. */
async function takeSlowly(
  t: TestContext,
  server: RawServer,
  free: () => Promise<void>,
  start = startClient,
): Promise<number> {
  const { service } = start(t, { url: server.url, limits, timeout: 1000 });
  let taken = 0;
  for await (const batch of service.rows(queryThreads, { ...everything, unhurried: true }, signal)) {
    if (taken === 0) await free();
    taken += batch.length;
  }
  return taken;
}

/** Waits until the server could not send for longer than the request timeout of these tests. */
async function untilStuck(sent: { readonly bytes: number }): Promise<void> {
  for (let before = -1; before !== sent.bytes; ) {
    before = sent.bytes;
    await delay(1300);
  }
}

const framings: readonly (readonly [string, (body: Buffer) => Buffer])[] = [
  ["with a length", (body) => answer(200, body)],
  ["in chunks", (body) => Buffer.concat([head(200, ["transfer-encoding: chunked"]), chunk(body), chunk("")])],
];

for (const [name, framed] of framings) {
  test(`a response ${name} is received no faster than it is read, without a timeout`, async (t) => {
    const sent = { bytes: 0 };
    const write = writing(framed(rows), sent);
    const server = await startRawServer(t, (socket) => void write(socket));
    let ahead = 0;
    const taken = await takeSlowly(t, server, async () => {
      await untilStuck(sent);
      ahead = sent.bytes;
    });
    assert.equal(taken, count);
    assert.ok(ahead < rows.length / 1.3, `${ahead} of ${rows.length} bytes had arrived`);
  });
}

test("without unhurried, unread rows end the stream", async (t) => {
  const write = writing(answer(200, rows), { bytes: 0 });
  const server = await startRawServer(t, (socket) => void write(socket));
  const { service } = startClient(t, { url: server.url, limits });
  await assert.rejects(async () => {
    for await (const batch of service.rows(queryThreads, everything, signal)) {
      assert.ok(batch.length > 0);
      await untilClosed(server.sockets[0]);
    }
  }, /cutShort/);
});

/** Decoded data is many times larger than compressed data, so decoding must pause as well. */
const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } };
const encodings: readonly (readonly [string, () => Buffer])[] = [
  ["gzip", () => zlib.gzipSync(rows, { level: 1 })],
  ["br", () => zlib.brotliCompressSync(rows, quick)],
  ["zstd", () => zlib.zstdCompressSync(rows)],
];
for (const [name, encoded] of encodings) {
  test(`a ${name} response is decoded no faster than it is read`, async (t) => {
    const sent = { bytes: 0 };
    const body = answer(200, encoded(), [`content-encoding: ${name}`]);
    const server = await startRawServer(t, (socket) => void writing(body, sent)(socket));
    assert.equal(await takeSlowly(t, server, () => untilStuck(sent)), count);
  });
}

const closing: readonly (readonly [string, readonly string[]])[] = [
  ["with connection: close", ["connection: close"]],
  ["without connection: close", []],
];
for (const [name, headers] of closing) {
  test(`all rows arrive if a connection ${name} closes after the response`, async (t) => {
    const sent = { bytes: 0 };
    const respond: Respond = async (socket) => {
      await writing(answer(200, rows, headers), sent)(socket);
      socket.end();
    };
    const server = await startRawServer(t, respond);
    assert.equal(await takeSlowly(t, server, () => untilStuck(sent)), count);
  });
}

test("canceling a paused response closes the connection", async (t) => {
  const sent = { bytes: 0 };
  const server = await startRawServer(t, (socket) => void writing(answer(200, rows), sent)(socket));
  const controller = new AbortController();
  const { service } = startClient(t, { url: server.url, limits });
  await assert.rejects(async () => {
    for await (const batch of service.rows(queryThreads, { ...everything, unhurried: true }, controller.signal)) {
      assert.ok(batch.length > 0);
      await untilStuck(sent);
      controller.abort(new Error("given up"));
    }
  }, /given up/);
  await untilClosed(server.sockets[0]);
});

test("calls to export are received no faster than they are read", async (t) => {
  const calls = Buffer.from(`${callLine("a")}\n`.repeat(60_000));
  assert.ok(calls.length > rows.length);
  const sent = { bytes: 0 };
  const server = await startRawServer(t, (socket) => void writing(answer(200, calls), sent)(socket));
  const { service } = startClient(t, { url: server.url, limits, timeout: 1000 });
  let taken = 0;
  for await (const batch of service.rows(queryExportedCalls, { ...allCalls, documents: [] }, signal)) {
    if (taken === 0) await untilStuck(sent);
    taken += batch.length;
  }
  assert.equal(taken, 60_000);
});

test("VS Code's HTTP client receives a response no faster than it is read", async (t) => {
  const sent = { bytes: 0 };
  const server = await startRawServer(t, (socket) => void writing(answer(200, rows), sent)(socket));
  let ahead = 0;
  const taken = await takeSlowly(
    t,
    server,
    async () => {
      await untilStuck(sent);
      ahead = sent.bytes;
    },
    startEditorClient,
  );
  assert.equal(taken, count);
  assert.ok(ahead < rows.length / 1.3, `${ahead} of ${rows.length} bytes had arrived`);
});
