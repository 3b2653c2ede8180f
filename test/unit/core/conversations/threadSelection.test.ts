import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  formatFilter,
  isFiltered,
  readFilter,
  type ThreadFilter,
  unfiltered,
} from "../../../../src/core/conversations/threadSelection.ts";
import { readRange, timePresets } from "../../../../src/core/input/timeRange.ts";
import { mostIds } from "../../../../src/core/query/threadQuery.ts";

const week = { kind: "preset", preset: "7d" } as const;
const yesterday = { kind: "custom", text: "yesterday" } as const;

const ranges = fc.constantFrom(...timePresets, "yesterday", "-36h to now", ".. 2026-11-01 08:00Z").map((text) => {
  const range = readRange(text);
  assert.ok(range !== undefined);
  return range;
});

test("a filter is unchanged after storing it as JSON", () => {
  fc.assert(
    fc.property(ranges, fc.uniqueArray(fc.string({ minLength: 1 })), (time, threadIds) => {
      const filter = { time, threadIds };
      assert.deepEqual(readFilter(JSON.parse(JSON.stringify(formatFilter(filter)))), filter);
    }),
  );
});

const filters: readonly [name: string, filter: ThreadFilter, filtered: boolean][] = [
  ["nothing", unfiltered, false],
  ["a preset", { ...unfiltered, time: week }, true],
  ["a custom range", { ...unfiltered, time: yesterday }, true],
  ["ids", { ...unfiltered, threadIds: ["a"] }, true],
];
for (const [name, filter, filtered] of filters) {
  test(`a filter by ${name} can hide ${filtered ? "threads" : "no thread"}`, () =>
    assert.equal(isFiltered(filter), filtered));
}

const oddities: readonly [name: string, stored: unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["a string", "7d"],
  ["an array", []],
  ["a value without IDs", { time: "7d" }],
  ["a value without a time range", { threadIds: [] }],
  ["an unknown time range", { time: "7 fortnights", threadIds: [] }],
  ["a time range that is not a string", { time: { kind: "preset", preset: "7d" }, threadIds: [] }],
  ["a value whose IDs are not a list", { time: "7d", threadIds: "a" }],
  ["a value with an ID that is not a string", { time: "7d", threadIds: ["a", 1] }],
  ["a value with an empty ID", { time: "7d", threadIds: [""] }],
  ["a value with too many IDs", { time: "7d", threadIds: Array.from({ length: mostIds + 1 }, (_, i) => `${i}`) }],
];
for (const [name, stored] of oddities) {
  test(`${name} is not a filter`, () => assert.equal(readFilter(stored), undefined));
}

test("a duplicate ID counts once, and other fields are ignored", () => {
  assert.deepEqual(readFilter({ time: "7d", threadIds: ["a", "b", "a"], more: 1 }), {
    time: week,
    threadIds: ["a", "b"],
  });
});
