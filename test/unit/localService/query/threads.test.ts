import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sortFields } from "../../../../src/core/query/threadQuery.ts";
import { callTables } from "../../../../src/localService/query/callTable.ts";
import { generatedCalls, now } from "../generated.ts";
import { call, serve, turn } from "../testService.ts";
import { recomputeThreads } from "./recomputedThreads.ts";

const conversations = [
  turn("short", "s1", 0, 2),
  turn("long", "l1", 100, 101),
  turn("long", "l2", 200, 204),
  turn("long", "l3", 300, 302),
  turn("running", "r1", 400, 403),
  turn("running", "r2", 500, null),
  turn("waiting", "w1", 600, null),
  // A nested call has the ID of its turn and lasts longer than any turn.
  call({ ...turn("short", "n1", 0, 90), turn_id: "s1", parent_id: "s1", trace_id: "s1" }),
  call({ ...turn("", "e1", 10, 20) }),
  call({ id: "outside" }),
];

describe("thread statistics of handwritten calls", () => {
  test("cover turns only: nested calls and calls outside threads have no effect", async (context) => {
    const service = await serve(context, conversations);
    assert.deepEqual(await service.threads({ filter: { thread_ids: ["short"] } }), [
      {
        thread_id: "short",
        turn_count: 1,
        start_time: "2026-11-03T10:00:00Z",
        last_updated: "2026-11-03T10:00:02Z",
        first_turn_id: "s1",
        last_turn_id: "s1",
        p50_turn_duration_ms: 2000,
        p99_turn_duration_ms: 2000,
      },
    ]);
  });

  test("interpolate percentiles between the closest ranks", async (context) => {
    const service = await serve(context, conversations);
    // Durations 1000, 2000, 4000 ms: p50 is the middle one, p99 lies at position 1.98, 2000 + 0.98 * 2000.
    assert.deepEqual(await service.threads({ filter: { thread_ids: ["long"] } }), [
      {
        thread_id: "long",
        turn_count: 3,
        start_time: "2026-11-03T10:01:40Z",
        last_updated: "2026-11-03T10:05:02Z",
        first_turn_id: "l1",
        last_turn_id: "l3",
        p50_turn_duration_ms: 2000,
        p99_turn_duration_ms: 3960,
      },
    ]);
  });

  test("count running turns, and derive ends only from finished ones", async (context) => {
    const service = await serve(context, conversations);
    assert.deepEqual(await service.threads({ filter: { thread_ids: ["running"] } }), [
      {
        thread_id: "running",
        turn_count: 2,
        start_time: "2026-11-03T10:06:40Z",
        last_updated: "2026-11-03T10:06:43Z",
        first_turn_id: "r1",
        last_turn_id: "r1",
        p50_turn_duration_ms: 3000,
        p99_turn_duration_ms: 3000,
      },
    ]);
  });

  test("name the turn that ended last, which need not have started last", async (context) => {
    const service = await serve(context, [turn("t", "slow", 0, 60), turn("t", "quick", 10, 12)]);
    const [row] = await service.threads({});
    assert.partialDeepStrictEqual(row, { first_turn_id: "slow", last_turn_id: "slow" });
  });

  test("write milliseconds with six digits", async (context) => {
    const service = await serve(context, [turn("t", "a", 0.5, 1.631)]);
    const [row] = await service.threads({});
    assert.partialDeepStrictEqual(row, {
      start_time: "2026-11-03T10:00:00.500000Z",
      last_updated: "2026-11-03T10:00:01.631000Z",
    });
  });

  test("compute durations from start and end truncated to milliseconds", async (context) => {
    const service = await serve(context, [turn("t", "a", 0.0019, 0.1001)]);
    const [row] = await service.threads({});
    assert.partialDeepStrictEqual(row, {
      start_time: "2026-11-03T10:00:00.001900Z",
      last_updated: "2026-11-03T10:00:00.100100Z",
      p50_turn_duration_ms: 99,
    });
  });

  for (const table of callTables) {
    test(`count deleted turns, on the ${table} table`, async (context) => {
      const gone = { ...turn("t", "b", 10, 13), deleted_at: Date.UTC(2026, 10, 4) };
      const service = await serve(context, [turn("t", "a", 0, 1), gone], [], table);
      const [row] = await service.threads({});
      assert.partialDeepStrictEqual(row, { turn_count: 2, last_turn_id: "b", p50_turn_duration_ms: 2000 });
      assert.equal(await service.count({ filter: { thread_ids: ["t"] } }), 1);
    });
  }

  test("are an empty body for a project without threads", async (context) => {
    const service = await serve(context, [call({ id: "alone" })]);
    const answer = await service.post("/threads/stream_query", { project_id: "acme/desk" });
    assert.deepEqual([answer.status, answer.text], [200, ""]);
    assert.equal(answer.headers.get("content-type"), "application/jsonl");
  });
});

describe("on the complete table, running turns have their end in 1970", () => {
  const start = Date.UTC(2026, 10, 3, 10);

  test("a thread with only running turns is listed", async (context) => {
    const service = await serve(context, conversations, [], "complete");
    assert.deepEqual(await service.threads({ filter: { thread_ids: ["waiting"] } }), [
      {
        thread_id: "waiting",
        turn_count: 1,
        start_time: "2026-11-03T10:10:00Z",
        last_updated: "1970-01-01T00:00:00Z",
        first_turn_id: "w1",
        last_turn_id: "w1",
        p50_turn_duration_ms: -start - 600_000,
        p99_turn_duration_ms: -start - 600_000,
      },
    ]);
  });

  test("a running turn skews the percentiles of the others", async (context) => {
    const service = await serve(context, conversations, [], "complete");
    // Durations -start - 500,000 and 3,000 ms: p50 lies in the middle, p99 at 0.99 of the way.
    const [row] = await service.threads({ filter: { thread_ids: ["running"] } });
    assert.partialDeepStrictEqual(row, {
      last_updated: "2026-11-03T10:06:43Z",
      last_turn_id: "r1",
      p50_turn_duration_ms: (3_000 - start - 500_000) / 2,
      p99_turn_duration_ms: 3_000 - (start + 503_000) / 100,
    });
  });

  const orders: readonly (readonly [string, object, readonly string[]])[] = [
    ["a thread with only running turns is last by default", {}, ["running", "long", "short", "waiting"]],
    [
      "a thread with only running turns is first in an ascending sort by update",
      { sort_by: [{ field: "last_updated", direction: "asc" }] },
      ["waiting", "short", "long", "running"],
    ],
    [
      "threads with running turns are first in an ascending sort by p99",
      { sort_by: [{ field: "p99_turn_duration_ms", direction: "asc" }] },
      ["waiting", "running", "short", "long"],
    ],
    [
      "a page is never short",
      { sort_by: [{ field: "start_time", direction: "desc" }], limit: 2 },
      ["waiting", "running"],
    ],
    ["the empty ID is listed on request", { filter: { thread_ids: [""] } }, [""]],
  ];
  for (const [name, request, expected] of orders) {
    test(name, async (context) => {
      const service = await serve(context, conversations, [], "complete");
      assert.deepEqual(await service.threadIds(request), expected);
    });
  }
});

const listings: readonly (readonly [string, object, readonly string[]])[] = [
  [
    "by default, the latest update is first, without the empty ID and threads without a finished turn",
    {},
    ["running", "long", "short"],
  ],
  ["an empty sort is the default", { sort_by: [] }, ["running", "long", "short"]],
  ["null fields are ignored", { filter: null, limit: null, offset: null, sort_by: null }, ["running", "long", "short"]],
  ["thread IDs filter the list", { filter: { thread_ids: ["short", "long", "no-such-id"] } }, ["long", "short"]],
  ["an empty list of thread IDs is ignored", { filter: { thread_ids: [] } }, ["running", "long", "short"]],
  ["the empty ID is listed on request", { filter: { thread_ids: [""] } }, [""]],
  [
    "the limit counts an unlisted thread, so a page can be short",
    { sort_by: [{ field: "start_time", direction: "desc" }], limit: 2 },
    ["running"],
  ],
  [
    "the offset counts an unlisted thread",
    { sort_by: [{ field: "start_time", direction: "desc" }], limit: 2, offset: 2 },
    ["long", "short"],
  ],
  ["an unlisted thread is last in the default sort", { limit: 3 }, ["running", "long", "short"]],
  [
    "an unlisted thread is last in an ascending sort as well",
    { sort_by: [{ field: "last_updated", direction: "asc" }], limit: 3 },
    ["short", "long", "running"],
  ],
  ["a limit of 0 lists nothing", { limit: 0 }, []],
  ["strings of digits are numbers", { limit: "1", offset: "1" }, ["long"]],
  ["an offset beyond the end lists nothing", { offset: 10 }, []],
  ["the lower bound is exclusive", { filter: { after_datetime: "2026-11-03T10:05:00Z" } }, ["running"]],
  ["the upper bound is exclusive", { filter: { before_datetime: "2026-11-03T10:01:40Z" } }, ["short"]],
  ["bounds can be Unix seconds", { filter: { before_datetime: Date.UTC(2026, 10, 3, 10) / 1000 + 50 } }, ["short"]],
  [
    "bounds can be Unix seconds in a string",
    { filter: { before_datetime: `${Date.UTC(2026, 10, 3, 10) / 1000 + 50}` } },
    ["short"],
  ],
  ["bounds can be dates", { filter: { before_datetime: "2026-11-03" } }, []],
  ["bounds without a time zone are UTC", { filter: { before_datetime: "2026-11-03 10:00:50" } }, ["short"]],
  ["the UTC offset of a bound is ignored", { filter: { before_datetime: "2026-11-03T10:00:50+09:00" } }, ["short"]],
  [
    "null bounds are ignored",
    { filter: { after_datetime: null, before_datetime: null } },
    ["running", "long", "short"],
  ],
];

describe("which threads are listed", () => {
  for (const [name, request, expected] of listings) {
    test(name, async (context) => {
      const service = await serve(context, conversations);
      assert.deepEqual(await service.threadIds(request), expected);
    });
  }

  test("a time range limits the statistics to turns inside", async (context) => {
    const service = await serve(context, conversations);
    const filter = { after_datetime: "2026-11-03T10:01:40Z", before_datetime: "2026-11-03T10:05:00Z" };
    assert.deepEqual(await service.threads({ filter }), [
      {
        thread_id: "long",
        turn_count: 1,
        start_time: "2026-11-03T10:03:20Z",
        last_updated: "2026-11-03T10:03:24Z",
        first_turn_id: "l2",
        last_turn_id: "l2",
        p50_turn_duration_ms: 4000,
        p99_turn_duration_ms: 4000,
      },
    ]);
  });
});

describe("invalid thread requests", () => {
  const cases: readonly (readonly [string, object, RegExp])[] = [
    [
      "an unknown sort field, with the valid ones in the reason",
      { sort_by: [{ field: "first_turn_id", direction: "asc" }] },
      /thread_id, turn_count, start_time, last_updated, p50_turn_duration_ms, p99_turn_duration_ms/,
    ],
    ["a negative limit", { limit: -1 }, /Limit/],
    ["a negative offset", { offset: -1 }, /Offset/],
  ];
  for (const [name, request, reason] of cases) {
    test(name, async (context) => {
      const service = await serve(context, conversations);
      const answer = await service.post("/threads/stream_query", { project_id: "acme/desk", ...request });
      assert.equal(answer.status, 400);
      assert.match(JSON.parse(answer.text).reason, reason);
    });
  }
});

describe("thread statistics of generated data equal a plain recomputation", () => {
  const calls = generatedCalls();
  const hour = 3_600_000;
  const windows = [
    {},
    { after_datetime: new Date(now.getTime() - 72 * hour).toISOString() },
    { before_datetime: new Date(now.getTime() - 200 * hour).toISOString() },
    {
      after_datetime: new Date(now.getTime() - 400 * hour).toISOString(),
      before_datetime: new Date(now.getTime() - 24 * hour).toISOString(),
    },
  ];
  const sorts = [
    ...sortFields.flatMap((field) => [[{ field, direction: "asc" as const }], [{ field, direction: "desc" as const }]]),
    [
      { field: "turn_count" as const, direction: "asc" as const },
      { field: "p99_turn_duration_ms" as const, direction: "desc" as const },
    ],
    [
      { field: "turn_count" as const, direction: "desc" as const },
      { field: "start_time" as const, direction: "asc" as const },
    ],
  ];
  const pages = [{}, { limit: 7 }, { limit: 10, offset: 15 }, { offset: 60 }];

  for (const table of callTables)
    test(`in every time range, order and page of the ${table} table`, async (context) => {
      const service = await serve(context, calls, [], table);
      let compared = 0;
      for (const filter of windows) {
        for (const keys of sorts) {
          const sort_by = [...keys, { field: "thread_id" as const, direction: "asc" as const }];
          for (const page of pages) {
            const request = { filter, sort_by, ...page };
            const answered = await service.threads(request);
            assert.deepEqual(answered, recomputeThreads(calls, request, table), JSON.stringify(request));
            compared += answered.length;
          }
        }
      }
      assert.ok(compared > 3_000, `${compared} rows are too few to mean anything`);
    });

  test("pages with limit and offset contain every listed thread once", async (context) => {
    const service = await serve(context, calls);
    const sort_by = [
      { field: "start_time", direction: "asc" },
      { field: "thread_id", direction: "asc" },
    ];
    const whole = await service.threadIds({ sort_by });
    const paged: unknown[] = [];
    for (let offset = 0; offset < 80; offset += 8)
      paged.push(...(await service.threadIds({ sort_by, limit: 8, offset })));
    assert.deepEqual(paged, whole);
  });
});
