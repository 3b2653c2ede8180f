import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { formatRange, readRange, resolveRange } from "../../../../src/core/input/timeRange.ts";
import { brushedRange } from "../../../../src/core/overview/brushedRange.ts";
import { FilterSteps } from "../../../../src/core/overview/filterSteps.ts";
import { type ThreadFilter, unfiltered } from "../../../../src/core/threads/threadFilter.ts";

const zone = process.env.TZ;
before(() => {
  process.env.TZ = "America/St_Johns";
});
after(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (text: string) => new Date(text).getTime();

test("a range is written as the clock shows it, with the zone", () => {
  const range = brushedRange(at("2026-11-21T10:00:00.500Z"), at("2026-11-21T12:00:00Z"));
  assert.ok(range);
  assert.equal(formatRange(range), "2026-11-21 06:30:00-03:30 to 2026-11-21 08:30:01-03:30");
  const summer = brushedRange(at("2026-07-01T10:00:00.250Z"), at("2026-07-01T10:00:00.260Z"));
  assert.ok(summer);
  assert.equal(formatRange(summer), "2026-07-01 07:30:00.249-02:30 to 2026-07-01 07:30:00.261-02:30");
});

test("whatever was brushed is in the range, its ends too, and little else; it is remembered and read back the same", () => {
  const time = fc.integer({ min: at("1970-01-02"), max: at("2299-12-01") });
  fc.assert(
    fc.property(time, fc.oneof(fc.nat(100_000), fc.nat(10 ** 9)), fc.nat(10 ** 12), (first, length, now) => {
      const range = brushedRange(first, first + length);
      assert.ok(range);
      const read = readRange(formatRange(range));
      assert.deepEqual(read, range);
      const { after: start = 0, before: end = 0 } = resolveRange(range, now);
      const slack = length < 60_000 ? 1 : 1000;
      assert.ok(start < first && first - start <= slack, `${first - start}`);
      assert.ok(end > first + length && end - first - length <= slack, `${end - first - length}`);
    }),
  );
});

for (const [first, last] of [
  [1, 0],
  [Number.NaN, 1],
  [0, Number.POSITIVE_INFINITY],
  [-1e18, 0],
  [-10_000, -5000],
] as const) {
  test(`no range is from ${first} to ${last}`, () => assert.equal(brushedRange(first, last), null));
}

test("brushing goes deeper, and back step by step", () => {
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

test("after a filter that was chosen otherwise, there is no way back beyond it", () => {
  const steps = new FilterSteps();
  const first = steps.narrow(unfiltered, at("2026-11-01"), at("2026-11-10"));
  assert.ok(first);
  const chosen: ThreadFilter = { ...unfiltered, time: { kind: "preset", preset: "7d" } };
  assert.equal(steps.canGoBack(chosen), false);
  const second = steps.narrow(chosen, at("2026-11-02"), at("2026-11-03"));
  assert.ok(second);
  assert.deepEqual(steps.back(second), chosen);
  assert.equal(steps.canGoBack(first), false);
});
