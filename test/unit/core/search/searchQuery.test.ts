import assert from "node:assert/strict";
import { test } from "node:test";
import { letterForms, searchQuery } from "../../../../src/core/search/searchQuery.ts";

const forms: readonly [text: string, forms: readonly string[]][] = [
  ["refund", ["refund"]],
  ["Refund NOW", ["Refund NOW"]],
  ["größe", ["größe", "GRÖßE"]],
  ["GRÖßE", ["GRÖßE", "größe"]],
  ["ändern", ["ändern", "ÄNDERN"]],
  ["возврат Денег", ["возврат Денег", "возврат денег", "ВОЗВРАТ ДЕНЕГ", "Возврат денег"]],
  ["日本語 🚚", ["日本語 🚚"]],
  ["ǆ", ["ǆ", "Ǆ"]],
];
for (const [text, requested] of forms) {
  test(`${text} is searched for as ${requested.join(", ")}`, () => assert.deepEqual(letterForms(text), requested));
}

const contains = (field: string, text: string) => ({
  $contains: { input: { $getField: field }, substr: { $literal: text }, case_insensitive: true },
});
const cast = (field: string, text: string) => ({
  $contains: {
    input: { $convert: { input: { $getField: field }, to: "string" } },
    substr: { $literal: text },
    case_insensitive: true,
  },
});

test("a plain text is searched for as it is, in the inputs and the output", () => {
  assert.deepEqual(searchQuery("My refund", {}), {
    $expr: { $and: [{ $or: [contains("inputs", "My refund"), contains("output", "My refund")] }] },
  });
});

test("a text that JSON escapes is searched for in both forms of the output, which may be a text", () => {
  const [text, escaped] = ['say "hi"\n', 'say \\"hi\\"\\n'];
  assert.deepEqual(searchQuery(text, {}), {
    $expr: {
      $and: [{ $or: [cast("inputs", escaped), { $or: [cast("output", text), cast("output", escaped)] }] }],
    },
  });
});

test("a time range is searched for in seconds, without its bounds", () => {
  const { $expr } = searchQuery("refund", { after: 1500, before: 4000 });
  assert.deepEqual("$and" in $expr && $expr.$and.slice(1), [
    { $gt: [{ $getField: "started_at" }, { $literal: 1.5 }] },
    { $not: [{ $gte: [{ $getField: "started_at" }, { $literal: 4 }] }] },
  ]);
});
