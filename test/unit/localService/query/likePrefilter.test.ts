import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Operand } from "../../../../src/core/query/expression.ts";
import { call, serve } from "../testService.ts";

const field = (name: string): Operand => ({ $getField: name });
const asText = (name: string): Operand => ({ $convert: { input: field(name), to: "string" } });
const literal = (value: string): Operand => ({ $literal: value });

describe("the prefilter searches unescaped text in escaped JSON", () => {
  const text = 'Größe: say "hi" \\o/\nnext\tline';
  const documents = [
    call({ id: "a", inputs: { text, list: [1, 2], size: 3, zip: "03" } }),
    call({ id: "b", output: text }),
    call({ id: "c", attributes: { text: "plain text_100%, really" } }),
  ];
  const contains = (input: Operand, part: string, more = {}): object => ({
    $contains: { input, substr: literal(part), ...more },
  });
  /** The searched text and document, the number of matches as written, and with the field converted to a string. */
  const cases: readonly (readonly [name: string, part: string, plain: number, cast: number])[] = [
    ["inputs.text", "Größe", 0, 1],
    ["inputs.text", 'say "hi"', 0, 1],
    ["inputs.text", " \\o/", 0, 1],
    ["inputs.text", "\n", 0, 1],
    ["inputs.text", "\t", 0, 1],
    ["inputs.text", "say", 1, 1],
    ["output", "Größe", 0, 1],
    ["output", "say", 1, 1],
    ["attributes.text", "text_100%, r", 1, 1],
    ["attributes.text", "text", 1, 1],
    ["attributes.text", "nowhere", 0, 0],
    // A whole document is its JSON, which escapes quotes, backslashes and line ends, but not non-ASCII characters.
    ["inputs", "Größe", 0, 1],
    ["inputs", "hi", 1, 1],
    ["inputs", 'say "hi"', 0, 0],
    ["inputs", 'say \\"hi\\"', 1, 1],
    ["inputs", "\\n", 1, 1],
    ["inputs", '"size":3', 0, 1],
    // Numbers are not quoted.
    ["inputs.size", "3", 1, 1],
    ["inputs.list", "1,2", 0, 1],
  ];
  for (const [name, part, plain, cast] of cases) {
    test(`${JSON.stringify(part)} in ${name}: ${plain}, converted ${cast}`, async (context) => {
      const service = await serve(context, documents);
      const counts = [field(name), asText(name)].map((input) =>
        service.count({ query: { $expr: contains(input, part) } }),
      );
      assert.deepEqual(await Promise.all(counts), [plain, cast]);
    });
  }

  const combined: readonly (readonly [string, object, number])[] = [
    ["$eq misses escaped text", { $eq: [field("inputs.text"), literal(text)] }, 0],
    ["$eq misses escaped text on the left", { $eq: [literal(text), field("inputs.text")] }, 0],
    ["$eq finds escaped text in a converted field", { $eq: [asText("inputs.text"), literal(text)] }, 1],
    ["$eq with a string of digits misses a number", { $eq: [field("inputs.size"), literal("3")] }, 0],
    ["$in misses escaped text", { $in: [field("inputs.text"), [literal(text)]] }, 0],
    ["$in finds escaped text in a converted field", { $in: [asText("inputs.text"), [literal(text)]] }, 1],
    [
      "case-insensitive $contains misses escaped text",
      contains(field("inputs.text"), "GRößE", { case_insensitive: true }),
      0,
    ],
    [
      "case-insensitive $contains finds plain text",
      contains(field("inputs.text"), "SAY", { case_insensitive: true }),
      1,
    ],
    ["negated $contains counts all other calls", { $not: [contains(field("inputs.text"), "Größe")] }, 2],
    ["twice negated $contains misses escaped text", { $not: [{ $not: [contains(field("inputs.text"), "Größe")] }] }, 0],
    [
      "$or with a column condition finds escaped text",
      { $or: [contains(field("inputs.text"), "Größe"), { $eq: [field("id"), literal("x")] }] },
      1,
    ],
    [
      "$or with a document condition misses escaped text",
      { $or: [contains(field("inputs.text"), "Größe"), contains(field("inputs.text"), "nowhere")] },
      0,
    ],
    ["a summary is not prefiltered", { $not: [contains(field("summary"), "Größe")] }, 3],
    ["every text contains the empty string", contains(field("inputs.text"), ""), 3],
  ];
  for (const [name, $expr, expected] of combined) {
    test(name, async (context) => {
      const service = await serve(context, documents);
      assert.equal(await service.count({ query: { $expr } }), expected);
    });
  }
});
