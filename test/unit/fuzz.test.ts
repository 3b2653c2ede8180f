import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { target } from "../fuzz/target.ts";
import { targets } from "../fuzz/targets.ts";

// The same inputs in every run; `test/bench/fuzz.ts` tries a million others.

const seed = 20_261_123;
const runs = 200;

for (const { name, found, fuzz } of targets) {
  for (const { what, replay } of found) test(`${name}, found before: ${what}`, replay);
  test(`${name}: any input has its properties`, () => fuzz({ seed, runs }));
}

test("a property that does not hold is reported with seed, path and the smallest input", () => {
  const broken = target<number>("numbers", {
    share: 1,
    inputs: fc.nat(),
    outcome: (input) => input,
    holds: (input) => assert.ok(input < 7),
    found: [["a case that is not mended", 8, 7]],
  });
  assert.throws(() => broken.fuzz({ seed, runs: 300 }), /seed: 20261123, path: "[\d:]+"[\s\S]*Counterexample: \[7\]/);
  assert.throws(() => broken.found[0]?.replay(), assert.AssertionError);
});

test("a target that refuses every input fails", () => {
  const refusing = target<number>("nothing", {
    ...{ share: 1, inputs: fc.nat(), outcome: () => null, found: [] },
    holds: (_, skip) => skip(),
  });
  assert.throws(() => refusing.fuzz({ seed, runs: 10 }), /^AssertionError.*: nothing: all of 10 inputs are skipped$/);
});

test("each target has a name of its own and a share", () => {
  assert.equal(new Set(targets.map(({ name }) => name)).size, targets.length);
  assert.ok(targets.every(({ share }) => share > 0));
});
