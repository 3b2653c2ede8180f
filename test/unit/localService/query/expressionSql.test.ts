import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ConvertOperand, Operand, Operation } from "../../../../src/core/query/expression.ts";
import { randomFrom } from "../../../../src/localService/data/random.ts";
import { callTables } from "../../../../src/localService/query/callTable.ts";
import { generatedCalls, now } from "../generated.ts";
import { call, project, serve } from "../testService.ts";
import { evaluate } from "./evaluated.ts";

type Cast = ConvertOperand["$convert"]["to"];

const field = (name: string): Operand => ({ $getField: name });
const literal = (value: string | number | boolean | null): Operand => ({ $literal: value });
const at = (seconds: number): number => Date.UTC(2026, 10, 3, 10) + seconds * 1000;

const converted = (name: string, to: Cast): Operand => ({ $convert: { input: field(name), to } });

const objects = [{ ref: "weave:///acme/desk/object/M:1", value: { name: "published", size: { layers: 12 } } }] as const;

const calls = [
  call({
    id: "a",
    turn_id: "a",
    op_name: "weave:///acme/desk/op/chat:v1",
    inputs: {
      n: 3,
      flag: true,
      text: "Hello World",
      nothing: null,
      list: [{ x: "one" }, { x: "two" }],
      model: "weave:///acme/desk/object/M:1",
    },
    attributes: { "a.b": 1, retries: "07" },
  }),
  call({
    id: "b",
    turn_id: "a",
    started_at: at(10),
    ended_at: null,
    inputs: { n: 10.5, flag: false, text: "hello_there", model: { name: "inline" } },
    exception: null,
  }),
  call({
    id: "c",
    started_at: at(20.5),
    ended_at: at(30),
    exception: "ValueError: no",
    display_name: "Shown",
    inputs: { n: "12", text: "50% off\nÄrger" },
    wb_run_step: 4,
    wb_user_id: "VXNlcjox",
    wb_run_id: "acme/desk/run1",
  }),
  call({
    id: "d",
    started_at: at(30),
    ended_at: at(31),
    output: "plain text",
    summary: { status_counts: { success: 1, error: 2 }, usage: { "gpt-5": { total_tokens: 250 } } },
    input_refs: ["weave:///acme/desk/object/M:1"],
  }),
];
const cases: readonly (readonly [string, object, number])[] = [
  ["$eq of a column and a string", { $eq: [field("id"), literal("b")] }, 1],
  ["$eq of two columns excludes null", { $eq: [field("id"), field("turn_id")] }, 1],
  ["$not of $eq excludes null as well", { $not: [{ $eq: [field("id"), field("turn_id")] }] }, 1],
  ["$eq with null on the right matches missing values", { $eq: [field("exception"), literal(null)] }, 3],
  ["$eq with null on the left is null", { $eq: [literal(null), field("exception")] }, 0],
  ["$not of $eq with null matches present values", { $not: [{ $eq: [field("ended_at"), literal(null)] }] }, 3],
  ["a missing path in a document is the empty string", { $eq: [field("inputs.nowhere"), literal("")] }, 4],
  ["a null in a document is the empty string", { $eq: [field("inputs.nothing"), literal("")] }, 4],
  ["a missing path in a document is not null", { $eq: [field("inputs.nowhere"), literal(null)] }, 0],
  ["$convert to exists is true for every path in a document", { $and: [converted("inputs.nowhere", "exists")] }, 4],
  [
    "$not of $convert to exists is false for every path in a document",
    { $not: [converted("inputs.nothing", "exists")] },
    0,
  ],
  ["$convert to exists is true for a column with a value", { $and: [converted("exception", "exists")] }, 1],
  [
    "$not of $eq with the empty string matches present paths",
    { $not: [{ $eq: [field("inputs.text"), literal("")] }] },
    3,
  ],
  ["an integer converts a path, including strings of digits", { $gt: [field("inputs.n"), literal(9)] }, 1],
  ["an integer on the left converts a path", { $lt: [literal(9), field("inputs.n")] }, 1],
  ["a fraction converts a path to fractions", { $gt: [field("inputs.n"), literal(9.5)] }, 2],
  ['a string compares paths as strings: "3" is above "10.5" and "12"', { $gt: [field("inputs.n"), literal("2")] }, 1],
  ["a boolean converts a path", { $eq: [field("inputs.flag"), literal(true)] }, 1],
  ["false differs from a missing path", { $eq: [field("inputs.flag"), literal(false)] }, 1],
  ['true as a string is "true"', { $eq: [field("inputs.flag"), literal("true")] }, 1],
  ["$gte", { $gte: [field("inputs.n"), literal(10.5)] }, 2],
  ["$lte", { $lte: [field("inputs.n"), literal(3)] }, 1],
  ["$not of $gte excludes values that are not numbers", { $not: [{ $gte: [field("inputs.n"), literal(10.5)] }] }, 1],
  ["negative numbers", { $gt: [field("inputs.n"), literal(-0.5)] }, 3],
  ["a number in a path is a list index", { $eq: [field("inputs.list.1.x"), literal("two")] }, 1],
  ["an object is read as its JSON", { $eq: [converted("inputs.list.0", "string"), literal('{"x":"one"}')] }, 1],
  ["an escaped dot belongs to the key", { $eq: [field("attributes.a\\.b"), literal(1)] }, 1],
  ["a whole output that is a string", { $eq: [field("output"), literal("plain text")] }, 1],
  ["a key with a hyphen", { $gte: [field("summary.usage.gpt-5.total_tokens"), literal(250)] }, 1],
  ["feedback is always empty", { $eq: [field("feedback.[wandb.reaction.1].payload.emoji"), literal("")] }, 4],
  ["$convert to int accepts only integers", { $and: [converted("inputs.n", "int")] }, 2],
  ["$convert to double", { $gt: [converted("inputs.n", "double"), literal(3)] }, 2],
  ["a leading zero is still a number", { $eq: [converted("attributes.retries", "int"), literal(7)] }, 1],
  ["$convert to bool converts true and false to null", { $eq: [converted("inputs.flag", "bool"), literal(null)] }, 4],
  [
    "$convert to bool matches neither true nor false",
    { $or: [converted("inputs.flag", "bool"), { $not: [converted("inputs.flag", "bool")] }] },
    0,
  ],
  ["$convert to bool accepts digits", { $and: [converted("inputs.n", "bool")] }, 2],
  ["$convert of a number to string", { $eq: [converted("wb_run_step", "string"), literal("4")] }, 1],
  [
    "$convert of a time to string",
    { $eq: [converted("started_at", "string"), literal("2026-11-03 10:00:20.500000")] },
    1,
  ],
  ["a number column is compared with a string of digits", { $eq: [field("wb_run_step"), literal("4")] }, 1],
  ["a latency is compared with a string of digits", { $gte: [field("summary.weave.latency_ms"), literal("9000")] }, 1],
  ["$size of refs counts them", { $eq: [{ $size: field("input_refs") }, literal(1)] }, 1],
  ["$size of a string counts its bytes", { $eq: [{ $size: field("inputs.text") }, literal(14)] }, 1],
  [
    "$size of a list in a document counts the bytes of its JSON",
    { $eq: [{ $size: field("inputs.list") }, literal(25)] },
    1,
  ],
  ["$size of a missing string is null", { $eq: [{ $size: field("exception") }, literal(null)] }, 3],
  ["$contains", { $contains: { input: field("inputs.text"), substr: literal("ello") } }, 2],
  ["$contains is case-sensitive", { $contains: { input: field("inputs.text"), substr: literal("hello") } }, 1],
  [
    "$contains is case-insensitive on request",
    { $contains: { input: field("inputs.text"), substr: literal("hello"), case_insensitive: true } },
    2,
  ],
  [
    "a null case_insensitive is false",
    { $contains: { input: field("inputs.text"), substr: literal("hello"), case_insensitive: null } },
    1,
  ],
  [
    "percent and underscore are literal in $contains",
    { $contains: { input: field("inputs.text"), substr: literal("0% o") } },
    1,
  ],
  [
    "$contains of a missing string is null",
    { $not: [{ $contains: { input: field("exception"), substr: literal("no") } }] },
    0,
  ],
  ["$contains with a field as substr", { $contains: { input: field("op_name"), substr: field("id") } }, 1],
  ["$in", { $in: [field("id"), [literal("a"), literal("d"), literal("zzz")]] }, 2],
  ["$in with numbers", { $in: [field("inputs.n"), [literal(3), literal(12)]] }, 2],
  ["null in the list of $in matches nothing", { $in: [field("exception"), [literal(null)]] }, 0],
  [
    "null in the list of a negated $in is ignored",
    { $not: [{ $in: [field("id"), [literal("a"), literal(null)]] }] },
    3,
  ],
  ["$in with fields", { $in: [field("id"), [field("turn_id"), literal("d")]] }, 2],
  ["$in with times", { $in: [field("started_at"), [literal("2026-11-03 10:00:10"), literal(at(30) / 1000)]] }, 2],
  ["$in with an empty list", { $in: [field("id"), []] }, 0],
  ["negated $in with an empty list excludes null", { $not: [{ $in: [field("turn_id"), []] }] }, 2],
  [
    "$and with a null part is never true",
    { $and: [{ $eq: [field("exception"), literal("x")] }, { $eq: [field("id"), literal("a")] }] },
    0,
  ],
  [
    "$or with a null part can be true",
    { $or: [{ $eq: [field("exception"), literal("x")] }, { $eq: [field("id"), literal("a")] }] },
    1,
  ],
  ["$and of one condition is that condition", { $and: [{ $eq: [field("id"), literal("a")] }] }, 1],
  ["a boolean literal is a condition", { $and: [literal(true), { $eq: [field("id"), literal("a")] }] }, 1],
  ["a number other than 0 is true", { $or: [literal(0), literal(2)] }, 4],
  ["comparisons can be compared", { $eq: [{ $gt: [field("inputs.n"), literal(9)] }, literal(false)] }, 1],
  ["a time accepts Unix seconds", { $gte: [field("started_at"), literal(at(20.5) / 1000)] }, 2],
  ["a time accepts ISO 8601", { $gt: [field("started_at"), literal("2026-11-03T10:00:20.5Z")] }, 1],
  ["a time with an offset is converted", { $lt: [field("started_at"), literal("2026-11-03T12:00:10+02:00")] }, 1],
  ["a time accepts a date", { $lt: [field("started_at"), literal("2026-11-04")] }, 4],
  ["a time column can be on the right", { $lt: [literal("2026-11-03 10:00:20"), field("started_at")] }, 2],
  ["two time columns are compared", { $gt: [field("ended_at"), field("started_at")] }, 3],
  ["the project is compared by its internal ID", { $eq: [field("project_id"), literal(project)] }, 0],
  ["a user is compared by its internal ID", { $eq: [field("wb_user_id"), literal("VXNlcjox")] }, 0],
  ["a run is compared by its internal ID", { $eq: [field("wb_run_id"), literal("acme/desk/run1")] }, 0],
  ["a whole op ref is found", { $eq: [field("op_name"), literal("weave:///acme/desk/op/chat:v1")] }, 1],
  [
    "the start of an op ref is found",
    { $contains: { input: field("op_name"), substr: literal("weave:///acme/desk/op/") } },
    1,
  ],
  [
    "the part of an op ref after the project is found",
    { $contains: { input: field("op_name"), substr: literal("/op/chat") } },
    1,
  ],
  [
    "the project in an op ref is not found",
    { $contains: { input: field("op_name"), substr: literal("acme/desk") } },
    0,
  ],
  ["a whole ref in a document is found", { $eq: [field("inputs.model"), literal(objects[0].ref)] }, 1],
  [
    "the project in a ref in a document is not found",
    { $contains: { input: field("inputs.model"), substr: literal("desk/object") } },
    0,
  ],
  [
    "refs converted to a string are a list of strings",
    { $contains: { input: converted("input_refs", "string"), substr: literal("/object/M:1']") } },
    1,
  ],
  ["a run's step is a number", { $gt: [field("wb_run_step"), literal(3.5)] }, 1],
  ["status success", { $eq: [field("summary.weave.status"), literal("success")] }, 1],
  ["status error", { $eq: [field("summary.weave.status"), literal("error")] }, 1],
  ["status running", { $eq: [field("summary.weave.status"), literal("running")] }, 1],
  ["status descendant_error", { $eq: [field("summary.weave.status"), literal("descendant_error")] }, 1],
  ["latency in milliseconds, unknown while running", { $lte: [field("summary.weave.latency_ms"), literal(1000)] }, 2],
  [
    "a trace name is the display name or the op name",
    { $in: [field("summary.weave.trace_name"), [literal("Shown"), literal("chat")]] },
    2,
  ],
  [
    "of several operators in an object, the first one of the language is used",
    { $gt: [field("id"), literal("a")], $eq: [field("id"), literal("a")] },
    1,
  ],
  ["a ref that is not expanded is a string", { $eq: [field("inputs.model.name"), literal("published")] }, 0],
];

describe("the query language on handwritten calls", () => {
  for (const [name, $expr, expected] of cases) {
    test(name, async (context) => {
      const service = await serve(context, calls);
      assert.equal(await service.count({ query: { $expr } }), expected);
    });
  }

  const expandColumns: readonly (readonly [string, string, string | number, number])[] = [
    ["an object in an expanded column is searched", "inputs.model.name", "published", 1],
    ["an inline object in an expanded column is not searched", "inputs.model.name", "inline", 0],
    ["an expanded object is searched at any depth", "inputs.model.size.layers", "12", 1],
    ["the ref of an expanded column is still found", "inputs.model", "weave:///acme/desk/object/M:1", 1],
  ];
  for (const [name, path, value, expected] of expandColumns) {
    test(name, async (context) => {
      const service = await serve(context, calls, objects);
      const query = { $expr: { $eq: [field(path), literal(value)] } };
      assert.equal(await service.count({ query, expand_columns: ["inputs.model"] }), expected);
    });
  }

  test("a value in an object is a string, regardless of what it is compared with", async (context) => {
    const service = await serve(context, calls, objects);
    const ask = async (input: Operand): Promise<number> => {
      const query = { $expr: { $gt: [input, literal(9)] } };
      const request = { project_id: project, query, expand_columns: ["inputs.model"] };
      return (await service.post("/calls/query_stats", request)).status;
    };
    assert.equal(await ask(field("inputs.model.size.layers")), 400);
    assert.equal(await ask(converted("inputs.model.size.layers", "int")), 200);
  });

  test("a filter and a query are combined with AND", async (context) => {
    const service = await serve(context, calls);
    const query = { $expr: { $gt: [field("inputs.n"), literal(1)] } };
    assert.equal(await service.count({ filter: { call_ids: ["a", "d"] }, query }), 1);
  });

  test("hundreds of parallel conditions are accepted", async (context) => {
    const service = await serve(context, calls);
    const $or = Array.from({ length: 1_300 }, (_, index) => ({
      $eq: [field("id"), literal(index === 900 ? "a" : `x${index}`)],
    }));
    assert.equal(await service.count({ query: { $expr: { $or } } }), 1);
  });

  test("thousands of values in $in are accepted", async (context) => {
    const service = await serve(context, calls);
    const list = Array.from({ length: 3_500 }, (_, index) => literal(index === 900 ? "a" : `x${index}`));
    assert.equal(await service.count({ query: { $expr: { $in: [field("id"), list] } } }), 1);
  });

  test("data that looks like SQL is not interpreted", async (context) => {
    const service = await serve(context, calls);
    const hostile = "a' OR 1=1; DROP TABLE calls; --";
    assert.equal(await service.count({ query: { $expr: { $eq: [field("id"), literal(hostile)] } } }), 0);
    assert.equal(await service.count({ query: { $expr: { $eq: [field(`inputs.${hostile}`), literal("x")] } } }), 0);
    assert.equal(await service.count({}), 4);
  });
});

const illegalType = /^\{"reason":"Illegal type of argument in query\./;

describe("on the complete table, missing values are empty", () => {
  /** The request, and the counts on the merged and the complete table: `a`, `c` and `d` have ended, `c` has a step. */
  const cases: readonly (readonly [string, object, merged: number, complete: number])[] = [
    ["no value", { $eq: [field("exception"), literal(null)] }, 3, 3],
    ["no end", { $eq: [field("ended_at"), literal(null)] }, 1, 1],
    ["an end before a time includes running calls", { $lt: [field("ended_at"), literal("2026-11-04")] }, 3, 4],
    [
      "an end before a time excludes running calls on request",
      {
        $and: [
          { $lt: [field("ended_at"), literal("2026-11-04")] },
          { $not: [{ $eq: [field("ended_at"), literal(null)] }] },
        ],
      },
      3,
      3,
    ],
    [
      "a missing latency is null on both tables",
      { $not: [{ $gt: [field("summary.weave.latency_ms"), literal(1000)] }] },
      2,
      2,
    ],
    ["step 0", { $eq: [field("wb_run_step"), literal(0)] }, 0, 3],
    ["no step", { $eq: [field("wb_run_step"), literal(null)] }, 3, 3],
    ["a step below", { $lt: [field("wb_run_step"), literal(5)] }, 1, 4],
    [
      "a missing string without a substring",
      { $not: [{ $contains: { input: field("exception"), substr: literal("x") } }] },
      1,
      4,
    ],
    ["$convert of a column to exists", { $and: [converted("exception", "exists")] }, 1, 4],
    ["negated $in with an empty list", { $not: [{ $in: [field("turn_id"), []] }] }, 2, 4],
    ["$size of a missing string", { $eq: [{ $size: field("exception") }, literal(0)] }, 0, 3],
    ["status running", { $eq: [field("summary.weave.status"), literal("running")] }, 1, 1],
    ["status error", { $eq: [field("summary.weave.status"), literal("error")] }, 1, 1],
    [
      "a missing display name is replaced by the op name",
      { $eq: [field("summary.weave.trace_name"), literal("step")] },
      2,
      2,
    ],
    ["no expiration", { $eq: [field("expire_at"), literal(null)] }, 4, 4],
    ["refs are not expanded", { $eq: [field("inputs.model.name"), literal("published")] }, 1, 0],
  ];
  for (const [name, $expr, ...expected] of cases) {
    test(name, async (context) => {
      const requested = { query: { $expr }, expand_columns: ["inputs.model"] };
      const counts = (["merged", "complete"] as const).map(async (table) =>
        (await serve(context, calls, objects, table)).count(requested),
      );
      assert.deepEqual(await Promise.all(counts), expected);
    });
  }

  test("refs are expanded in call lists", async (context) => {
    const service = await serve(context, calls, objects, "complete");
    const query = { $expr: { $eq: [field("inputs.model.name"), literal("published")] } };
    assert.equal((await service.calls({ query, expand_columns: ["inputs.model"] })).length, 1);
  });
});

describe("invalid expressions", () => {
  const deep = Array.from({ length: 40 }).reduce<object>((inner) => ({ $not: [inner] }), {
    $eq: [field("id"), literal("a")],
  });
  const wrong: readonly (readonly [string, object, number, RegExp])[] = [
    ["an unknown column", { $eq: [field("nonsense"), literal(1)] }, 422, /Field nonsense is not allowed/],
    ["a storage size", { $gt: [field("storage_size_bytes"), literal(1)] }, 422, /not allowed/],
    ["a total storage size", { $gt: [field("total_storage_size_bytes"), literal(1)] }, 422, /not allowed/],
    ["an unknown computed field", { $eq: [field("summary.weave.cost"), literal(1)] }, 422, /not allowed/],
    ["an Object.prototype property", { $eq: [field("constructor"), literal(1)] }, 422, /not allowed/],
    ["feedback without a kind in brackets", { $eq: [field("feedback.reaction"), literal("")] }, 422, /not allowed/],
    ["a negative list index", { $eq: [field("inputs.list.-1"), literal("")] }, 422, /Negative array index/],
    ["$containsToken", { $containsToken: { input: field("id"), substr: literal("a") } }, 422, /ContainsOperation/],
    ["an empty $and", { $and: [] }, 400, /Empty AND/],
    ["an empty $or", { $or: [] }, 400, /Empty OR/],
    ["a string as a condition", { $and: [literal("a")] }, 400, illegalType],
    ["null as a condition", { $and: [literal(null)] }, 400, illegalType],
    ["a document path as a condition", { $and: [field("inputs.flag")] }, 400, illegalType],
    ["a time as a condition", { $not: [field("started_at")] }, 400, illegalType],
    [
      "a latency converted to double",
      { $gte: [converted("summary.weave.latency_ms", "double"), literal(9)] },
      400,
      illegalType,
    ],
    [
      "a latency converted to int",
      { $gte: [converted("summary.weave.latency_ms", "int"), literal(9)] },
      400,
      illegalType,
    ],
    ["a step converted to bool", { $and: [converted("wb_run_step", "bool")] }, 400, illegalType],
    ["a time converted to double", { $gt: [converted("started_at", "double"), literal(1)] }, 400, illegalType],
    ["$size of a number", { $gt: [{ $size: field("wb_run_step") }, literal(1)] }, 400, illegalType],
    [
      "$contains of a list of refs",
      { $contains: { input: field("input_refs"), substr: literal("M") } },
      400,
      illegalType,
    ],
    ["$contains of a number", { $contains: { input: field("wb_run_step"), substr: literal("4") } }, 400, illegalType],
    ["a time with a string column", { $gt: [field("started_at"), field("id")] }, 400, illegalType],
    ["$in with a list of refs", { $in: [field("input_refs"), [literal("a")]] }, 400, illegalType],
    ["a string column with a number", { $eq: [field("id"), literal(1)] }, 400, /No common type/],
    [
      "a document path with a converted number",
      { $gt: [field("inputs.n"), converted("inputs.n", "int")] },
      400,
      /No common type/,
    ],
    ["a latency with a string", { $gt: [field("summary.weave.latency_ms"), literal("soon")] }, 400, /type mismatch/],
    [
      "$in with a time in ISO 8601",
      { $in: [field("started_at"), [literal("2026-11-03T10:00:10Z")]] },
      400,
      /type mismatch/,
    ],
    [
      "a structured literal compared",
      { $eq: [field("inputs.list"), { $literal: [{ $literal: 1 }] }] },
      400,
      /value type/,
    ],
    ["an incomplete ref", { $eq: [field("op_name"), literal("weave:///acme/desk")] }, 400, /Invalid URI/],
    ["an internal ref", { $eq: [field("id"), literal("weave-trace-internal:///x/op/y")] }, 400, /unexpected/],
    ["a time with invalid text", { $gt: [field("started_at"), literal("soon")] }, 502, /Temporary backend error/],
    ["a date that does not exist", { $gt: [field("ended_at"), literal("2026-02-30")] }, 502, /Temporary backend error/],
    ["a list of refs with a string", { $eq: [field("input_refs"), literal("a")] }, 502, /Temporary backend error/],
    ["a key with a quote in it", { $eq: [field('inputs.a"b'), literal("x")] }, 502, /Temporary backend error/],
    ["too many objects", { $in: [field("id"), Array.from({ length: 4_100 }, () => literal("x"))] }, 400, /objects/],
    [
      "more values than an SQL statement accepts",
      { $or: Array.from({ length: 1_200 }, () => ({ $eq: [field("inputs.a.b.c.d"), field("inputs.a.b.c.e")] })) },
      400,
      /too large/,
    ],
  ];
  for (const [name, $expr, status, body] of wrong) {
    test(`${name}: ${status}`, async (context) => {
      const service = await serve(context, calls);
      const expand_columns = ["inputs.a", "inputs.a.b", "inputs.a.b.c"];
      const answer = await service.post("/calls/query_stats", {
        project_id: project,
        query: { $expr },
        expand_columns,
      });
      assert.equal(answer.status, status, answer.text.slice(0, 300));
      assert.match(answer.text, body);
    });
  }

  test("unlimited nesting: 400, without damage", async (context) => {
    const service = await serve(context, calls);
    const nested = `${'{"$not":['.repeat(50_000)}${"]}".repeat(50_000)}`;
    const answer = await service.post("/calls/query_stats", `{"project_id":"${project}","query":{"$expr":${nested}}}`);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /deeper/);
    assert.equal(await service.count({}), 4);
  });

  test("a bare operand is not an expression", async (context) => {
    const service = await serve(context, calls);
    for (const $expr of [literal(true), field("id"), { $convert: { input: field("inputs.flag"), to: "bool" } }]) {
      const answer = await service.post("/calls/query_stats", { project_id: project, query: { $expr } });
      assert.equal(answer.status, 422);
    }
  });

  test("forty levels are accepted", async (context) => {
    const service = await serve(context, calls);
    assert.equal(await service.count({ query: { $expr: deep } }), 1);
  });
});

const leaves: readonly Operation[] = [
  { $eq: [field("id"), field("turn_id")] },
  { $eq: [field("parent_id"), literal(null)] },
  { $eq: [field("thread_id"), literal("100% sure?")] },
  { $gt: [field("thread_id"), literal("s")] },
  { $eq: [field("exception"), literal(null)] },
  { $contains: { input: field("exception"), substr: literal("ERROR"), case_insensitive: true } },
  { $gte: [field("started_at"), literal((now.getTime() - 5 * 86_400_000) / 1000)] },
  { $lt: [field("ended_at"), literal("2026-11-12")] },
  { $gt: [field("summary.weave.latency_ms"), literal(2_000)] },
  { $lte: [field("summary.weave.latency_ms"), literal(900)] },
  { $eq: [field("summary.weave.status"), literal("success")] },
  { $in: [field("summary.weave.status"), [literal("error"), literal("descendant_error"), literal("running")]] },
  { $eq: [field("summary.weave.trace_name"), literal("answer_customer")] },
  { $gt: [field("summary.usage.gpt-5-mini.total_tokens"), literal(700)] },
  { $lt: [{ $convert: { input: field("summary.usage.gpt-5.prompt_tokens"), to: "int" } }, literal(600)] },
  { $not: [{ $eq: [field("summary.usage.gpt-5"), literal("")] }] },
  { $eq: [field("attributes.cache_hit"), literal(true)] },
  { $eq: [field("attributes.environment"), literal("batch")] },
  { $contains: { input: field("inputs.messages.0.content"), substr: literal("order") } },
  { $gt: [{ $size: field("inputs.messages.0.content") }, literal(60)] },
  { $eq: [{ $size: field("input_refs") }, literal(1)] },
  { $gte: [field("inputs.temperature"), literal(0.2)] },
  { $in: [field("inputs.top_k"), [literal(3), literal(5)]] },
  { $in: [field("wb_user_id"), [literal("VXNlcjox"), literal(null)]] },
  { $gt: [field("wb_run_step"), literal(3)] },
  { $eq: [field("wb_run_step"), field("wb_run_step_end")] },
  { $eq: [field("output.choices.0.message.role"), literal("assistant")] },
  { $eq: [field("output.role"), field("output.choices.0.message.role")] },
];

for (const table of callTables)
  test(`on the ${table} table, random combinations equal a plain evaluation`, async (context) => {
    const data = generatedCalls().map((item) => ({ ...item, table }));
    const service = await serve(context, data, [], table);
    const random = randomFrom(11);
    const [first = { $and: [literal(true)] }, ...others] = leaves;
    const combine = (depth: number): Operation => {
      if (depth === 0 || random.chance(0.2)) return random.pick([first, ...others]);
      const parts = Array.from({ length: random.between(1, 3) }, () => combine(depth - 1));
      return random.pick<Operation>([{ $and: parts }, { $or: parts }, { $not: [parts[0] ?? first] }]);
    };
    const operations = [
      ...leaves,
      ...leaves.map((leaf): Operation => ({ $not: [leaf] })),
      ...Array.from({ length: table === "merged" ? 120 : 40 }, () => combine(3)),
    ];
    const counts = new Set<number>();
    for (const $expr of operations) {
      const expected = data.filter((item) => evaluate($expr, item) === true).length;
      assert.equal(await service.count({ query: { $expr } }), expected, JSON.stringify($expr));
      counts.add(expected);
    }
    assert.ok(counts.size > 60, `only ${counts.size} different counts`);
  });
