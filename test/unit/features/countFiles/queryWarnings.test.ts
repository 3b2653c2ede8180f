import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileText } from "../../../../src/core/counts/fileCount.ts";
import { placesOf } from "../../../../src/features/countFiles/jsonPlaces.ts";
import { queryWarnings } from "../../../../src/features/countFiles/queryWarnings.ts";
import { readCountFile } from "../../../../src/service/schema/countFile.ts";

/** The text of a count file with all fixes applied. */
function corrected(text: string): string {
  return queryWarnings(text).reduceRight(
    (rest, { offset, length, replacement }) =>
      rest.slice(0, offset) + (replacement ?? rest.slice(offset, offset + length)) + rest.slice(offset + length),
    text,
  );
}

const latency = '{ "$getField": "summary.weave.latency_ms" }';
const cast = `{ "$convert": { "input": ${latency}, "to": "double" } }`;
const file = (expression: string) => `{ "limit": 5, "query": { "$expr": ${expression} } }\n`;

const fixes: readonly (readonly [kind: string, warned: string, text: string, corrected: string])[] = [
  [
    "numberCast",
    cast,
    file(`{ "$gte": [${cast}, { "$literal": 5 }] }`),
    file(`{ "$gte": [${latency}, { "$literal": 5 }] }`),
  ],
  [
    "escapedText",
    '{"$eq": [{"$getField": "inputs.q"}, {"$literal": "ä"}]}',
    file('{"$eq": [{"$getField": "inputs.q"}, {"$literal": "ä"}]}'),
    file(
      '{ "$eq": [ { "$convert": { "input": { "$getField": "inputs.q" }, "to": "string" } }, { "$literal": "ä" } ] }',
    ),
  ],
  [
    "alwaysExists",
    '{ "$convert": { "input": { "$getField": "output.a" }, "to": "exists" } }',
    file('{ "$and": [{ "$convert": { "input": { "$getField": "output.a" }, "to": "exists" } }] }'),
    file('{ "$and": [{ "$not": [ { "$eq": [ { "$getField": "output.a" }, { "$literal": "" } ] } ] }] }'),
  ],
  [
    "booleanCast",
    '{"$convert": {"input": {"$getField": "attributes.on"}, "to": "bool"}}',
    file('{"$not": [{"$convert": {"input": {"$getField": "attributes.on"}, "to": "bool"}}]}'),
    file('{"$not": [{ "$eq": [ { "$getField": "attributes.on" }, { "$literal": true } ] }]}'),
  ],
];

for (const [kind, warned, text, right] of fixes) {
  test(`${kind} has a warning at its place, and its fix removes all warnings`, () => {
    const found = queryWarnings(text);
    assert.deepEqual(
      found.map(({ advice, offset, length }) => [advice.kind, text.slice(offset, offset + length)]),
      [[kind, warned]],
    );
    assert.equal(corrected(text), right);
    assert.deepEqual(queryWarnings(right), []);
  });
}

for (const [what, indentation] of [
  ["spaces", 2],
  ["tabs", "\t"],
] as const) {
  test(`a fix over several lines is indented like the file, with ${what}`, () => {
    const body = (field: object) =>
      JSON.stringify({ query: { $expr: { $and: [{ $gt: [field, { $literal: 5 }] }] } } }, undefined, indentation);
    assert.equal(corrected(body(JSON.parse(cast))), body(JSON.parse(latency)));
  });
}

const silent: readonly (readonly [what: string, text: string])[] = [
  ["an empty file", ""],
  ["a file that is not JSON yet", `{ "query": { "$expr": ${cast}`],
  ["a file with comments, which is not sent", `// x\n${file(`{ "$and": [${cast}] }`)}`],
  ["a query that is not whole", file(`{ "$eq": [${cast}] }`)],
  ["a file without a query", '{ "limit": 5 }'],
  ["no object", "[]"],
  [
    "a number as text, which most fields hold as one",
    file('{ "$eq": [{ "$getField": "inputs.q" }, { "$literal": "5" }] }'),
  ],
];

for (const [what, text] of silent) test(`${what} has no warnings`, () => assert.deepEqual(queryWarnings(text), []));

test("internal IDs have a warning without a fix", () => {
  const text = file('{ "$eq": [{ "$getField": "wb_run_id" }, { "$literal": "a/b/c" }] }');
  const [warning] = queryWarnings(text);
  assert.deepEqual([warning?.advice.kind, warning?.replacement], ["internalId", null]);
});

const wide = (count: number, part: string) => file(`{ "$or": [${Array(count).fill(part).join()}] }`);
const blank = " ".repeat(1_000_000);
const escaped = '{"$eq": [{"$getField": "inputs.q"},\n{"$literal": "ä"}]}';
const outcome = async (text: string) => {
  const reading = await readFileText(text, "acme/desk", async (body) => readCountFile(body));
  const issues = reading.kind === "refused" ? reading.issues : [];
  return { kind: reading.kind, message: issues[0]?.message, places: placesOf(text, issues) };
};

const tooLarge: readonly (readonly [what: string, text: string])[] = [
  ["over 1 MB", `{}${blank}`],
  ["of many valid conditions", wide(100_000, escaped)],
  ["of many invalid conditions", wide(100_000, "{}")],
  ["of many invalid operands", wide(100_000, "0")],
];
for (const [what, text] of tooLarge) {
  test(`a count file ${what} is refused before it is checked`, async () => {
    const message = "This file exceeds 1 MB or 10000 values, the limits of count files. Remove values.";
    const place = { offset: 0, length: text.length, messages: [message], expected: [] };
    assert.deepEqual(await outcome(text), { kind: "refused", message, places: [place] });
    assert.deepEqual(queryWarnings(text), []);
  });
}

// Placing each of 10,000 takes half a minute.
const slow: readonly (readonly [what: string, text: string, warnings: number, places: number])[] = [
  ["warnings", wide(1100, escaped), 1000, 0],
  [
    "unknown keys",
    JSON.stringify(Object.fromEntries(Array.from({ length: 1100 }, (_, key) => [`a${key}`, 1]))),
    0,
    1000,
  ],
  ["invalid operands", wide(1100, "0"), 0, 1000],
];
for (const [what, text, warnings, places] of slow) {
  test(`a count file full of ${what} shows 1,000 of them`, async () => {
    assert.equal(queryWarnings(text).length, warnings);
    assert.equal((await outcome(text)).places.length, places);
  });
}
