import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { firstWords } from "../../../../src/core/messages/firstWords.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { visibleLines } from "../../../../src/core/text/visibleText.ts";

const user = (content: Json): Json => ({ role: "user", content });

const cases: readonly [name: string, inputs: Json, words: string][] = [
  ["the last user message", { messages: [user("first"), { role: "assistant", content: "a" }, user("last")] }, "last"],
  ["not a trailing assistant message", { messages: [user("q"), { role: "assistant", content: "a" }] }, "q"],
  ["not a tool result", { messages: [user("q"), { role: "tool", tool_call_id: "c", content: "r" }] }, "q"],
  [
    "not a tool result in a user message",
    { messages: [user("q"), user([{ type: "tool_result", content: "r" }])] },
    "q",
  ],
  ["a system message if there is no other", { messages: [{ role: "system", content: "be kind" }] }, "be kind"],
  [
    "the text beside an image",
    [
      user([
        { type: "image_url", image_url: { url: "https://a.example" } },
        { type: "text", text: "what?" },
      ]),
    ],
    "what?",
  ],
  ["a question", { k: 3, question: "why?" }, "why?"],
  ["a nested text if there is no message", { n: 1, job: { steps: [{ label: "sort the mail" }] } }, "sort the mail"],
  ["a plain text", "hello", "hello"],
  [
    "Markdown without its markup",
    user("## A **bold** `code` [link](https://a.example)\n\n> quoted\n- item"),
    "A bold code link quoted item",
  ],
  ["the content of a code block", user("```python\nprint(1)\n```"), "print(1)"],
  ["underscores and asterisks within words unchanged", user("snake_case_name 2*3*4"), "snake_case_name 2*3*4"],
  ["on one line", user("a\r\n\tb\u2028c"), "a b c"],
  ["without hidden characters", user("a\u202eb\u0000"), "a‹U+202E›b‹U+0000›"],
  ["with joiners within words", user("می\u200cخواهم"), "می\u200cخواهم"],
  ["nothing for refs", { self: "weave:///a/b/object/c:d", model: "weave:///a/b/object/m:e" }, ""],
  ["nothing for an object of the program", { self: { name: "bot" } }, ""],
  ["nothing for empty inputs", {}, ""],
  ["nothing for null", null, ""],
  ["nothing for white space", user("  \n "), ""],
  [
    "nothing for an image alone",
    { model: "m", messages: [user([{ type: "image_url", image_url: { url: "https://a.example" } }])] },
    "",
  ],
];
for (const [name, inputs, words] of cases) {
  test(`first words: ${name}`, () => assert.equal(firstWords(inputs, 60), words));
}

test("long first words end in an ellipsis, without splitting a character", () => {
  assert.equal(firstWords("one two three four", 10), "one two t…");
  assert.equal(firstWords("👩‍👩‍👧‍👧".repeat(3), 20), "👩‍👩‍👧‍👧…");
  assert.equal(firstWords("e\u0301".repeat(10), 6), "e\u0301e\u0301…");
  assert.equal(firstWords("right\u202e to left", 10), "right…");
});

test("the first words of any inputs are short, visible and on one line", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 80 }), (inputs, most) => {
      const words = firstWords(JSON.parse(JSON.stringify(inputs)), most);
      assert.ok(words.length <= most, words);
      assert.equal(visibleLines(words), words);
      assert.ok(!/[\r\n\t]/.test(words));
    }),
  );
});

test("first words are found in many messages and in a very long text", () => {
  const many = Array.from({ length: 200_000 }, (_, index) => user(`message ${index}`));
  assert.equal(firstWords({ messages: many }, 60), "message 199999");
  assert.equal(firstWords(user("word ".repeat(4_000_000)), 9), "word wor…");
});

test("first words are found in inputs of any depth", () => {
  let deep: Json = "bottom";
  for (let depth = 0; depth < 100_000; depth++) deep = depth % 2 === 0 ? [deep] : { content: deep };
  assert.equal(typeof firstWords(deep, 60), "string");
  assert.equal(firstWords({ question: "why?", deep }, 60), "why?");
});
