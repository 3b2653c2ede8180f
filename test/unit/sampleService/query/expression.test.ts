import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Operand, Operation } from "../../../../src/core/counts/expression.ts";
import { randomFrom } from "../../../../src/sampleService/data/random.ts";
import { generatedCalls, now } from "../generated.ts";
import { call, project, serve } from "../testService.ts";
import { evaluate } from "./evaluated.ts";

const field = (name: string): Operand => ({ $getField: name });
const literal = (value: string | number | boolean | null): Operand => ({ $literal: value });
const at = (seconds: number): number => Date.UTC(2026, 10, 3, 10) + seconds * 1000;

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
const objects = [{ ref: "weave:///acme/desk/object/M:1", value: { name: "published", size: { layers: 12 } } }];

const cases: readonly (readonly [string, object, number])[] = [
  ["$eq of a column and a text", { $eq: [field("id"), literal("b")] }, 1],
  ["$eq of two columns leaves unknown ones out", { $eq: [field("id"), field("turn_id")] }, 1],
  ["$not of $eq leaves unknown ones out as well", { $not: [{ $eq: [field("id"), field("turn_id")] }] }, 1],
  ["$eq with null on the right asks for no value", { $eq: [field("exception"), literal(null)] }, 3],
  ["$eq with null on the left is unknown", { $eq: [literal(null), field("exception")] }, 0],
  ["$not of no value asks for one", { $not: [{ $eq: [field("ended_at"), literal(null)] }] }, 3],
  ["a missing place in a document is the empty text", { $eq: [field("inputs.nowhere"), literal("")] }, 4],
  ["and so is a null there", { $eq: [field("inputs.nothing"), literal("")] }, 4],
  ["so that neither is null", { $eq: [field("inputs.nowhere"), literal(null)] }, 0],
  [
    "$convert to exists tells them from text",
    { $and: [{ $convert: { input: field("inputs.text"), to: "exists" } }] },
    3,
  ],
  ["null does not exist", { $and: [{ $convert: { input: field("inputs.nothing"), to: "exists" } }] }, 0],
  ["a column exists where it has a value", { $and: [{ $convert: { input: field("exception"), to: "exists" } }] }, 1],
  [
    "a number literal makes a place a number, text that spells one included",
    { $gt: [field("inputs.n"), literal(9)] },
    2,
  ],
  ["on either side", { $lt: [literal(9), field("inputs.n")] }, 2],
  ['without one, places are texts: "3" is above "10.5" and "12"', { $gt: [field("inputs.n"), literal("2")] }, 1],
  ["a truth literal makes a place a truth value", { $eq: [field("inputs.flag"), literal(true)] }, 1],
  ["false is not the same as missing", { $eq: [field("inputs.flag"), literal(false)] }, 1],
  ['as text, true is "true"', { $eq: [field("inputs.flag"), literal("true")] }, 1],
  ["$gte", { $gte: [field("inputs.n"), literal(10.5)] }, 2],
  ["$lte", { $lte: [field("inputs.n"), literal(3)] }, 1],
  ["$not of $gte leaves out what is no number", { $not: [{ $gte: [field("inputs.n"), literal(10.5)] }] }, 1],
  ["negative numbers", { $gt: [field("inputs.n"), literal(-1)] }, 3],
  ["list places by number", { $eq: [field("inputs.list.1.x"), literal("two")] }, 1],
  ["a structure reads as its JSON", { $eq: [field("inputs.list.0"), literal('{"x":"one"}')] }, 1],
  ["an escaped dot belongs to the key", { $eq: [field("attributes.a\\.b"), literal(1)] }, 1],
  ["a whole output that is a text", { $eq: [field("output"), literal("plain text")] }, 1],
  ["a key with a hyphen", { $gte: [field("summary.usage.gpt-5.total_tokens"), literal(250)] }, 1],
  ["feedback names nothing", { $eq: [field("feedback.wandb.reaction.1"), literal("")] }, 4],
  ["$convert to int takes whole numbers alone", { $and: [{ $convert: { input: field("inputs.n"), to: "int" } }] }, 2],
  ["$convert to double", { $gt: [{ $convert: { input: field("inputs.n"), to: "double" } }, literal(3)] }, 2],
  [
    "a leading zero is still a number",
    { $eq: [{ $convert: { input: field("attributes.retries"), to: "int" } }, literal(7)] },
    1,
  ],
  ["$convert to bool", { $and: [{ $convert: { input: field("inputs.flag"), to: "bool" } }] }, 1],
  [
    "$convert to string writes a whole number without a point",
    { $eq: [{ $convert: { input: field("wb_run_step"), to: "string" } }, literal("4")] },
    1,
  ],
  [
    "$convert of a moment to string",
    { $eq: [{ $convert: { input: field("started_at"), to: "string" } }, literal("2026-11-03 10:00:20.500")] },
    1,
  ],
  ["$contains", { $contains: { input: field("inputs.text"), substr: literal("ello") } }, 2],
  ["case counts", { $contains: { input: field("inputs.text"), substr: literal("hello") } }, 1],
  [
    "unless told otherwise",
    { $contains: { input: field("inputs.text"), substr: literal("hello"), case_insensitive: true } },
    2,
  ],
  [
    "a null flag is false",
    { $contains: { input: field("inputs.text"), substr: literal("hello"), case_insensitive: null } },
    1,
  ],
  ["percent and underscore are themselves", { $contains: { input: field("inputs.text"), substr: literal("0% o") } }, 1],
  [
    "$contains in an unknown text is unknown",
    { $not: [{ $contains: { input: field("exception"), substr: literal("no") } }] },
    0,
  ],
  ["$contains of another field", { $contains: { input: field("op_name"), substr: field("id") } }, 1],
  [
    "$containsToken finds whole words",
    { $containsToken: { input: field("inputs.text"), substr: literal("hello") } },
    1,
  ],
  [
    "ignoring case",
    { $containsToken: { input: field("inputs.text"), substr: literal("HELLO"), case_insensitive: true } },
    2,
  ],
  ["parts of words are not found", { $containsToken: { input: field("inputs.text"), substr: literal("ello") } }, 0],
  [
    "letters beyond ASCII belong to words",
    { $containsToken: { input: field("inputs.text"), substr: literal("Ärger") } },
    1,
  ],
  ["$in", { $in: [field("id"), [literal("a"), literal("d"), literal("zzz")]] }, 2],
  ["$in with numbers", { $in: [field("inputs.n"), [literal(3), literal(12)]] }, 2],
  ["$in with null: never false", { $not: [{ $in: [field("id"), [literal("a"), literal(null)]] }] }, 0],
  ["$in with fields", { $in: [field("id"), [field("turn_id"), literal("d")]] }, 2],
  ["$in on moments", { $in: [field("started_at"), [literal("2026-11-03T10:00:10Z"), literal(at(30) / 1000)]] }, 2],
  [
    "$and with an unknown part is at best unknown",
    { $and: [{ $eq: [field("exception"), literal("x")] }, { $eq: [field("id"), literal("a")] }] },
    0,
  ],
  [
    "$or with an unknown part can be true",
    { $or: [{ $eq: [field("exception"), literal("x")] }, { $eq: [field("id"), literal("a")] }] },
    1,
  ],
  ["$and of one is that one", { $and: [{ $eq: [field("id"), literal("a")] }] }, 1],
  ["a truth literal is a condition", { $and: [literal(true), { $eq: [field("id"), literal("a")] }] }, 1],
  ["a number other than 0 is true", { $or: [literal(0), literal(2)] }, 4],
  ["comparisons can be compared", { $eq: [{ $gt: [field("inputs.n"), literal(9)] }, literal(false)] }, 1],
  ["moments take unix seconds", { $gte: [field("started_at"), literal(at(20.5) / 1000)] }, 2],
  ["moments take ISO 8601", { $gt: [field("started_at"), literal("2026-11-03T10:00:20.5Z")] }, 1],
  ["with an offset, converted", { $lt: [field("started_at"), literal("2026-11-03T12:00:10+02:00")] }, 1],
  ["moments take dates", { $lt: [field("started_at"), literal("2026-11-04")] }, 4],
  ["moments on the right", { $lt: [literal("2026-11-03 10:00:20"), field("started_at")] }, 2],
  ["moments with moments", { $gt: [field("ended_at"), field("started_at")] }, 3],
  ["the project is a field", { $eq: [field("project_id"), literal(project)] }, 4],
  ["a run's step is a number", { $gt: [field("wb_run_step"), literal(3.5)] }, 1],
  ["status success", { $eq: [field("summary.weave.status"), literal("success")] }, 1],
  ["status error", { $eq: [field("summary.weave.status"), literal("error")] }, 1],
  ["status running", { $eq: [field("summary.weave.status"), literal("running")] }, 1],
  ["status descendant_error", { $eq: [field("summary.weave.status"), literal("descendant_error")] }, 1],
  ["latency in milliseconds, unknown while running", { $lte: [field("summary.weave.latency_ms"), literal(1000)] }, 2],
  [
    "trace name: the display name first",
    { $in: [field("summary.weave.trace_name"), [literal("Shown"), literal("chat")]] },
    2,
  ],
  [
    "of several operators in one object the first of the language is kept",
    { $gt: [field("id"), literal("a")], $eq: [field("id"), literal("a")] },
    1,
  ],
  ["without expanding, a ref is a text", { $eq: [field("inputs.model.name"), literal("published")] }, 0],
];

describe("the query language by hand", () => {
  for (const [name, $expr, expected] of cases) {
    test(name, async (context) => {
      const service = await serve(context, calls);
      assert.equal(await service.count({ query: { $expr } }), expected);
    });
  }

  const expandColumns: readonly (readonly [string, string, string | number, number])[] = [
    ["a column that is expanded is looked through", "inputs.model.name", "published", 1],
    ["where it holds no ref it is read as it is", "inputs.model.name", "inline", 1],
    ["at any depth", "inputs.model.size.layers", 12, 1],
    ["the ref itself stays readable", "inputs.model", "weave:///acme/desk/object/M:1", 1],
  ];
  for (const [name, path, value, expected] of expandColumns) {
    test(name, async (context) => {
      const service = await serve(context, calls, objects);
      const query = { $expr: { $eq: [field(path), literal(value)] } };
      assert.equal(await service.count({ query, expand_columns: ["inputs.model"] }), expected);
    });
  }

  test("a filter and a query are combined with and", async (context) => {
    const service = await serve(context, calls);
    const query = { $expr: { $gt: [field("inputs.n"), literal(1)] } };
    assert.equal(await service.count({ filter: { call_ids: ["a", "d"] }, query }), 1);
  });

  test("hundreds of conditions side by side are fine", async (context) => {
    const service = await serve(context, calls);
    const $or = Array.from({ length: 1_300 }, (_, index) => ({
      $eq: [field("id"), literal(index === 900 ? "a" : `x${index}`)],
    }));
    assert.equal(await service.count({ query: { $expr: { $or } } }), 1);
  });

  test("thousands of values in $in are fine", async (context) => {
    const service = await serve(context, calls);
    const list = Array.from({ length: 3_500 }, (_, index) => literal(index === 900 ? "a" : `x${index}`));
    assert.equal(await service.count({ query: { $expr: { $in: [field("id"), list] } } }), 1);
  });

  test("data that looks like SQL is data", async (context) => {
    const service = await serve(context, calls);
    const hostile = "a' OR 1=1; DROP TABLE calls; --";
    assert.equal(await service.count({ query: { $expr: { $eq: [field("id"), literal(hostile)] } } }), 0);
    assert.equal(await service.count({ query: { $expr: { $eq: [field(`inputs.${hostile}`), literal("x")] } } }), 0);
    assert.equal(await service.count({}), 4);
  });
});

describe("expressions that make no sense", () => {
  const deep = Array.from({ length: 40 }).reduce<object>((inner) => ({ $not: [inner] }), {
    $eq: [field("id"), literal("a")],
  });
  const wrong: readonly (readonly [string, object, number, RegExp])[] = [
    ["an unknown column", { $eq: [field("nonsense"), literal(1)] }, 422, /"error_type":"InvalidFieldError"/],
    [
      "storage size cannot be filtered by",
      { $gt: [field("storage_size_bytes"), literal(1)] },
      422,
      /InvalidFieldError/,
    ],
    ["nor total storage size", { $gt: [field("total_storage_size_bytes"), literal(1)] }, 422, /InvalidFieldError/],
    ["an unknown computed field", { $eq: [field("summary.weave.cost"), literal(1)] }, 422, /InvalidFieldError/],
    ["a name that every object has", { $eq: [field("constructor"), literal(1)] }, 422, /InvalidFieldError/],
    ["an empty $and", { $and: [] }, 400, /Empty AND/],
    ["an empty $or", { $or: [] }, 400, /Empty OR/],
    ["an empty $in", { $in: [field("id"), []] }, 400, /Empty IN/],
    ["a text as a condition", { $and: [literal("a")] }, 400, /Illegal type/],
    ["a moment as a condition", { $not: [field("started_at")] }, 400, /Illegal type/],
    ["a text column with a number", { $eq: [field("id"), literal(1)] }, 400, /common type/],
    [
      "a place with a converted number",
      { $gt: [field("inputs.n"), { $convert: { input: field("inputs.n"), to: "int" } }] },
      400,
      /common type/,
    ],
    ["a moment with something that is none", { $gt: [field("started_at"), literal("soon")] }, 400, /date and time/],
    ["a list of refs compared", { $eq: [field("input_refs"), field("output_refs")] }, 400, /common type/],
    [
      "a list of refs searched as text",
      { $contains: { input: field("input_refs"), substr: literal("M") } },
      400,
      /Illegal type/,
    ],
    [
      "a number searched as text",
      { $contains: { input: field("wb_run_step"), substr: literal("4") } },
      400,
      /Illegal type/,
    ],
    [
      "a moment converted to a number",
      { $gt: [{ $convert: { input: field("started_at"), to: "double" } }, literal(1)] },
      400,
      /Illegal type/,
    ],
    [
      "a structured literal compared",
      { $eq: [field("inputs.list"), { $literal: [{ $literal: 1 }] }] },
      400,
      /value type/,
    ],
    [
      "two tokens for $containsToken",
      { $containsToken: { input: field("inputs.text"), substr: literal("two words") } },
      400,
      /one token/,
    ],
    ["a key with a quote in it", { $eq: [field('inputs.a"b'), literal("x")] }, 400, /path part/],
    [
      "more objects than anyone needs",
      { $in: [field("id"), Array.from({ length: 4_100 }, () => literal("x"))] },
      400,
      /objects/,
    ],
    [
      "more values than a statement takes",
      { $or: Array.from({ length: 1_300 }, () => ({ $eq: [field("inputs.a.b.c.d"), literal("x")] })) },
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

  test("nesting without end is answered 400 and harms nothing", async (context) => {
    const service = await serve(context, calls);
    const nested = `${'{"$not":['.repeat(50_000)}${"]}".repeat(50_000)}`;
    const answer = await service.post("/calls/query_stats", `{"project_id":"${project}","query":{"$expr":${nested}}}`);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /deeper/);
    assert.equal(await service.count({}), 4);
  });

  test("a bare operand is no expression", async (context) => {
    const service = await serve(context, calls);
    for (const $expr of [literal(true), field("id"), { $convert: { input: field("inputs.flag"), to: "bool" } }]) {
      const answer = await service.post("/calls/query_stats", { project_id: project, query: { $expr } });
      assert.equal(answer.status, 422);
    }
  });

  test("forty levels are no problem", async (context) => {
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
  { $and: [{ $convert: { input: field("summary.usage.gpt-5"), to: "exists" } }] },
  { $eq: [field("attributes.cache_hit"), literal(true)] },
  { $eq: [field("attributes.environment"), literal("batch")] },
  { $contains: { input: field("inputs.messages.0.content"), substr: literal("order") } },
  { $containsToken: { input: field("inputs.messages.0.content"), substr: literal("order") } },
  { $gte: [field("inputs.temperature"), literal(0.2)] },
  { $in: [field("inputs.top_k"), [literal(3), literal(5)]] },
  { $in: [field("wb_user_id"), [literal("VXNlcjox"), literal(null)]] },
  { $gt: [field("wb_run_step"), literal(3)] },
  { $eq: [field("wb_run_step"), field("wb_run_step_end")] },
  { $eq: [field("output.choices.0.message.role"), literal("assistant")] },
  { $eq: [field("output.role"), field("output.choices.0.message.role")] },
];

test("every operator and random combinations of them count what a plain evaluation counts", async (context) => {
  const data = generatedCalls();
  const service = await serve(context, data);
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
    ...Array.from({ length: 250 }, () => combine(3)),
  ];
  const counts = new Set<number>();
  for (const $expr of operations) {
    const expected = data.filter((item) => evaluate($expr, item) === true).length;
    assert.equal(await service.count({ query: { $expr } }), expected, JSON.stringify($expr));
    counts.add(expected);
  }
  assert.ok(counts.size > 60, `only ${counts.size} different counts`);
});
