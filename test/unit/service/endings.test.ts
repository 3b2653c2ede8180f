import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Fault, ServiceError } from "../../../src/core/failures/fault.ts";
import { countCalls, queryThreads } from "../../../src/core/port/operations.ts";
import { HandRequestClock } from "./handRequestClock.ts";
import { answer, chunk, head, type RawServer, startRawServer, testBothClients, untilClosed } from "./rawServer.ts";
import { everything, receive, record, thread } from "./threads.ts";

const { signal } = new AbortController();
const chunked = head(200, ["transfer-encoding: chunked"]);
const timeout = 150;
const row = (id: string) => chunk(`${record(id)}\n`);

async function onlySocket(server: RawServer): Promise<Socket> {
  while (server.requests.length === 0) await delay(1);
  const [socket] = server.sockets;
  assert.ok(socket);
  return socket;
}

testBothClients("an already aborted signal sends no request", async (t, startClient) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, record("a"))));
  const { service, entries } = startClient(t, { url: server.url });
  const reason = new Error("not wanted");
  await assert.rejects(service.ask(countCalls, everything, AbortSignal.abort(reason)), reason);
  assert.deepEqual(await receive(service, everything, AbortSignal.abort(reason)), { ids: [], error: reason });
  assert.equal(server.sockets.length, 0);
  assert.deepEqual(entries, []);
});

testBothClients(
  "an abort before the response closes the connection and rejects with its reason",
  async (t, startClient) => {
    const server = await startRawServer(t, () => undefined);
    const { service, entries } = startClient(t, { url: server.url });
    const controller = new AbortController();
    const counted = assert.rejects(service.ask(countCalls, everything, controller.signal), /changed my mind/);
    const socket = await onlySocket(server);
    const closed = untilClosed(socket);
    controller.abort(new Error("changed my mind"));
    await counted;
    await closed;
    assert.deepEqual(
      entries.map(({ outcome, status }) => [outcome, status]),
      [["aborted", null]],
    );
  },
);

testBothClients(
  "an abort between rows closes the connection, and no further row is returned",
  async (t, startClient) => {
    const server = await startRawServer(t, (socket) => {
      socket.write(Buffer.concat([chunked, row("a")]));
    });
    const { service, entries } = startClient(t, { url: server.url });
    const controller = new AbortController();
    const batches = service.rows(queryThreads, everything, controller.signal)[Symbol.asyncIterator]();
    assert.deepEqual((await batches.next()).value, [thread("a")]);
    const socket = await onlySocket(server);
    const closed = untilClosed(socket);
    socket.write(row("b"));
    controller.abort("enough");
    await assert.rejects(batches.next(), (error) => error === "enough");
    await closed;
    assert.deepEqual(await batches.next(), { done: true, value: undefined });
    assert.deepEqual(
      entries.map(({ outcome, rows }) => [outcome, rows]),
      [["aborted", 1]],
    );
  },
);

testBothClients("an abort drops buffered rows", async (t, startClient) => {
  const server = await startRawServer(t, (socket) => socket.write(Buffer.concat([chunked, row("a")])));
  const { service, entries } = startClient(t, { url: server.url });
  const controller = new AbortController();
  const batches = service.rows(queryThreads, everything, controller.signal)[Symbol.asyncIterator]();
  assert.deepEqual((await batches.next()).value, [thread("a")]);
  (await onlySocket(server)).write(Buffer.concat([row("b"), chunk("")]));
  while (entries.length === 0) await delay(1);
  controller.abort("enough");
  await assert.rejects(batches.next(), (error) => error === "enough");
});

testBothClients("leaving the iteration early closes the connection", async (t, startClient) => {
  const server = await startRawServer(t, (socket) => {
    socket.write(Buffer.concat([chunked, row("a")]));
  });
  const { service, entries } = startClient(t, { url: server.url });
  for await (const batch of service.rows(queryThreads, everything, signal)) {
    assert.deepEqual(batch, [thread("a")]);
    break;
  }
  const socket = await onlySocket(server);
  await untilClosed(socket);
  assert.deepEqual(
    entries.map(({ outcome }) => outcome),
    ["aborted"],
  );
});

testBothClients("closing the client aborts requests in progress", async (t, startClient) => {
  const server = await startRawServer(t, () => undefined);
  const { service } = startClient(t, { url: server.url });
  const counted = assert.rejects(service.ask(countCalls, everything, signal), { name: "AbortError" });
  const socket = await onlySocket(server);
  const closed = untilClosed(socket);
  await service.close();
  await counted;
  await closed;
});

testBothClients("an abort while connecting sends nothing, and the next request succeeds", async (t, startClient) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, '{"count":1}')));
  const { service } = startClient(t, { url: server.url });
  const controller = new AbortController();
  const counted = assert.rejects(service.ask(countCalls, everything, controller.signal), /at once/);
  controller.abort(new Error("at once"));
  await counted;
  assert.equal((await service.ask(countCalls, everything, new AbortController().signal)).count, 1);
  assert.equal(server.requests.length, 1);
});

/** Writes a piece every few milliseconds until the socket closes. */
function drip(socket: Socket, piece: string | Buffer): void {
  const timer = setInterval(() => socket.write(piece), timeout / 10);
  socket.once("close", () => clearInterval(timer));
}

type Act = (socket: Socket) => void;

const slow: readonly (readonly [what: string, act: Act, rows: number, phase: string])[] = [
  ["a response that never starts", () => undefined, 0, "headers"],
  [
    "a header sent byte by byte",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-filler: ");
      drip(socket, "x");
    },
    0,
    "headers",
  ],
  ["a body that never starts", (socket) => socket.write(chunked), 0, "body"],
  ["a body that stalls", (socket) => socket.write(Buffer.concat([chunked, row("a")])), 1, "body"],
  [
    "a line sent byte by byte",
    (socket) => {
      socket.write(Buffer.concat([chunked, row("a")]));
      drip(socket, chunk("{"));
    },
    1,
    "body",
  ],
  [
    "an endless series of blank lines",
    (socket) => {
      socket.write(Buffer.concat([chunked, row("a")]));
      drip(socket, chunk("\n".repeat(1000)));
    },
    1,
    "body",
  ],
];

for (const [what, act, rows, phase] of slow) {
  testBothClients(
    `${what} times out (${phase}) after ${rows} rows and closes the connection`,
    async (t, startClient) => {
      const server = await startRawServer(t, act);
      const { service } = startClient(t, { url: server.url, timeout });
      const { ids, error } = await receive(service);
      assert.ok(error instanceof ServiceError, String(error));
      assert.deepEqual(error.fault, { kind: "timeout", phase, milliseconds: timeout });
      assert.equal(ids.length, rows);
      const socket = await onlySocket(server);
      await untilClosed(socket);
    },
  );
}

const limit = 30_000;

const paces: readonly (readonly [what: string, every: number, rows: number, tooSlow: boolean])[] = [
  ["a row every second does not time out", 1000, 300, false],
  ["a row every 29 seconds times out and keeps its rows", 29_000, 300, true],
];

for (const [what, every, count, tooSlow] of paces) {
  testBothClients(`a stream with ${what}`, async (t, startClient) => {
    const clock = new HandRequestClock();
    const server = await startRawServer(t, (socket) => socket.write(Buffer.concat([chunked, row("0")])));
    const { service, entries } = startClient(t, { url: server.url, timeout: limit, clock });
    const ids: string[] = [];
    const receiving = (async () => {
      for await (const batch of service.rows(queryThreads, everything, signal)) {
        ids.push(...batch.map(({ id }) => id));
        clock.pass(every);
        server.sockets[0]?.write(ids.length < count ? row(`${ids.length}`) : chunk(""));
      }
    })();
    if (tooSlow) {
      await assert.rejects(receiving, (error) => {
        assert.ok(error instanceof ServiceError && error.fault.kind === "timeout");
        assert.deepEqual(error.fault, { kind: "timeout", phase: "rate", milliseconds: limit * 4 + ids.length * 1000 });
        return true;
      });
      assert.deepEqual(ids, ["0", "1", "2", "3", "4", "5"]);
      await untilClosed(server.sockets[0]);
    } else await receiving;
    if (!tooSlow) assert.equal(ids.length, count);
    assert.equal(entries.length, 1);
    assert.deepEqual(clock.planned, []);
  });
}

testBothClients("an abort within the first row closes the connection", async (t, startClient) => {
  const server = await startRawServer(t, (socket) => socket.write(Buffer.concat([chunked, chunk('{"thread_')])));
  const { service, entries } = startClient(t, { url: server.url });
  const controller = new AbortController();
  const batches = service.rows(queryThreads, everything, controller.signal)[Symbol.asyncIterator]();
  const first = assert.rejects(batches.next(), (error) => error === "enough");
  const socket = await onlySocket(server);
  while (socket.bytesWritten === 0 || socket.writableLength > 0) await delay(1);
  const closed = untilClosed(socket);
  controller.abort("enough");
  await first;
  await closed;
  assert.equal(server.requests.length, 1);
  assert.deepEqual(
    entries.map(({ outcome, nextIn }) => [outcome, nextIn]),
    [["aborted", null]],
  );
});

const drippedResponses: readonly (readonly [what: string, status: number, fault: Fault])[] = [
  ["a count", 200, { kind: "timeout", phase: "body", milliseconds: timeout }],
  ["an error response", 401, { kind: "notSignedIn", detail: "" }],
];

for (const [what, status, fault] of drippedResponses) {
  testBothClients(`${what} sent byte by byte has one timeout for the whole body`, async (t, startClient) => {
    const server = await startRawServer(t, (socket) => {
      socket.write(head(status, ["transfer-encoding: chunked"]));
      drip(socket, chunk(" "));
    });
    const { service } = startClient(t, { url: server.url, timeout });
    await assert.rejects(service.ask(countCalls, everything, signal), (error) => {
      assert.ok(error instanceof ServiceError, String(error));
      assert.deepEqual(error.fault, fault);
      return true;
    });
  });
}

testBothClients("data received while the process was busy is read before a timeout", async (t, startClient) => {
  const server = await startRawServer(t, (socket) => socket.write(Buffer.concat([chunked, row("a")])));
  const { service } = startClient(t, { url: server.url, timeout });
  const ids: string[] = [];
  for await (const batch of service.rows(queryThreads, everything, signal)) {
    ids.push(...batch.map(({ id }) => id));
    const socket = await onlySocket(server);
    if (ids.length === 3) socket.write(chunk(""));
    else {
      socket.write(row(`row ${ids.length}`));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeout * 2);
    }
  }
  assert.deepEqual(ids, ["a", "row 1", "row 2"]);
});
