import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  allCalls,
  type CallCondition,
  type CallConditions,
  listFields,
} from "../../../../src/core/counts/callCondition.ts";
import { conditionsOf } from "../../../../src/core/counts/conditionsOf.ts";
import { callListOf, callQueryOf } from "../../../../src/core/counts/countedQuery.ts";
import { readConditions } from "../../../../src/core/counts/countSchemas.ts";
import type { TimeRange } from "../../../../src/core/input/timeRange.ts";
import { callStatuses } from "../../../../src/core/query/call.ts";
import type { CallFilter, CallQuery } from "../../../../src/core/query/callQuery.ts";
import { type Literal, type Operation, query as querySchema } from "../../../../src/core/query/expression.ts";
import { callStatsPost } from "../../../../src/service/schema/wireRequest.ts";
import { generatedCalls } from "../../localService/generated.ts";
import { evaluate } from "../../localService/query/evaluated.ts";
import { queriesAbout } from "./queries.ts";

const project = "acme/desk";
const now = Date.UTC(2026, 10, 21, 8);
const started = { $getField: "started_at" };
const latency = { $getField: "summary.weave.latency_ms" };
const status = { $getField: "summary.weave.status" };

function requested(conditions: readonly CallCondition[], others: Partial<CallConditions> = {}): CallConditions {
  return { ...allCalls, ...others, conditions };
}

test("the calls of a count are its query's, the latest first, up to its own limit and without sizes", () => {
  const conditions: readonly CallCondition[] = [{ kind: "status", anyOf: ["error"] }];
  const others = { limit: 1, includeStorageSize: true, expandColumns: ["inputs.model"] };
  assert.deepEqual(callListOf(requested(conditions, others), project, now), {
    project,
    query: { $expr: { $eq: [status, { $literal: "error" }] } },
    expandColumns: ["inputs.model"],
    sort: [
      { field: "started_at", direction: "desc" },
      { field: "id", direction: "desc" },
    ],
    limit: 1,
  });
  assert.equal(callListOf(allCalls, project, now).limit, undefined);
});

describe("the query for conditions", () => {
  const cases: readonly (readonly [string, CallConditions, Omit<CallQuery, "project">])[] = [
    ["none asks for all calls", allCalls, {}],
    [
      "lists on one field become one, each value once",
      requested([
        { kind: "list", field: "opNames", values: ["a", "b"] },
        { kind: "list", field: "threadIds", values: ["t"] },
        { kind: "list", field: "opNames", values: ["b", "c"] },
      ]),
      { filter: { opNames: ["a", "b", "c"], threadIds: ["t"] } },
    ],
    ["an empty list asks nothing", requested([{ kind: "list", field: "turnIds", values: [] }]), {}],
    ["roots alone are a filter", requested([{ kind: "rootsOnly" }]), { filter: { traceRootsOnly: true } }],
    [
      "a start counts back from now, in seconds",
      requested([{ kind: "started", range: { kind: "preset", preset: "1h" } }]),
      { query: { $expr: { $gte: [started, { $literal: now / 1000 - 3600 }] } } },
    ],
    ["all time asks nothing", requested([{ kind: "started", range: { kind: "preset", preset: "all" } }]), {}],
    [
      "a range has a lower bound, and a negated one as the upper",
      requested([
        { kind: "started", range: { kind: "custom", text: "2026-11-01T00:00:00Z to 2026-11-02T00:00:00.500Z" } },
      ]),
      {
        query: {
          $expr: {
            $and: [
              { $gte: [started, { $literal: Date.UTC(2026, 10, 1) / 1000 }] },
              { $not: [{ $gte: [started, { $literal: Date.UTC(2026, 10, 2) / 1000 + 0.5 }] }] },
            ],
          },
        },
      },
    ],
    [
      "one status is compared",
      requested([{ kind: "status", anyOf: ["error"] }]),
      { query: { $expr: { $eq: [status, { $literal: "error" }] } } },
    ],
    [
      "several are a list",
      requested([{ kind: "status", anyOf: ["error", "running"] }]),
      { query: { $expr: { $in: [status, [{ $literal: "error" }, { $literal: "running" }]] } } },
    ],
    [
      "a latency has bounds that take the edge in, without a cast and without the operators of newer services",
      requested([{ kind: "latency", atLeast: 500, atMost: 3000 }]),
      {
        query: {
          $expr: {
            $and: [{ $gte: [latency, { $literal: 500 }] }, { $not: [{ $gt: [latency, { $literal: 3000 }] }] }],
          },
        },
      },
    ],
    [
      "an exclusive latency leaves out the edge",
      requested([
        { kind: "latency", atLeast: 500, atMost: null, exclusive: true },
        { kind: "latency", atLeast: null, atMost: 3000, exclusive: true },
      ]),
      {
        query: {
          $expr: {
            $and: [{ $gt: [latency, { $literal: 500 }] }, { $not: [{ $gte: [latency, { $literal: 3000 }] }] }],
          },
        },
      },
    ],
    [
      "an expression stands beside the others",
      requested([
        { kind: "status", anyOf: ["error"] },
        { kind: "expression", query: { $expr: { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] } } },
      ]),
      {
        query: {
          $expr: {
            $and: [{ $eq: [status, { $literal: "error" }] }, { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] }],
          },
        },
      },
    ],
    [
      "an expression is asked in the form that is answered as it reads",
      requested([
        {
          kind: "expression",
          query: { $expr: { $contains: { input: { $getField: "inputs.q" }, substr: { $literal: "Größe" } } } },
        },
        { kind: "expression", query: { $expr: { $lt: [{ $getField: "ended_at" }, { $literal: 5 }] } } },
      ]),
      {
        query: {
          $expr: {
            $and: [
              {
                $contains: {
                  input: { $convert: { input: { $getField: "inputs.q" }, to: "string" } },
                  substr: { $literal: "Größe" },
                },
              },
              { $lt: [{ $getField: "ended_at" }, { $literal: 5 }] },
              { $not: [{ $eq: [{ $getField: "ended_at" }, { $literal: null }] }] },
            ],
          },
        },
      },
    ],
    [
      "the rest is handed on",
      requested([], { limit: 10, includeStorageSize: true, expandColumns: ["inputs.model"] }),
      {
        limit: 10,
        includeStorageSize: true,
        expandColumns: ["inputs.model"],
      },
    ],
    [
      "a limit of 1 with an expression becomes 2, because the service would ignore the expression",
      requested([{ kind: "latency", atLeast: 1, atMost: null }], { limit: 1 }),
      { query: { $expr: { $gte: [latency, { $literal: 1 }] } }, limit: 2 },
    ],
  ];
  for (const [name, conditions, expected] of cases) {
    test(name, () => assert.deepEqual(callQueryOf(conditions, project, now), { project, ...expected }));
  }

  test("a list of more than a thousand values is rejected, not truncated", () => {
    const values = Array.from({ length: 1001 }, (_, index) => `x${index}`);
    const query = callQueryOf(requested([{ kind: "list", field: "callIds", values }]), project, now);
    assert.equal(query.filter?.callIds?.length, 1001);
    assert.throws(() => callStatsPost(query));
  });
});

const text = fc.string({ minLength: 1, maxLength: 8 });
/** Sent unchanged: other texts are compared with a converted field. */
const plainText = fc.stringMatching(/^[\w .,:/@-]{2,8}[xyz]$/);
const values = fc.uniqueArray(text, { minLength: 1, maxLength: 4 });
/** Possible range bounds, in milliseconds since the epoch. */
const moment = fc.integer({ min: 0, max: Date.UTC(2290, 0, 1) });
const absoluteRange: fc.Arbitrary<TimeRange> = fc
  .tuple(fc.option(moment, { nil: undefined }), fc.option(moment, { nil: undefined }))
  .filter(([after, before]) => (after ?? before) !== undefined && (after ?? -1) < (before ?? Infinity))
  .map(([after, before]) => {
    const [start, end] = [after, before].map((time) => (time === undefined ? "" : new Date(time).toISOString()));
    return { kind: "custom", text: end === "" ? `${start}` : `${start} to ${end}`.trim() };
  });
const bound = fc.option(fc.integer({ min: 0, max: 1e7 }), { nil: null });

const expression: fc.Arbitrary<CallCondition> = fc
  .tuple(text, fc.oneof(plainText, fc.integer(), fc.boolean()))
  .map(([name, value]) => ({
    kind: "expression",
    query: { $expr: { $eq: [{ $getField: `inputs.${name}` }, { $literal: value }] } },
  }));

/** Conditions in the form of `conditionsOf`: each field once, in order, with absolute times. */
const conditions: fc.Arbitrary<CallConditions> = fc.record(
  {
    conditions: fc
      .tuple(
        fc
          .subarray([...listFields])
          .chain((fields) =>
            fc.tuple(
              ...fields.map((field) => values.map((list): CallCondition => ({ kind: "list", field, values: list }))),
            ),
          ),
        fc.subarray<CallCondition>([{ kind: "rootsOnly" }]),
        fc.array(
          absoluteRange.map((range): CallCondition => ({ kind: "started", range })),
          { maxLength: 1 },
        ),
        fc.array(
          fc.subarray([...callStatuses], { minLength: 1 }).map((anyOf): CallCondition => ({ kind: "status", anyOf })),
          { maxLength: 1 },
        ),
        fc.array(
          fc
            .tuple(bound, bound)
            .filter(([atLeast, atMost]) => atLeast !== null || atMost !== null)
            .chain(([atLeast, atMost]): fc.Arbitrary<CallCondition> => {
              const range = { kind: "latency", atLeast, atMost } as const;
              const isPair = atLeast !== null && atMost !== null;
              return isPair ? fc.constant(range) : fc.constantFrom<CallCondition>(range, { ...range, exclusive: true });
            }),
          { maxLength: 1 },
        ),
        fc.array(expression, { maxLength: 2 }),
      )
      .map((parts) => parts.flat()),
    limit: fc.option(fc.integer({ min: 2, max: 1e6 }), { nil: null }),
    includeStorageSize: fc.boolean(),
    expandColumns: fc.array(
      text.map((name) => `inputs.${name}`),
      { maxLength: 2 },
    ),
  },
  { noNullPrototype: true },
);

test("conditions survive a round trip through the query and its JSON", () => {
  fc.assert(
    fc.property(conditions, (asking) => {
      const query: CallQuery = JSON.parse(JSON.stringify(callQueryOf(asking, project, now)));
      assert.deepEqual(conditionsOf(query), asking);
      callStatsPost(query);
    }),
  );
});

test("stored conditions are read unchanged", () => {
  fc.assert(
    fc.property(conditions, (asking) => {
      assert.deepEqual(readConditions(JSON.parse(JSON.stringify(asking))), asking);
    }),
  );
});

const filters: fc.Arbitrary<CallFilter> = fc
  .record(
    {
      ...Object.fromEntries(listFields.map((field) => [field, fc.array(text, { maxLength: 4 })])),
      traceRootsOnly: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((filter): CallFilter => filter);

/** A filter without empty lists, repeated values and unset flags. */
function meaning(filter: CallFilter | undefined): object {
  return {
    ...Object.fromEntries(
      listFields.flatMap((field) => {
        const list = [...new Set(filter?.[field])];
        return list.length === 0 ? [] : [[field, list]];
      }),
    ),
    rootsOnly: filter?.traceRootsOnly ?? false,
  };
}

test("the conditions of a query result in the same query", () => {
  const calls = generatedCalls(8, 80);
  const wanted = fc.record(
    { filter: filters, query: queriesAbout(calls), limit: fc.integer({ min: 2, max: 100 }) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(wanted, (query) => {
      const back = callQueryOf(conditionsOf({ project, ...query }), project, now);
      assert.deepEqual(meaning(back.filter), meaning(query.filter));
      assert.equal(back.limit, query.limit);
      assert.equal(back.query === undefined, query.query === undefined);
      if (back.query === undefined || query.query === undefined) return;
      for (const call of calls) assert.equal(evaluate(back.query.$expr, call), evaluate(query.query.$expr, call));
    }),
    { numRuns: 500 },
  );
});

describe("expressions that resemble conditions but differ in meaning stay expressions", () => {
  const literal = (value: Literal) => ({ $literal: value });
  const cases: readonly (readonly [string, Operation])[] = [
    ["a start after a moment, not at it", { $gt: [started, literal(1_763_000_000)] }],
    ["an end that takes the moment in", { $not: [{ $gt: [started, literal(1_763_000_000)] }] }],
    ["a start as text", { $gte: [started, literal("2026-11-01")] }],
    ["a start finer than a millisecond", { $gte: [started, literal(1_763_000_000.0001)] }],
    ["a start before all calls", { $gte: [started, literal(-1)] }],
    ["a start that is no time", { $gte: [started, literal(1e20)] }],
    ["a latency as text", { $eq: [{ $convert: { input: latency, to: "string" } }, literal("5")] }],
    ["a latency compared the other way round", { $gte: [literal(5), latency] }],
    ["a status that does not exist", { $eq: [status, literal("failed")] }],
    ["one of which does not exist", { $in: [status, [literal("error"), literal("failed")]] }],
    ["no status", { $eq: [status, literal(null)] }],
    ["another field with a status's name", { $eq: [{ $getField: "inputs.status" }, literal("error")] }],
    ["nothing to be true, which the service refuses", { $and: [] }],
  ];
  for (const [name, operation] of cases) {
    test(name, () => {
      const query = { project, query: { $expr: operation } } as const;
      const back = conditionsOf(query);
      assert.deepEqual(back.conditions, [{ kind: "expression", query: query.query }]);
      assert.deepEqual(callQueryOf(back, project, now), query);
    });
  }

  test("an operand that is not an operation stays with the others", () => {
    const flag = { $convert: { input: { $getField: "attributes.flag" }, to: "exists" } } as const;
    const query: CallQuery = { project, query: { $expr: { $and: [flag, { $eq: [status, literal("error")] }] } } };
    assert.deepEqual(callQueryOf(conditionsOf(query), project, now), query);
  });

  test("time bounds that exclude each other stay two conditions", () => {
    const bounds = [{ $gte: [started, literal(2000)] }, { $not: [{ $gte: [started, literal(1000)] }] }] as const;
    const query: CallQuery = { project, query: { $expr: { $and: bounds } } };
    assert.equal(conditionsOf(query).conditions.length, 2);
    assert.deepEqual(callQueryOf(conditionsOf(query), project, now), query);
  });
});

describe("incomplete stored conditions are rejected", () => {
  const whole = { ...allCalls, conditions: [{ kind: "rootsOnly" }] };
  const cases: readonly (readonly [string, unknown])[] = [
    ["nothing", undefined],
    ["null", null],
    ["a list", []],
    ["a text", "rootsOnly"],
    ["conditions alone", { conditions: [] }],
    ["a limit of none", { ...whole, limit: 0 }],
    ["half a limit", { ...whole, limit: 2.5 }],
    ["a limit as text", { ...whole, limit: "10" }],
    ["a flag that is no flag", { ...whole, includeStorageSize: 1 }],
    ["columns that are no texts", { ...whole, expandColumns: [1] }],
    ...[
      null,
      { kind: "other" },
      { kind: "list", field: "deletedIds", values: ["a"] },
      { kind: "list", field: "callIds", values: [] },
      { kind: "list", field: "callIds", values: "a" },
      { kind: "list", field: "callIds", values: ["a", 1] },
      { kind: "started" },
      { kind: "started", range: { kind: "preset", preset: "2h" } },
      { kind: "started", range: { kind: "custom", text: "some day" } },
      { kind: "status", anyOf: [] },
      { kind: "status", anyOf: ["failed"] },
      { kind: "latency", atLeast: null, atMost: null },
      { kind: "latency", atLeast: "2s", atMost: null },
      { kind: "latency", atLeast: 2 },
      { kind: "latency", atLeast: 2, atMost: null, exclusive: false },
      { kind: "latency", atLeast: 2, atMost: 3, exclusive: true },
      { kind: "expression", query: { $expr: { $getField: "id" } } },
      { kind: "expression", query: { $expr: { $and: [] } } },
      { kind: "expression", query: { $expr: { $eq: [{ $literal: 1 }] } } },
      { kind: "expression", query: { $expr: { $eq: [{ $literal: 1 }, { $literal: [1] }] } } },
      { kind: "expression", query: { $expr: { $not: [{ $literal: true }], $or: [{ $literal: true }] } } },
    ].map((one) => [`a condition like ${JSON.stringify(one)}`, { ...whole, conditions: [one] }] as const),
  ];
  for (const [name, stored] of cases) test(name, () => assert.equal(readConditions(stored), undefined));
  test("complete conditions are read", () => assert.deepEqual(readConditions(whole), whole));
});

test("a stored query is read only if the service would accept it", () => {
  fc.assert(
    fc.property(fc.oneof(queriesAbout([]), fc.jsonValue()), (query) => {
      const stored = { ...allCalls, conditions: [{ kind: "expression", query }] };
      assert.equal(readConditions(stored) !== undefined, querySchema.safeParse(query).success, JSON.stringify(query));
    }),
    { numRuns: 500 },
  );
});
