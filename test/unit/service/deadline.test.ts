import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { Deadline, type Timeout } from "../../../src/service/deadline.ts";
import { HandClock } from "../core/handClock.ts";

const limit = 30_000;
const second = 1000;

interface Stream {
  /** Seconds from one arrival to the next. */
  readonly every: number;
  /** Rows of each arrival. */
  readonly rows: number;
  readonly arrivals: number;
}

interface Ending {
  /** Null if the stream completed. */
  readonly timeout: Timeout | null;
  /** Seconds after the headers. */
  readonly at: number;
  readonly rows: number;
}

async function play({ every, rows, arrivals }: Stream): Promise<Ending> {
  const clock = new HandClock();
  let timeout: Timeout | null = null;
  const deadline = new Deadline(clock, limit, (up) => {
    timeout = up;
  });
  deadline.begin("connect");
  deadline.begin("headers");
  deadline.begin("body");
  let count = 0;
  while (count < arrivals && timeout === null) {
    clock.pass(every * second);
    await turn();
    if (timeout !== null) break;
    deadline.progress(rows);
    count++;
  }
  deadline.stop();
  assert.deepEqual(clock.planned, []);
  return { timeout, at: clock.now() / second, rows: count * rows };
}

const streams: readonly (readonly [what: string, stream: Stream, phase: Timeout["phase"] | null, within: number])[] = [
  ["a row every 29 seconds", { every: 29, rows: 1, arrivals: 1000 }, "rate", 160],
  ["a row every 31 seconds", { every: 31, rows: 1, arrivals: 1000 }, "body", 31],
  ["a row every 2 seconds", { every: 2, rows: 1, arrivals: 1000 }, "rate", 250],
  ["four rows in two minutes", { every: 29, rows: 1, arrivals: 4 }, null, 116],
  ["100 rows, one every 2 seconds,", { every: 2, rows: 1, arrivals: 100 }, null, 200],
  ["a row every second", { every: 1, rows: 1, arrivals: 20_000 }, null, 20_000],
  ["100 rows every 25 seconds", { every: 25, rows: 100, arrivals: 1000 }, null, 25_000],
  ["ten rows every 25 seconds", { every: 25, rows: 10, arrivals: 1000 }, "rate", 225],
];

for (const [what, stream, phase, within] of streams) {
  test(`a stream with ${what} ${phase === null ? "does not time out" : `times out (${phase}) within ${within} seconds`}`, async () => {
    const { timeout, at, rows } = await play(stream);
    assert.equal(timeout?.phase ?? null, phase);
    assert.ok(at <= within, `${at}`);
    if (timeout?.phase === "rate") assert.equal(timeout.milliseconds, limit * 4 + rows * second);
    else if (timeout) assert.equal(timeout.milliseconds, limit);
  });
}

for (const phase of ["connect", "headers", "body"] as const) {
  test(`each step has its own timeout: ${phase}`, async () => {
    const clock = new HandClock();
    const timeouts: Timeout[] = [];
    const deadline = new Deadline(clock, limit, (timeout) => timeouts.push(timeout));
    for (const step of ["connect", "headers", "body"] as const) {
      deadline.begin(step);
      if (step === phase) break;
      clock.pass(limit - 1);
      await turn();
    }
    clock.pass(limit - 1);
    await turn();
    assert.deepEqual(timeouts, []);
    clock.pass(limit);
    await turn();
    assert.deepEqual(timeouts, [{ kind: "timeout", phase, milliseconds: limit }]);
    assert.deepEqual(clock.planned, []);
  });
}

test("time while the machine sleeps does not count against a stream", async () => {
  const clock = new HandClock();
  const timeouts: Timeout[] = [];
  const deadline = new Deadline(clock, limit, (timeout) => timeouts.push(timeout));
  deadline.begin("body");
  clock.pass(second);
  deadline.progress(1);
  clock.skip(8 * 3600 * second);
  clock.pass(0);
  // Data that arrived meanwhile is read after the timers run and before the deadline fires.
  deadline.progress(1);
  await turn();
  assert.deepEqual(timeouts, []);
  clock.pass(limit + second);
  await turn();
  assert.deepEqual(
    timeouts.map(({ phase }) => phase),
    ["body"],
  );
});

test("a stopped deadline never fires", async () => {
  const clock = new HandClock();
  const deadline = new Deadline(clock, limit, () => assert.fail("it spoke"));
  deadline.begin("connect");
  clock.pass(limit);
  deadline.stop();
  await turn();
  deadline.progress(0);
  clock.pass(100 * limit);
  await turn();
});

test("a stream times out if and only if it exceeds the time that its rows allow", async () => {
  const arrivals = fc.array(fc.record({ gap: fc.nat(limit - 1), rows: fc.nat(60) }), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(arrivals, async (steps) => {
      const clock = new HandClock();
      const timeouts: Timeout[] = [];
      const deadline = new Deadline(clock, limit, (timeout) => timeouts.push(timeout));
      deadline.begin("body");
      let total = 0;
      let slow = false;
      for (const { gap, rows } of steps) {
        clock.pass(gap);
        total += rows;
        deadline.progress(rows);
        slow ||= clock.now() > 4 * limit + total * second;
        assert.equal(timeouts.length > 0, slow);
        if (slow) break;
      }
      deadline.stop();
    }),
    { numRuns: 50 },
  );
});

test("time while the reader pauses does not count against a stream", async () => {
  const clock = new HandClock();
  const ups: Timeout[] = [];
  const deadline = new Deadline(clock, limit, (up) => ups.push(up));
  deadline.begin("body");
  for (let pause = 0; pause < 10; pause++) {
    clock.pass(20 * second);
    deadline.progress(20);
    deadline.hold();
    for (let passed = 0; passed < 200; passed++) {
      clock.pass(10 * second);
      await turn();
    }
    deadline.begin("body");
  }
  assert.deepEqual(ups, []);
  clock.pass(limit);
  await turn();
  assert.deepEqual(ups, [{ kind: "timeout", phase: "body", milliseconds: limit }]);
});
