import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cutText } from "../../../../../src/core/conversation/drawing/cutText.ts";

const cases: readonly [name: string, text: string, most: number, shown: string][] = [
  ["a short text is unchanged", "short", 5, "short"],
  ["a text is cut at a nearby space", "one two three four", 16, "one two three"],
  ["a text is cut at a nearby line break", "first line\nsecond", 12, "first line"],
  ["a text without spaces is cut at the limit", "abcdefgh", 5, "abcde"],
  ["a surrogate pair is not split", "abcd🧵", 5, "abcd"],
  ["a joined emoji is not split", "ab👩‍👩‍👧‍👧", 6, "ab"],
  ["an accent is not split from its letter", "abcde\u0301f", 5, "abcd"],
  ["a code block is closed", "a\n```py\nprint(1)\nprint(2)\n```\nb", 18, "a\n```py\nprint(1)\n```"],
  ["a closed code block is not closed again", "```\na\n```\nbbbbbbbbbb", 11, "```\na\n```"],
  ["a longer fence is closed by one of the same length", "````\n```\naaaaaaaaaaaaaa", 12, "````\n```\naaa\n````"],
  ["a fence in a quote is closed within the quote", "> ```\n> aaaaaaaaaaaa", 14, "> ```\n> aaaaaa\n> ```"],
  ["inline code is not a code block", "```a``` b cccccccccc", 11, "```a``` b"],
];
for (const [name, text, most, shown] of cases) {
  test(`cut text: ${name}`, () => assert.equal(cutText(text, most).shown, shown));
}

test("only the given number of lines is shown, and hidden characters are counted", () => {
  assert.deepEqual(cutText("1\n2\n3\n4", 100, 2), { shown: "1\n2", hidden: 4 });
  assert.deepEqual(cutText("1\n2\n3\n", 100, 3), { shown: "1\n2\n3", hidden: 1 });
  assert.deepEqual(cutText("1\n2\n3", 100, 3), { shown: "1\n2\n3", hidden: 0 });
});

const pieces = fc.array(
  fc.oneof(fc.constantFrom("```", "~~~", "\n", "🧵", "e\u0301", "> ", " "), fc.string({ unit: "binary" })),
);

test("the shown text is the start of the text, and hidden characters are counted", () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5 }), (parts, most, mostLines) => {
      const text = parts.join("");
      const { shown, hidden } = cutText(text, most, mostLines);
      const kept = text.slice(0, text.length - hidden);
      assert.ok(kept.length <= most);
      assert.ok(hidden === 0 || kept.split("\n").length <= mostLines + 1);
      assert.ok(shown.startsWith(kept));
      assert.match(shown.slice(kept.length), /^(?:\n?[ \t>]*(?:`{3,}|~{3,}))?$/);
      assert.ok(hidden === 0 || !/[\ud800-\udbff]$/.test(kept) || !/^[\udc00-\udfff]/.test(text.slice(kept.length)));
    }),
  );
});
