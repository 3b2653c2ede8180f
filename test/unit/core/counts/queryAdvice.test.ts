import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { answerableQuery, queryAdvice, withoutNumberCasts } from "../../../../src/core/counts/queryAdvice.ts";
import type { ConvertOperand, Operand, Operation } from "../../../../src/core/query/expression.ts";
import { queriesAbout } from "./queries.ts";

const field = (name: string) => ({ $getField: name });
const literal = (value: string | number | boolean | null) => ({ $literal: value });
const cast = (input: Operand, to: ConvertOperand["$convert"]["to"]) => ({ $convert: { input, to } });
const contains = (input: Operand, text: string): Operation => ({ $contains: { input, substr: literal(text) } });

const latency = field("summary.weave.latency_ms");
const query = field("inputs.query");
const asText = cast(query, "string");
const ended = field("ended_at");
const hasEnded: Operation = { $not: [{ $eq: [ended, literal(null)] }] };
const moment = literal(1_793_520_000);

const requested: readonly (readonly [what: string, written: Operation, requested: Operation])[] = [
  [
    "a number without a cast to a double",
    { $gte: [cast(latency, "double"), literal(5)] },
    { $gte: [latency, literal(5)] },
  ],
  [
    "nor to an integer",
    { $eq: [literal(5), cast(field("wb_run_step"), "int")] },
    { $eq: [literal(5), field("wb_run_step")] },
  ],
  ["nor to a boolean", { $and: [cast(field("wb_run_step_end"), "bool")] }, { $and: [field("wb_run_step_end")] }],
  ["nor twice", { $gt: [cast(cast(latency, "int"), "double"), literal(5)] }, { $gt: [latency, literal(5)] }],
  ["a size is a number", { $gt: [cast({ $size: query }, "int"), literal(5)] }, { $gt: [{ $size: query }, literal(5)] }],
  [
    "a converted text is a number",
    { $gt: [cast(cast(query, "int"), "double"), literal(5)] },
    { $gt: [cast(query, "int"), literal(5)] },
  ],
  [
    "deep inside",
    { $not: [{ $or: [{ $lt: [cast(latency, "double"), literal(5)] }] }] },
    { $not: [{ $or: [{ $lt: [latency, literal(5)] }] }] },
  ],
  ["a text outside of ASCII", contains(query, "Größe"), contains(asText, "Größe")],
  ["one compared", { $eq: [query, literal("日本語")] }, { $eq: [asText, literal("日本語")] }],
  ["the other way round", { $eq: [literal("日本語"), query] }, { $eq: [literal("日本語"), asText] }],
  [
    "one in a list",
    { $in: [query, [literal("a"), literal("it's")]] },
    { $in: [asText, [literal("a"), literal("it's")]] },
  ],
  [
    "a text with quotes, as it is and as in JSON",
    contains(query, 'say "hi"'),
    { $or: [contains(asText, 'say "hi"'), contains(asText, 'say \\"hi\\"')] },
  ],
  ["with a line end", contains(query, "a\nb"), { $or: [contains(asText, "a\nb"), contains(asText, "a\\nb")] }],
  [
    "with a backslash, ignoring case",
    { $contains: { input: query, substr: literal("C:\\"), case_insensitive: true } },
    {
      $or: ["C:\\", "C:\\\\"].map((text) => ({
        $contains: { input: asText, substr: literal(text), case_insensitive: true },
      })),
    },
  ],
  [
    "of all inputs, as in JSON",
    contains(field("inputs"), 'say "hi" 日本'),
    contains(cast(field("inputs"), "string"), 'say \\"hi\\" 日本'),
  ],
  ["of all attributes", contains(field("attributes"), "a\tb"), contains(cast(field("attributes"), "string"), "a\\tb")],
  [
    "of an output, which may be a text",
    contains(field("output"), "a\tb"),
    { $or: ["a\tb", "a\\tb"].map((text) => contains(cast(field("output"), "string"), text)) },
  ],
  [
    "a text outside of ASCII in a whole document",
    contains(field("output"), "Größe"),
    contains(cast(field("output"), "string"), "Größe"),
  ],
  ["what a number may hold", { $eq: [query, literal("12.5")] }, { $eq: [asText, literal("12.5")] }],
  ["what true may hold", contains(query, "ru"), contains(asText, "ru")],
  ["a boolean cast", { $and: [cast(query, "bool")] }, { $and: [{ $eq: [query, literal(true)] }] }],
  ["one compared with false", { $eq: [cast(query, "bool"), literal(false)] }, { $eq: [query, literal(false)] }],
  ["an end before a moment", { $lt: [ended, moment] }, { $and: [{ $lt: [ended, moment] }, hasEnded] }],
  [
    "an end not after one",
    { $not: [{ $gt: [ended, moment] }] },
    { $and: [{ $not: [{ $gt: [ended, moment] }] }, hasEnded] },
  ],
  [
    "a moment after the end",
    { $or: [{ $gte: [moment, ended] }, { $eq: [query, literal("x")] }] },
    { $or: [{ $and: [{ $gte: [moment, ended] }, hasEnded] }, { $eq: [query, literal("x")] }] },
  ],
];

const kept: readonly (readonly [what: string, operation: Operation])[] = [
  ["a text of plain characters", contains(query, "order_1-b, see a.b:c/d @e")],
  ["no text at all", { $not: [{ $eq: [query, literal("")] }] }],
  ["a text in a column", contains(field("exception"), 'größer "x"')],
  ["a text in the summary, which is not prefiltered", { $eq: [field("summary.note"), literal("größer")] }],
  ["a text that is compared by its order", { $gt: [query, literal("ä")] }],
  ["a converted field", contains(cast(field("inputs"), "string"), 'say \\"hi\\"')],
  ["a number in a document, converted", { $gt: [cast(field("inputs.n"), "double"), literal(5)] }],
  ["a number as text", { $eq: [cast(latency, "string"), literal("5")] }],
  ["a boolean", { $eq: [query, literal(true)] }],
  ["whether a column has a value", { $and: [cast(field("thread_id"), "exists")] }],
  ["an end after a moment", { $and: [{ $gt: [ended, moment] }, { $gte: [ended, moment] }] }],
  ["no end", { $eq: [ended, literal(null)] }],
  ["an end before a moment, without running calls", { $and: [{ $lt: [ended, moment] }, hasEnded] }],
];

describe("the query sent for an expression", () => {
  for (const [what, written, form] of requested) {
    test(what, () => assert.deepEqual(answerableQuery({ $expr: written }), { $expr: form }));
  }
  for (const [what, operation] of kept) {
    test(`${what} is sent as written`, () => {
      assert.deepEqual(answerableQuery({ $expr: operation }), { $expr: operation });
    });
  }

  test("a rewritten query is not rewritten again", () => {
    for (const [what, written] of requested) {
      const once = answerableQuery({ $expr: written });
      assert.deepEqual(answerableQuery(once), once, what);
    }
    fc.assert(
      fc.property(queriesAbout([]), (any) =>
        assert.deepEqual(answerableQuery(answerableQuery(any)), answerableQuery(any)),
      ),
    );
  });

  test("only ASCII letters, digits, spaces and _ - . , : / @ are plain", () => {
    const characters = Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code));
    const plain = characters.filter(
      (character) => queryAdvice({ $expr: contains(query, `xy${character}`) }).length === 0,
    );
    assert.equal(plain.join(""), " ,-./0123456789:@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
  });
});

const advised: readonly (readonly [kind: string, at: string, instead: Operand | null, operation: Operation])[] = [
  ["numberCast", "$expr.$not.0.$gt.0", latency, { $not: [{ $gt: [cast(latency, "double"), literal(5)] }] }],
  ["escapedText", "$expr", contains(asText, "ä"), contains(query, "ä")],
  ["unquotedText", "$expr.$or.0", { $eq: [asText, literal("5")] }, { $or: [{ $eq: [query, literal("5")] }] }],
  ["booleanCast", "$expr.$and.0", { $eq: [query, literal(true)] }, { $and: [cast(query, "bool")] }],
  ["booleanCast", "$expr", { $eq: [query, literal(false)] }, { $eq: [cast(query, "bool"), literal(false)] }],
  ["alwaysExists", "$expr.$and.0", { $not: [{ $eq: [query, literal("")] }] }, { $and: [cast(query, "exists")] }],
  [
    "alwaysExists",
    "$expr.$eq.0",
    { $not: [{ $eq: [query, literal("")] }] },
    { $eq: [cast(query, "exists"), literal(true)] },
  ],
  ["internalId", "$expr", null, { $eq: [field("wb_user_id"), literal("x")] }],
  ["internalId", "$expr", null, { $in: [field("wb_run_id"), [literal("x")]] }],
  ["internalId", "$expr", null, contains(field("project_id"), "x")],
];

describe("the advice for a query that is sent as written", () => {
  for (const [kind, at, instead, operation] of advised) {
    test(`${kind} at ${at} of ${JSON.stringify(operation)}`, () => {
      const [advice, ...others] = queryAdvice({ $expr: operation });
      assert.deepEqual(others, []);
      assert.deepEqual([advice?.kind, advice?.path.join("."), advice?.instead], [kind, at, instead]);
    });
  }

  test("there is no advice for a rewritten query", () => {
    for (const [what, operation] of kept) assert.deepEqual(queryAdvice({ $expr: operation }), [], what);
    const noRun: Operation = { $eq: [field("wb_run_id"), literal(null)] };
    assert.deepEqual(queryAdvice({ $expr: noRun }), []);
  });

  test("each part has advice, and no part within such a part", () => {
    const operation: Operation = {
      $and: [contains(query, "ä"), { $gt: [cast(cast(latency, "int"), "double"), literal(1)] }, cast(query, "exists")],
    };
    assert.deepEqual(
      queryAdvice({ $expr: operation }).map(({ kind }) => kind),
      ["escapedText", "numberCast", "alwaysExists"],
    );
  });
});

test("reading removes number casts and keeps everything else", () => {
  for (const [what, operation] of [...kept, ...requested.slice(7).map(([name, written]) => [name, written] as const)]) {
    assert.deepEqual(withoutNumberCasts({ $expr: operation }), { $expr: operation }, what);
  }
  for (const [what, written, form] of requested.slice(0, 7)) {
    assert.deepEqual(withoutNumberCasts({ $expr: written }), { $expr: form }, what);
  }
});
