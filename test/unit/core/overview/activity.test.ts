import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { activity, calendarEdges, type Interval, intervals } from "../../../../src/core/overview/activity.ts";
import { runningThread, thread } from "../conversations/threads.ts";
import { inZone } from "../input/zones.ts";
import { anyThreads, columnsOf, runningOf } from "./anyThreads.ts";

/** Clocks there go back on October 25, 2026 at 3:00, and forward on March 28, 2027 at 2:00. */
const testInBerlin = (name: string, run: () => void): void => void test(name, () => inZone("Europe/Berlin", run));

const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string) => new Date(text).getTime();
const texts = (edges: Float64Array) => [...edges].map((edge) => new Date(edge).toString().slice(4, 33));

function interval(unit: Interval["unit"], count: number): Interval {
  const found = intervals.find((one) => one.unit === unit && one.count === count);
  assert.ok(found);
  return found;
}

testInBerlin("days start at midnight, and last 25 hours when the clock goes back", () => {
  const edges = calendarEdges(interval("day", 1), at("2026-10-24T12:00+02:00"), at("2026-10-26T00:00+01:00"));
  assert.deepEqual(texts(edges), [
    "Oct 24 2026 00:00:00 GMT+0200",
    "Oct 25 2026 00:00:00 GMT+0200",
    "Oct 26 2026 00:00:00 GMT+0100",
    "Oct 27 2026 00:00:00 GMT+0100",
  ]);
});

testInBerlin("an hour repeated by a clock change occurs twice, and a skipped hour not at all", () => {
  const back = calendarEdges(interval("hour", 1), at("2026-10-25T00:30Z"), at("2026-10-25T02:10Z"));
  assert.deepEqual(texts(back), [
    "Oct 25 2026 02:00:00 GMT+0200",
    "Oct 25 2026 02:00:00 GMT+0100",
    "Oct 25 2026 03:00:00 GMT+0100",
    "Oct 25 2026 04:00:00 GMT+0100",
  ]);
  const forward = calendarEdges(interval("hour", 3), at("2027-03-28T00:10+01:00"), at("2027-03-28T05:00+02:00"));
  assert.deepEqual(texts(forward), [
    "Mar 28 2027 00:00:00 GMT+0100",
    "Mar 28 2027 03:00:00 GMT+0200",
    "Mar 28 2027 06:00:00 GMT+0200",
  ]);
});

testInBerlin("weeks start on Monday, quarters with their month", () => {
  const weeks = calendarEdges(interval("week", 1), at("2026-11-22T12:00+01:00"), at("2026-11-23T12:00+01:00"));
  assert.deepEqual(
    texts(weeks).map((text) => text.slice(0, 11)),
    ["Nov 16 2026", "Nov 23 2026", "Nov 30 2026"],
  );
  const quarters = calendarEdges(interval("month", 3), at("2026-11-22T12:00+01:00"), at("2027-01-01T00:00+01:00"));
  assert.deepEqual(
    texts(quarters).map((text) => text.slice(0, 11)),
    ["Oct 01 2026", "Jan 01 2027", "Apr 01 2027"],
  );
});

testInBerlin("every interval ends at the edge of the next one, through a year", () => {
  for (const one of intervals) {
    const span = Math.min(one.length * 700, 365 * day);
    const [first, last] = [at("2026-09-01T07:13:11Z"), at("2026-09-01T07:13:11Z") + span];
    const edges = calendarEdges(one, first, last);
    assert.ok((edges[0] ?? first + 1) <= first && (edges.at(-1) ?? last) > last);
    for (let place = 1; place < edges.length; place++) {
      const length = (edges[place] ?? 0) - (edges[place - 1] ?? 0);
      assert.ok(
        Math.abs(length - one.length) <= Math.max(hour, 0.1 * one.length),
        `${one.count} ${one.unit}: ${length}`,
      );
    }
  }
});

const spans: readonly (readonly [span: number, count: number, unit: Interval["unit"]])[] = [
  [0, 1, "minute"],
  [50 * 60_000, 1, "minute"],
  [3 * hour, 5, "minute"],
  [24 * hour, 1, "hour"],
  [7 * day, 3, "hour"],
  [30 * day, 1, "day"],
  [365 * day, 1, "week"],
  [1500 * day, 1, "month"],
  [400 * 365 * day, 5, "year"],
];
for (const [span, count, unit] of spans) {
  testInBerlin(`threads over ${span / hour} hours are counted by ${count} ${unit}`, () => {
    const start = at("2026-11-01T10:00Z");
    const ends = [0, span].map((passed, place) => ({
      ...thread(`t${place}`),
      startTime: start + passed,
      lastUpdated: start + passed,
    }));
    const { interval: chosen, edges } = activity(columnsOf(ends));
    assert.deepEqual([chosen.count, chosen.unit], [count, unit]);
    assert.ok(edges.length <= 90, `${edges.length} edges`);
  });
}

testInBerlin("a thread without a finished turn does not stretch the intervals back to 1970", () => {
  const start = at("2026-11-01T10:00Z");
  const { interval: chosen, edges } = activity(columnsOf([{ ...runningThread("a"), startTime: start }]));
  assert.deepEqual([chosen.count, chosen.unit, edges[0]], [1, "minute", start]);
});

testInBerlin(
  "each thread is started once and, if a turn has finished, updated once, as counting by the edges shows",
  () => {
    fc.assert(
      fc.property(anyThreads, (threads) => {
        const { edges, started, updated } = activity(columnsOf(threads));
        for (const [place, count] of started.entries()) {
          const [from = 0, to = 0] = [edges[place], edges[place + 1]];
          const within = (time: number) => time >= from && time < to;
          assert.equal(count, threads.filter(({ startTime }) => within(startTime)).length);
          const ended = threads.filter(({ lastUpdated }) => lastUpdated !== null && within(lastUpdated));
          assert.equal(updated[place], ended.length);
        }
        const sum = (counts: Float64Array) => counts.reduce((total, count) => total + count, 0);
        assert.equal(sum(started), threads.length);
        assert.equal(sum(updated), threads.length - runningOf(threads).length);
      }),
    );
  },
);
