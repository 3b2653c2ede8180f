import assert from "node:assert/strict";
import { test } from "node:test";
import { checkGrowth, cpuTime } from "../fuzz/growth.ts";
import { readers } from "../fuzz/readers.ts";

// The same inputs in every run; `test/bench/fuzz.ts` tries others.

const run = { seed: 20_261_123, runs: 4 };

for (const reader of readers)
  test(`${reader.name}: repeated fragments are read in linear time`, () => checkGrowth(reader, run));

test("a reader that takes quadratic time is reported with its input and figures", () => {
  const quadratic = {
    name: "distances to a hyphen",
    fragments: ["a"],
    found: [],
    read: (text: string) => Array.from({ length: text.length / 16 }, (_, at) => text.indexOf("-", at)),
  };
  assert.throws(
    () => checkGrowth(quadratic, { seed: 1, runs: 1 }),
    /distances to a hyphen, \["a+","a+","a*"\]: \d+ characters [\d.]+ ms, twice as many [\d.]+ ms/,
  );
});

test("a reader that is slow only once, as on a busy machine, is not reported", () => {
  let reads = 0;
  const interrupted = (text: string) => {
    const isSlow = text.length > 100_000 && reads++ < 5;
    for (const end = cpuTime() + (isSlow ? 40 : 8); cpuTime() < end; );
  };
  checkGrowth({ name: "", fragments: ["a"], found: [["", "a", ""]], read: interrupted }, { seed: 1, runs: 0 });
  assert.ok(reads > 5);
});
