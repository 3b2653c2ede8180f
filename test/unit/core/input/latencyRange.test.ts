import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  formatLatency,
  type LatencyProblem,
  type LatencyRange,
  parseLatency,
} from "../../../../src/core/input/latencyRange.ts";

describe("a typed latency", () => {
  const cases: readonly (readonly [string, number | null, number | null, true?])[] = [
    ["> 2s", 2000, null, true],
    [">=500ms", 500, null],
    ["≥ 1.5 s", 1500, null],
    ["2m", 120_000, null],
    ["over 1h", 3_600_000, null, true],
    ["< 2s", null, 2000, true],
    [">= 2s", 2000, null],
    ["<= 2s", null, 2000],
    ["<= 1.001s", null, 1001],
    ["> 1,5s", 1500, null, true],
    ["> 1,2345 s", 1234.5, null, true],
    [",25s", 250, null],
    ["> 2 sec", 2000, null, true],
    ["1 second to 2 seconds", 1000, 2000],
    ["2 min", 120_000, null],
    ["1 minute..90 minutes", 60_000, 5_400_000],
    ["over 1 hour", 3_600_000, null, true],
    ["< 2hours", null, 7_200_000, true],
    ["≤.5s", null, 500],
    ["Under 3 MIN", null, 180_000, true],
    ["500ms..3s", 500, 3000],
    ["1s to 1s", 1000, 1000],
    ["2-5s", 2000, 5000],
    ["100ms – 2m", 100, 120_000],
    ["0ms...1s", 0, 1000],
  ];
  for (const [typed, atLeast, atMost, exclusive] of cases) {
    const range = { atLeast, atMost, ...(exclusive && { exclusive }) };
    test(`${typed} is parsed`, () => assert.deepEqual(parseLatency(typed), range));
  }
  const wrong: readonly (readonly [string, LatencyProblem])[] = [
    ["", "empty"],
    ["  ", "empty"],
    ["slow", "unreadable"],
    ["-2s", "unreadable"],
    ["2s..", "unreadable"],
    ["> 1,000ms", "unreadable"],
    ["0,500s", "unreadable"],
    ["1,000,000 ms", "unreadable"],
    ["500ms..3,000ms", "unreadable"],
    ["2 days", "unreadable"],
    ["500", "unitMissing"],
    ["> 2", "unitMissing"],
    ["1..2", "unitMissing"],
    ["2s..500", "unitMissing"],
    ["3s..500ms", "endsTooEarly"],
  ];
  for (const [typed, problem] of wrong)
    test(`"${typed}" is ${problem}`, () => assert.equal(parseLatency(typed), problem));

  test("round-trips as text", () => {
    const bound = fc.integer({ min: 0, max: 1e9 });
    const ranges = fc.oneof<fc.Arbitrary<LatencyRange>[]>(
      bound.map((atLeast) => ({ atLeast, atMost: null })),
      bound.map((atMost) => ({ atLeast: null, atMost })),
      bound.map((atLeast) => ({ atLeast, atMost: null, exclusive: true })),
      bound.map((atMost) => ({ atLeast: null, atMost, exclusive: true })),
      fc.tuple(bound, bound).map(([a, b]) => ({ atLeast: Math.min(a, b), atMost: Math.max(a, b) })),
    );
    fc.assert(fc.property(ranges, (range) => assert.deepEqual(parseLatency(formatLatency(range)), range)));
  });
});
