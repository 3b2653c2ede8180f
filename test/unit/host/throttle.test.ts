import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Throttle } from "../../../src/host/throttle.ts";

function counted(t: TestContext): { readonly throttle: Throttle; readonly runs: () => number } {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let runs = 0;
  const throttle = new Throttle(() => {
    runs += 1;
  }, 100);
  return { throttle, runs: () => runs };
}

test("the first call runs at once, those of the next interval once at its end", (t) => {
  const { throttle, runs } = counted(t);
  throttle.call();
  assert.equal(runs(), 1);
  throttle.call();
  throttle.call();
  t.mock.timers.tick(99);
  assert.equal(runs(), 1);
  t.mock.timers.tick(1);
  assert.equal(runs(), 2);
  throttle.call();
  assert.equal(runs(), 2);
  t.mock.timers.tick(100);
  assert.equal(runs(), 3);
  t.mock.timers.tick(1000);
  assert.equal(runs(), 3);
});

test("what cannot wait runs in the middle of an interval, does the work of the calls before it, and begins another", (t) => {
  const { throttle, runs } = counted(t);
  throttle.call();
  throttle.call();
  t.mock.timers.tick(50);
  throttle.now();
  assert.equal(runs(), 2);
  t.mock.timers.tick(99);
  assert.equal(runs(), 2);
  t.mock.timers.tick(1);
  assert.equal(runs(), 2);
  throttle.call();
  assert.equal(runs(), 3);
});

test("a run that asks for another later gets it an interval later", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let runs = 0;
  const throttle: Throttle = new Throttle(() => {
    runs += 1;
    if (runs === 1) throttle.later();
  }, 100);
  throttle.now();
  assert.equal(runs, 1);
  t.mock.timers.tick(100);
  assert.equal(runs, 2);
  t.mock.timers.tick(1000);
  assert.equal(runs, 2);
});

test("nothing runs after it is disposed of", (t) => {
  const { throttle, runs } = counted(t);
  throttle.call();
  throttle.call();
  throttle.dispose();
  t.mock.timers.tick(1000);
  assert.equal(runs(), 1);
});

test("an interval that is asked for each time may grow", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let runs = 0;
  const throttle = new Throttle(
    () => {
      runs += 1;
    },
    () => 100 * (runs + 1),
  );
  throttle.call();
  throttle.call();
  t.mock.timers.tick(100);
  assert.equal(runs, 2);
  throttle.call();
  t.mock.timers.tick(199);
  assert.equal(runs, 2);
  t.mock.timers.tick(1);
  assert.equal(runs, 3);
});
