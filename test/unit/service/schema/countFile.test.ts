import assert from "node:assert/strict";
import { test } from "node:test";
import type { CountFileQuery } from "../../../../src/core/query/callQuery.ts";
import { callBody } from "../../../../src/core/query/callQuery.ts";
import { readCountFile } from "../../../../src/service/schema/countFile.ts";

const field = { $getField: "inputs.n" };
const one = { $literal: 1 };
const query = { $expr: { $eq: [field, one] } } as const;
const unset = { project: null };

const read: readonly (readonly [what: string, body: object, query: CountFileQuery])[] = [
  ["no fields", {}, unset],
  ["null fields, which are ignored", { filter: null, query: null, limit: null, expand_columns: null }, unset],
  ["a $schema URL and a note, which are not sent", { $schema: "./count.json", $comment: "today" }, unset],
  ["a project", { project_id: "entity/project" }, { project: "entity/project" }],
  ["an empty filter", { filter: {} }, { ...unset, filter: {} }],
  [
    "every field",
    {
      project_id: "entity/project",
      filter: {
        op_names: ["weave:///e/p/op/predict:*"],
        input_refs: ["i"],
        output_refs: ["o"],
        parent_ids: ["p"],
        trace_ids: ["t"],
        call_ids: ["c"],
        thread_ids: ["th"],
        turn_ids: ["tu"],
        trace_roots_only: false,
        wb_user_ids: ["u"],
        wb_run_ids: ["r"],
      },
      query,
      limit: 2,
      include_total_storage_size: true,
      expand_columns: ["inputs.model"],
    },
    {
      project: "entity/project",
      filter: {
        opNames: ["weave:///e/p/op/predict:*"],
        inputRefs: ["i"],
        outputRefs: ["o"],
        parentIds: ["p"],
        traceIds: ["t"],
        callIds: ["c"],
        threadIds: ["th"],
        turnIds: ["tu"],
        traceRootsOnly: false,
        userIds: ["u"],
        runIds: ["r"],
      },
      query,
      limit: 2,
      includeStorageSize: true,
      expandColumns: ["inputs.model"],
    },
  ],
  ["a limit of 1 without a query", { limit: 1 }, { ...unset, limit: 1 }],
  [
    "a column that a newer service may support",
    { query: { $expr: { $eq: [{ $getField: "brand_new" }, one] } } },
    { ...unset, query: { $expr: { $eq: [{ $getField: "brand_new" }, one] } } },
  ],
  [
    "an empty $in, which matches nothing",
    { query: { $expr: { $in: [field, []] } } },
    { ...unset, query: { $expr: { $in: [field, []] } } },
  ],
];

for (const [what, body, expected] of read) {
  test(`a count file may contain ${what}`, () =>
    assert.deepEqual(readCountFile(body), { kind: "read", query: expected }));
}

test("a parsed count file serializes to the same body", () => {
  for (const [, body] of read) {
    const reading = readCountFile(body);
    assert.ok(reading.kind === "read");
    const { project, ...requested } = reading.query;
    assert.deepEqual(readCountFile({ project_id: project, ...callBody(requested) }), {
      kind: "read",
      query: "filter" in requested && Object.keys(requested.filter ?? {}).length === 0 ? { project } : reading.query,
    });
  }
});

const expression = ($expr: unknown): object => ({ query: { $expr } });
const at = "query.$expr";
const thousandAndOne = Array.from({ length: 1001 }, (_, index) => `${index}`);
const deep = Array.from({ length: 300 }).reduce<object>((inner) => ({ $not: [inner] }), query.$expr);

const refused: readonly (readonly [what: string, body: unknown, issues: readonly (readonly [string, RegExp])[]])[] = [
  ["a list instead of an object", [], [["", /expected object/]]],
  ["a string instead of an object", "count", [["", /expected object/]]],
  ["null instead of an object", null, [["", /expected object/]]],
  ["an unknown key", { offset: 1 }, [["offset", /Unknown key offset/]]],
  [
    "several invalid fields",
    { filter: { op_name: ["a"], thread: ["b"] }, limit: 0 },
    [
      ["filter.op_name", /key op_name/],
      ["filter.thread", /key thread/],
      ["limit", />=1/],
    ],
  ],
  ["a key beside $expr", { query: { ...query, $limit: 1 } }, [["query.$limit", /key \$limit/]]],
  ["a project without an entity", { project_id: "entity" }, [["project_id", /pattern/]]],
  [
    "a project with hidden characters",
    { project_id: "entity/pro\u202eject" },
    [["project_id", /invisible characters/]],
  ],
  ["an empty list", { filter: { thread_ids: [] } }, [["filter.thread_ids", />=1/]]],
  ["a list of more than 1,000 items", { filter: { call_ids: thousandAndOne } }, [["filter.call_ids", /<=1000/]]],
  ["a list of numbers", { filter: { call_ids: ["a", 1] } }, [["filter.call_ids.1", /string/]]],
  ["an empty list of columns", { expand_columns: [] }, [["expand_columns", />=1/]]],
  ["a limit of 0", { limit: 0 }, [["limit", />=1/]]],
  ["a limit that is a string", { limit: "10" }, [["limit", /number/]]],
  ["a fractional limit", { limit: 1.5 }, [["limit", /int/]]],
  ["a limit of 1 with a query", { query, limit: 1 }, [["limit", /only checks whether any call exists/]]],
  [
    "a limit of 1 with a query and another invalid field",
    { query, limit: 1, filter: { call_ids: [] } },
    [
      ["filter.call_ids", />=1/],
      ["limit", /only checks whether any call exists/],
    ],
  ],
  ["an unknown operator", expression({ $regex: [field, one] }), [[at, /Unexpected \$regex; expected one of: \$and, /]]],
  ["two operators in one object", expression({ $eq: [field, one], $gt: [field, one] }), [[at, /found \$eq and \$gt/]]],
  ["no operator", expression({}), [[at, /Expected one of: \$and, /]]],
  ["a list as an expression", expression([]), [[at, /Expected an object with one of: \$and, /]]],
  ["a literal as an expression", expression(one), [[at, /Unexpected \$literal/]]],
  ["a bare value as an operand", expression({ $eq: [field, 1] }), [[`${at}.$eq.1`, /object with one of: .*\$literal/]]],
  ["$eq with one operand", expression({ $eq: [field] }), [[`${at}.$eq`, /items/]]],
  ["$eq with three operands", expression({ $eq: [field, one, one] }), [[`${at}.$eq`, /items/]]],
  ["$not without a list", expression({ $not: query.$expr }), [[`${at}.$not`, /tuple/]]],
  ["$not of two", expression({ $not: [query.$expr, query.$expr] }), [[`${at}.$not`, /items/]]],
  ["an empty $and", expression({ $and: [] }), [[`${at}.$and`, />=1/]]],
  ["$in with a bare operand", expression({ $in: [field, one] }), [[`${at}.$in.1`, /array/]]],
  [
    "$contains without substr",
    expression({ $contains: { input: field } }),
    [[`${at}.$contains.substr`, /object with one of:/]],
  ],
  [
    "an unknown cast",
    expression({ $eq: [{ $convert: { input: field, to: "float" } }, one] }),
    [[`${at}.$eq.0.$convert.to`, /"double"/]],
  ],
  ["a raw list as a literal", expression({ $eq: [field, { $literal: [1] }] }), [[`${at}.$eq.1.$literal.0`, /object/]]],
  [
    "a raw object as a literal",
    expression({ $eq: [field, { $literal: { a: 1 } }] }),
    [[`${at}.$eq.1.$literal.a`, /object/]],
  ],
  ["an empty field path", expression({ $eq: [{ $getField: "" }, one] }), [[`${at}.$eq.0.$getField`, />=1/]]],
  [
    "a deeply nested issue",
    expression({ $and: [query.$expr, { $or: [{ $not: [{ $lte: [field, { ...one, $getField: "a" }] }] }] }] }),
    [[`${at}.$and.1.$or.0.$not.0.$lte.1`, /found \$literal and \$getField/]],
  ],
  ["too many levels", expression(deep), [["", /200 levels/]]],
];

for (const [what, body, expected] of refused) {
  test(`a count file with ${what} is rejected before it is sent`, () => {
    const reading = readCountFile(body);
    assert.ok(reading.kind === "refused");
    assert.deepEqual(
      reading.issues.map(({ path }) => path.join(".")),
      expected.map(([path]) => path),
    );
    for (const [index, [, message]] of expected.entries()) assert.match(reading.issues[index]?.message ?? "", message);
  });
}
