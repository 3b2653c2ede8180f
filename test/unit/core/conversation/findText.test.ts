import assert from "node:assert/strict";
import { test } from "node:test";
import { foundPlaces, foundText, jsonTexts, mostFound, turnTexts } from "../../../../src/core/conversation/findText.ts";
import { turnContent } from "../../../../src/core/messages/turnContent.ts";
import { createFormats } from "../../../../src/core/text/format.ts";

const formats = createFormats("en");
const searched = (id: string, input: readonly string[], earlier: readonly string[] = []) => ({
  ...{ id, steps: [], exception: null },
  texts: { earlier, input, output: [] },
});

const cases: readonly [text: string, own: string, count: number][] = [
  ["Return Label", "a RETURN label, a return\nlabel and a return", 2],
  ["return label", "Your **return** label", 1],
  ["a.b", "a.b axb", 1],
  [").*", "f().*", 1],
  ["  ", "a b", 0],
  ["", "a", 0],
  ["größe", "GRÖSSE GRÖßE", 1],
];
for (const [text, texts, count] of cases) {
  test(`"${text}" is found ${count} times in ${JSON.stringify(texts)}`, () => {
    assert.equal(foundPlaces([searched("t", [texts])], text).length, count);
  });
}

test("places are in order of turns, and repeated earlier messages do not count again", () => {
  const turns = [
    searched("t1", ["order", "no order, no order"], ["an order before"]),
    searched("t2", ["my order"], ["an order before", "order"]),
    { ...searched("t3", []), steps: ["order"], exception: "OrderError: x" },
  ];
  assert.deepEqual(
    foundPlaces(turns, "order").map(({ turnId, index }) => `${turnId} ${index}`),
    ["t1 0", "t1 1", "t1 2", "t1 3", "t2 0", "t3 0", "t3 1"],
  );
});

test("the texts of a turn are those of its messages, tool calls and other fields", () => {
  const message = {
    role: "assistant",
    content: "Hm.",
    tool_calls: [{ id: "1", type: "function", function: { name: "find", arguments: '{"order":7}' } }],
  };
  const inputs = {
    messages: [
      { role: "user", content: "Where?" },
      { role: "assistant", content: "Here." },
      { role: "user", content: "And now?", id: "u2" },
    ],
    model: "m",
  };
  const texts = turnTexts(turnContent({ inputs, output: message }));
  assert.deepEqual(texts, {
    earlier: ["Where?", "Here."],
    input: ["And now?"],
    output: ["Hm.", "find", "order", "7", "model", "m", "id", "u2"],
  });
});

test("JSON of any depth is searched", () => {
  let deep: ReturnType<typeof JSON.parse> = "bottom";
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  assert.deepEqual(jsonTexts(deep), ["bottom"]);
  assert.deepEqual(jsonTexts({ a: [1, { b: null }], c: true }), ["a", "1", "b", "c", "true"]);
});

const counts: readonly [at: number, count: number, text: string][] = [
  [0, 0, "No results"],
  [2, 12, "3 of 12"],
  [0, mostFound, "1 of 10,000+"],
];
for (const [at, count, text] of counts)
  test(`the count "${text}"`, () => assert.equal(foundText(at, count, formats), text));
