import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { RequestBudget, type Work } from "../../../../src/core/requests/requestBudget.ts";
import { HandClock } from "../handClock.ts";

const { signal: never } = new AbortController();

/** A budget that lists what was sent, each by its name. */
function budgetOf(most: number) {
  const clock = new HandClock();
  const waiting: number[] = [];
  const sent: string[] = [];
  const budget = new RequestBudget({
    clock,
    most: () => most,
    isExempt: (host) => host === "localhost",
    onWait: (count) => waiting.push(count),
  });
  const send = async (name: string, work: Work, signal = never, host = "trace.example.com") => {
    await budget.turn(work, host, signal);
    sent.push(name);
  };
  const pass = async (milliseconds: number) => {
    clock.pass(milliseconds);
    await settled();
  };
  return { clock, waiting, sent, send, pass };
}

const names = (start: string, count: number) => Array.from({ length: count }, (_, index) => `${start}${index + 1}`);

/** In order: what is sent at once, after a minute, and after two, of these with a budget of 8 per minute. */
const cases: readonly [
  title: string,
  requested: readonly (readonly [name: string, work: Work, count: number])[],
  sent: readonly (readonly string[])[],
][] = [
  ["what the user starts never waits", [["a", "requested", 20]], [names("a", 20), [], []]],
  [
    "background work waits for the next minute, in order",
    [["b", "background", 20]],
    [names("b", 8), names("b", 16).slice(8), names("b", 20).slice(16)],
  ],
  [
    "what the user starts is counted",
    [
      ["a", "requested", 6],
      ["b", "background", 4],
      ["c", "requested", 1],
    ],
    [[...names("a", 6), "b1", "b2", "c1"], ["b3", "b4"], []],
  ],
  ["lenses may use a quarter", [["l", "lens", 5]], [["l1", "l2"], ["l3", "l4"], ["l5"]]],
  [
    "waiting lenses delay no other background work",
    [
      ["l", "lens", 3],
      ["b", "background", 6],
    ],
    [["l1", "l2", ...names("b", 6)], ["l3"], []],
  ],
  [
    "lenses wait while others have used the budget",
    [
      ["a", "requested", 8],
      ["l", "lens", 1],
    ],
    [names("a", 8), ["l1"], []],
  ],
];

for (const [title, requested, sent] of cases) {
  test(title, async () => {
    const budget = budgetOf(8);
    for (const [start, work, count] of requested) for (const name of names(start, count)) void budget.send(name, work);
    await settled();
    const steps = [budget.sent.splice(0)];
    for (const _ of [1, 2]) {
      await budget.pass(59_999);
      assert.deepEqual(budget.sent, [], "not before a minute has passed");
      await budget.pass(1);
      steps.push(budget.sent.splice(0));
    }
    assert.deepEqual(steps, sent);
    assert.equal(budget.waiting.at(-1) ?? 0, 0);
    assert.deepEqual(budget.clock.planned, []);
  });
}

test("a waiting request that is canceled gives its place to the next", async () => {
  const { send, sent, pass, waiting } = budgetOf(1);
  const canceled = new AbortController();
  await send("a", "background");
  const gone = assert.rejects(send("b", "background", canceled.signal), { message: "gone" });
  void send("c", "background");
  assert.deepEqual(waiting, [1, 2]);
  canceled.abort(new Error("gone"));
  await gone;
  assert.deepEqual([sent, waiting], [["a"], [1, 2, 1]]);
  await pass(60_000);
  assert.deepEqual(
    [sent, waiting],
    [
      ["a", "c"],
      [1, 2, 1, 0],
    ],
  );
});

test("requests to an exempt host neither count nor wait", async () => {
  const { send, sent } = budgetOf(1);
  for (const name of names("x", 3)) await send(name, "background", never, "localhost");
  await send("a", "background");
  await send("y", "lens", never, "localhost");
  assert.deepEqual(sent, ["x1", "x2", "x3", "a", "y"]);
});
