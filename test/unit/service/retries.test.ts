import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type Fault, ServiceError } from "../../../src/core/failures/fault.ts";
import { countCalls, queryThreads } from "../../../src/core/port/operations.ts";
import { HandRequestClock } from "./handRequestClock.ts";
import {
  answer,
  type Client,
  chunk,
  head,
  type RawServer,
  type Respond,
  startClient,
  startRawServer,
} from "./rawServer.ts";
import { everything, receive, record } from "./threads.ts";

const { signal } = new AbortController();
const counted = answer(200, '{"count":7}');
const rows = answer(200, `${record("a")}\n`);
const unavailable = answer(503, '{"reason":"Temporary backend error"}');
const start = Date.UTC(2026, 10, 1, 10);

/** Sends the responses in order, repeating the last one. */
function inTurn(...answers: readonly (Buffer | "reset")[]): Respond {
  let index = 0;
  return (socket) => {
    const next = answers[Math.min(index++, answers.length - 1)];
    if (next === "reset") socket.resetAndDestroy();
    else if (next) socket.write(next);
  };
}

/** Waits until so many attempts have ended, and the wait after the last one has begun. */
async function untilEnded({ entries }: Client, attempts: number): Promise<void> {
  while (entries.length < attempts) await turn();
  await turn();
}

/** Waits until all pending work is done. */
async function untilQuiet(): Promise<void> {
  for (let count = 0; count < 50; count++) await turn();
}

const mended: readonly (readonly [what: string, broken: Buffer | "reset", status: number | null])[] = [
  ["a connection reset", "reset", null],
  ...[408, 425, 429, 500, 502, 503, 504].map((status): readonly [string, Buffer, number] => [
    `status ${status}`,
    answer(status, ""),
    status,
  ]),
];

for (const [what, broken, status] of mended) {
  test(`${what} is retried twice and logged, and the caller sees no failure`, async (t) => {
    const server = await startRawServer(t, inTurn(broken, broken, counted, broken, broken, rows));
    const { service, entries } = startClient(t, { url: server.url });
    assert.equal((await service.ask(countCalls, everything, signal)).count, 7);
    assert.deepEqual(await receive(service), { ids: ["a"], error: undefined });
    assert.deepEqual(
      entries.map((entry) => [entry.attempt, entry.status, entry.nextIn, entry.outcome === "ok"]),
      [0, 1].flatMap(() => [
        [1, status, 0, false],
        [2, status, 0, false],
        [3, 200, null, true],
      ]),
    );
    assert.equal(server.requests.length, 6);
    assert.equal(new Set(server.requests.map((request) => request.head + request.body)).size, 2);
  });
}

test("a retry is sent after the wait that is logged", async (t) => {
  const server = await startRawServer(t, inTurn(unavailable));
  const clock = new HandRequestClock({ chance: 0.75 });
  const client = startClient(t, { url: server.url, clock });
  const failing = assert.rejects(client.service.ask(countCalls, everything, signal), ServiceError);
  await untilEnded(client, 1);
  clock.pass(749);
  await untilQuiet();
  assert.equal(server.requests.length, 1);
  clock.pass(1);
  await untilEnded(client, 2);
  clock.pass(1499);
  await untilQuiet();
  assert.equal(server.requests.length, 2);
  clock.pass(1);
  await failing;
  assert.deepEqual(
    client.entries.map(({ attempt, nextIn }) => [attempt, nextIn]),
    [
      [1, 750],
      [2, 1500],
      [3, null],
    ],
  );
  assert.deepEqual(clock.planned, []);
});

const pauses: readonly (readonly [what: string, header: string, seconds: number])[] = [
  ["in seconds", "retry-after: 20", 20],
  ["of a minute", "retry-after: 60", 60],
  ["as a date", "retry-after: Sun, 01 Nov 2026 10:00:40 GMT", 40],
  [
    "as a date of the service's clock",
    "retry-after: Sun, 01 Nov 2020 10:00:40 GMT\r\ndate: Sun, 01 Nov 2020 10:00:10 GMT",
    30,
  ],
];

for (const [what, header, seconds] of pauses) {
  for (const status of [429, 503]) {
    test(`a Retry-After header ${what} delays the retry after status ${status}`, async (t) => {
      const server = await startRawServer(t, inTurn(answer(status, "", [header]), rows));
      const clock = new HandRequestClock({ start, chance: 0 });
      const client = startClient(t, { url: server.url, clock });
      const received = receive(client.service);
      await untilEnded(client, 1);
      clock.pass(seconds * 1000 - 1);
      await untilQuiet();
      assert.equal(server.requests.length, 1);
      clock.pass(1);
      assert.deepEqual(await received, { ids: ["a"], error: undefined });
      assert.deepEqual(
        client.entries.map(({ nextIn }) => nextIn),
        [seconds * 1000, null],
      );
    });
  }
}

const reported: readonly (readonly [what: string, status: number, seconds: number, attempts: number])[] = [
  ["above a minute", 429, 61, 1],
  ["of hours", 503, 7200, 1],
  ["on the last attempt", 429, 0, 3],
  ["on the last attempt", 503, 0, 3],
];

for (const [what, status, seconds, attempts] of reported) {
  test(`a Retry-After header ${what} is not waited for and is in the fault of status ${status}`, async (t) => {
    const server = await startRawServer(t, inTurn(answer(status, "", [`retry-after: ${seconds}`])));
    const { service, entries } = startClient(t, { url: server.url });
    await assert.rejects(service.ask(countCalls, everything, signal), (error) => {
      assert.ok(error instanceof ServiceError && "retryAfter" in error.fault);
      assert.equal(error.fault.retryAfter, seconds);
      return true;
    });
    assert.equal(entries.length, attempts);
    assert.equal(server.requests.length, attempts);
  });
}

test("received rows are never requested again", async (t) => {
  const server = await startRawServer(t, (socket) =>
    socket.write(Buffer.concat([head(200, ["transfer-encoding: chunked"]), chunk(`${record("a")}\n{`)]), () =>
      socket.resetAndDestroy(),
    ),
  );
  const { service } = startClient(t, { url: server.url });
  const { ids, error } = await receive(service);
  assert.deepEqual(ids, ["a"]);
  assert.ok(error instanceof ServiceError && error.fault.kind === "cutShort");
  assert.equal(server.requests.length, 1);
});

test("an error response that times out is not retried", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(head(503, ["content-length: 10"])));
  const { service, entries } = startClient(t, { url: server.url, timeout: 150 });
  await assert.rejects(service.ask(countCalls, everything, signal), isOf("serviceFailure"));
  assert.equal(entries.length, 1);
});

const waits: readonly (readonly [who: string, give: (client: Client, caller: AbortController) => void])[] = [
  ["an abort by the caller", (_, caller) => caller.abort(new Error("changed my mind"))],
  ["closing the client", ({ service }) => void service.close()],
];

for (const [who, giveUp] of waits) {
  for (const operation of ["count", "threads"] as const) {
    test(`${who} ends the wait for a retry (${operation}), and no request follows`, async (t) => {
      const server = await startRawServer(t, inTurn(answer(429, "", ["retry-after: 60"]), counted));
      const clock = new HandRequestClock();
      const client = startClient(t, { url: server.url, clock });
      const caller = new AbortController();
      const requested =
        operation === "count"
          ? client.service.ask(countCalls, everything, caller.signal)
          : client.service.rows(queryThreads, everything, caller.signal)[Symbol.asyncIterator]().next();
      const given = assert.rejects(requested, (error) => error instanceof Error && !(error instanceof ServiceError));
      await untilEnded(client, 1);
      giveUp(client, caller);
      await given;
      clock.pass(100_000);
      await untilQuiet();
      assert.equal(server.requests.length, 1);
      assert.equal(client.entries.length, 1);
      assert.deepEqual(clock.planned, []);
    });
  }
}

test("the log contains the cause of a fault", async (t) => {
  const { service, entries } = startClient(t, { url: "http://127.0.0.1:1" });
  await assert.rejects(service.ask(countCalls, everything, signal), isOf("unreachable"));
  assert.deepEqual(new Set(entries.map(({ cause }) => cause)), new Set(["connect ECONNREFUSED 127.0.0.1:1"]));
});

test("the log contains the error code of a connection that closes early", async (t) => {
  const server: RawServer = await startRawServer(t, (socket) => socket.end());
  const { service, entries } = startClient(t, { url: server.url });
  await assert.rejects(service.ask(countCalls, everything, signal), isOf("unreachable"));
  assert.match(entries[0]?.cause ?? "", /closed.*\(UND_ERR_SOCKET\)/);
});

test("the log does not quote a malformed response as the cause", async (t) => {
  const server = await startRawServer(t, inTurn(answer(200, "confidential")));
  const { service, entries } = startClient(t, { url: server.url });
  await assert.rejects(service.ask(countCalls, everything, signal), isOf("malformed"));
  assert.deepEqual(
    entries.map(({ cause }) => cause),
    [null],
  );
});

function isOf(kind: Fault["kind"]): (error: unknown) => boolean {
  return (error) => error instanceof ServiceError && error.fault.kind === kind;
}
