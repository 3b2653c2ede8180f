import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { project, serve } from "../testService.ts";

type Defect = readonly [type: string, loc: string];

const stats = "/calls/query_stats";
const threads = "/threads/stream_query";

const cases: readonly (readonly [string, string, object, readonly Defect[]])[] = [
  ["no project", stats, { project_id: undefined }, [["missing", "body.project_id"]]],
  ["a project that is not a string", stats, { project_id: 7 }, [["string_type", "body.project_id"]]],
  ["null as a project", threads, { project_id: null }, [["string_type", "body.project_id"]]],
  ["an unknown key of the body", stats, { colour: 1 }, [["extra_forbidden", "body.colour"]]],
  [
    "two unknown keys of the body",
    threads,
    { colour: 1, query: {} },
    [
      ["extra_forbidden", "body.colour"],
      ["extra_forbidden", "body.query"],
    ],
  ],
  [
    "an unknown key of the filter",
    stats,
    { filter: { thread_id: ["a"] } },
    [["extra_forbidden", "body.filter.thread_id"]],
  ],
  [
    "an unknown key of the thread filter",
    threads,
    { filter: { sortable_datetime_after: 1 } },
    [["extra_forbidden", "body.filter.sortable_datetime_after"]],
  ],
  [
    "an unknown key of a sort",
    threads,
    { sort_by: [{ field: "thread_id", direction: "asc", nulls: "last" }] },
    [["extra_forbidden", "body.sort_by.0.nulls"]],
  ],
  [
    "a key beside $expr",
    stats,
    { query: { $expr: { $and: [{ $literal: true }] }, note: "" } },
    [["extra_forbidden", "body.query.note"]],
  ],
  ["a list that is a string", stats, { filter: { op_names: "chat" } }, [["list_type", "body.filter.op_names"]]],
  [
    "a list of numbers",
    stats,
    { filter: { call_ids: ["a", 1, null] } },
    [
      ["string_type", "body.filter.call_ids.1"],
      ["string_type", "body.filter.call_ids.2"],
    ],
  ],
  ["a filter that is a list", stats, { filter: [] }, [["model_attributes_type", "body.filter"]]],
  [
    "a flag that is a string",
    stats,
    { filter: { trace_roots_only: "yes" } },
    [["bool_type", "body.filter.trace_roots_only"]],
  ],
  [
    "a flag that is a number",
    stats,
    { include_total_storage_size: 1 },
    [["bool_type", "body.include_total_storage_size"]],
  ],
  ["a fractional limit", stats, { limit: 1.5 }, [["int_from_float", "body.limit"]]],
  ["a limit that is not a number", threads, { limit: "ten" }, [["int_parsing", "body.limit"]]],
  ["an offset that is a list", threads, { offset: [] }, [["int_type", "body.offset"]]],
  ["columns that are a string", stats, { expand_columns: "inputs.model" }, [["list_type", "body.expand_columns"]]],
  [
    "a direction in capitals",
    threads,
    { sort_by: [{ field: "thread_id", direction: "DESC" }] },
    [["literal_error", "body.sort_by.0.direction"]],
  ],
  ["no direction", threads, { sort_by: [{ field: "thread_id" }] }, [["missing", "body.sort_by.0.direction"]]],
  [
    "a sort that is not a list",
    threads,
    { sort_by: { field: "thread_id", direction: "asc" } },
    [["list_type", "body.sort_by"]],
  ],
  [
    "a date that does not exist",
    threads,
    { filter: { after_datetime: "2026-02-30" } },
    [["datetime_from_date_parsing", "body.filter.after_datetime"]],
  ],
  [
    "a date that is not one",
    threads,
    { filter: { before_datetime: "yesterday" } },
    [["datetime_from_date_parsing", "body.filter.before_datetime"]],
  ],
  [
    "a date that is a boolean",
    threads,
    { filter: { before_datetime: true } },
    [["datetime_type", "body.filter.before_datetime"]],
  ],
  [
    "several issues at once",
    threads,
    { limit: "x", filter: { thread_ids: 1 }, extra: 1 },
    [
      ["list_type", "body.filter.thread_ids"],
      ["int_parsing", "body.limit"],
      ["extra_forbidden", "body.extra"],
    ],
  ],
];

describe("a 422 response has the type and path of each issue", () => {
  for (const [name, path, body, expected] of cases) {
    test(name, async (context) => {
      const service = await serve(context, []);
      const answer = await service.post(path, { project_id: project, ...body });
      assert.equal(answer.status, 422);
      assert.deepEqual(defects(answer.text), expected);
    });
  }

  test("the message is there with the invalid value, or the object without a missing field", async (context) => {
    const service = await serve(context, []);
    const sort_by = [{ field: "thread_id" }, { field: "thread_id", direction: "up" }];
    const answer = await service.post(threads, { project_id: project, sort_by });
    assert.deepEqual(JSON.parse(answer.text), {
      detail: [
        {
          type: "missing",
          loc: ["body", "sort_by", 0, "direction"],
          msg: "Field required",
          input: { field: "thread_id" },
        },
        {
          type: "literal_error",
          loc: ["body", "sort_by", 1, "direction"],
          msg: "Input should be 'asc' or 'desc'",
          input: "up",
        },
      ],
    });
  });
});

describe("an invalid expression has an issue for every member of the union", () => {
  const operations = "And Or Not Eq Gt Lt Gte Lte In Contains".split(" ");
  const keys = "$and $or $not $eq $gt $lt $gte $lte $in $contains".split(" ");
  const missing = (except: string): readonly Defect[] =>
    operations.flatMap((name, index): readonly Defect[] =>
      name === except ? [] : [["missing", `body.query.$expr.${name}Operation.${keys[index]}`]],
    );
  const wrong: readonly (readonly [string, unknown, string, readonly Defect[]])[] = [
    ["an unknown operator", { $regex: [] }, "", []],
    ["a bare literal", { $literal: 1 }, "", []],
    ["$eq with one operand", { $eq: [{ $literal: 1 }] }, "Eq", [["missing", "$eq.1"]]],
    ["$eq with three operands", { $eq: [1, 2, 3].map(($literal) => ({ $literal })) }, "Eq", [["too_long", "$eq"]]],
    ["$eq of an object", { $eq: {} }, "Eq", [["tuple_type", "$eq"]]],
    ["$not of a bare object", { $not: { $literal: true } }, "Not", [["tuple_type", "$not"]]],
    ["an empty $not", { $not: [] }, "Not", [["missing", "$not.0"]]],
    ["$and of an object", { $and: {} }, "And", [["list_type", "$and"]]],
    ["$in without its list", { $in: [{ $getField: "id" }] }, "In", [["missing", "$in.1"]]],
    ["$in with a bare operand", { $in: [{ $getField: "id" }, { $literal: 1 }] }, "In", [["list_type", "$in.1"]]],
    ["$contains without substr", { $contains: { input: { $getField: "id" } } }, "Contains", []],
    [
      "a flag that is a string",
      { $contains: { input: { $getField: "id" }, substr: { $literal: "a" }, case_insensitive: "no" } },
      "Contains",
      [["bool_type", "$contains.case_insensitive"]],
    ],
    ["$size as an expression", { $size: { $getField: "id" } }, "", []],
    ["an unsupported operator", { $containsToken: { input: { $getField: "id" }, substr: { $literal: "a" } } }, "", []],
  ];
  for (const [name, $expr, member, own] of wrong) {
    test(name, async (context) => {
      const service = await serve(context, []);
      const answer = await service.post(stats, { project_id: project, query: { $expr } });
      assert.equal(answer.status, 422);
      const found = defects(answer.text);
      for (const defect of missing(member))
        assert.ok(
          found.some((other) => `${other}` === `${defect}`),
          `${defect}`,
        );
      for (const [type, path] of own) {
        const loc = `body.query.$expr.${member}Operation.${path}`;
        assert.ok(
          found.some((other) => `${other}` === `${type},${loc}`),
          `${type} ${loc} in ${answer.text}`,
        );
      }
    });
  }

  test("a nested operand has an issue for every operand type, with the whole path in loc", async (context) => {
    const service = await serve(context, []);
    const $expr = { $and: [{ $eq: [{ $getField: 5 }, { $literal: 1 }] }] };
    const answer = await service.post(stats, { project_id: project, query: { $expr } });
    const way = "body.query.$expr.AndOperation.$and.0.EqOperation.$eq.0";
    const found = defects(answer.text).map((defect) => `${defect}`);
    assert.ok(found.includes(`string_type,${way}.GetFieldOperator.$getField`));
    assert.ok(found.includes(`missing,${way}.LiteralOperation.$literal`));
    assert.ok(found.includes(`missing,${way}.ConvertOperation.$convert`));
    assert.ok(found.includes(`missing,${way}.SizeOperation.$size`));
  });

  test("a raw list is not a literal, a list of literals is", async (context) => {
    const service = await serve(context, []);
    const ask = async ($literal: unknown): Promise<number> => {
      const $expr = { $eq: [{ $getField: "inputs.x" }, { $literal }] };
      return (await service.post(stats, { project_id: project, query: { $expr } })).status;
    };
    assert.deepEqual(
      [await ask([1, 2]), await ask([{ $literal: 1 }]), await ask({ a: { $literal: "x" } })],
      [422, 400, 400],
    );
  });

  test("an unknown cast names the known ones", async (context) => {
    const service = await serve(context, []);
    const $expr = { $eq: [{ $convert: { input: { $getField: "inputs.x" }, to: "float" } }, { $literal: 1 }] };
    const answer = await service.post(stats, { project_id: project, query: { $expr } });
    assert.match(answer.text, /Input should be 'double', 'string', 'int', 'bool' or 'exists'/);
  });

  test("an expression with thousands of issues has a limited response", async (context) => {
    const service = await serve(context, []);
    const $expr = { $and: Array.from({ length: 3_900 }, () => ({})) };
    const answer = await service.post(stats, { project_id: project, query: { $expr } });
    assert.equal(answer.status, 422);
    assert.equal(JSON.parse(answer.text).detail.length, 500);
  });
});

function defects(text: string): readonly Defect[] {
  const { detail }: { detail: readonly { type: string; loc: readonly (string | number)[] }[] } = JSON.parse(text);
  return detail.map(({ type, loc }) => [type, loc.join(".")]);
}
