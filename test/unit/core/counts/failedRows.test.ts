import assert from "node:assert/strict";
import { test } from "node:test";
import { resultRows } from "../../../../src/core/counts/box/resultRows.ts";
import { allCalls, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import type { Fault, RequestIssue } from "../../../../src/core/failures/fault.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { issue } from "../failures/faults.ts";

const errorsToday: CallConditions = {
  ...allCalls,
  conditions: [
    { kind: "status", anyOf: ["error"] },
    { kind: "started", range: { kind: "custom", text: "today" } },
  ],
};
const rejected = (...issues: RequestIssue[]): Fault => ({
  kind: "invalidRequest",
  detail: "",
  issues,
  host: "a.example",
});
const ofStatus = ["body", "query", "$expr", "AndOperation", "$and", 0, "EqOperation", "$eq", 1];

const rows = (fault: Fault) =>
  resultRows(
    {
      conditions: errorsToday,
      load: { kind: "failed", fault },
      project: "acme/desk",
      saved: null,
      client: "own",
    },
    createFormats("en"),
  );

test("the count box marks the condition that the service rejected", () => {
  const [first, ...others] = rows(rejected(issue(ofStatus))).filter(({ label }) => label.startsWith("$(error)"));
  assert.equal(first?.label, "$(error) The entries marked below were rejected by a.example.");
  assert.deepEqual(
    others.map(({ label, detail }) => [label, detail]),
    [["$(error) status is error", `$(error) Wrong (value_error, ${ofStatus.slice(1).join(".")})`]],
  );
});

test("the count box shows an issue that is not about a condition in its first row", () => {
  const marked = rows(rejected(issue(["body", "project_id"]))).filter(({ label }) => label.startsWith("$(error)"));
  assert.deepEqual(
    marked.map(({ label }) => label),
    ["$(error) The request was rejected by a.example: project_id: Wrong (value_error)"],
  );
});

test("the count box offers Retry and a time range after a count that is too expensive", () => {
  const [first, ...next] = rows({ kind: "tooExpensive", detail: "Query too slow" });
  assert.match(first?.label ?? "", /^\$\(error\) The query is too expensive for the service: Query too slow\./);
  assert.deepEqual(
    next.slice(0, 2).map(({ label, action }) => [label, action]),
    [
      ["$(refresh) Retry", { kind: "recount" }],
      ["$(calendar) Narrow Time Range", { kind: "ask", field: "started" }],
    ],
  );
});
