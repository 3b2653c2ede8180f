import assert from "node:assert/strict";
import fc from "fast-check";
import type { RequestIssue } from "../../src/core/failures/fault.ts";
import { callBody } from "../../src/core/query/callQuery.ts";
import { isObject, type Json, jsonIn } from "../../src/core/text/json.ts";
import { placesOf, syntaxErrorPlace, type TextRange } from "../../src/features/countFiles/jsonPlaces.ts";
import { queryWarnings } from "../../src/features/countFiles/queryWarnings.ts";
import { readCountFile } from "../../src/service/schema/countFile.ts";
import { changedAt, mutatedJson, mutatedText, pathsIn, plain, smallJson, textOf } from "./anyText.ts";
import { target } from "./target.ts";

const field = fc
  .constantFrom("op_name", "started_at", "inputs.x", "output.n", "summary.weave.latency_ms", "wb_user_id", "input_refs")
  .map(($getField): Json => ({ $getField }));
const literal = fc
  .constantFrom<Json[]>("a", 'with "quotes"', "true", 5, true, null, "2026-11-01T08:00:00Z", "", [], { $literal: 1 })
  .map(($literal): Json => ({ $literal }));
const expression = fc.letrec<{ operand: Json; operation: Json }>((tie) => ({
  operand: fc.oneof(
    { depthSize: "xsmall" },
    { weight: 3, arbitrary: field },
    { weight: 3, arbitrary: literal },
    fc
      .tuple(tie("operand"), fc.constantFrom("double", "string", "int", "bool", "exists"))
      .map(([input, to]): Json => ({ $convert: { input, to } })),
    tie("operand").map(($size): Json => ({ $size })),
    tie("operation"),
  ),
  operation: fc.oneof(
    { depthSize: "xsmall" },
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.constantFrom("$eq", "$gt", "$gte", "$lt", "$lte"), tie("operand"), tie("operand"))
        .map(([name, left, right]): Json => ({ [name]: [left, right] })),
    },
    fc.tuple(field, fc.array(literal, { maxLength: 3 })).map(([left, list]): Json => ({ $in: [left, list] })),
    fc
      .tuple(fc.constantFrom("$contains", "$containsToken"), field, literal)
      .map(([name, input, substr]): Json => ({ [name]: { input, substr, case_insensitive: true } })),
    fc
      .tuple(fc.constantFrom("$and", "$or"), fc.array(tie("operand"), { minLength: 1, maxLength: 3 }))
      .map(([name, list]): Json => ({ [name]: list })),
    tie("operand").map((inner): Json => ({ $not: [inner] })),
  ),
})).operation;
const list = fc.array(fc.constantFrom("a", "weave:///e/p/op/n:*"), { minLength: 1, maxLength: 2 });
const files: fc.Arbitrary<Json> = plain({
  $schema: fc.constantFrom("./count.schema.json"),
  project_id: fc.constantFrom("acme/desk", null),
  filter: fc.record(
    { op_names: list, thread_ids: list, call_ids: list, trace_roots_only: fc.boolean() },
    { requiredKeys: [], noNullPrototype: true },
  ),
  query: expression.map(($expr) => ({ $expr })),
  limit: fc.constantFrom(null, 2, 50),
  include_total_storage_size: fc.boolean(),
  expand_columns: fc.constantFrom(null, ["inputs.model"]),
});
const someKeys = fc
  .tuple(files, fc.subarray(["$schema", "project_id", "filter", "query", "limit", "expand_columns"]))
  .map(([file, left]) => left.reduce((body, key) => changedAt(body, [key], undefined), file));
const odd = fc.oneof(
  smallJson,
  fc.constantFrom<Json[]>({ $regex: [] }, {}, { $literal: [1] }, { $eq: [] }, { $literal: 1, $getField: "a" }),
  fc.constantFrom<Json[]>(JSON.parse('{"__proto__":[]}'), { $literal: JSON.parse('{"__proto__":{"$literal":1}}') }),
);
/** Valid ones, and ones with a wrong part. */
const bodies = fc.oneof(someKeys, mutatedJson(someKeys, odd), mutatedJson(someKeys, odd), smallJson);

export const countBodyTarget = target<Json>("bodies of count files", {
  share: 1,
  inputs: bodies,
  outcome: (body) => readCountFile(body),
  holds: (body, skip) => {
    const reading = readCountFile(body);
    if (reading.kind === "refused") {
      assert.ok(reading.issues.length > 0);
      assert.ok(reading.issues.every(({ message }) => message !== ""));
      return skip();
    }
    const { project, ...requested } = reading.query;
    const again = { project_id: project, ...callBody(requested) };
    assert.deepEqual(JSON.parse(JSON.stringify(again)), again);
    // What is sent is what the file says, apart from what says nothing.
    const query = isObject(body) ? body.query : undefined;
    assert.deepEqual(requested.query ?? null, query ?? null);
    const { query: same = {}, ...rest } = { ...requested };
    const { filter, ...others } = rest;
    const isEmpty = filter !== undefined && Object.keys(filter).length === 0;
    const expected = {
      project,
      ...others,
      ...(filter && !isEmpty && { filter }),
      ...(requested.query && { query: same }),
    };
    assert.deepEqual(readCountFile(again), { kind: "read", query: expected });
  },
  found: [
    [
      "a literal that the schema would leave out",
      JSON.parse('{"query":{"$expr":{"$eq":[{"$getField":"inputs.x"},{"$literal":{"__proto__":{"$literal":1}}}]}}}'),
      { kind: "refused", issues: [{ path: [], message: "The key __proto__ is not supported", type: "custom" }] },
    ],
  ],
});

const layouts = fc.constantFrom(undefined, 1, "\t");
const written = fc.tuple(bodies, layouts).map(([body, space]) => JSON.stringify(body, undefined, space));
/** An object with one of its keys repeated. */
const repeated = fc.tuple(bodies, someKeys, layouts).map(([one, other, space]) => {
  const inside = JSON.stringify(one, undefined, space).replace(/^\{|\}$/g, "");
  const more = JSON.stringify(other, undefined, space).replace(/^\{/, "");
  return `{${inside}${inside.trim() === "" || more.trim() === "}" ? "" : ","}${more}`;
});
const texts = fc.oneof(
  { weight: 4, arbitrary: written },
  repeated,
  mutatedText(
    written,
    fc.constantFrom("", "{", "}", "[", "]", ",", '"', "\\", "//", "\n", "\ud800", "1", "-", "\u00a0"),
  ),
  textOf(["{", "}", "[", "]", ":", ",", '"', '"query"', '"$expr"', '"limit"', "1", "null", "/*", "//", "\n"]),
  // Too deep for a recursive reader.
  fc
    .tuple(fc.constantFrom("[", '{"a":', '{"query":{"$expr":{"$not":['), fc.constantFrom('{"$not":[', "["))
    .chain(([head, inner]) => fc.constantFrom(3, 90, 260, 30_000).map((levels) => head + inner.repeat(levels))),
);

function checkRange({ offset, length }: TextRange, text: string): void {
  assert.ok(offset >= 0 && length >= 0 && offset + length <= text.length, `${offset}, ${length}`);
}

interface FileOutcome {
  readonly places: readonly string[];
  readonly warned: readonly string[];
}

function readText(text: string): FileOutcome {
  const body = jsonIn(text);
  const reading = body === undefined ? undefined : readCountFile(body);
  const issues: readonly RequestIssue[] = reading?.kind === "refused" ? reading.issues : [];
  const part = ({ offset, length }: TextRange) => text.slice(offset, offset + length);
  return { places: placesOf(text, issues).map(part), warned: queryWarnings(text).map(part) };
}

export const countTextTarget = target<string>("texts of count files", {
  share: 1,
  inputs: texts,
  outcome: readText,
  holds: (text, skip) => {
    checkRange(syntaxErrorPlace(text), text);
    const body = jsonIn(text);
    const reading = body === undefined ? undefined : readCountFile(body);
    const issues: readonly RequestIssue[] = reading?.kind === "refused" ? reading.issues : [];
    const places = placesOf(text, issues);
    for (const place of places) {
      checkRange(place, text);
      assert.ok(place.messages.length + place.expected.length > 0);
    }
    assert.equal(places.length > 0, issues.length > 0);
    const warnings = queryWarnings(text);
    if (warnings.length === 0) return skip();
    const values = new Set(pathsIn(body ?? null).map((path) => JSON.stringify(valueAt(body ?? null, path))));
    for (const warning of warnings) {
      checkRange(warning, text);
      const { offset, length, replacement } = warning;
      // Of a key that is there twice, the last value counts.
      assert.ok(values.has(JSON.stringify(JSON.parse(text.slice(offset, offset + length)))));
      // A file with this key is refused as a whole.
      if (replacement === null || body === undefined || text.includes("__proto__")) continue;
      const fixed: Json = JSON.parse(text.slice(0, offset) + replacement + text.slice(offset + length));
      assert.deepEqual(fixed, changedAt(body, ["query", ...warning.advice.path.map(String)], JSON.parse(replacement)));
    }
  },
  found: [
    ["brackets deeper than the stack", "[".repeat(30_000), { places: [], warned: [] }],
    [
      "brackets deeper than the stack that are closed",
      "[".repeat(30_000) + "]".repeat(30_000),
      { places: ["[".repeat(30_000) + "]".repeat(30_000)], warned: [] },
    ],
    ["an open comment, which is reported as longer than it is", "/*", { places: [], warned: [] }],
    ["a wrong value of a key that is there twice", '{"limit": 5, "limit": 0}', { places: ["0"], warned: [] }],
  ],
});

function valueAt(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined) return value;
  return valueAt(Object.entries(value ?? {}).find(([name]) => name === key)?.[1] ?? null, rest);
}
