import assert from "node:assert/strict";
import { test } from "node:test";
import { bestMatches, matchRank, publishedName } from "../../../../src/core/opNavigation/opMatch.ts";

const published: readonly (readonly [given: string, kept: string])[] = [
  ["answer", "answer"],
  ["Bot.respond", "Bot.respond"],
  ["ask again, please", "ask-again-please"],
  ["__init__", "init"],
  ["größe 日本", "größe-日本"],
  ["a/b", "a-b"],
  ["x".repeat(200), "x".repeat(128)],
];

for (const [given, kept] of published) {
  test(`an op named ${given.slice(0, 30)} is published as ${kept.slice(0, 30)}`, () =>
    assert.equal(publishedName(given), kept));
}

test("the best matches are those with the op as their most likely name", () => {
  const told = { names: ["answer", "Bot.reply"] } as const;
  const method = { names: ["Bot.answer", "answer"] } as const;
  const other = { names: ["other"] } as const;
  assert.equal(matchRank(method, "answer"), 1);
  assert.equal(matchRank(other, "answer"), undefined);
  assert.deepEqual(bestMatches([method, told, other], "answer"), [told]);
  assert.deepEqual(bestMatches([method, other], "answer"), [method]);
  assert.deepEqual(bestMatches([told, told], "answer"), [told, told]);
  assert.deepEqual(bestMatches([method, told], "openai.chat.completions.answer"), []);
  assert.deepEqual(bestMatches([], "answer"), []);
  assert.equal(matchRank({ names: ["ask again"] }, "ask-again"), 0);
  assert.equal(matchRank({ names: ["--"] }, "  "), undefined);
});
