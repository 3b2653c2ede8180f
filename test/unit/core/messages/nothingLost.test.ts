import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { turnContent } from "../../../../src/core/messages/turnContent.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { anyInputs, anyOutput, marksOf } from "./anyDocuments.ts";
import { anyJson } from "./anyJson.ts";

test("all content of any inputs is shown", () => {
  fc.assert(
    fc.property(anyInputs, (inputs) =>
      assert.deepEqual(marksOf(turnContent({ inputs, output: null })), marksOf(inputs)),
    ),
    {
      numRuns: 100,
      examples: [
        [{ "events.gen_ai.user.message": ["mark00000aaa0a00", 100_000_000] }],
        [[{ type: "web_search_call", status: "mark00000aaa0a00", id: [["mark00000aaa0a01"]] }]],
        [[["100000000", { type: "AIMessageChunk", content: "mark00000aaa0a00" }]]],
      ],
    },
  );
});

test("all content of any output is shown", () => {
  fc.assert(
    fc.property(anyOutput, (output) =>
      assert.deepEqual(marksOf(turnContent({ inputs: null, output })), marksOf(output)),
    ),
    {
      numRuns: 80,
      examples: [
        [{ "events.gen_ai.choice": { role: 100_000_000 } }],
        [
          {
            message: {
              role: "tool",
              content: [{ type: { toString: [] } }, { type: "text", text: "mark00000aaa0a00" }],
            },
          },
        ],
      ],
    },
  );
});

test("all content is shown if the output continues the input", () => {
  fc.assert(
    fc.property(anyInputs, anyOutput, (inputs, output) => {
      const whole = { inputs, output: { messages: [inputs, output].flat() } };
      assert.deepEqual(marksOf(turnContent(whole)), marksOf(whole));
    }),
    { numRuns: 50 },
  );
});

test("any value is read without changing it", () => {
  fc.assert(
    fc.property(anyJson, anyJson, (inputs, output) => {
      const before = JSON.stringify([inputs, output]);
      const content = turnContent({ inputs, output });
      assert.equal(JSON.stringify([inputs, output]), before);
      for (const { role, parts } of [...content.history, ...content.input, ...content.repeated, ...content.output]) {
        assert.equal(typeof role, "string");
        assert.ok(Array.isArray(parts));
      }
    }),
  );
});

const nests: readonly [name: string, nest: (inner: Json) => Json][] = [
  ["lists", (inner) => [inner]],
  ["messages", (inner) => ({ role: "user", content: [inner] })],
  ["reasoning items", (inner) => ({ type: "reasoning", summary: [inner] })],
  ["tool results", (inner) => ({ type: "tool_result", content: [inner] })],
  ["conversations", (inner) => ({ messages: [inner] })],
  ["outputs", (inner) => ({ output: inner })],
  ["generations", (inner) => ({ outputs: [{ generations: [[inner]] }] })],
  ["outputs of outputs", (inner) => ({ generations: [], outputs: [inner] })],
  ["kwargs", (inner) => ({ lc: 1, id: ["AIMessage"], kwargs: { content: inner } })],
];
for (const [name, nest] of nests) {
  test(`100,000 nested ${name} do not overflow the stack`, () => {
    let deep: Json = "bottom";
    for (let depth = 0; depth < 100_000; depth++) deep = nest(deep);
    for (const inputs of [
      deep,
      { messages: deep },
      { messages: [deep] },
      { messages: [{ role: "user", content: deep }] },
    ]) {
      assert.ok(turnContent({ inputs, output: inputs }));
    }
  });
}

test("200,000 messages, parts and rows are read", () => {
  const message: Json = { role: "user", content: [{ type: "text", text: "x" }] };
  const many = { messages: Array.from({ length: 200_000 }, () => message) };
  assert.equal(turnContent({ inputs: many, output: null }).input.length, 200_000);
  const parts = Array.from({ length: 200_000 }, (): Json => ({ type: "text", text: "x" }));
  assert.equal(
    turnContent({ inputs: { messages: [{ role: "user", content: parts }] }, output: null }).input[0]?.parts.length,
    200_000,
  );
  const rows = {
    rows: Array.from({ length: 200_000 }, (_, index): Json => ({ role: "user", content: index })).concat(1),
  };
  assert.deepEqual(turnContent({ inputs: rows, output: null }).inputRest, rows);
});
