import assert from "node:assert/strict";
import { test } from "node:test";
import { checkGrowth, cpuTime, type Reader } from "../fuzz/growth.ts";
import { readers } from "../fuzz/readers.ts";

// The same inputs in every run; `test/bench/fuzz.ts` tries others.

const run = { seed: 20_261_123, runs: 4 };

for (const reader of readers)
  test(`${reader.name}: repeated fragments are read in linear time`, () => checkGrowth(reader, run));

/** A reader that is busy for as many milliseconds as `cost` says of the length of its text. */
function busy(name: string, cost: (length: number) => number): Reader {
  const read = (text: string) => {
    for (const end = cpuTime() + cost(text.length); cpuTime() < end; );
  };
  return { name, fragments: ["a"], found: [["", "a", ""]], read };
}

test("a reader that takes quadratic time is reported with its input and figures", () => {
  assert.throws(
    () =>
      checkGrowth(
        busy("squares", (length) => 8 * (length / 65_536) ** 2),
        { seed: 1, runs: 0 },
      ),
    /squares, \["","a",""\]: 131072 characters [\d.]+ ms, twice as many [\d.]+ ms/,
  );
});

test("a reader that is slow only once, as on a busy machine, is not reported", () => {
  let reads = 0;
  const interrupted = busy("", (length) => (length > 100_000 && reads++ < 5 ? 40 : 8));
  checkGrowth(interrupted, { seed: 1, runs: 0 });
  assert.ok(reads > 5);
});
