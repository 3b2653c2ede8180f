import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { StoredCall } from "../../../../src/localService/query/storedCall.ts";
import { generatedCalls } from "../generated.ts";
import { call, project, serve } from "../testService.ts";

const op = (name: string, version: string): string => `weave:///acme/desk/op/${name}:${version}`;
const object = (name: string, version: string): string => `weave:///acme/desk/object/${name}:${version}`;

/** Two traces, `t1` with three calls and `t2` with two, one call of each kind that filters distinguish. */
const calls: readonly StoredCall[] = [
  call({ id: "a", trace_id: "t1", op_name: op("chat", "v1"), thread_id: "th", turn_id: "a", wb_user_id: "VXNlcjox" }),
  call({ id: "b", trace_id: "t1", parent_id: "a", op_name: op("chat", "v2"), thread_id: "th", turn_id: "a" }),
  call({ id: "c", trace_id: "t1", parent_id: "b", op_name: op("chat_stream", "v1"), input_refs: [object("M", "1")] }),
  call({ id: "d", trace_id: "t2", op_name: "chat", wb_run_id: "acme/desk/run1", output_refs: [object("M", "2")] }),
  call({ id: "e", trace_id: "t2", parent_id: "d", op_name: op("chatXstream", "v1"), wb_run_id: "acme/other/run1" }),
  call({ id: "deleted", trace_id: "t2", op_name: "chat", thread_id: "th", deleted_at: Date.UTC(2026, 10, 3) }),
];

const cases: readonly (readonly [string, object, number])[] = [
  ["an empty filter counts every call that is not deleted", {}, 5],
  ["null is the same as not set", { op_names: null, thread_ids: null, turn_ids: null, trace_roots_only: null }, 5],
  ["a bare op name matches only calls stored under it", { op_names: ["chat"] }, 1],
  ["a version matches exactly", { op_names: [op("chat", "v2")] }, 1],
  ["a wildcard matches every version", { op_names: [op("chat", "*")] }, 2],
  ["exact names and wildcards are alternatives", { op_names: [op("chat", "*"), "chat", "nothing"] }, 3],
  ["an underscore before a wildcard matches any character", { op_names: [op("chat_stream", "*")] }, 2],
  ["a percent sign before a wildcard matches anything", { op_names: [op("ch%", "*")] }, 4],
  ["an underscore without a wildcard is literal", { op_names: [op("chat_stream", "v1")] }, 1],
  ["op names are case-sensitive", { op_names: [op("Chat", "*")] }, 0],
  ["a star before a wildcard is literal", { op_names: [op("ch*", "*")] }, 0],
  ["an op ref without a version matches nothing", { op_names: ["weave:///acme/desk/op/chat"] }, 0],
  ["a ref with too few slashes matches nothing", { input_refs: ["weave://acme/desk/object/M:1"] }, 0],
  ["a ref to another project matches nothing", { op_names: ["weave:///acme/other/op/chat:*"] }, 0],
  ["input refs match a version", { input_refs: [object("M", "1")] }, 1],
  ["input refs match any version", { input_refs: [object("M", "*")] }, 1],
  ["input refs are not output refs", { output_refs: [object("M", "1")] }, 0],
  ["output refs match any version", { output_refs: [object("X", "*"), object("M", "*")] }, 1],
  ["parent IDs match", { parent_ids: ["a", "d"] }, 2],
  ["trace IDs match", { trace_ids: ["t1"] }, 3],
  ["call IDs match", { call_ids: ["a", "e", "zzz", "deleted"] }, 2],
  ["thread IDs include nested calls", { thread_ids: ["th"] }, 2],
  ["turn IDs include nested calls", { turn_ids: ["a"] }, 2],
  ["roots are calls without a parent", { trace_roots_only: true }, 2],
  ["trace_roots_only has no effect if false", { trace_roots_only: false }, 5],
  ["user IDs match", { wb_user_ids: ["VXNlcjox"] }, 1],
  ["a run with entity and project matches", { wb_run_ids: ["acme/other/run1"] }, 1],
  ["a bare run belongs to this project", { wb_run_ids: ["run1"] }, 1],
  ["several runs match", { wb_run_ids: ["run1", "acme/other/run1"] }, 2],
  ["fields are combined with AND", { trace_ids: ["t1"], trace_roots_only: true, op_names: [op("chat", "*")] }, 1],
  ["fields that exclude each other match nothing", { trace_ids: ["t2"], thread_ids: ["th"] }, 0],
  ["an empty list of threads matches nothing", { thread_ids: [] }, 0],
  ["an empty list of turns alone is ignored", { turn_ids: [] }, 5],
  ["an empty list of turns with another field matches nothing", { turn_ids: [], trace_ids: ["t1"] }, 0],
  ["an empty list of turns with a false flag matches nothing", { turn_ids: [], trace_roots_only: false }, 0],
  ["an empty list of turns with another ignored list is ignored", { turn_ids: [], op_names: [] }, 5],
  [
    "other empty lists are ignored",
    {
      op_names: [],
      parent_ids: [],
      trace_ids: [],
      call_ids: [],
      input_refs: [],
      output_refs: [],
      wb_user_ids: [],
      wb_run_ids: [],
    },
    5,
  ],
  ["1,000 values are accepted", { call_ids: [...Array.from({ length: 999 }, (_, index) => `x${index}`), "a"] }, 1],
];

describe("call filters on handwritten calls", () => {
  for (const [name, filter, expected] of cases) {
    test(name, async (context) => {
      const service = await serve(context, calls);
      assert.equal(await service.count({ filter }), expected);
    });
  }
});

describe("on the complete table, missing values are empty strings", () => {
  for (const [name, filter, merged, complete] of [
    ["roots", { trace_roots_only: true }, 2, 2],
    ["calls without a thread", { thread_ids: [""] }, 0, 3],
    ["calls without a turn", { turn_ids: [""] }, 0, 3],
    ["calls without a parent", { parent_ids: [""] }, 0, 2],
    ["users", { wb_user_ids: ["VXNlcjox"] }, 1, 1],
    ["runs", { wb_run_ids: ["run1"] }, 1, 1],
  ] as const) {
    test(name, async (context) => {
      const services = [await serve(context, calls), await serve(context, calls, [], "complete")];
      assert.deepEqual(await Promise.all(services.map((service) => service.count({ filter }))), [merged, complete]);
    });
  }
});

describe("invalid call filters: 400", () => {
  const lists =
    "op_names input_refs output_refs parent_ids trace_ids call_ids thread_ids turn_ids wb_user_ids wb_run_ids".split(
      " ",
    );
  const tooMany = Array.from({ length: 1001 }, (_, index) => `x${index}`);
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ...lists.map((field) => [`1001 values in ${field}`, { [field]: tooMany }, new RegExp(`${field}.*1000`)] as const),
    ["an incomplete op ref", { op_names: ["weave:///acme/chat:v1"] }, /Invalid URI/],
    ["an internal input ref", { input_refs: ["weave-trace-internal:///x/object/M:1"] }, /unexpected/],
  ];
  for (const [name, filter, reason] of wrong) {
    test(name, async (context) => {
      const service = await serve(context, calls);
      const answer = await service.post("/calls/query_stats", { project_id: project, filter });
      assert.equal(answer.status, 400);
      assert.match(JSON.parse(answer.text).reason, reason);
    });
  }
});

type Filter = Readonly<Record<string, readonly string[]>> & { readonly trace_roots_only?: never };

/** A plain implementation of the same rules, for list fields. */
function matches(filter: Filter, candidate: StoredCall): boolean {
  const held: Readonly<Record<string, readonly (string | null)[]>> = {
    op_names: [candidate.op_name],
    input_refs: candidate.input_refs,
    output_refs: candidate.output_refs,
    parent_ids: [candidate.parent_id],
    trace_ids: [candidate.trace_id],
    call_ids: [candidate.id],
    thread_ids: [candidate.thread_id],
    turn_ids: [candidate.turn_id],
    wb_user_ids: [candidate.wb_user_id],
    wb_run_ids: [candidate.wb_run_id],
  };
  return Object.entries(filter).every(([field, wanted]) =>
    held[field]?.some((value) =>
      wanted.some((text) => (text.endsWith(":*") ? value?.startsWith(text.slice(0, -1)) : value === text)),
    ),
  );
}

test("counts for every list field and pair of fields on generated data equal a plain recomputation", async (context) => {
  const data = generatedCalls();
  const service = await serve(context, data);
  const sample = (index: number): StoredCall => data[(index * 37) % data.length] ?? call({ id: "none" });
  const values = (read: (item: StoredCall) => string | null | undefined): readonly string[] =>
    [
      ...new Set(Array.from({ length: 40 }, (_, index) => read(sample(index)) ?? "").filter((text) => text !== "")),
    ].slice(0, 3);
  const anyVersion = (ref: string | undefined): string | undefined => ref?.replace(/:[^:]+$/, ":*");
  const filters: readonly Filter[] = [
    { op_names: values((item) => item.op_name) },
    { op_names: values((item) => (item.op_name.startsWith("weave:") ? anyVersion(item.op_name) : null)) },
    { input_refs: values((item) => item.input_refs[0]) },
    { input_refs: values((item) => anyVersion(item.input_refs[0])) },
    { parent_ids: values((item) => item.parent_id) },
    { trace_ids: values((item) => item.trace_id) },
    { call_ids: values((item) => item.id) },
    { thread_ids: values((item) => item.thread_id) },
    { turn_ids: values((item) => item.turn_id) },
    { wb_user_ids: values((item) => item.wb_user_id) },
    { wb_run_ids: values((item) => item.wb_run_id) },
  ];
  let matched = 0;
  for (const left of filters) {
    for (const right of filters) {
      const filter: Filter = { ...left, ...right };
      const expected = data.filter((item) => matches(filter, item)).length;
      assert.equal(await service.count({ filter }), expected, JSON.stringify(filter));
      if (left === right) assert.ok(expected > 0, `nothing to count for ${JSON.stringify(filter)}`);
      matched += expected;
    }
  }
  assert.ok(matched > 1_000);
  assert.equal(
    await service.count({ filter: { trace_roots_only: true } }),
    data.filter((item) => item.parent_id === null).length,
  );
});
