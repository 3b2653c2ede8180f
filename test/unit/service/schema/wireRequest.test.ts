import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { detailText } from "../../../../src/core/failures/fault.ts";
import type { CallQuery } from "../../../../src/core/query/callQuery.ts";
import type { Query } from "../../../../src/core/query/expression.ts";
import type { ThreadQuery } from "../../../../src/core/query/threadQuery.ts";
import { callStatsRequest, threadsRequest } from "../../../../src/service/schema/requestSchema.ts";
import { callStatsPost, threadsPost } from "../../../../src/service/schema/wireRequest.ts";
import { faultOf } from "../../core/failures/faults.ts";

const project = "entity/project";
const project_id = project;
const noon = Date.UTC(2026, 7, 20, 12);

const threadQueries: readonly (readonly [what: string, query: ThreadQuery, body: object])[] = [
  ["only the project", { project }, { project_id }],
  ["no empty lists", { project, threadIds: [], sort: [] }, { project_id }],
  [
    "times in UTC",
    { project, after: noon, before: noon + 1 },
    { project_id, filter: { after_datetime: "2026-08-20T12:00:00.000Z", before_datetime: "2026-08-20T12:00:00.001Z" } },
  ],
  ["thread IDs", { project, threadIds: ["a", "b/ü"] }, { project_id, filter: { thread_ids: ["a", "b/ü"] } }],
  ["a page", { project, limit: 100, offset: 0 }, { project_id, limit: 100, offset: 0 }],
  [
    "several sort keys in order",
    {
      project,
      sort: [
        { field: "p99_turn_duration_ms", direction: "desc" },
        { field: "thread_id", direction: "asc" },
      ],
    },
    {
      project_id,
      sort_by: [
        { field: "p99_turn_duration_ms", direction: "desc" },
        { field: "thread_id", direction: "asc" },
      ],
    },
  ],
];

for (const [what, query, body] of threadQueries) {
  test(`a thread query is sent with ${what}`, () =>
    assert.equal(JSON.stringify(threadsPost(query).body), JSON.stringify(body)));
}

const query: Query = { $expr: { $eq: [{ $getField: "op_name" }, { $literal: "predict" }] } };

const noneOf: Query = { $expr: { $not: [{ $in: [{ $getField: "op_name" }, []] }] } };

const callQueries: readonly (readonly [what: string, query: CallQuery, body: object])[] = [
  ["only the project", { project }, { project_id }],
  ["no empty filter or list", { project, filter: { opNames: [], turnIds: [] }, expandColumns: [] }, { project_id }],
  [
    "every field",
    {
      project,
      filter: {
        opNames: ["weave:///e/p/op/predict:*"],
        inputRefs: ["i"],
        outputRefs: ["o"],
        parentIds: ["p"],
        traceIds: ["t"],
        callIds: ["c"],
        threadIds: ["th"],
        turnIds: ["tu"],
        traceRootsOnly: true,
        userIds: ["u"],
        runIds: ["entity/project/run"],
      },
      query,
      limit: 2,
      includeStorageSize: true,
      expandColumns: ["inputs.model"],
    },
    {
      project_id,
      filter: {
        op_names: ["weave:///e/p/op/predict:*"],
        input_refs: ["i"],
        output_refs: ["o"],
        parent_ids: ["p"],
        trace_ids: ["t"],
        call_ids: ["c"],
        thread_ids: ["th"],
        turn_ids: ["tu"],
        trace_roots_only: true,
        wb_user_ids: ["u"],
        wb_run_ids: ["entity/project/run"],
      },
      query,
      limit: 2,
      include_total_storage_size: true,
      expand_columns: ["inputs.model"],
    },
  ],
  [
    "explicit false values",
    { project, filter: { traceRootsOnly: false }, includeStorageSize: false },
    {
      project_id,
      filter: { trace_roots_only: false },
      include_total_storage_size: false,
    },
  ],
  ["a limit of 1 without a query", { project, limit: 1 }, { project_id, limit: 1 }],
  ["an empty list of values, which matches nothing", { project, query: noneOf }, { project_id, query: noneOf }],
];

for (const [what, query, body] of callQueries) {
  test(`a call query is sent with ${what}`, () =>
    assert.equal(JSON.stringify(callStatsPost(query).body), JSON.stringify(body)));
}

const refused: readonly (readonly [what: string, build: () => unknown, path: string])[] = [
  ["a thread limit of 0", () => threadsPost({ project, limit: 0 }), "limit"],
  ["a fractional thread limit", () => threadsPost({ project, limit: 1.5 }), "limit"],
  ["a negative offset", () => threadsPost({ project, offset: -1 }), "offset"],
  ["an invalid time", () => threadsPost({ project, after: Number.NaN }), "filter.after_datetime"],
  ["a time beyond the calendar", () => threadsPost({ project, before: 9e15 }), "filter.before_datetime"],
  ["a time beyond the year 9999", () => threadsPost({ project, before: 3e14 }), "filter.before_datetime"],
  ["a project of three parts", () => threadsPost({ project: "a/b/c" }), "project_id"],
  ["a call limit of 0", () => callStatsPost({ project, limit: 0 }), "limit"],
  ["a limit of 1 with a query", () => callStatsPost({ project, query, limit: 1 }), "limit"],
  [
    "a list of more than 1,000 IDs",
    () => callStatsPost({ project, filter: { callIds: Array.from({ length: 1001 }, (_, index) => `${index}`) } }),
    "filter.call_ids",
  ],
  ["an empty conjunction", () => callStatsPost({ project, query: { $expr: { $and: [] } } }), "query.$expr.$and"],
  [
    "a nested empty disjunction",
    () => callStatsPost({ project, query: { $expr: { $not: [{ $and: [{ $or: [] }] }] } } }),
    "query.$expr.$not.0.$and.0.$or",
  ],
  [
    "a number that JSON cannot represent",
    () => callStatsPost({ project, query: { $expr: { $gt: [{ $getField: "a" }, { $literal: Number.NaN }] } } }),
    "query.$expr.$gt.1.$literal",
  ],
];

for (const [what, build, path] of refused) {
  test(`${what} is rejected with its path before it is sent`, async () => {
    const fault = await faultOf((async () => build())());
    assert.ok(fault.kind === "invalidRequest");
    assert.deepEqual(
      fault.issues.map((issue) => issue.path.join(".")),
      [path],
    );
    assert.ok(detailText(fault.detail).startsWith(`${path}: `));
  });
}

const field = { $getField: "inputs.n" };
const expressions: readonly (readonly [accepted: boolean, expression: object])[] = [
  [true, { $and: [{ $eq: [field, { $literal: null }] }] }],
  [true, { $or: [{ $gt: [field, { $literal: 1 }] }, { $gte: [field, { $literal: 1.5 }] }] }],
  [true, { $not: [{ $lt: [field, field] }] }],
  [true, { $lte: [{ $literal: true }, field] }],
  [true, { $in: [field, [{ $literal: "a" }, { $literal: "b" }]] }],
  [true, { $contains: { input: field, substr: { $literal: "x" } } }],
  [true, { $containsToken: { input: field, substr: { $literal: "x" }, case_insensitive: true } }],
  [true, { $eq: [{ $convert: { input: field, to: "double" } }, { $literal: 1 }] }],
  [true, { $eq: [{ $convert: { input: field, to: "exists" } }, { $literal: true }] }],
  [true, { $eq: [field, { $literal: [{ $literal: 1 }, { $literal: [{ $literal: 2 }] }] }] }],
  [true, { $eq: [field, { $literal: { a: { $literal: 1 } } }] }],
  [true, { $and: [field] }],
  [true, { $gt: [{ $size: field }, { $literal: 1 }] }],
  [false, { $size: field }],
  [false, { $gt: [{ $size: { input: field } }, { $literal: 1 }] }],
  [false, field],
  [false, { $literal: true }],
  [false, {}],
  [false, { $eq: [field, { $literal: 1 }], $gt: [field, { $literal: 1 }] }],
  [false, { $eq: [field] }],
  [false, { $eq: [field, field, field] }],
  [false, { $not: { $eq: [field, field] } }],
  [false, { $not: [{ $eq: [field, field] }, { $eq: [field, field] }] }],
  [false, { $in: [field, { $literal: "a" }] }],
  [false, { $contains: { input: field, substr: "x" } }],
  [false, { $contains: { input: field, substr: { $literal: "x" }, regex: true } }],
  [false, { $eq: [{ $convert: { input: field, to: "float" } }, { $literal: 1 }] }],
  [false, { $eq: [field, { $literal: [1, 2] }] }],
  [false, { $eq: [field, 1] }],
  [false, { $eq: [{ $getField: "a", $literal: "b" }, field] }],
  [false, { $regex: [field, { $literal: "x" }] }],
];

for (const [accepted, expression] of expressions) {
  test(`${JSON.stringify(expression)} is ${accepted ? "" : "not "}a valid expression`, () => {
    assert.equal(callStatsRequest.safeParse({ project_id, query: { $expr: expression } }).success, accepted);
  });
}

const strict: readonly (readonly [what: string, schema: z.core.$ZodType, body: object])[] = [
  ["a thread query", threadsRequest, { project_id, sortable_datetime_after: "2026-08-20T12:00:00Z" }],
  ["a thread filter", threadsRequest, { project_id, filter: { thread_id: ["a"] } }],
  ["a sort key", threadsRequest, { project_id, sort_by: [{ field: "thread_id", direction: "asc", nulls: "last" }] }],
  ["a call query", callStatsRequest, { project_id, offset: 1 }],
  ["a call filter", callStatsRequest, { project_id, filter: { op_name: ["a"] } }],
  ["a query", callStatsRequest, { project_id, query: { ...query, $limit: 1 } }],
];

for (const [what, schema, body] of strict) {
  test(`an unknown key of ${what} is rejected`, () => {
    const result = z.safeParse(schema, body);
    assert.deepEqual(
      result.error?.issues.map(({ code }) => code),
      ["unrecognized_keys"],
    );
  });
}

for (const [name, schema] of [
  ["thread query", threadsRequest],
  ["call query", callStatsRequest],
] as const) {
  test(`the ${name} has a JSON schema`, () => {
    const schemaOfIt = z.toJSONSchema(schema);
    assert.equal(schemaOfIt.additionalProperties, false);
    assert.deepEqual(schemaOfIt.required, ["project_id"]);
  });
}

test("null fields are accepted, as in the specification", () => {
  const nothing = { filter: null, limit: null };
  assert.ok(threadsRequest.safeParse({ project_id, ...nothing, offset: null, sort_by: null }).success);
  assert.ok(callStatsRequest.safeParse({ project_id, ...nothing, query: null, expand_columns: null }).success);
});
