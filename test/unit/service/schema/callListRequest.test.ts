import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import type {
  CallDocumentsQuery,
  CallListQuery,
  CallPlacesQuery,
  ExportedCallsQuery,
} from "../../../../src/core/query/callQueries.ts";
import type { SpareCallPart } from "../../../../src/service/fault/refusedParts.ts";
import {
  callDocumentsRequestOf,
  callListRequestOf,
  callPlacesRequestOf,
  exportedCallsRequestOf,
} from "../../../../src/service/schema/callListRequest.ts";

const project = "entity/project";
const columns =
  "id op_name display_name trace_id parent_id thread_id turn_id started_at ended_at exception summary".split(" ");
const isTurn = { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] };
const errors = { $expr: { $eq: [{ $getField: "exception" }, { $literal: null }] } } as const;

describe("the body of a call list contains only the given options", () => {
  const cases: readonly (readonly [what: string, query: Omit<CallListQuery, "project">, body: object])[] = [
    ["no options", {}, {}],
    [
      "a filter",
      { filter: { threadIds: ["th"], traceRootsOnly: false } },
      { filter: { thread_ids: ["th"], trace_roots_only: false } },
    ],
    ["an empty filter", { filter: {} }, {}],
    [
      "a filter with an empty list, which services interpret differently",
      { filter: { callIds: [], turnIds: ["t"] } },
      { filter: { turn_ids: ["t"] } },
    ],
    ["a query", { query: errors }, { query: errors }],
    ["turns only", { turnsOnly: true }, { query: { $expr: isTurn } }],
    ["not only turns", { turnsOnly: false }, {}],
    ["turns and a query", { turnsOnly: true, query: errors }, { query: { $expr: { $and: [isTurn, errors.$expr] } } }],
    [
      "a sort order",
      { sort: [{ field: "inputs.a.b", direction: "desc" }] },
      { sort_by: [{ field: "inputs.a.b", direction: "desc" }] },
    ],
    ["a sort order without keys, which would leave calls unsorted", { sort: [] }, {}],
    ["a page", { limit: 5, offset: 0 }, { limit: 5, offset: 0 }],
    ["expanded refs", { expandColumns: ["inputs.model"] }, { expand_columns: ["inputs.model"] }],
    ["costs", { costs: true }, { include_costs: true }],
    ["no costs", { costs: false }, {}],
  ];
  for (const [what, query, body] of cases) {
    test(what, () => {
      const expected = { project_id: project, columns, include_storage_size: true, ...body };
      assert.deepEqual(JSON.parse(JSON.stringify(callListRequestOf({ project, ...query }))), expected);
    });
  }
});

describe("the body omits fields that an older service rejects", () => {
  const query: CallListQuery = { project, turnsOnly: true, costs: true, query: errors };
  const cases: readonly (readonly [without: readonly SpareCallPart[], body: object])[] = [
    [["include_storage_size"], { include_costs: true, query: { $expr: { $and: [isTurn, errors.$expr] } } }],
    [["include_costs"], { include_storage_size: true, query: { $expr: { $and: [isTurn, errors.$expr] } } }],
    [["query"], { include_costs: true, include_storage_size: true, query: errors }],
    [["query", "include_costs", "include_storage_size"], { query: errors }],
  ];
  for (const [without, body] of cases) {
    test(without.join(", "), () => {
      const request = callListRequestOf(query, new Set(without));
      assert.deepEqual(JSON.parse(JSON.stringify(request)), { project_id: project, columns, ...body });
    });
  }
});

describe("the body of call places requests three columns and nothing expensive", () => {
  const query: CallPlacesQuery = { project, turnsOnly: true, query: errors, limit: 9 };
  const cases: readonly (readonly [what: string, without: readonly SpareCallPart[], body: object])[] = [
    ["for a current service", [], { query: { $expr: { $and: [isTurn, errors.$expr] } } }],
    ["for an older service", ["query"], { query: errors }],
  ];
  for (const [what, without, body] of cases) {
    test(what, () => {
      const request = JSON.parse(JSON.stringify(callPlacesRequestOf(query, new Set(without))));
      assert.deepEqual(request, { project_id: project, columns: ["id", "thread_id", "turn_id"], limit: 9, ...body });
    });
  }
});

describe("the body of calls to export requests their columns and only the wanted documents", () => {
  const rest = "id op_name trace_id parent_id thread_id turn_id started_at ended_at exception summary".split(" ");
  const cases: readonly (readonly [ExportedCallsQuery["documents"], readonly string[]])[] = [
    [[], rest],
    [
      ["inputs", "output"],
      [...rest, "inputs", "output"],
    ],
  ];
  for (const [documents, expected] of cases) {
    test(documents.join(" and ") || "none", () => {
      const query: ExportedCallsQuery = { project, query: errors, limit: 9, documents };
      const request = JSON.parse(JSON.stringify(exportedCallsRequestOf(query)));
      assert.deepEqual(request, { project_id: project, query: errors, limit: 9, columns: expected });
    });
  }
});

describe("the body of call documents", () => {
  const cases: readonly (readonly [what: string, query: Omit<CallDocumentsQuery, "project">, body: object])[] = [
    [
      "one document of one call",
      { callIds: ["a"], documents: ["output"] },
      { filter: { call_ids: ["a"] }, limit: 1, columns: ["id", "output"] },
    ],
    [
      "several documents of several calls",
      { callIds: ["a", "b"], documents: ["inputs", "summary"], mostBytes: 7 },
      { filter: { call_ids: ["a", "b"] }, limit: 2, columns: ["id", "inputs", "summary"] },
    ],
  ];
  for (const [what, query, body] of cases) {
    test(what, () => assert.deepEqual(callDocumentsRequestOf({ project, ...query }), { project_id: project, ...body }));
  }
});

describe("an invalid request is rejected before it is sent", () => {
  const many = Array.from({ length: 1001 }, String);
  const cases: readonly (readonly [what: string, make: () => unknown, path: string])[] = [
    ["a limit of 0", () => callListRequestOf({ project, limit: 0 }), "limit"],
    ["a fractional limit", () => callListRequestOf({ project, limit: 1.5 }), "limit"],
    ["a negative offset", () => callListRequestOf({ project, offset: -1 }), "offset"],
    [
      "an empty sort field",
      () => callListRequestOf({ project, sort: [{ field: "", direction: "asc" }] }),
      "sort_by.0.field",
    ],
    [
      "more IDs than the service accepts",
      () => callListRequestOf({ project, filter: { callIds: many } }),
      "filter.call_ids",
    ],
    [
      "documents of no call",
      () => callDocumentsRequestOf({ project, callIds: [], documents: ["output"] }),
      "filter.call_ids limit",
    ],
    [
      "documents of too many calls",
      () => callDocumentsRequestOf({ project, callIds: many, documents: ["output"] }),
      "filter.call_ids",
    ],
  ];
  for (const [what, make, path] of cases) {
    test(what, () => {
      assert.throws(make, (error) => {
        assert.ok(error instanceof ServiceError && error.fault.kind === "invalidRequest");
        assert.equal(error.fault.issues.map((issue) => issue.path.join(".")).join(" "), path);
        return true;
      });
    });
  }
});
