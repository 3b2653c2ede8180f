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
const nothing = { $expr: { $eq: [{ $getField: "id" }, { $literal: "nobody" }] } };

const cases: readonly (readonly [string, object, object])[] = [
  [
    "without a limit the count is exact and storage unknown",
    {},
    { count: 3, has_more: false, total_storage_size_bytes: null },
  ],
  [
    "storage adds up whole traces at their roots",
    { include_total_storage_size: true },
    { count: 3, has_more: false, total_storage_size_bytes: 123 },
  ],
  [
    "calls below a root add nothing",
    { include_total_storage_size: true, filter: { thread_ids: ["th"] } },
    { count: 1, has_more: false, total_storage_size_bytes: 0 },
  ],
  [
    "nothing found has no size",
    { include_total_storage_size: true, query: nothing },
    { count: 0, has_more: false, total_storage_size_bytes: 0 },
  ],
  [
    "storage is not answered unless asked for",
    { include_total_storage_size: false },
    { count: 3, has_more: false, total_storage_size_bytes: null },
  ],
  [
    "a limit above the count changes nothing",
    { limit: 4 },
    { count: 3, has_more: false, total_storage_size_bytes: null },
  ],
  [
    "a limit that is reached counts as more",
    { limit: 3 },
    { count: 3, has_more: true, total_storage_size_bytes: null },
  ],
  ["a limit caps the count", { limit: 2 }, { count: 2, has_more: true, total_storage_size_bytes: null }],
  ["a limit of none is reached at once", { limit: 0 }, { count: 0, has_more: true, total_storage_size_bytes: null }],
  ["digits are a number", { limit: "2" }, { count: 2, has_more: true, total_storage_size_bytes: null }],
  [
    "a limit of 1 with a filter is a limit",
    { limit: 1, filter: { call_ids: ["nobody"] } },
    { count: 0, has_more: false, total_storage_size_bytes: null },
  ],
  [
    "a limit of 1 with a query asks for calls of runs instead",
    { limit: 1, query: { $expr: { $eq: [{ $getField: "id" }, { $literal: "root" }] } } },
    { count: 0, has_more: false, total_storage_size_bytes: null },
  ],
  [
    "an empty filter does not help there",
    { limit: 1, filter: {}, query: { $expr: { $eq: [{ $getField: "id" }, { $literal: "root" }] } } },
    { count: 0, has_more: false, total_storage_size_bytes: null },
  ],
  [
    "with storage a limit of 1 is a limit again",
    {
      limit: 1,
      include_total_storage_size: true,
      query: { $expr: { $eq: [{ $getField: "id" }, { $literal: "root" }] } },
    },
    { count: 1, has_more: true, total_storage_size_bytes: 120 },
  ],
];

describe("call statistics by hand", () => {
  for (const [name, request, expected] of cases) {
    test(name, async (context) => {
      const service = await serve(context, calls);
      assert.deepEqual(await service.stats(request), expected);
    });
  }

  test("a limit of 1 alone finds deleted calls too", async (context) => {
    const service = await serve(context, [call({ id: "gone", deleted_at: 1 })]);
    assert.equal(await service.count({ limit: 1 }), 1);
    assert.equal(await service.count({}), 0);
  });

  test("a limit of 1 with a query finds any call of a run, whatever the query says", async (context) => {
    const service = await serve(context, [call({ id: "run", wb_run_id: "acme/desk/r" })]);
    assert.equal(await service.count({ limit: 1, query: nothing }), 1);
    assert.equal(await service.count({ limit: 2, query: nothing }), 0);
  });

  test("a negative limit is answered 400", async (context) => {
    const service = await serve(context, calls);
    const answer = await service.post("/calls/query_stats", { project_id: project, limit: -1 });
    assert.equal(answer.status, 400);
    assert.match(JSON.parse(answer.text).reason, /Limit/);
  });
});

test("the storage of generated roots agrees with a plain recomputation", async (context) => {
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
