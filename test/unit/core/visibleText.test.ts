import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { apart, plainText, visibleLines, visibleText } from "../../../src/core/visibleText.ts";

const texts: readonly [text: string, plain: string][] = [
  ["user-4711/2026-11-03", "user-4711/2026-11-03"],
  ["a[0] (b)", "a[0] (b)"],
  ["[log in](command:workbench.action.quit)", "[log in] (command:workbench.action.quit)"],
  ["[a](https://b.example) [c](file:d)", "[a] (https://b.example) [c] (file:d)"],
  ["](](", "] (] ("],
  ["[a]\u200b(command:b)", "[a]‹U+200B›(command:b)"],
  ["[a]\n(command:b)", "[a]‹U+000A›(command:b)"],
];
for (const [text, plain] of texts) {
  test(`${JSON.stringify(text)} is shown as ${plain}`, () => assert.equal(plainText(text), plain));
}

test("no text makes a link, and no more is changed than that takes", () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom("[", "]", "(", ")", "](", "command:", "\u200b"), fc.string()));
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join("");
      const plain = plainText(text);
      assert.ok(!plain.includes("]("));
      assert.equal(plain.replaceAll("] (", "]("), visibleText(text).replaceAll("] (", "]("));
      assert.equal(plainText(plain), plain);
    }),
  );
});

const shownTexts: readonly [what: string, text: string, onOneLine: string, inLines: string][] = [
  ["line ends and tabs", "a\tb\r\nc\rd", "a‹U+0009›b‹U+000D›‹U+000A›c‹U+000D›d", "a\tb\nc‹U+000D›d"],
  ["escape sequences", "\u001b[31mred", "‹U+001B›[31mred", "‹U+001B›[31mred"],
  ["bidirectional marks", "a\u202eb\u200f", "a‹U+202E›b‹U+200F›", "a‹U+202E›b‹U+200F›"],
  ["text in tags", "a\u{e0061}\u{e007f}", "a‹U+E0061›‹U+E007F›", "a‹U+E0061›‹U+E007F›"],
  ["bytes in variation selectors", "a\u{fe01}\u{e0100}", "a‹U+FE01›‹U+E0100›", "a‹U+FE01›‹U+E0100›"],
  ["soft hyphens and fillers", "a\u00ad\u3164", "a‹U+00AD›‹U+3164›", "a‹U+00AD›‹U+3164›"],
  ["halves of characters", "a\ud83d", "a‹U+D83D›", "a‹U+D83D›"],
  ["a family", "👩‍👩‍👧", "👩‍👩‍👧", "👩‍👩‍👧"],
  ["a heart and a keycap", "❤️ 1️⃣", "❤️ 1️⃣", "❤️ 1️⃣"],
  ["the flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["a variant of a Han character", "葛\u{e0100}", "葛\u{e0100}", "葛\u{e0100}"],
  ["a Persian word", "می\u200cخواهم", "می‹U+200C›خواهم", "می\u200cخواهم"],
  ["a Hindi word", "क्\u200dष", "क्‹U+200D›ष", "क्\u200dष"],
  ["a joiner between Latin letters", "a\u200db", "a‹U+200D›b", "a‹U+200D›b"],
];
for (const [what, text, onOneLine, inLines] of shownTexts) {
  test(`nothing hides: ${what}`, () => {
    assert.equal(visibleText(text), onOneLine);
    assert.equal(visibleLines(text), inLines);
  });
}

test("what is visible stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const visible of [visibleText, visibleLines]) assert.equal(visible(visible(text)), visible(text));
    }),
  );
});

test("text that runs from right to left is kept apart from what stands beside it, and no other is changed", () => {
  assert.deepEqual(["refund", "日本語", "مرحبا", "שלום 2"].map(apart), [
    "refund",
    "日本語",
    "\u2068مرحبا\u2069",
    "\u2068שלום 2\u2069",
  ]);
});
