import assert from "node:assert/strict";
import { test } from "node:test";
import { passageIn } from "../../../../src/core/search/passage.ts";
import type { Json } from "../../../../src/core/text/json.ts";

const words = "word ".repeat(100);

const cases: readonly [title: string, text: string, inputs: Json, output: Json, passage: string | null][] = [
  ["a short text is whole", "refund", { q: "My refund, please." }, null, "My refund, please."],
  ["any case", "REFUND größe", { q: "a Refund GRÖßE b" }, null, "a Refund GRÖßE b"],
  ["the output first", "refund", { q: "refund 1" }, { a: "refund 2" }, "refund 2"],
  [
    "the last message of the inputs",
    "refund",
    { messages: [{ content: "refund 1" }, { content: "refund 2" }], m: 1 },
    null,
    "refund 2",
  ],
  ["an output that is a text", "refund", {}, "a refund", "a refund"],
  ["a number", "47", { order: 4711 }, null, "4711"],
  ["a boolean", "true", { flag: true }, null, "true"],
  ["only a field name", "refund", { refund: 3 }, null, null],
  ["only the form of the JSON", '":', { a: 1, b: "c" }, null, null],
  ["nothing", "refund", { a: null }, null, null],
  ["line ends are spaces", "two three", { q: "one\ntwo\r\n  three\tfour" }, null, "one two three four"],
  ["quotes and patterns are plain", 'say "(hi.*)"', { q: 'they say "(hi.*)" [x]' }, null, 'they say "(hi.*)" [x]'],
  ["hidden characters are shown", "b", { q: "a\u202eb" }, null, "a‹U+202E›b"],
  ["joiners of words", "خواهم", { q: "پول می\u200cخواهم" }, null, "پول می\u200cخواهم"],
  ["a joiner after the text", "می", { q: "می\u200cخواهم" }, null, "می\u200cخواهم"],
  ["a joiner at the end of the text", "می\u200c", { q: "می\u200cخواهم" }, null, "می\u200cخواهم"],
  ["a joiner at the start of the text", "\u200cخ", { q: "می\u200cخواهم" }, null, "می\u200cخواهم"],
  ["other scripts", "日本", { q: "これは日本語です" }, null, "これは日本語です"],
  [
    "both sides of a long text are cut",
    "refund",
    { q: `${words}refund ${words}` },
    null,
    `…${"word ".repeat(10)}refund ${"word ".repeat(23)}wor…`,
  ],
  ["a text at the end of a long one", "refund", { q: `${words}refund` }, null, `…${"word ".repeat(10)}refund`],
];
for (const [title, text, inputs, output, passage] of cases) {
  test(`the passage with ${JSON.stringify(text)}: ${title}`, () =>
    assert.deepEqual(passageIn({ inputs, output }, text), passage && { text: passage, isRepeated: false }));
}

test("text that a turn repeats from the conversation is distinguished from its own text", () => {
  const chat = (...contents: readonly string[]) => ({
    messages: contents.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
    user: "refund desk",
  });
  const passage = (inputs: Json, text: string) => passageIn({ inputs, output: "Sure." }, text);
  assert.deepEqual(passage(chat("a refund", "yes", "and when?"), "a refund"), { text: "a refund", isRepeated: true });
  assert.deepEqual(passage(chat("a refund", "yes", "a refund now"), "a refund"), {
    text: "a refund now",
    isRepeated: false,
  });
  assert.deepEqual(passage(chat("a refund", "yes", "and when?"), "refund"), { text: "refund desk", isRepeated: false });
});

test("a deeply nested document is searched", () => {
  let value: Json = "refund";
  for (let depth = 0; depth < 20_000; depth += 1) value = [value];
  assert.equal(passageIn({ inputs: value, output: null }, "refund")?.text, "refund");
});
