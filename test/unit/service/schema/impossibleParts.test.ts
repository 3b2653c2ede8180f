import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedConditions } from "../../../../src/core/counts/box/failedRows.ts";
import { allCalls, type CallConditions } from "../../../../src/core/counts/callCondition.ts";
import { callQueryOf } from "../../../../src/core/counts/countedQuery.ts";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import type { Operand, Operation } from "../../../../src/core/query/expression.ts";
import { readCountFile } from "../../../../src/service/schema/countFile.ts";
import { callStatsPost } from "../../../../src/service/schema/wireRequest.ts";

const started = { $getField: "started_at" };
const literal = (value: string | number | boolean | null): Operand => ({ $literal: value });

/** Rejected by release 0.53.12 with 502 or 500, or with 400 because of the year. */
const noTimes = [
  "nonsense",
  "",
  "yesterday",
  "7 days ago",
  "x5",
  "2026-02-30",
  "2026-13-01",
  "2026-11-31 10:00:00",
  1e12,
  -1e12,
  1e20,
];
/** Accepted by that release. */
const times = [
  1_793_520_000,
  -1,
  253_402_300_799,
  "2026-11-01",
  "2026-11-01T08:00:00Z",
  "2026-11-01T08:00:00.123456+02:00",
  "2026-11-01 08:00",
  "2024-02-29T00:00",
  "1793520000",
  "1793520000.5",
  "20261101",
  "2026-W45-1",
  "2026/11/01",
  "2026-1-5",
  "Nov 1 2026",
  "12:00",
  true,
  null,
];

/** The rejected places with their messages. */
function refusedIn(operation: Operation): readonly (readonly [place: string, why: string])[] {
  const reading = readCountFile({ query: { $expr: operation } });
  return reading.kind === "read" ? [] : reading.issues.map(({ path, message }) => [path.join("."), message]);
}

const noTime = (field: string) => `Invalid time for ${field}. Use a date such as 2026-11-01T08:00:00Z, or Unix seconds`;

for (const value of noTimes) {
  test(`${JSON.stringify(value)} is not a time, and is rejected with its path`, () => {
    assert.deepEqual(refusedIn({ $not: [{ $gte: [started, literal(value)] }] }), [
      ["query.$expr.$not.0.$gte.1.$literal", noTime("started_at")],
    ]);
  });
}

for (const value of times) {
  test(`${JSON.stringify(value)} may be a time, and is sent`, () => {
    assert.deepEqual(refusedIn({ $gte: [started, literal(value)] }), []);
  });
}

const list = (field: string) => `${field} is a list. Use ${field} of the filter instead`;
const inputRefs = { $getField: "input_refs" };

const cases: readonly (readonly [operation: Operation, refused: ReturnType<typeof refusedIn>])[] = [
  [{ $eq: [literal("soon"), { $getField: "ended_at" }] }, [["query.$expr.$eq.0.$literal", noTime("ended_at")]]],
  [
    { $in: [{ $getField: "expire_at" }, [literal("2026-11-01"), literal("soon")]] },
    [["query.$expr.$in.1.1.$literal", noTime("expire_at")]],
  ],
  [{ $eq: [{ $getField: "inputs.day" }, literal("soon")] }, []],
  [{ $eq: [{ $convert: { input: started, to: "string" } }, literal("soon")] }, []],
  [{ $eq: [inputRefs, literal("weave:///a/b/object/c:d")] }, [["query.$expr.$eq.1.$literal", list("input_refs")]]],
  [{ $gt: [literal("x"), { $getField: "output_refs" }] }, [["query.$expr.$gt.0.$literal", list("output_refs")]]],
  [{ $eq: [inputRefs, literal(null)] }, []],
  [{ $eq: [inputRefs, { $getField: "output_refs" }] }, []],
  [{ $eq: [{ $size: inputRefs }, literal(0)] }, []],
];

for (const [operation, refused] of cases) {
  test(`${JSON.stringify(operation)} is ${refused.length === 0 ? "sent" : "rejected with the path of the value"}`, () => {
    assert.deepEqual(refusedIn(operation), refused);
  });
}

test("an invalid condition of the count box is rejected before it is sent, with its row", () => {
  const conditions: CallConditions = {
    ...allCalls,
    conditions: [
      { kind: "latency", atLeast: 5, atMost: 9 },
      { kind: "expression", query: { $expr: { $lt: [started, literal("nonsense")] } } },
    ],
  };
  assert.throws(
    () => callStatsPost(callQueryOf(conditions, "acme/desk", 0)),
    (error) => {
      assert.ok(error instanceof ServiceError && error.fault.kind === "invalidRequest");
      const refused = refusedConditions(conditions, error.fault.issues);
      assert.deepEqual([...refused.conditions.keys()], [1]);
      assert.equal(refused.conditions.get(1)?.[0]?.message, noTime("started_at"));
      return true;
    },
  );
});
