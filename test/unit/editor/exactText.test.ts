import assert from "node:assert/strict";
import { test } from "node:test";
import { buttonName, exactText } from "../../editor/workbench/exactText.ts";

const cases: readonly [pattern: RegExp, text: string, matches: boolean][] = [
  [exactText("Sort…"), "  Sort… ", true],
  [exactText("Sort"), "Sort by", false],
  [exactText("a.b (1/2) [x]-*"), "a.b (1/2) [x]-*", true],
  [exactText("a.b"), "a-b", false],
  [buttonName("Back"), "Back (Ctrl+Alt+-)", true],
  [buttonName("Back"), "Backwards", false],
];

for (const [pattern, text, matches] of cases) {
  test(`${pattern} ${matches ? "matches" : "does not match"} ${JSON.stringify(text)}`, () => {
    assert.equal(pattern.test(text), matches);
  });
}
