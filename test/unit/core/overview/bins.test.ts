import assert from "node:assert/strict";
import { test } from "node:test";
import { activityBins, distributions, durationBins, turnCountBins } from "../../../../src/core/overview/bins.ts";
import { createChartTexts, timeTicks } from "../../../../src/core/overview/ticks.ts";

const texts = createChartTexts("en");
const noon = Date.UTC(2026, 10, 3, 12);
const hour = 3_600_000;
const nearestRank = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;

interface SomeThread {
  readonly startTime: number;
  readonly lastUpdated?: number;
  readonly turnCount?: number;
  readonly p50?: number;
}

function drawn(threads: readonly SomeThread[]) {
  const column = (of: (thread: SomeThread) => number) => Float64Array.from(threads, of);
  return distributions(
    {
      ids: threads.map((_, at) => `thread ${at}`),
      startTime: column(({ startTime }) => startTime),
      lastUpdated: column(({ startTime, lastUpdated }) => lastUpdated ?? startTime),
      turnCount: column(({ turnCount }) => turnCount ?? 1),
      p50: column(({ p50 }) => p50 ?? Number.NaN),
      p99: column(() => Number.NaN),
    },
    {},
  );
}

test("median, p90 and p99 are marked in the bins of their values", () => {
  // The middles of the ten bins of a decade; each is the duration of ten of the 100 threads.
  const middles = [110, 140, 180, 220, 280, 350, 450, 560, 710, 900];
  const threads = Array.from({ length: 100 }, (_, at) => ({
    startTime: noon,
    turnCount: at < 98 ? 1 + (at % 10) : 19,
    p50: middles[at % 10] ?? 0,
  }));
  const { turnCounts, durations } = drawn(threads);
  const spread = durationBins(texts, durations.p50, "p50");
  assert.deepEqual(
    [...(spread.columns[0] ?? [])],
    middles.map(() => 10),
  );
  const counted = turnCountBins(texts, turnCounts);
  const turns = threads.map(({ turnCount }) => turnCount);
  for (const [nth, share] of [0.5, 0.9, 0.99].entries()) {
    const name = ["median", "p90", "p99"][nth];
    const duration = nearestRank(
      threads.map(({ p50 }) => p50),
      share,
    );
    const { place = -1, label } = spread.lines[nth] ?? {};
    assert.deepEqual([Math.floor(place), label], [middles.indexOf(duration), `${name} ${duration}ms`]);
    const count = nearestRank(turns, share);
    const line = counted.lines[nth];
    // A count has a bin of its own, marked in its middle.
    assert.deepEqual([line?.place, line?.label], [count - 0.5, `${name} ${count}`]);
    assert.equal(counted.columns[0]?.[count - 1], turns.filter((each) => each === count).length);
  }
});

test("a median of 0 is marked where the bins begin", () => {
  const of = (at: number) => (at < 60 ? 0 : at < 99 ? 300 : Number.NaN);
  const { durations } = drawn(Array.from({ length: 100 }, (_, at) => ({ startTime: noon, p50: of(at) })));
  const { lines, columns } = durationBins(texts, durations.p50, "p50");
  assert.deepEqual([lines[0], lines[1]?.label], [{ place: 0, label: "median 0ms" }, "p90 300ms"]);
  assert.deepEqual(
    [...(columns[0] ?? [])].filter((count) => count > 0),
    [39],
  );
});

test("activity has the threads started and updated in each interval", () => {
  const threads = Array.from({ length: 40 }, (_, at) => ({
    startTime: noon - (at % 6) * hour,
    lastUpdated: noon + ((at * at) % 5) * hour,
  }));
  const { activity } = drawn(threads);
  const { columns, facts, count } = activityBins(texts, drawn(threads));
  const within = (times: readonly number[], bin: number) =>
    times.filter((time) => time >= (activity.edges[bin] ?? 0) && time < (activity.edges[bin + 1] ?? 0)).length;
  for (let bin = 0; bin < count; bin++) {
    const started = within(
      threads.map(({ startTime }) => startTime),
      bin,
    );
    const updated = within(
      threads.map(({ lastUpdated }) => lastUpdated),
      bin,
    );
    assert.deepEqual([columns[0]?.[bin], columns[1]?.[bin]], [started, updated]);
    assert.deepEqual(facts(bin), [`Started: ${started}`, `Updated: ${updated}`]);
  }
});

test("the time axis of a week has several dates in a narrow tab", () => {
  const { places } = timeTicks({ min: noon - 7 * 24 * hour, max: noon }, (7 * 24 * hour) / 3);
  assert.ok(places.length >= 2);
});
