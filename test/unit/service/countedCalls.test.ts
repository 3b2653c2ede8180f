import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startRows } from "../../../src/core/counts/box/boxRow.ts";
import {
  allCalls,
  type CallCondition,
  type CallConditions,
  countedStorage,
  type ListField,
} from "../../../src/core/counts/callCondition.ts";
import { callQueryOf } from "../../../src/core/counts/countedQuery.ts";
import { type Form, formsOf } from "../../../src/core/counts/opRows.ts";
import { parseIds } from "../../../src/core/input/idList.ts";
import { parseLatency } from "../../../src/core/input/latencyRange.ts";
import { parseRange } from "../../../src/core/input/timeRange.ts";
import { countCalls } from "../../../src/core/port/operations.ts";
import type { CallCount } from "../../../src/core/query/callQuery.ts";
import { sampleProjects } from "../../../src/core/query/projectId.ts";
import { defaultNetwork } from "../../../src/core/settings/network.ts";
import { createFormats } from "../../../src/core/text/format.ts";
import { sampleProject } from "../../../src/localService/data/sampleProject.ts";
import { supportWorkload } from "../../../src/localService/data/supportWorkload.ts";
import { type RunningService, serveCalls } from "../../../src/localService/http/server.ts";
import { CallDatabase } from "../../../src/localService/query/database.ts";
import type { StoredCall } from "../../../src/localService/query/storedCall.ts";
import { HttpThreadService } from "../../../src/service/client.ts";

const { signal } = new AbortController();
const [project] = sampleProjects;
const now = Date.UTC(2026, 10, 20, 12);
const day = 24 * 3_600_000;

const generated = sampleProject({
  id: project,
  workload: supportWorkload,
  threads: 60,
  calls: 1_500,
  seed: 11,
  now: new Date(now),
});
/** Generated calls have no output refs, so some get one. */
const calls: readonly StoredCall[] = [...generated.calls].map((call, index) =>
  index % 5 === 0
    ? { ...call, output_refs: [`weave:///${project}/object/Answer:${index % 2 === 0 ? "a" : "b"}1`] }
    : call,
);

let running: RunningService;
let service: HttpThreadService;

before(async () => {
  running = await serveCalls(new CallDatabase([{ ...generated, calls }]), 0);
  const { url, username, password } = running;
  const network = () => defaultNetwork;
  service = new HttpThreadService({ url, username, password, network, fetch, onRequest: () => undefined });
});

after(async () => {
  await service.close();
  await running.close();
});

/** The value that most calls have; with a rank of 1, the second most. */
function common(read: (call: StoredCall) => string | null | undefined, rank = 0): string {
  const uses = new Map<string, number>();
  for (const value of calls.map(read)) if (value != null) uses.set(value, (uses.get(value) ?? 0) + 1);
  const [value] = [...uses].sort(([, a], [, b]) => b - a)[rank] ?? [];
  return value ?? assert.fail("no call has a value");
}

const opName = (call: StoredCall): string | undefined => /\/op\/(.+):/.exec(call.op_name)?.[1];
const status = (call: StoredCall): string => {
  if (call.exception !== null) return "error";
  if (/"error":[1-9]/.test(JSON.stringify(call.summary))) return "descendant_error";
  return call.ended_at === null ? "running" : "success";
};
const latency = (call: StoredCall): number | null => (call.ended_at === null ? null : call.ended_at - call.started_at);
const withoutVersion = (ref: string | undefined): string | undefined => ref?.replace(/:[^:]+$/, "");

const op = common(opName);
const bareOp = common((call) => (call.op_name.startsWith("weave:") ? null : call.op_name));
const inputRef = common((call) => withoutVersion(call.input_refs[0]));
const outputRef = common((call) => call.output_refs[0]);
const [parent, otherParent] = [common((call) => call.parent_id), common((call) => call.parent_id, 1)];
const [trace, otherTrace] = [common((call) => call.trace_id), common((call) => call.trace_id, 1)];
const thread = common((call) => call.thread_id);
const turn = common((call) => call.turn_id);
const user = common((call) => call.wb_user_id);
const run = common((call) => call.wb_run_id);
/** Some calls took exactly this long. */
const edge = Number(common((call) => latency(call)?.toString()));

function list(field: ListField, text: string): CallCondition {
  const read = parseIds(text);
  return "ids" in read ? { kind: "list", field, values: read.ids } : assert.fail(read.problem);
}

function ops(text: string, form: Form): CallCondition {
  return { kind: "list", field: "opNames", values: formsOf(text, project).get(form) ?? assert.fail("not this form") };
}

function latencyOf(text: string): CallCondition {
  const read = parseLatency(text);
  return typeof read === "string" ? assert.fail(read) : { kind: "latency", ...read };
}

function started(text: string): CallCondition {
  const read = parseRange(text, now);
  return typeof read === "string" ? assert.fail(read) : { kind: "started", range: read.range };
}

type Case = readonly [name: string, condition: CallCondition, matches: (call: StoredCall) => boolean];

const cases: readonly Case[] = [
  ["an op name", ops(op, "refs"), (call) => opName(call) === op],
  ["an exact op name", ops(JSON.stringify([bareOp]), "asTyped"), (call) => call.op_name === bareOp],
  [
    "an input ref of any version",
    list("inputRefs", `${inputRef}:*`),
    (call) => call.input_refs.some((ref) => withoutVersion(ref) === inputRef),
  ],
  ["an output ref", list("outputRefs", outputRef), (call) => call.output_refs.includes(outputRef)],
  [
    "parent calls, separated by a comma",
    list("parentIds", `${parent}, ${otherParent}`),
    ({ parent_id }) => parent_id === parent || parent_id === otherParent,
  ],
  [
    "traces as JSON",
    list("traceIds", JSON.stringify([trace, otherTrace])),
    ({ trace_id }) => trace_id === trace || trace_id === otherTrace,
  ],
  [
    "call IDs, separated by spaces, of which one is a trace",
    list("callIds", `${trace} ${turn} ${parent}`),
    ({ id }) => id === turn || id === parent,
  ],
  ["a thread as JSON", list("threadIds", JSON.stringify([thread])), ({ thread_id }) => thread_id === thread],
  ["a turn", list("turnIds", turn), ({ turn_id }) => turn_id === turn],
  ["a user", list("userIds", user), ({ wb_user_id }) => wb_user_id === user],
  ["a run without its project", list("runIds", run.split("/").at(-1) ?? ""), ({ wb_run_id }) => wb_run_id === run],
  ["a minimum latency", latencyOf(`>= ${edge}ms`), (call) => (latency(call) ?? -1) >= edge],
  ["a maximum latency", latencyOf(`<= ${edge}ms`), (call) => (latency(call) ?? Infinity) <= edge],
  ["a latency above a bound", latencyOf(`> ${edge}ms`), (call) => (latency(call) ?? -1) > edge],
  ["a latency below a bound", latencyOf(`< ${edge}ms`), (call) => (latency(call) ?? Infinity) < edge],
  [
    "a latency range",
    latencyOf("1s..1m"),
    (call) => (latency(call) ?? -1) >= 1000 && (latency(call) ?? Infinity) <= 60_000,
  ],
  ["trace roots only", { kind: "rootsOnly" }, ({ parent_id }) => parent_id === null],
  ["a status of error", { kind: "status", anyOf: ["error"] }, (call) => status(call) === "error"],
  ["a status of success", { kind: "status", anyOf: ["success"] }, (call) => status(call) === "success"],
  [
    "two statuses",
    { kind: "status", anyOf: ["running", "descendant_error"] },
    (call) => ["running", "descendant_error"].includes(status(call)),
  ],
  [
    "a custom start time",
    started(`${new Date(now - 9 * day).toISOString()} to ${new Date(now - 2 * day).toISOString()}`),
    ({ started_at }) => started_at >= now - 9 * day && started_at < now - 2 * day,
  ],
  [
    "a start time in the last 7 days",
    { kind: "started", range: { kind: "preset", preset: "7d" } },
    ({ started_at }) => started_at >= now - 7 * day,
  ],
];

async function counted(requested: Partial<CallConditions>): Promise<CallCount> {
  return await service.ask(countCalls, callQueryOf({ ...allCalls, ...requested }, project, now), signal);
}

for (const [name, condition, matches] of cases) {
  test(`${name} counts the matching calls of the sample service`, async () => {
    const expected = calls.filter(matches).length;
    assert.ok(expected > 0 && expected < calls.length);
    const { count, hasMore } = await counted({ conditions: [condition] });
    assert.deepEqual([count, hasMore], [expected, false]);
  });
}

test("each preset of the count box counts the matching calls of the sample service", async () => {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const expected = [
    calls.length,
    calls.filter(({ parent_id }) => parent_id === null).length,
    calls.filter((call) => status(call) === "error" && call.started_at >= today).length,
  ];
  const presets = startRows([], [], createFormats("en")).flatMap(({ action }) =>
    action.kind === "count" ? counted(action.conditions) : [],
  );
  const counts = await Promise.all(presets);
  assert.deepEqual(
    counts.map(({ count }) => count),
    expected,
  );
});

test("a limit below the number of calls caps the count, a higher one does not", async () => {
  const [low, high] = [await counted({ limit: 100 }), await counted({ limit: 5000 })];
  assert.deepEqual([low.count, low.hasMore], [100, true]);
  assert.deepEqual([high.count, high.hasMore], [calls.length, false]);
});

test("storage covers the traces whose root call matches, and is unknown if none does", async () => {
  const size = (some: readonly StoredCall[]) => some.reduce((sum, call) => sum + call.storage_size_bytes, 0);
  const roots = new Set(calls.filter(({ parent_id }) => parent_id === null).map(({ trace_id }) => trace_id));
  const stored = async (...conditions: CallCondition[]) => {
    const requested: CallConditions = { ...allCalls, conditions, includeStorageSize: true };
    return countedStorage(await counted(requested), requested);
  };
  assert.equal(await stored(), size(calls));
  assert.equal(await stored({ kind: "rootsOnly" }), size(calls.filter(({ trace_id }) => roots.has(trace_id))));
  assert.equal(await stored(list("parentIds", parent)), null);
});
