import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { callBody, filterNames } from "../../src/core/query/callQuery.ts";
import { readCountFile } from "../../src/service/schema/countFile.ts";
import { countFileJsonSchema } from "../../src/service/schema/countFileJsonSchema.ts";

const described = z.object({ description: z.string().min(10).max(250) });
const shape = z.object({
  $schema: z.string(),
  properties: z.looseObject({ filter: z.looseObject({ properties: z.record(z.string(), z.unknown()) }) }),
  definitions: z.looseObject({
    operation: z.object({ properties: z.record(z.string(), z.unknown()) }),
    operand: z.object({ properties: z.record(z.string(), z.unknown()) }),
    $getField: z.looseObject({
      anyOf: z.tuple([
        z.object({ pattern: z.string(), patternErrorMessage: z.string() }),
        z.object({ enum: z.array(z.string()), enumDescriptions: z.array(z.string().min(5)) }),
      ]),
    }),
  }),
});

const text = JSON.stringify(countFileJsonSchema());
const schema = shape.parse(JSON.parse(text));
const operators =
  "$and $or $not $eq $gt $gte $lt $lte $in $contains $containsToken $literal $getField $convert $size".split(" ");

test("the JSON schema is in draft 07, which the editor supports in full, and small", () => {
  assert.equal(schema.$schema, "http://json-schema.org/draft-07/schema#");
  assert.ok(text.length < 20_000, `${text.length} bytes`);
});

test("it describes exactly the fields of the body", () => {
  const every = {
    filter: { opNames: ["a"] },
    query: { $expr: { $not: [{ $literal: true }] } },
    limit: 2,
    includeStorageSize: true,
    expandColumns: ["inputs.a"],
  } as const;
  const { properties } = schema;
  assert.deepEqual(
    new Set(Object.keys(properties)),
    new Set(["$schema", "$comment", "project_id", ...Object.keys(callBody(every))]),
  );
  assert.deepEqual(new Set(Object.keys(properties.filter.properties)), new Set(Object.values(filterNames)));
  for (const field of [...Object.values(properties), ...Object.values(properties.filter.properties)]) {
    described.parse(field);
  }
});

test("it describes every operator", () => {
  assert.deepEqual(Object.keys(schema.definitions.operand.properties), operators);
  assert.deepEqual(Object.keys(schema.definitions.operation.properties), operators.slice(0, 11));
  for (const operator of operators) described.parse(schema.definitions[operator]);
});

test("every reference has a definition", () => {
  const references = [...text.matchAll(/"#\/definitions\/([^"]+)"/g)].map(([, name = ""]) => name);
  assert.ok(references.length > 20);
  for (const name of references) assert.ok(name in schema.definitions, name);
});

test("alternatives are distinguished by key or type, so that the editor reports errors of the intended one", () => {
  // The one left is a field's name or its pattern.
  assert.equal(text.split(/"(?:anyOf|oneOf)"/).length, 2);
});

const [path, names] = schema.definitions.$getField.anyOf;
const fields: readonly (readonly [name: string, known: boolean])[] = [
  ...names.enum.map((name) => [name, true] as const),
  ["inputs.messages.0.content", true],
  ["output.choices", true],
  ["attributes.a\\.b", true],
  ["summary.usage.gpt-5.total_tokens", true],
  ["feedback.wandb.reaction.1", true],
  ["summary.weave.cost", false],
  ["storage_size_bytes", false],
  ["input", false],
  ["inputs.", false],
  ["ids", false],
  ["", false],
];

test("unknown field paths have a warning, and known columns a description", () => {
  assert.equal(names.enum.length, names.enumDescriptions.length);
  for (const [name, known] of fields) assert.equal(new RegExp(path.pattern).test(name), known, name);
});

const keysInstead = {
  project_id: "the top-level project_id key of the file",
  wb_user_id: "wb_user_ids of the filter",
  wb_run_id: "wb_run_ids of the filter",
};

test("a column of internal IDs names the key that accepts public IDs", () => {
  for (const [column, key] of Object.entries(keysInstead)) {
    const description = names.enumDescriptions[names.enum.indexOf(column)] ?? "";
    assert.ok(description.endsWith(`matches nothing; use ${key}`), description);
  }
});

test("misleading operators and casts have a warning in their description, and $containsToken is not offered", () => {
  const { definitions } = JSON.parse(text);
  const casts = definitions.$convert.properties.to;
  const explained = (cast: string) => casts.enumDescriptions[casts.enum.indexOf(cast)];
  assert.match(explained("exists"), /True for every path in a document; use \$not \$eq ""/);
  assert.match(explained("bool"), /null for JSON true and false/);
  assert.match(explained("double"), /rejects columns that are already numbers/);
  assert.match(definitions.$contains.description, /Op names and refs are searched in their internal form/);
  // The editor completes no property of a deprecated schema.
  assert.match(
    definitions.$containsToken.deprecationMessage,
    /^No known release of the service supports \$containsToken/,
  );
  const [, notEmpty] = definitions.$not.defaultSnippets;
  assert.equal(notEmpty.label, "is not empty");
  const [inserted] = JSON.parse(notEmpty.body.slice(1).replaceAll("\\$", "$").replace("$1", "inputs.n"));
  assert.deepEqual(inserted, { $eq: [{ $getField: "inputs.n" }, { $literal: "" }] });
});

const field = { $getField: "inputs.n" };
const one = { $literal: 1 };
const condition = { $eq: [field, one] };
const expressions: readonly object[] = [
  { $and: [condition] },
  { $or: [condition, field] },
  { $not: [condition] },
  { $gt: [field, one] },
  { $gte: [one, field] },
  { $lt: [field, { $convert: { input: field, to: "int" } }] },
  { $lte: [field, { $literal: null }] },
  { $in: [field, [one, field]] },
  { $contains: { input: field, substr: { $literal: "a" } } },
  { $containsToken: { input: field, substr: field, case_insensitive: true } },
  { $gt: [{ $size: field }, { $size: { $convert: { input: field, to: "string" } } }] },
  { $size: field },
  { $eq: [{ $size: "inputs.n" }, one] },
  { $eq: [{ $size: [field] }, one] },
  { $eq: [field, { $literal: [{ $literal: [one] }, { $literal: { a: one } }] }] },
  {},
  field,
  one,
  { $and: [] },
  { $and: condition },
  { $not: condition },
  { $not: [condition, condition] },
  { $eq: [field] },
  { $eq: [field, one, one] },
  { $eq: [field, 1] },
  { $eq: [field, { $literal: [1] }] },
  { $eq: [field, { $literal: { a: 1 } }] },
  { $eq: [field, { ...one, ...field }] },
  { ...condition, $gt: [field, one] },
  { $in: [field, []] },
  { $in: [field, one] },
  { $contains: { input: field } },
  { $contains: { input: field, substr: "a" } },
  { $contains: { input: field, substr: one, regex: true } },
  { $eq: [{ $convert: { input: field, to: "float" } }, one] },
  { $regex: [field, one] },
];
const bodies: readonly object[] = [
  {},
  { $schema: "./x.json", project_id: "entity/project" },
  { project_id: null, filter: null, query: null, limit: null, include_total_storage_size: null, expand_columns: null },
  { filter: { op_names: ["a"], trace_roots_only: true }, limit: 5, include_total_storage_size: true },
  { expand_columns: ["inputs.model"] },
  { project_id: "entity" },
  { offset: 1 },
  { filter: { op_name: ["a"] } },
  { filter: { op_names: [] } },
  { filter: { op_names: "a" } },
  { filter: { op_names: [1] } },
  { filter: { op_names: Array.from({ length: 1001 }, () => "a") } },
  { filter: { trace_roots_only: "yes" } },
  { limit: 0 },
  { limit: 1.5 },
  { limit: "2" },
  { include_total_storage_size: 1 },
  { expand_columns: [] },
  { query: {} },
  { query: { $expr: condition, $limit: 1 } },
  ...expressions.map(($expr) => ({ query: { $expr } })),
];

test("the schema accepts and rejects the same files as the reader", () => {
  // What `fromJSONSchema` cannot read is the limit beside a query, which has a test of its own.
  const { if: _, else: __, ...readable } = JSON.parse(text);
  const read = z.fromJSONSchema(readable);
  const verdicts = new Set<boolean>();
  for (const body of bodies) {
    const taken = readCountFile(body).kind === "read";
    assert.equal(read.safeParse(body).success, taken, JSON.stringify(body));
    verdicts.add(taken);
  }
  assert.equal(verdicts.size, 2);
});

test("it refuses a limit of 1 beside a query and nowhere else", () => {
  const { if: condition, else: otherwise } = JSON.parse(text);
  assert.deepEqual(condition, { not: { required: ["query"], properties: { query: { type: "object" } } } });
  assert.deepEqual(otherwise.properties.limit.not, { const: 1 });
});
