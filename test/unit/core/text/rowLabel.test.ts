import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rowLabel, textsAlike } from "../../../../src/core/text/rowLabel.ts";

/** Characters after the value that a side bar of 420 pixels shows of a new row, in the widest usual font. */
const visible = 36;
const charged = "I was charged twice for the order that you confirmed as";
const paragraphs = "Translate the following paragraph into German, and keep";

const labels: readonly (readonly [name: string, label: string, expected: string])[] = [
  ["a short text", rowLabel("42m", "Where is it?"), "42m  Where is it?"],
  ["a row without a value", rowLabel("", "Where is it?"), "Where is it?"],
  ["a text of 80 characters", rowLabel("5m", "x".repeat(80)), `5m  ${"x".repeat(80)}`],
  ["a longer text", rowLabel("5m", "x".repeat(82)), `5m  ${"x".repeat(80)}…`],
  ["text from right to left", rowLabel("5m", "שלום"), "5m  \u2068שלום\u2069"],
  [
    "a text that begins as another",
    rowLabel("5m", `${charged} 8841`, true),
    "5m  …order that you confirmed as 8841 · I was charged twice for the",
  ],
  ["one without spaces", rowLabel("5m", "x".repeat(40), true), `5m  …${"x".repeat(8)} · ${"x".repeat(40)}`],
  ["one of pictographs", rowLabel("5m", "🧵".repeat(40), true), `5m  …${"🧵".repeat(8)} · ${"🧵".repeat(40)}`],
];
for (const [name, label, expected] of labels) {
  test(`${name} in a label`, () => assert.equal(label, expected));
}

const shownOf = (texts: readonly string[]) => {
  const alike = textsAlike(texts);
  return texts.map((text) => rowLabel("", text, alike.has(text)));
};

for (const texts of [
  [`${charged} 8841`, `${charged} 8842`],
  [`${paragraphs} A`, `${paragraphs} B`, "Translate this"],
  [
    "conversation-of-the-customer-support-team-number-00000000001",
    "conversation-of-the-customer-support-team-number-00000000002",
  ],
]) {
  test(`texts that differ within 60 characters are told apart at 420 pixels: ${texts[0]}`, () => {
    const seen = shownOf(texts).map((label) => [...label].slice(0, visible).join(""));
    assert.equal(new Set(seen).size, texts.length);
  });
}

test("texts that differ early keep their beginning, and so does one that several rows have", () => {
  const texts = ["Where is my order 8841? I have waited", "Where is it?", "Where is it?", charged];
  assert.deepEqual(shownOf(texts), texts);
});

test("any two texts that differ within 60 characters are told apart, and labels have all words of the first 80", () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, fc.nat(59), (one, rest, common) => {
      const texts = [one, `${one.slice(0, common)}${rest}`];
      const [a = "", b = ""] = shownOf(texts);
      for (const [label, whole = ""] of [
        [a, texts[0]],
        [b, texts[1]],
      ] as const)
        for (const each of whole.slice(0, 80).split(" ")) assert.ok(label.includes(each), label);
      const [first = "", second = ""] = texts;
      if (first.slice(0, 60) !== second.slice(0, 60))
        assert.notEqual([...a].slice(0, visible).join(""), [...b].slice(0, visible).join(""));
    }),
  );
});
