import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { detailText, ServiceError } from "../../../src/core/failures/fault.ts";
import { countCalls } from "../../../src/core/port/operations.ts";
import { type ExpectedFailure, type HostileResponse, hostileResponses } from "../../fault/hostileResponses.ts";
import { sendAndFlood } from "../../fault/rawResponses.ts";
import { receiveCalls } from "./calls.ts";
import { answer, head, startClient, startRawServer } from "./rawServer.ts";
import { everything, receive } from "./threads.ts";
import { described, type Seen, Watch } from "./watch.ts";

const { signal } = new AbortController();
/** Milliseconds beyond a case's own timeouts, for a busy machine. */
const patience = 10_000;
/** Bytes that a request may hold at any moment. The service sends ten times as much, or endless data. */
const mostHeld = 64e6;
/** Milliseconds. */
const longestBlock = 1000;

const start = (t: TestContext, { respond, timeout = 10_000 }: HostileResponse) =>
  startRawServer(t, respond).then((server) => ({ server, ...startClient(t, { url: server.url, timeout }) }));

for (const hostile of hostileResponses) {
  const { name, threads, calls = threads, count, timeout = 0 } = hostile;
  const time = patience + 30 * timeout;

  for (const [what, expected, ask] of [
    ["thread", threads, receive],
    ["call", calls, receiveCalls],
  ] as const) {
    test(`a ${what} query handles ${name}`, async (t) => {
      const { service, entries } = await start(t, hostile);
      using watch = new Watch();
      const { ids, error } = await ask(service, { ...everything, limit: 100 });
      const seen = watch.seen();
      t.diagnostic(described(seen));
      if (!("fault" in expected)) assert.deepEqual({ ids, error }, { ids: expected, error: undefined });
      else {
        isExpected(error, expected);
        if (expected.rows !== "any") assert.equal(ids.length, expected.rows ?? 0);
        if (error.fault.kind === "malformed" || error.fault.kind === "cutShort")
          assert.equal(error.fault.rowsBefore, ids.length);
      }
      assert.equal(entries.length, "fault" in expected ? (expected.attempts ?? 1) : 1);
      assert.ok(entries.every(({ rows }) => rows === ids.length));
      isBounded(seen, time);
    });
  }

  test(`a count handles ${name}`, async (t) => {
    const { service, entries } = await start(t, hostile);
    using watch = new Watch();
    const ended = await service.ask(countCalls, everything, signal).catch((error: unknown) => ({ error }));
    const seen = watch.seen();
    t.diagnostic(described(seen));
    if (typeof count === "number") assert.ok("count" in ended && ended.count === count, JSON.stringify(ended));
    else isExpected("error" in ended ? ended.error : undefined, count);
    assert.equal(entries.length, typeof count === "number" ? 1 : (count.attempts ?? 1));
    isBounded(seen, time);
  });
}

test("without limits, the watch detects the memory of a line of 100 MB", async (t) => {
  const body = sendAndFlood(head(200, ["content-length: 100000000"]), "x".repeat(50_000), 100e6);
  const server = await startRawServer(t, body);
  const { service } = startClient(t, { url: server.url, timeout: 60_000, limits: { record: 1e9 } });
  using watch = new Watch();
  const { error } = await receive(service);
  isExpected(error, { fault: { kind: "malformed", line: 1 }, detail: /not JSON/ });
  const { held } = watch.seen();
  assert.ok(held > mostHeld, `${held}`);
});

test("no response changes Object.prototype", () => {
  assert.equal(Reflect.get({}, "polluted"), undefined);
  assert.equal(Reflect.get(Object, "polluted"), undefined);
});

test("a redirect loop is reported after one request, and the other host is not contacted", async (t) => {
  const other = await startRawServer(t, (socket) => socket.write(answer(302, "", [`location: ${server.url}/`])));
  const server = await startRawServer(t, (socket) => socket.write(answer(302, "", [`location: ${other.url}/`])));
  const { service } = startClient(t, { url: server.url });
  const { error } = await receive(service);
  isExpected(error, { fault: { kind: "redirect", origin: other.url } });
  assert.equal(server.requests.length, 1);
  assert.equal(other.sockets.length, 0);
});

test("an unsolicited response is not used for the next request", async (t) => {
  const evil = answer(200, '{"count":666}');
  const server = await startRawServer(t, (socket) => socket.write(Buffer.concat([answer(200, '{"count":7}'), evil])));
  const { service } = startClient(t, { url: server.url });
  for (let count = 0; count < 5; count++) {
    assert.equal((await service.ask(countCalls, everything, signal)).count, 7);
    await turn();
  }
});

function isExpected(error: unknown, { fault, detail }: ExpectedFailure): asserts error is ServiceError {
  assert.ok(error instanceof ServiceError, String(error));
  assert.partialDeepStrictEqual(error.fault, fault);
  if (detail) assert.match("detail" in error.fault ? detailText(error.fault.detail) : "", detail);
}

function isBounded({ milliseconds, held, block }: Seen, mostMilliseconds: number): void {
  assert.ok(milliseconds < mostMilliseconds, `it took ${milliseconds} ms`);
  assert.ok(held < mostHeld, `it held ${held} bytes`);
  assert.ok(block < longestBlock, `it blocked for ${block} ms`);
}
