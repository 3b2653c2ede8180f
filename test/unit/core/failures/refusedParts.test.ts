import assert from "node:assert/strict";
import { test } from "node:test";
import { issuesWith, refusedPart } from "../../../../src/core/conversations/filterItems.ts";
import { refusedConditions } from "../../../../src/core/counts/box/failedRows.ts";
import { allCalls, type CallCondition, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import { placeIssues } from "../../../../src/core/counts/placedIssue.ts";
import type { RequestIssue } from "../../../../src/core/failures/fault.ts";
import { issue } from "./faults.ts";

type Path = RequestIssue["path"];

const threadParts: readonly [path: Path, part: ReturnType<typeof refusedPart>][] = [
  [["body", "filter", "after_datetime"], "time"],
  [["filter", "before_datetime", "datetime"], "time"],
  [["body", "filter", "thread_ids"], "threadIds"],
  [["body", "filter", "thread_ids", 7], "threadIds"],
  [["body", "sort_by", 0, "direction"], "sort"],
  [["sort_by"], "sort"],
  [["body", "filter"], null],
  [["body", "filter", "op_names"], null],
  [["body", "limit"], null],
  [["body", "project_id"], null],
  [["body"], null],
  [[], null],
];

for (const [path, part] of threadParts) {
  test(`an issue at ${path.join(".") || "nothing"} of a thread query is about ${part ?? "no choice"}`, () => {
    assert.equal(refusedPart(issue(path)), part);
  });
}

test("only issues of the selection itself are shown there", () => {
  const [time, ids] = [issue(["body", "filter", "after_datetime"]), issue(["body", "filter", "thread_ids", 0])];
  const fault = { kind: "invalidRequest", detail: "", issues: [time, ids] } as const;
  assert.deepEqual(issuesWith("time", fault), [time]);
  assert.deepEqual(issuesWith("threadIds", fault), [ids]);
  assert.deepEqual(issuesWith("sort", fault), []);
  assert.deepEqual(issuesWith("time", { kind: "forbidden", detail: "" }), []);
  assert.deepEqual(issuesWith("time", null), []);
});

const ops: CallCondition = { kind: "list", field: "opNames", values: ["a", "b"] };
const moreOps: CallCondition = { kind: "list", field: "opNames", values: ["b", "c"] };
const users: CallCondition = { kind: "list", field: "userIds", values: ["u"] };
const roots: CallCondition = { kind: "rootsOnly" };
const latency: CallCondition = { kind: "latency", atLeast: 1, atMost: 9 };
const status: CallCondition = { kind: "status", anyOf: ["error"] };
const expression: CallCondition = {
  kind: "expression",
  query: { $expr: { $contains: { input: { $getField: "op_name" }, substr: { $literal: "x" } } } },
};

const of = (...conditions: CallCondition[]): CallConditions => ({ ...allCalls, conditions });

const cases: readonly [name: string, conditions: CallConditions, path: Path, type: string, at: number | string][] = [
  ["a value of a list", of(users, ops), ["body", "filter", "op_names", 1], "string_type", 1],
  ["a list as a whole", of(users, ops), ["body", "filter", "op_names"], "list_type", 1],
  ["a value of the second of two lists of one field", of(ops, moreOps), ["body", "filter", "op_names", 2], "t", 1],
  ["a value that two lists share", of(ops, moreOps), ["body", "filter", "op_names", 1], "t", 0],
  ["trace roots", of(ops, roots), ["body", "filter", "trace_roots_only"], "bool_type", 1],
  ["the only expression", of(ops, status), ["body", "query", "$expr", "EqOperation", "$eq", 0], "t", 1],
  [
    "an operand of several",
    of(ops, latency, status),
    ["body", "query", "$expr", "AndOperation", "$and", 2, "$eq"],
    "t",
    2,
  ],
  ["the second bound", of(status, latency), ["body", "query", "$expr", "$and", 2, "NotOperation", "$not", 0], "t", 1],
  [
    "an expression from a file",
    of(status, expression),
    ["body", "query", "$expr", "$and", 1, "$contains", "input"],
    "t",
    1,
  ],
  ["the query as a whole", of(status, latency), ["body", "query"], "t", "others"],
  ["the limit", { ...of(ops), limit: 5 }, ["body", "limit"], "int_type", "limit"],
  [
    "the storage size",
    { ...of(ops), includeStorageSize: true },
    ["body", "include_total_storage_size"],
    "t",
    "storage",
  ],
  ["the project", of(ops), ["body", "project_id"], "t", "others"],
  ["a filter that is not asked for", of(ops), ["body", "filter", "turn_ids"], "extra_forbidden", "others"],
  ["nothing in particular", of(ops), [], "t", "others"],
];

for (const [name, conditions, path, type, at] of cases) {
  test(`an issue with ${name} of a count is shown at ${typeof at === "number" ? `condition ${at}` : at}`, () => {
    const found = issue(path, type);
    const refused = refusedConditions(conditions, [found]);
    const notified = {
      conditions: [...refused.conditions],
      limit: refused.limit,
      storage: refused.storage,
      others: refused.others,
    };
    const none = { conditions: [] as unknown[], limit: [], storage: [], others: [] };
    assert.deepEqual(
      notified,
      typeof at === "number" ? { ...none, conditions: [[at, [found]]] } : { ...none, [at]: [found] },
    );
  });
}

test("only the intended union member is reported", () => {
  const body = { query: { $expr: { $and: [{ $eq: [1, 2] }] } } };
  const meant = issue(["body", "query", "$expr", "AndOperation", "$and", 0, "EqOperation", "$eq", 1], "float_type");
  const others = ["OrOperation", "NotOperation"].map((member) =>
    issue(["body", "query", "$expr", member, `$${member.slice(0, 2).toLowerCase()}`], "missing"),
  );
  const placed = placeIssues(body, [...others, meant]);
  assert.deepEqual(
    placed.map(({ issue }) => issue),
    [meant],
  );
  assert.deepEqual(placed[0]?.place, ["query", "$expr", "$and", 0, "$eq", 1]);
});

test("a path through inherited properties is not followed", () => {
  assert.deepEqual(placeIssues({}, [issue(["constructor", "name"])])[0]?.place, []);
});
