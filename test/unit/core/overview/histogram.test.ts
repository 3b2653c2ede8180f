import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  binOf,
  durationEdges,
  histogram,
  knownOf,
  quantile,
  turnCountEdges,
} from "../../../../src/core/overview/histogram.ts";
import { anyThreads, columnsOf, known } from "./anyThreads.ts";

const of = (...values: number[]) => Float64Array.from(values);

const durations: readonly (readonly [values: readonly number[], edges: readonly number[]])[] = [
  [[], []],
  [[Number.NaN, 0, -1, 1e-300], []],
  [[1], [1, 1.25]],
  [[1000], [1000, 1250]],
  [[999.9], [800, 1000]],
  [
    [630, 1250],
    [630, 800, 1000, 1250, 1600],
  ],
  [[0.02], [0.02, 0.025]],
  [[99999999.99999991], [8e7, 1e8]],
];
for (const [values, edges] of durations) {
  test(`bins for durations of ${values.join(", ") || "none"} start and end at round numbers`, () => {
    assert.deepEqual([...durationEdges(of(...values))], edges);
  });
}

const counts: readonly (readonly [greatest: number, edges: readonly number[]])[] = [
  [0, []],
  [1, [1, 2]],
  [3, [1, 2, 3, 4]],
  [24, Array.from({ length: 25 }, (_, place) => place + 1)],
  [25, [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30]],
  [99, [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50, 60, 80, 100]],
  [100, [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150]],
];
for (const [greatest, edges] of counts) {
  test(`bins for up to ${greatest} turns ${greatest > 24 ? "grow wider" : "are of one count each"}`, () => {
    assert.deepEqual([...turnCountEdges(of(greatest))], edges);
  });
}

test("every value above zero is in one bin, and each bin counts the values between its edges", () => {
  fc.assert(
    fc.property(anyThreads, fc.constantFrom("p50", "turnCount"), (threads, which) => {
      const columns = columnsOf(threads);
      const values = columns[which];
      const edges = which === "p50" ? durationEdges(columns.p50, columns.p99) : turnCountEdges(values);
      const { counts, binned, outside, unknown, ...marks } = histogram(values, edges);
      const given = known([...values].map((value) => (Number.isNaN(value) ? null : value)));
      for (const [bin, count] of counts.entries()) {
        const [from = 0, to = 0] = [edges[bin], edges[bin + 1]];
        assert.ok(from < to);
        assert.equal(count, given.filter((value) => value >= from && value < to).length);
      }
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        binned,
      );
      assert.equal(outside, given.filter((value) => value < 1e-6).length);
      assert.equal(unknown, values.length - given.length);
      assert.equal(marks.median, quantile(Float64Array.from(given), 0.5));
      assert.equal(marks.p90, quantile(Float64Array.from(given), 0.9));
      assert.equal(marks.p99, quantile(Float64Array.from(given), 0.99));
    }),
  );
});

test("no bin is empty at either end", () => {
  fc.assert(
    fc.property(anyThreads, (threads) => {
      const { p50 } = columnsOf(threads);
      const { counts } = histogram(p50, durationEdges(p50));
      if (counts.length > 0) assert.ok((counts[0] ?? 0) > 0 && (counts.at(-1) ?? 0) > 0);
    }),
  );
});

test("a value beyond the edges has no bin", () => {
  const edges = of(1, 2, 4);
  assert.deepEqual(
    [0.9, 1, 1.9, 2, 3.9, 4, Number.NaN].map((value) => binOf(edges, value)),
    [-1, 0, 0, 1, 1, -1, -1],
  );
  assert.equal(binOf(of(), 1), -1);
});

const quantiles: readonly (readonly [q: number, values: readonly number[], expected: number])[] = [
  [0.5, [], Number.NaN],
  [0.5, [7], 7],
  [0.99, [7], 7],
  [0.5, [2, 1], 1],
  [0.5, [3, 1, 2], 2],
  [0.9, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 9],
  [0.99, Array.from({ length: 100 }, (_, place) => 100 - place), 99],
  [0.07, Array.from({ length: 100 }, (_, place) => place + 1), 7],
  [1, [4, 4, 9], 9],
];
for (const [q, values, expected] of quantiles) {
  test(`the quantile ${q} of ${values.length} values is ${expected}`, () => {
    assert.equal(quantile(Float64Array.from(values), q), expected);
  });
}

test("a quantile is the smallest value that enough values do not exceed", () => {
  const values = fc.array(fc.oneof(fc.nat(5), fc.double({ noNaN: true })), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.constantFrom(0.5, 0.9, 0.99), (given, q) => {
      const reached = given.filter((one) => given.filter((other) => other <= one).length >= q * given.length - 1e-9);
      assert.equal(quantile(Float64Array.from(given), q) + 0, Math.min(...reached) + 0);
    }),
  );
});

test("several quantiles can be taken of the same values", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { minLength: 1 }), (given) => {
      const values = Float64Array.from(given);
      const taken = [0.99, 0.5, 0.9].map((q) => quantile(values, q));
      assert.deepEqual(
        taken,
        [0.99, 0.5, 0.9].map((q) => quantile(Float64Array.from(given), q)),
      );
      assert.deepEqual(Float64Array.from(values).sort(), Float64Array.from(given).sort());
    }),
  );
});

test("unknown values are ignored, and the given values are unchanged", () => {
  const values = Float64Array.of(3, Number.NaN, 0, Number.NaN, 1);
  const known = knownOf(values);
  assert.deepEqual([...known], [3, 0, 1]);
  known.sort();
  assert.deepEqual([...values], [3, Number.NaN, 0, Number.NaN, 1]);
});
