import assert from "node:assert/strict";
import { test } from "node:test";
import { allCalls, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import { createFormats } from "../../../../src/core/text/format.ts";
import { newCountFileBody } from "../../../../src/features/countFiles/newCountFile.ts";
import { readCountFile } from "../../../../src/service/schema/countFile.ts";

process.env.TZ = "UTC";
const formats = createFormats("en");
const now = Date.UTC(2026, 10, 20, 12);
const conditions: CallConditions = {
  conditions: [
    { kind: "list", field: "threadIds", values: ["t"] },
    { kind: "started", range: { kind: "preset", preset: "1h" } },
  ],
  limit: 5,
  includeStorageSize: true,
  expandColumns: [],
};

const given: readonly (readonly [what: string, argument: CallConditions, body: object])[] = [
  [
    "conditions, their times as moments",
    conditions,
    {
      $comment: "Calls started since Nov 20, 2026, 11:00:00 AM (UTC). Times are in seconds since 1970.",
      filter: { thread_ids: ["t"] },
      query: { $expr: { $gte: [{ $getField: "started_at" }, { $literal: now / 1000 - 3600 }] } },
      limit: 5,
      include_total_storage_size: true,
    },
  ],
  ["no conditions: all calls", allCalls, {}],
];

for (const [what, argument, body] of given) {
  test(`a new count file contains ${what}`, () => {
    assert.deepEqual(newCountFileBody(argument, now, formats), body);
    assert.equal(readCountFile(body).kind, "read");
  });
}

test("without conditions, a new count file contains the errors of today, and no field at its default", () => {
  const body = newCountFileBody(undefined, now, formats);
  assert.deepEqual(Object.keys(body), ["$comment", "query"]);
  assert.match(JSON.stringify(body), /since Nov 20, 2026, 12:00:00 AM \(UTC\)/);
  assert.match(JSON.stringify(body), /started_at.*summary\.weave\.status.*"error"/);
  assert.equal(readCountFile(body).kind, "read");
});
