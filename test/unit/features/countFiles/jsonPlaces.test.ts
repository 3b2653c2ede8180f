import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestIssue } from "../../../../src/core/failures/fault.ts";
import { placesOf, syntaxErrorPlace } from "../../../../src/features/countFiles/jsonPlaces.ts";

const file = `{
  "filter": { "op_names": ["a", 5], "colour": 1 },
  "query": { "$expr": { "$and": [
    { "$lt": [{ "$getField": 5 }, { "$literal": [1, 2] }] },
    { "$regex": [] }
  ] } }
}
`;

type Notified = readonly [part: string, messages: readonly string[], expected?: readonly string[]];

function issue(path: string, type = "string_type", message = type): RequestIssue {
  const parts = path.split(" ").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { path: path === "" ? [] : parts, message, type };
}

function notified(issues: readonly RequestIssue[]): readonly Notified[] {
  return placesOf(file, issues).map(({ offset, length, messages, expected }) => {
    const part = file.slice(offset, offset + length);
    return expected.length === 0 ? [part, messages] : [part, messages, expected];
  });
}

const first = "body query $expr AndOperation $and 0";
const lt = `${first} LtOperation $lt`;

const cases: readonly (readonly [what: string, issues: readonly RequestIssue[], notified: readonly Notified[]])[] = [
  ["the value that the path names", [issue("body filter op_names 1")], [["5", ["string_type"]]]],
  ["the same without body in front", [issue("filter op_names 1")], [["5", ["string_type"]]]],
  ["an index as text", [issue("body filter op_names 0")], [['"a"', ["string_type"]]]],
  [
    "what should be there on what it is missing from",
    [issue("body filter op_names 7", "missing")],
    [['["a", 5]', ["missing"]]],
  ],
  [
    "a key that may not be there on the key",
    [issue("body filter colour", "extra_forbidden")],
    [['"colour"', ["extra_forbidden"]]],
  ],
  [
    "a local complaint about a key as well",
    [issue("filter colour", "unrecognized_keys")],
    [['"colour"', ["unrecognized_keys"]]],
  ],
  ["what is missing from the whole on the whole", [issue("body limit", "missing")], [[file.trim(), ["missing"]]]],
  [
    "what is missing from the whole beside what is wrong inside it",
    [issue("body limit", "missing"), issue("body filter op_names 1")],
    [
      [file.trim(), ["missing"]],
      ["5", ["string_type"]],
    ],
  ],
  ["a path to nowhere on the whole", [issue("header Authorization")], [[file.trim(), ["string_type"]]]],
  ["an empty path on the whole", [issue("")], [[file.trim(), ["string_type"]]]],
  [
    "an index into an object on the object",
    [issue("body filter 0")],
    [['{ "op_names": ["a", 5], "colour": 1 }', ["string_type"]]],
  ],
  ["members of unions are stepped over", [issue(`${lt} 0 GetFieldOperator $getField`)], [["5", ["string_type"]]]],
  [
    "of a union's members only the one that was meant",
    [
      issue(`${first} OrOperation $or`, "missing"),
      issue(`${first} EqOperation $eq`, "missing"),
      issue(`${lt} 0 LiteralOperation $literal`, "missing"),
      issue(`${lt} 0 GetFieldOperator $getField`),
      issue(`${lt} 0 ConvertOperation $convert`, "missing"),
    ],
    [["5", ["string_type"]]],
  ],
  [
    "where none was meant, what could have been",
    [
      issue("body query $expr OrOperation $or", "missing"),
      issue("body query $expr AndOperation $and 1 OrOperation $or", "missing"),
      issue("body query $expr AndOperation $and 1 EqOperation $eq", "missing"),
      issue("body query $expr AndOperation $and 1 GetFieldOperator $getField", "missing"),
    ],
    [['{ "$regex": [] }', [], ["$or", "$eq", "$getField"]]],
  ],
  [
    "of a value's types the one that came furthest",
    [
      issue(`${lt} 1 LiteralOperation $literal str`),
      issue(`${lt} 1 LiteralOperation $literal int`, "int_type"),
      issue(`${lt} 1 LiteralOperation $literal list[LiteralOperation] 0`, "model_type"),
      issue(`${lt} 1 LiteralOperation $literal list[LiteralOperation] 1`, "model_type"),
    ],
    [
      ["1", ["model_type"]],
      ["2", ["model_type"]],
    ],
  ],
  [
    "several complaints about one place as one",
    [issue("body filter op_names 1"), issue("body filter op_names 1", "too_short"), issue("body filter op_names 1")],
    [["5", ["string_type", "too_short"]]],
  ],
  [
    "complaints about several places at each",
    [issue("body filter op_names 1"), issue(`${lt} 0 GetFieldOperator $getField`)],
    [
      ["5", ["string_type"]],
      ["5", ["string_type"]],
    ],
  ],
  [
    "a complaint about the older form of $lt on $lt",
    [issue(`${first} NotOperation $not 0 GteOperation $gte 1 LiteralOperation $literal str`)],
    [['{ "$lt": [{ "$getField": 5 }, { "$literal": [1, 2] }] }', ["string_type"]]],
  ],
];

for (const [what, issues, expected] of cases) {
  test(`issues are reported at their place: ${what}`, () => assert.deepEqual(notified(issues), expected));
}

test("invalid JSON has no places", () => assert.deepEqual(placesOf("", [issue("body limit")]), []));

const broken: readonly (readonly [what: string, text: string, offset: number])[] = [
  ["nothing", "", 0],
  ["a comma too many", '{"limit": 2,}', 12],
  ["a missing colon", '{"limit" 2}', 9],
  ["a comment", "{} // all calls", 3],
  ["something after the end", "{} {}", 3],
  ["a key without quotes", "{\n  limit: 2\n}", 4],
];

for (const [what, text, offset] of broken) {
  test(`a syntax error is placed at ${what}`, () => {
    assert.throws(() => JSON.parse(text));
    assert.equal(syntaxErrorPlace(text).offset, offset);
  });
}

test("a syntax error that only JSON.parse reports is placed at the beginning", () => {
  assert.deepEqual(syntaxErrorPlace("{}"), { offset: 0, length: 0 });
});
