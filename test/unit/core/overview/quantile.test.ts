import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { knownOf, quantile } from "../../../../src/core/overview/quantile.ts";

const cases: readonly (readonly [q: number, values: readonly number[], expected: number])[] = [
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
for (const [q, values, expected] of cases) {
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
