import assert from "node:assert/strict";
import { test } from "node:test";
import { allCalls } from "../../../../src/core/counts/callCondition.ts";
import { readStoredCounts } from "../../../../src/core/counts/countSchemas.ts";
import { formatStoredCounts } from "../../../../src/core/counts/savedCount.ts";
import { readEditorLink } from "../../../../src/core/links/editorLink.ts";

const latency = { $getField: "summary.weave.latency_ms" };
const cast = { $convert: { input: latency, to: "double" } };
const fast = (field: object) => ({ $lt: [field, { $literal: 900 }] });

/** Conditions with an expression on the latency, and others. */
function conditionsOn(field: object) {
  const expression = { kind: "expression", query: { $expr: { $or: [fast(field), { $not: [fast(field)] }] } } };
  return { ...allCalls, conditions: [{ kind: "latency", atLeast: 5, atMost: null }, expression], limit: 50 };
}

const others = [{ id: "b", name: "Of another version", conditions: { kind: "forecast" } }];

function stored(field: object) {
  return { counts: [{ id: "a", name: "Fast", conditions: conditionsOn(field) }, ...others], inStatusBar: "a" };
}

test("stored counts that cast a number are read without the cast and otherwise unchanged", () => {
  const read = readStoredCounts(stored(cast));
  assert.deepEqual(formatStoredCounts(read), stored(latency));
  assert.deepEqual(readStoredCounts(formatStoredCounts(read)), read);
});

test("a link to such a count is read in the same way", () => {
  const open = (field: object) =>
    readEditorLink("/count", `project=a/b&conditions=${JSON.stringify(conditionsOn(field))}`);
  assert.deepEqual(open(cast), { kind: "count", project: "a/b", conditions: conditionsOn(latency) });
  assert.deepEqual(open(latency), open(cast));
});
