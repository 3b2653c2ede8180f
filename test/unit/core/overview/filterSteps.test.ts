import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ThreadFilter, unfiltered } from "../../../../src/core/conversations/threadSelection.ts";
import { formatRange, readRange, resolveRange } from "../../../../src/core/input/timeRange.ts";
import { brushedRange, FilterSteps, isBrushed } from "../../../../src/core/overview/filterSteps.ts";
import { inZone } from "../input/zones.ts";

const at = (text: string) => new Date(text).getTime();

test("a range is written in local time with its offset", () =>
  inZone("America/St_Johns", () => {
    const range = brushedRange(at("2026-11-21T10:00:00Z"), at("2026-11-21T12:00:00Z"));
    assert.ok(range);
    assert.equal(formatRange(range), "2026-11-21 06:30:00-03:30 to 2026-11-21 08:30:00-03:30");
    const summer = brushedRange(at("2026-07-01T10:00:00.250Z"), at("2026-07-01T10:00:00.260Z"));
    assert.ok(summer);
    assert.equal(formatRange(summer), "2026-07-01 07:30:00.250-02:30 to 2026-07-01 07:30:00.260-02:30");
  }));

test("a brushed range keeps its bounds, even after storing and reading it", () => {
  const time = fc.integer({ min: at("1970-01-02"), max: at("2299-12-01") });
  fc.assert(
    fc.property(time, fc.integer({ min: 1, max: 10 ** 9 }), fc.nat(10 ** 12), (after, length, now) => {
      const range = brushedRange(after + 0.25, after + length - 0.25);
      assert.ok(range);
      assert.deepEqual(readRange(formatRange(range)), range);
      assert.deepEqual(resolveRange(range, now), { after, before: after + length });
      assert.ok(isBrushed(range));
    }),
  );
});

for (const text of ["-36h", "yesterday", "2026-11-01 to 2026-11-03", "2026-11-21T10:00:00Z to 2026-11-21T12:00:00Z"]) {
  test(`${text} was typed, not brushed`, () => {
    const range = readRange(text);
    assert.ok(range);
    assert.equal(isBrushed(range), false);
  });
}

for (const [first, last] of [
  [1, 0],
  [Number.NaN, 1],
  [0, Number.POSITIVE_INFINITY],
  [-1e18, 0],
  [-10_000, -5000],
  [5, 5],
] as const) {
  test(`${first} to ${last} is not a range`, () => assert.equal(brushedRange(first, last), null));
}

test("brushing narrows the filter, and going back widens it step by step", () => {
  const steps = new FilterSteps();
  const whole: ThreadFilter = { ...unfiltered, threadIds: ["a"] };
  assert.equal(steps.canGoBack(whole), false);
  const outer = steps.narrow(whole, at("2026-11-01"), at("2026-11-10"));
  assert.ok(outer);
  assert.deepEqual(outer.threadIds, ["a"]);
  const inner = steps.narrow(outer, at("2026-11-02"), at("2026-11-03"));
  assert.ok(inner);
  assert.equal(steps.canGoBack(inner), true);
  assert.deepEqual(steps.back(inner), outer);
  assert.deepEqual(steps.back(outer), whole);
  assert.equal(steps.back(whole), null);
});

test("going back ends at a filter that was chosen otherwise", () => {
  const steps = new FilterSteps();
  const first = steps.narrow(unfiltered, at("2026-11-01"), at("2026-11-10"));
  assert.ok(first);
  const chosen: ThreadFilter = { ...unfiltered, time: { kind: "preset", preset: "7d" } };
  assert.equal(steps.canGoBack(chosen), false);
  const second = steps.narrow(chosen, at("2026-11-02"), at("2026-11-03"));
  assert.ok(second);
  assert.deepEqual(steps.back(second), chosen);
  assert.deepEqual(steps.back(first), unfiltered);
});

test("a filter brushed in an earlier window goes back to all time, of the same threads", () => {
  const brushed = new FilterSteps().narrow({ ...unfiltered, threadIds: ["a"] }, at("2026-11-01"), at("2026-11-02"));
  assert.ok(brushed);
  const steps = new FilterSteps();
  assert.equal(steps.canGoBack(brushed), true);
  assert.deepEqual(steps.back(brushed), { ...unfiltered, threadIds: ["a"] });
});
