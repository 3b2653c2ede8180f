import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isNestedDeeper } from "../../../../src/service/body/nesting.ts";

const cases: readonly (readonly [text: string, depth: number])[] = [
  ["", 0],
  ["1", 0],
  ["[]", 1],
  ["[[],[]]", 2],
  ['{"a":[{}]}', 3],
  ['"[[[["', 0],
  ['["\\"[[["]', 1],
  ['["\\\\",[]]', 2],
  ['["\\\\\\"[[[",[]]', 2],
  ['{"[":"]","{":[]}', 2],
  ['["never closed [[', 1],
  ["[[[[", 4],
  ["]]]][", 0],
];

for (const [text, depth] of cases) {
  test(`${JSON.stringify(text)} is nested ${depth} levels deep`, () => {
    assert.equal(isNestedDeeper(text, depth), false);
    if (depth > 0) assert.equal(isNestedDeeper(text, depth - 1), true);
  });
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test("the depth of any JSON text is that of its value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const depth = depthOf(value);
      assert.equal(isNestedDeeper(text, depth), false);
      assert.equal(isNestedDeeper(text, depth - 1), depth > 0);
    }),
  );
});
