import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Json } from "../../../../src/core/text/json.ts";
import { sampleProject } from "../../../../src/localService/data/sampleProject.ts";
import { supportWorkload } from "../../../../src/localService/data/supportWorkload.ts";
import type { StoredCall } from "../../../../src/localService/query/storedCall.ts";
import { generatedCalls, now } from "../generated.ts";
import { call, project, serve, serveProjects, turn } from "../testService.ts";

interface CallLine {
  readonly [name: string]: Json;
}

function isLine(value: unknown): value is CallLine {
  return typeof value === "object" && value !== null && "id" in value;
}

const idOf = (line: unknown): unknown => (isLine(line) ? line.id : line);

function stamp(moment: number | null): string | null {
  if (moment === null) return null;
  const iso = new Date(moment).toISOString();
  return moment % 1000 === 0 ? iso.replace(".000Z", "Z") : iso.replace("Z", "000Z");
}

/** Any nested value, or undefined. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(
    (holder, key) => (typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined),
    value,
  );
}

/** US dollars per million tokens, prompt and completion. */
const prices: Readonly<Record<string, readonly [number, number]>> = {
  "gpt-5": [1.25, 10],
  "gpt-5-mini": [0.25, 2],
  "claude-sonnet-4-5": [3, 15],
};

/** The complete record of a call, computed from the call only. */
function expectedLine(item: StoredCall, costs: boolean): object {
  const errors = Number(at(item.summary, "status_counts", "error") ?? 0);
  const status =
    item.exception !== null
      ? "error"
      : item.ended_at === null
        ? "running"
        : errors > 0
          ? "descendant_error"
          : "success";
  const usage = Object.entries(at(item.summary, "usage") ?? {});
  const spent = Object.fromEntries(
    usage.map(([model, used]) => {
      const [prompt = 0, completion = 0] = prices[model] ?? [];
      return [
        model,
        [
          (Number(at(used, "prompt_tokens")) * prompt) / 1e6,
          (Number(at(used, "completion_tokens")) * completion) / 1e6,
        ],
      ];
    }),
  );
  const { input_refs, output_refs, ...columns } = item;
  return {
    ...columns,
    project_id: project,
    started_at: stamp(item.started_at),
    ended_at: stamp(item.ended_at),
    deleted_at: null,
    storage_size_bytes: null,
    total_storage_size_bytes: null,
    summary: {
      ...(typeof item.summary === "object" ? item.summary : {}),
      weave: {
        status,
        trace_name: item.op_name.replace(/^weave:.*\/op\/(.*):.*$/, "$1"),
        ...(item.ended_at !== null && { latency_ms: item.ended_at - item.started_at }),
        ...(costs && usage.length > 0 && { costs: spent }),
      },
    },
  };
}

/** A record with its costs reduced to the two sums of each model. */
function withSums(line: unknown): unknown {
  const costs = at(line, "summary", "weave", "costs");
  if (!isLine(line) || costs === undefined) return line;
  const sums = Object.entries(costs ?? {}).map(([model, cost]) => [
    model,
    [at(cost, "prompt_tokens_total_cost"), at(cost, "completion_tokens_total_cost")],
  ]);
  const weave = { ...Object(at(line, "summary", "weave")), costs: Object.fromEntries(sums) };
  return { ...line, summary: { ...Object(line.summary), weave } };
}

describe("records of generated data equal a plain recomputation", () => {
  const data = generatedCalls();
  const byStart = data.toSorted((a, b) => a.started_at - b.started_at || (a.id < b.id ? -1 : 1));

  test("complete, ordered by start", async (context) => {
    const service = await serve(context, data);
    assert.deepEqual(
      await service.calls({}),
      byStart.map((item) => expectedLine(item, false)),
    );
  });

  test("with costs", async (context) => {
    const service = await serve(context, data);
    const lines = (await service.calls({ include_costs: true })).map(withSums);
    assert.deepEqual(
      lines,
      byStart.map((item) => expectedLine(item, true)),
    );
    assert.ok(lines.filter((line) => at(line, "summary", "weave", "costs") !== undefined).length > 300);
  });

  test("with sizes: of the call, and for a trace root of all its calls", async (context) => {
    const service = await serve(context, data);
    const sizes = { include_storage_size: true, include_total_storage_size: true, columns: ["id"] };
    const totals = new Map<string, number>();
    for (const { trace_id, storage_size_bytes } of data) {
      totals.set(trace_id, (totals.get(trace_id) ?? 0) + storage_size_bytes);
    }
    assert.deepEqual(
      (await service.calls(sizes)).map((line) => [
        at(line, "storage_size_bytes"),
        at(line, "total_storage_size_bytes"),
      ]),
      byStart.map((item) => [item.storage_size_bytes, item.parent_id === null ? totals.get(item.trace_id) : null]),
    );
  });

  test("sorted by columns and document values, in both directions", async (context) => {
    const service = await serve(context, data);
    const latency = (item: StoredCall): number | null =>
      item.ended_at === null ? null : item.ended_at - item.started_at;
    const fields: Readonly<Record<string, (item: StoredCall) => unknown>> = {
      id: ({ id }) => id,
      op_name: ({ op_name }) => op_name,
      ended_at: ({ ended_at }) => ended_at,
      wb_run_step: ({ wb_run_step }) => wb_run_step,
      "summary.weave.latency_ms": latency,
    };
    const inDocuments: Readonly<Record<string, (item: StoredCall) => unknown>> = {
      "inputs.temperature": ({ inputs }) => at(inputs, "temperature"),
      "inputs.query": ({ inputs }) => at(inputs, "query"),
      "attributes.cache_hit": ({ attributes }) => at(attributes, "cache_hit"),
      "summary.usage.gpt-5-mini.total_tokens": ({ summary }) => at(summary, "usage", "gpt-5-mini", "total_tokens"),
    };
    for (const [field, value] of Object.entries({ ...fields, ...inDocuments })) {
      for (const direction of ["asc", "desc"] as const) {
        const expected = data
          .toSorted((a, b) => inOrder(value(a), value(b), direction) || (a.id < b.id ? 1 : -1))
          .map(({ id }) => id);
        const found = await service.calls({ sort_by: [{ field, direction }], columns: ["id"] });
        assert.deepEqual(found.map(idOf), expected, `${field} ${direction}`);
      }
    }
  });

  test("filtered, turns only, and paged", async (context) => {
    const service = await serve(context, data);
    const thread = data.find(({ thread_id }) => thread_id !== null)?.thread_id;
    const isTurn = { $expr: { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] } };
    const request = { filter: { thread_ids: [thread] }, query: isTurn };
    const turns = byStart.filter(({ id, turn_id, thread_id }) => thread_id === thread && id === turn_id);
    assert.deepEqual(
      (await service.calls(request)).map(idOf),
      turns.map(({ id }) => id),
    );
    const pages = [0, 400, 800, 1200].map((offset) => service.calls({ limit: 400, offset, columns: ["id"] }));
    assert.deepEqual(
      (await Promise.all(pages)).flat().map(idOf),
      byStart.map(({ id }) => id),
    );
  });
});

/** Missing values are last; numbers compare as numbers, everything else as text. */
function inOrder(left: unknown, right: unknown, direction: "asc" | "desc"): number {
  const [first, second] = [left ?? null, right ?? null];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  const order =
    typeof first === "number" && typeof second === "number"
      ? first - second
      : Buffer.compare(Buffer.from(String(first)), Buffer.from(String(second)));
  return direction === "asc" ? order : -order;
}

describe("columns select their values", () => {
  const item = {
    ...turn("th", "a", 0, 2),
    op_name: "weave:///acme/desk/op/chat:v1",
    exception: "boom",
    inputs: { question: "why", options: { deep: 1 } },
    output: "because",
    attributes: { a: 1 },
    summary: { mine: 1 },
    wb_user_id: "u",
  };
  const bare = {
    id: "a",
    project_id: project,
    op_name: item.op_name,
    trace_id: "a",
    started_at: "2026-11-03T10:00:00Z",
    display_name: null,
    parent_id: null,
    thread_id: null,
    turn_id: null,
    exception: null,
    wb_user_id: null,
    wb_run_id: null,
    wb_run_step: null,
    wb_run_step_end: null,
    storage_size_bytes: null,
    total_storage_size_bytes: null,
    ended_at: null,
    deleted_at: null,
    expire_at: null,
    attributes: {},
    inputs: {},
    output: null,
    // Derived from the requested columns, which do not include the end.
    summary: { weave: { status: "running", trace_name: "chat" } },
  };
  const whole = { mine: 1, weave: { status: "error", trace_name: "chat", latency_ms: 2000 } };
  const behind = { ended_at: "2026-11-03T10:00:02Z", exception: "boom", summary: whole };
  const cases: readonly (readonly [name: string, columns: readonly string[], others: object])[] = [
    ["required fields are always included", ["id"], {}],
    ["columns that are never returned add nothing", ["input_refs", "output_refs", "project_id"], {}],
    ["a document is included", ["output"], { output: "because" }],
    ["a path in a document includes the document", ["inputs.options.deep"], { inputs: item.inputs }],
    ["a summary includes the columns that it is derived from", ["summary"], behind],
    ["a path in the summary includes the columns that it is derived from", ["summary.weave.status"], behind],
    [
      "several columns are included",
      ["thread_id", "turn_id", "wb_user_id", "thread_id"],
      { thread_id: "th", turn_id: "a", wb_user_id: "u" },
    ],
    [
      "sizes need no flag",
      ["storage_size_bytes", "total_storage_size_bytes"],
      { storage_size_bytes: 10, total_storage_size_bytes: 10 },
    ],
  ];
  for (const [name, columns, others] of cases) {
    test(name, async (context) => {
      const service = await serve(context, [item]);
      assert.deepEqual(await service.calls({ columns }), [{ ...bare, ...others }]);
    });
  }

  test("an empty list selects all columns", async (context) => {
    const service = await serve(context, [item]);
    assert.deepEqual(await service.calls({ columns: [] }), await service.calls({}));
    const [line] = await service.calls({});
    assert.deepEqual(at(line, "inputs"), item.inputs);
    assert.equal(at(line, "storage_size_bytes"), null);
  });

  test("user names are user IDs, because the sample has no names", async (context) => {
    const service = await serve(context, [item]);
    assert.deepEqual(await service.calls({ columns: ["id"], include_usernames: true }), [{ ...bare, wb_user_id: "u" }]);
  });

  test("costs include the summary", async (context) => {
    const service = await serve(context, [item]);
    assert.deepEqual(await service.calls({ columns: ["id"], include_costs: true }), [{ ...bare, ...behind }]);
  });
});

describe("derived summaries", () => {
  const usage = { "gpt-5": { requests: 2, input_tokens: 1_000, prompt_tokens: 1_000, output_tokens: 500 } };
  const unpriced = { "house-model": { requests: 1, prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 } };
  const cases: readonly (readonly [
    name: string,
    changes: Partial<StoredCall>,
    path: readonly string[],
    value: unknown,
  ])[] = [
    ["success", {}, ["status"], "success"],
    ["error", { exception: "x", ended_at: null }, ["status"], "error"],
    [
      "running, with failed calls inside",
      { ended_at: null, summary: { status_counts: { error: 3 } } },
      ["status"],
      "running",
    ],
    ["success, with failed calls inside", { summary: { status_counts: { error: 1 } } }, ["status"], "descendant_error"],
    ["a bare op name is the trace name", { op_name: "POST /chat" }, ["trace_name"], "POST /chat"],
    ["the display name is included", { display_name: "Chat" }, ["display_name"], "Chat"],
    ["a stored status is ignored", { summary: { weave: { status: "party" } } }, ["status"], "success"],
    ["costs need usage", { summary: { usage: {} } }, ["costs"], undefined],
    ["costs need a price", { summary: { usage: unpriced } }, ["costs"], undefined],
    [
      "prompt and input tokens are added",
      { summary: { usage } },
      ["costs", "gpt-5", "prompt_tokens_total_cost"],
      0.0025,
    ],
    [
      "completion and output tokens are added",
      { summary: { usage } },
      ["costs", "gpt-5", "completion_tokens_total_cost"],
      0.005,
    ],
    [
      "a model without a price costs 0 beside one with a price",
      { summary: { usage: { ...usage, ...unpriced } } },
      ["costs", "house-model", "prompt_tokens_total_cost"],
      0,
    ],
    [
      "a model without a price has no pricing level",
      { summary: { usage: { ...usage, ...unpriced } } },
      ["costs", "house-model", "pricing_level"],
      "",
    ],
    ["feedback is empty", {}, ["feedback"], []],
  ];
  for (const [name, changes, path, value] of cases) {
    test(name, async (context) => {
      const service = await serve(context, [call({ id: "a", ...changes })]);
      const [line] = await service.calls({ include_costs: true, include_feedback: true });
      assert.deepEqual(at(line, "summary", "weave", ...path), value);
    });
  }
});

describe("selection and order of calls", () => {
  const calls = [
    turn("th", "b", 0, 1),
    turn("th", "a", 0, 5),
    { ...turn("th", "gone", 1, 2), deleted_at: 1 },
    turn("th", "c", 2, null),
  ];
  const cases: readonly (readonly [name: string, request: object, ids: readonly string[]])[] = [
    ["calls are sorted by start and then ID, without deleted ones", {}, ["a", "b", "c"]],
    ["a null sort is the default", { sort_by: null }, ["a", "b", "c"]],
    [
      "other sorts break ties by descending ID",
      { sort_by: [{ field: "thread_id", direction: "asc" }] },
      ["c", "b", "a"],
    ],
    [
      "a sort by start breaks ties by ID in the same direction",
      { sort_by: [{ field: "started_at", direction: "desc" }] },
      ["c", "b", "a"],
    ],
    ["ID can be the only sort field", { sort_by: [{ field: "id", direction: "desc" }] }, ["c", "b", "a"]],
    [
      "a running call is last in a sort by end",
      { sort_by: [{ field: "ended_at", direction: "desc" }] },
      ["a", "b", "c"],
    ],
    ["a limit returns the first calls", { limit: 2 }, ["a", "b"]],
    ["latest_only has no effect", { latest_only: true, limit: 2 }, ["a", "b"]],
    ["an offset skips the first calls", { offset: 2 }, ["c"]],
    ["a limit of 0 returns no calls", { limit: 0 }, []],
    ["a deleted call is not returned by its ID", { filter: { call_ids: ["gone", "c"] } }, ["c"]],
  ];
  for (const [name, request, ids] of cases) {
    test(name, async (context) => {
      const service = await serve(context, calls);
      assert.deepEqual((await service.calls(request)).map(idOf), ids);
    });
  }

  test("on the complete table, a running call is first in an ascending sort by end", async (context) => {
    const service = await serve(context, calls, [], "complete");
    const sort_by = [{ field: "ended_at", direction: "asc" }];
    assert.deepEqual((await service.calls({ sort_by })).map(idOf), ["c", "b", "a"]);
  });

  test("with an empty order, every call is listed once", async (context) => {
    const service = await serve(context, calls);
    assert.deepEqual((await service.calls({ sort_by: [] })).map(idOf).toSorted(), ["a", "b", "c"]);
  });
});

test("records of the complete table have 0 for no step, and null for other missing values", async (context) => {
  const calls = [call({ id: "a", ended_at: null }), turn("th", "b", 1, 2)];
  const [merged, complete] = [await serve(context, calls), await serve(context, calls, [], "complete")];
  const expected = (await merged.calls({})).map((line) => ({ ...Object(line), wb_run_step: 0, wb_run_step_end: 0 }));
  assert.deepEqual(await complete.calls({}), expected);
  assert.equal(at(expected[0], "ended_at"), null);
});

test("times have microseconds, and latencies are whole milliseconds", async (context) => {
  const start = Date.UTC(2026, 10, 3, 10);
  const times = { started_at: start + 0.402, ended_at: start + 283.401, expire_at: start + 1000 };
  const service = await serve(context, [call({ id: "a", ...times })]);
  const [line] = await service.calls({});
  assert.partialDeepStrictEqual(line, {
    started_at: "2026-11-03T10:00:00.000402Z",
    ended_at: "2026-11-03T10:00:00.283401Z",
    expire_at: "2026-11-03T10:00:01Z",
  });
  assert.equal(at(line, "summary", "weave", "latency_ms"), 282);
});

test("text that looks like a ref is returned unchanged", async (context) => {
  const ref = "weave:///acme/desk/object/M:1";
  const inputs = {
    ref,
    within: `see ${ref}`,
    json: JSON.stringify({ ref }),
    other: "weave:///acme/other/object/M:1",
    日: "本",
  };
  const service = await serve(context, [call({ id: "a", inputs, output: ref, op_name: "weave:///acme/desk/op/é:1" })]);
  const [line] = await service.calls({});
  assert.partialDeepStrictEqual(line, { inputs, output: ref, op_name: "weave:///acme/desk/op/é:1" });
});

describe("refs are expanded on request", () => {
  const options = { id: project, workload: supportWorkload, threads: 5, calls: 60, seed: 1, now };
  const path = { expand_columns: ["inputs.model"], columns: ["inputs"] };

  test("objects replace refs and contain their ref", async (context) => {
    const data = sampleProject(options);
    const [calls, objects] = [[...data.calls], [...data.objects]];
    const service = await serveProjects(context, [{ ...data, calls, objects }]);
    const lines = await service.calls(path);
    const refs = calls.flatMap(({ inputs }) => {
      const model = at(inputs, "model");
      return typeof model === "string" && model.startsWith("weave:") ? [model] : [];
    });
    const held = lines
      .map((line) => at(line, "inputs", "model"))
      .filter((value) => typeof value === "object" && value !== null);
    assert.ok(refs.length > 3);
    assert.deepEqual(held.map((value) => at(value, "_ref")).toSorted(), refs.toSorted());
    for (const value of held) {
      const { _ref, ...object } = Object(value);
      assert.deepEqual(object, objects.find(({ ref }) => ref === _ref)?.value);
    }
  });

  const item = call({ id: "a", inputs: { model: "weave:///acme/desk/object/M:1", other: ["x"] } });
  const inner = "weave:///acme/desk/object/P:1";
  const objects = [
    { ref: "weave:///acme/desk/object/M:1", value: { prompt: inner } },
    { ref: inner, value: { text: "Hello" } },
  ];
  const outer = { _ref: "weave:///acme/desk/object/M:1", prompt: inner };
  const cases: readonly (readonly [name: string, request: object, model: unknown])[] = [
    ["not without expand_columns", { columns: ["inputs"] }, item.inputs],
    ["not without return_expanded_column_values", { ...path, return_expanded_column_values: false }, item.inputs],
    [
      "a ref inside an expanded object",
      { expand_columns: ["inputs.model.prompt", "inputs.model"] },
      { model: { ...outer, prompt: { text: "Hello", _ref: inner } }, other: ["x"] },
    ],
    [
      "values that are not refs are unchanged",
      { expand_columns: ["inputs.other", "inputs.none.deep", "inputs", ""] },
      item.inputs,
    ],
  ];
  for (const [name, request, inputs] of cases) {
    test(name, async (context) => {
      const service = await serve(context, [item], objects);
      assert.deepEqual(at((await service.calls(request))[0], "inputs"), inputs);
    });
  }
});

describe("rejected requests", () => {
  const asc = (field: string): object => ({ sort_by: [{ field, direction: "asc" }] });
  const cases: readonly (readonly [name: string, request: object, status: number, body: RegExp])[] = [
    ["an unknown key", { colums: ["id"] }, 422, /"extra_forbidden".*"colums"/],
    ["an unknown key of the filter", { filter: { ids: [] } }, 422, /"extra_forbidden".*"ids"/],
    [
      "an unknown key of a sort",
      { sort_by: [{ field: "id", direction: "asc", nulls: "last" }] },
      422,
      /extra_forbidden/,
    ],
    ["a direction in capitals", { sort_by: [{ field: "id", direction: "DESC" }] }, 422, /'asc' or 'desc'/],
    ["columns that are a string", { columns: "id" }, 422, /list_type/],
    ["null for a flag that is not nullable", { latest_only: null }, 422, /"bool_type".*"latest_only"/],
    ["a flag that is a number", { include_costs: 1 }, 422, /bool_type/],
    ["an unknown column", { columns: ["id", "inputsx.a"] }, 422, /Field inputsx is not allowed/],
    ["a column named __proto__", { columns: ["__proto__"] }, 422, /Field __proto__ is not allowed/],
    ["a sort by size", asc("storage_size_bytes"), 422, /not allowed/],
    ["a sort by trace size", asc("total_storage_size_bytes"), 422, /not allowed/],
    ["a sort by an unknown field", asc("colour"), 422, /Field colour is not allowed/],
    ["a sort by an unknown summary field", asc("summary.weave.colour"), 422, /not allowed/],
    ["a negative limit", { limit: -1 }, 400, /Limit must be/],
    ["a negative offset", { offset: -1 }, 400, /Offset must be/],
    ["more than 1,000 IDs", { filter: { call_ids: Array.from({ length: 1001 }, String) } }, 400, /1000/],
    ["an unknown project", { project_id: "no-entity/no-project" }, 403, /Project not found/],
  ];
  for (const [name, request, status, body] of cases) {
    test(name, async (context) => {
      const service = await serve(context, [call({ id: "a" })]);
      const answer = await service.post("/calls/stream_query", { project_id: project, ...request });
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, body);
    });
  }

  test("another method, and a request without credentials", async (context) => {
    const { running } = await serve(context, []);
    assert.equal((await fetch(`${running.url}/calls/stream_query`)).status, 405);
    assert.equal((await fetch(`${running.url}/calls/stream_query`, { method: "POST" })).status, 401);
  });
});
