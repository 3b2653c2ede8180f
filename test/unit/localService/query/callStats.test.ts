import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { generatedCalls } from "../generated.ts";
import { call, project, serve } from "../testService.ts";

const calls = [
  call({ id: "root", trace_id: "t1", storage_size_bytes: 100 }),
  call({ id: "below", trace_id: "t1", parent_id: "root", storage_size_bytes: 20, thread_id: "th" }),
  call({ id: "other", trace_id: "t2", storage_size_bytes: 3 }),
  call({ id: "gone", trace_id: "t3", storage_size_bytes: 5_000, deleted_at: 1 }),
];
const storage = { include_total_storage_size: true };
const nothing = { $expr: { $eq: [{ $getField: "id" }, { $literal: "no-such-id" }] } };

const roots = { filter: { trace_roots_only: true } };
const root = { query: { $expr: { $eq: [{ $getField: "id" }, { $literal: "root" }] } } };
const started = (operator: string): object => ({ [operator]: [{ $getField: "started_at" }, { $literal: 0 }] });
const since = { query: { $expr: started("$gte") } };

type Answer = readonly [count: number, hasMore: boolean, storage: number | null];

/** The request, and the responses of the merged and the complete table; equal if the latter is omitted. */
const cases: readonly (readonly [name: string, request: object, merged: Answer, complete?: Answer])[] = [
  ["without a limit the count is exact and storage unknown", {}, [3, false, null]],
  ["the storage of a project includes deleted calls", { ...storage }, [3, false, 5123]],
  ["with a limit, storage covers the whole traces of matching roots", { ...storage, limit: 9 }, [3, false, 123]],
  ["with a filter, storage covers the whole traces of matching roots", { ...storage, ...roots }, [2, false, 123]],
  ["nested calls add no storage", { ...storage, filter: { thread_ids: ["th"] } }, [1, false, 0]],
  ["the storage of no calls is 0", { ...storage, query: nothing }, [0, false, 0]],
  ["storage is null unless requested", { include_total_storage_size: false }, [3, false, null]],
  ["a limit above the count has no effect", { limit: 4 }, [3, false, null]],
  ["a limit caps the count", { limit: 2 }, [2, true, null], [3, false, null]],
  ["a string of digits is a limit", { limit: "2" }, [2, true, null], [3, false, null]],
  ["a count that equals the limit is complete without conditions", { limit: 3 }, [3, false, null]],
  ["a count that equals the limit is complete with a minimum start time", { ...since, limit: 3 }, [3, false, null]],
  [
    "a count that equals the limit reports more with a filter",
    { ...roots, limit: 2 },
    [2, true, null],
    [2, false, null],
  ],
  [
    "a count that equals the limit reports more with a negated start time",
    { query: { $expr: { $not: [started("$lt")] } }, limit: 3 },
    [3, true, null],
    [3, false, null],
  ],
  ["a limit of 0 counts no calls", { limit: 0 }, [0, true, null], [0, false, null]],
  ["a limit of 1 checks whether any call exists", { limit: 1 }, [1, false, null]],
  ["a limit of 1 with a query checks whether any call of a run exists", { ...root, limit: 1 }, [0, false, null]],
  ["a limit of 1 with a query ignores an empty filter", { ...root, filter: {}, limit: 1 }, [0, false, null]],
  ["a limit of 1 with a filter is a limit", { ...roots, limit: 1 }, [1, true, null], [2, false, null]],
  ["a limit of 1 with storage is a limit", { ...root, ...storage, limit: 1 }, [1, true, 120], [1, false, 120]],
];

describe("call statistics of handwritten calls", () => {
  for (const [name, request, merged, complete = merged] of cases) {
    test(name, async (context) => {
      for (const [table, [count, has_more, total_storage_size_bytes]] of [
        ["merged", merged],
        ["complete", complete],
      ] as const) {
        const service = await serve(context, calls, [], table);
        assert.deepEqual(await service.stats(request), { count, has_more, total_storage_size_bytes }, table);
      }
    });
  }

  test("a limit of 1 without a query also matches deleted calls", async (context) => {
    const service = await serve(context, [call({ id: "gone", deleted_at: 1 })]);
    assert.equal(await service.count({ limit: 1 }), 1);
    assert.equal(await service.count({}), 0);
  });

  test("a limit of 1 with a query matches any call of a run and ignores the query", async (context) => {
    const service = await serve(context, [call({ id: "run", wb_run_id: "acme/desk/r" })]);
    assert.equal(await service.count({ limit: 1, query: nothing }), 1);
    assert.equal(await service.count({ limit: 2, query: nothing }), 0);
  });

  test("a negative limit: 400", async (context) => {
    const service = await serve(context, calls);
    const answer = await service.post("/calls/query_stats", { project_id: project, limit: -1 });
    assert.equal(answer.status, 400);
    assert.match(JSON.parse(answer.text).reason, /Limit/);
  });
});

test("the storage of generated roots equals a plain recomputation", async (context) => {
  const data = generatedCalls();
  const service = await serve(context, data);
  const user = data.find((item) => item.wb_user_id !== null)?.wb_user_id ?? "";
  const rootTraces = new Set(
    data.filter((item) => item.wb_user_id === user && item.parent_id === null).map((item) => item.trace_id),
  );
  const below = data.filter((item) => rootTraces.has(item.trace_id));
  assert.ok(rootTraces.size > 1);
  assert.partialDeepStrictEqual(
    await service.stats({ filter: { wb_user_ids: [user] }, include_total_storage_size: true }),
    {
      total_storage_size_bytes: below.reduce((size, item) => size + item.storage_size_bytes, 0),
    },
  );
});
