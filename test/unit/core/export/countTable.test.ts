import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoadState } from "../../../../src/core/async/loadState.ts";
import type { CallConditions } from "../../../../src/core/counts/callCondition.ts";
import type { ShownCount } from "../../../../src/core/counts/watchedCounts.ts";
import { countTable } from "../../../../src/core/export/exportTables.ts";
import { exportText } from "../../../../src/core/export/exportText.ts";
import type { CallCount } from "../../../../src/core/query/callQuery.ts";
import { readCsv } from "./plainExport.ts";

const now = Date.UTC(2026, 10, 21, 12);
const at = Date.UTC(2026, 10, 20, 12);
const all: CallConditions = { conditions: [], limit: null, includeStorageSize: false, expandColumns: [] };
const value: CallCount = { count: 12, hasMore: false, storageSize: null, rewritten: [] };

function count(load: LoadState<CallCount>, conditions: CallConditions = all, name = "a"): ShownCount {
  return { saved: { id: "id", name, conditions }, load, change: null, isTemporary: false, inStatusBar: false };
}

const { recordOf, fields } = countTable("entity/project", () => "all calls", now);

test("a count is exported with its query and its time", () => {
  const conditions: CallConditions = {
    conditions: [
      { kind: "list", field: "opNames", values: ["weave:///e/p/op/predict:*"] },
      { kind: "started", range: { kind: "preset", preset: "24h" } },
    ],
    limit: 50,
    includeStorageSize: false,
    expandColumns: ["inputs.model"],
  };
  assert.deepEqual(recordOf(count({ kind: "shown", value, at }, conditions, "Predictions")), {
    name: "Predictions",
    project_id: "entity/project",
    conditions: "all calls",
    request: {
      filter: { op_names: ["weave:///e/p/op/predict:*"] },
      query: { $expr: { $gte: [{ $getField: "started_at" }, { $literal: Date.UTC(2026, 10, 19, 12) / 1000 }] } },
      limit: 50,
      expand_columns: ["inputs.model"],
    },
    count: 12,
    exact: true,
    total_storage_size_bytes: null,
    counted_at: "2026-11-20T12:00:00.000Z",
  });
});

const unknown = { count: null, exact: null, total_storage_size_bytes: null, counted_at: null };
const fault = { kind: "unreachable", code: "ECONNREFUSED" } as const;
const sized: CallConditions = { ...all, includeStorageSize: true };
const some: CallConditions = { ...sized, conditions: [{ kind: "list", field: "callIds", values: ["x"] }] };
const cases: readonly (readonly [string, ShownCount, object])[] = [
  ["not counted yet", count({ kind: "idle" }), unknown],
  ["that could not be counted", count({ kind: "failed", fault }), unknown],
  [
    "of an earlier time, because it could not be counted again",
    count({ kind: "stale", value, at, fault }),
    { count: 12, exact: true, counted_at: "2026-11-20T12:00:00.000Z" },
  ],
  [
    "that stopped at its limit",
    count({ kind: "shown", value: { ...value, hasMore: true }, at }, { ...all, limit: 12 }),
    { count: 12, exact: false },
  ],
  [
    "with its storage",
    count({ kind: "shown", value: { ...value, storageSize: 0 }, at }, sized),
    { total_storage_size_bytes: 0 },
  ],
  [
    "whose storage says nothing",
    count({ kind: "shown", value: { ...value, storageSize: 0 }, at }, some),
    { total_storage_size_bytes: null },
  ],
];
for (const [name, shown, expected] of cases) {
  test(`a count ${name}`, () => {
    const record = recordOf(shown);
    assert.deepEqual({ ...record, ...expected }, record);
  });
}

test("in CSV, the query is JSON and a formula in a name is escaped", async () => {
  const batches = async function* () {
    yield [count({ kind: "shown", value, at }, some, "=1+1")];
  };
  let text = "";
  for await (const piece of exportText(
    batches(),
    countTable("entity/project", () => "call is x", now),
    "csv",
  ))
    text += piece;
  const [names, cells = []] = readCsv(text);
  assert.deepEqual(names, fields);
  const request = JSON.stringify({ filter: { call_ids: ["x"] }, include_total_storage_size: true });
  const expected = ["'=1+1", "entity/project", "call is x", request, "12", "true", null, "2026-11-20T12:00:00.000Z"];
  assert.deepEqual(cells, expected);
});
