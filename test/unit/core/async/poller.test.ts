import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import fc from "fast-check";
import { Observable } from "../../../../src/core/async/observable.ts";
import { Poller } from "../../../../src/core/async/poller.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import { HandClock } from "../handClock.ts";

const second = 1000;
const failure: Fault = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null };

interface Started {
  readonly at: number;
  end(fault?: Fault | null): Promise<void>;
  breakWith(error: Error): Promise<void>;
}

function poll({ interval = 60, focused = true }: { interval?: number; focused?: boolean } = {}) {
  const clock = new HandClock();
  const started: Started[] = [];
  const bugs: unknown[] = [];
  const setting = { interval };
  const focus = new Observable(focused);
  const poller = new Poller({
    clock,
    focus,
    interval: () => setting.interval,
    onBug: (error) => bugs.push(error),
    refresh: () => {
      const { promise, resolve, reject } = Promise.withResolvers<Fault | null>();
      started.push({
        at: clock.now() / second,
        end: async (fault = null) => {
          resolve(fault);
          await settled();
        },
        breakWith: async (error) => {
          reject(error);
          await settled();
        },
      });
      return promise;
    },
  });
  const last = (): Started => {
    const found = started.at(-1);
    assert.ok(found, "nothing has been refreshed");
    return found;
  };
  return { clock, focus, poller, setting, bugs, last, times: () => started.map(({ at }) => at) };
}

test("the interval is measured from the end of a refresh to the start of the next", async () => {
  const { clock, times, last } = poll();
  clock.pass(59 * second);
  assert.deepEqual(times(), []);
  clock.pass(second);
  clock.skip(3 * second);
  await last().end();
  clock.pass(60 * second);
  assert.deepEqual(times(), [60, 123]);
});

test("automatic refresh does nothing when off, and starts when turned on", () => {
  const { clock, poller, setting, times } = poll({ interval: 0 });
  assert.deepEqual(clock.planned, []);
  clock.pass(9999 * second);
  setting.interval = 15;
  poller.restart();
  clock.pass(15 * second);
  assert.deepEqual(times(), [9999 + 15]);
});

test("an update that does not change the interval does not delay the next refresh", () => {
  const { clock, poller, setting, times } = poll();
  clock.pass(40 * second);
  poller.update();
  clock.pass(20 * second);
  assert.deepEqual(times(), [60]);
  setting.interval = 0;
  poller.update();
  assert.deepEqual([poller.state, clock.planned], ["off", []]);
});

test("turning the setting off lets the current refresh end and starts no other", async () => {
  const { clock, poller, setting, times, last } = poll();
  clock.pass(60 * second);
  setting.interval = 0;
  poller.restart();
  await last().end();
  clock.pass(9999 * second);
  assert.deepEqual(times(), [60]);
});

test("only one refresh runs at a time", async () => {
  const { clock, focus, poller, times, last } = poll();
  clock.pass(60 * second);
  clock.pass(600 * second);
  poller.restart();
  focus.value = false;
  focus.value = true;
  clock.pass(600 * second);
  assert.deepEqual(times(), [60]);
  await last().end();
  clock.pass(0);
  assert.deepEqual(times(), [60, 1260]);
});

test("each failure lengthens the wait, and a success resets it", async () => {
  const { clock, times, last } = poll({ interval: 15 });
  for (const [wait, fault] of [
    [15, failure],
    [30, failure],
    [60, failure],
    [120, null],
    [15, null],
  ] as const) {
    const count = times().length;
    clock.pass(wait * second - 1);
    assert.equal(times().length, count);
    clock.pass(1);
    assert.equal(times().length, count + 1);
    await last().end(fault);
  }
});

test("a Retry-After of the service is respected", async () => {
  const { clock, times, last } = poll({ interval: 15 });
  clock.pass(15 * second);
  await last().end({ kind: "rateLimited", retryAfter: 200 });
  clock.pass(200 * second);
  assert.deepEqual(times(), [15, 215]);
});

test("a wait above the timer limit is split", async () => {
  const { clock, times, last } = poll({ interval: 15 });
  clock.pass(15 * second);
  await last().end({ kind: "rateLimited", retryAfter: 5_000_000 });
  assert.ok(clock.planned.every((at) => at - clock.now() < 2 ** 31));
  clock.pass(4_999_999 * second);
  assert.deepEqual(times(), [15]);
  clock.pass(second);
  assert.deepEqual(times(), [15, 5_000_015]);
});

test("a failure of a refresh from before a restart is ignored", async () => {
  const { clock, poller, times, last } = poll({ interval: 15 });
  clock.pass(15 * second);
  poller.restart();
  await last().end(failure);
  clock.pass(15 * second);
  await last().end(failure);
  clock.pass(30 * second);
  assert.deepEqual(times(), [15, 30, 60]);
});

test("a manual refresh or a new session resets failures", async () => {
  for (const fault of [failure, { kind: "notSignedIn", detail: "" }] as const) {
    const { clock, poller, times, last } = poll({ interval: 15 });
    clock.pass(15 * second);
    await last().end(fault);
    poller.restart();
    clock.pass(15 * second);
    assert.deepEqual(times(), [15, 30]);
  }
});

test("a rejected key stops automatic refreshes", async () => {
  const { clock, times, last } = poll();
  clock.pass(60 * second);
  await last().end({ kind: "notSignedIn", detail: "" });
  clock.pass(99_999 * second);
  assert.deepEqual(times(), [60]);
});

test("an unfocused window does not refresh, and catches up once when focused", () => {
  const { clock, focus, times } = poll({ focused: false });
  clock.pass(1000 * second);
  assert.deepEqual([times(), clock.planned], [[], []]);
  focus.value = true;
  clock.pass(0);
  assert.deepEqual(times(), [1000]);
});

test("a short loss of focus changes nothing", () => {
  const { clock, focus, times } = poll();
  clock.pass(20 * second);
  focus.value = false;
  clock.pass(20 * second);
  focus.value = true;
  clock.pass(20 * second);
  assert.deepEqual(times(), [60]);
});

test("listeners are called when the state changes: paused while unfocused and after a failure", async () => {
  const { clock, focus, poller, setting, last } = poll({ interval: 0 });
  const states: string[] = [poller.state];
  poller.subscribe(() => states.push(poller.state));
  setting.interval = 60;
  poller.restart();
  clock.pass(60 * second);
  await last().end();
  focus.value = false;
  focus.value = true;
  clock.pass(60 * second);
  await last().end(failure);
  clock.pass(120 * second);
  await last().end();
  clock.pass(60 * second);
  await last().end({ kind: "forbidden", detail: "" });
  setting.interval = 0;
  poller.restart();
  assert.deepEqual(states, ["off", "on", "paused", "on", "paused", "on", "paused", "off"]);
});

test("after disposal nothing runs", async () => {
  const { clock, focus, poller, times, last } = poll();
  clock.pass(60 * second);
  poller.dispose();
  await last().end();
  focus.value = false;
  focus.value = true;
  clock.pass(9999 * second);
  assert.deepEqual([times(), clock.planned], [[60], []]);
});

test("an unexpected error is reported once and stops automatic refreshes", async () => {
  const { clock, poller, bugs, times, last } = poll();
  clock.pass(60 * second);
  const bug = new TypeError("bug");
  await last().breakWith(bug);
  assert.deepEqual(bugs, [bug]);
  clock.pass(9999 * second);
  assert.deepEqual(times(), [60]);
  poller.restart();
  clock.pass(60 * second);
  assert.equal(times().length, 2);
});

const events = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("pass" as const), seconds: fc.nat(90) }),
    fc.record({ do: fc.constant("end" as const), fault: fc.constantFrom(null, failure) }),
    fc.record({ do: fc.constant("focus" as const), focused: fc.boolean() }),
    fc.constant({ do: "restart" as const }),
  ),
  { maxLength: 50 },
);

test("refreshes never overlap and start only in a focused window", async () => {
  await fc.assert(
    fc.asyncProperty(events, async (sequence) => {
      const { clock, focus, poller, times, last } = poll({ interval: 1 });
      let focused = true;
      let running = false;
      for (const event of sequence) {
        const before = times().length;
        if (event.do === "pass") clock.pass(event.seconds * second);
        else if (event.do === "restart") poller.restart();
        else if (event.do === "end") {
          if (running) await last().end(event.fault);
          running = false;
        } else {
          focused = event.focused;
          focus.value = focused;
          clock.pass(0);
        }
        const begun = times().slice(before);
        if (begun.length === 0) continue;
        assert.ok(begun.length === 1 && focused && !running);
        running = true;
      }
    }),
    { numRuns: 200 },
  );
});
