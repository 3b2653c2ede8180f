import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Throttle } from "../../../../src/vscode/ui/throttle.ts";

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

test("an immediate run covers earlier calls and restarts the interval", (t) => {
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

test("a run that requests another gets it an interval later", (t) => {
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
  throttle.flush();
  throttle.call();
  throttle.later();
  t.mock.timers.tick(1000);
  assert.equal(runs(), 1);
});

test("a dynamic interval may grow", (t) => {
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

test("a flush runs what waits for the interval, and nothing else", (t) => {
  const { throttle, runs } = counted(t);
  throttle.flush();
  assert.equal(runs(), 0);
  throttle.call();
  throttle.flush();
  assert.equal(runs(), 1);
  throttle.call();
  throttle.flush();
  assert.equal(runs(), 2);
  t.mock.timers.tick(100);
  assert.equal(runs(), 2);
});
