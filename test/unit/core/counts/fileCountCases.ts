import { type CallFilter, callBody } from "../../../../src/core/query/callQuery.ts";
import type { Operand, Operation } from "../../../../src/core/query/expression.ts";
import { sampleProjects } from "../../../../src/core/query/projectId.ts";
import { sampleProject } from "../../../../src/localService/data/sampleProject.ts";
import { supportWorkload } from "../../../../src/localService/data/supportWorkload.ts";
import type { StoredCall } from "../../../../src/localService/query/storedCall.ts";
import { evaluate } from "../../localService/query/evaluated.ts";

const [project] = sampleProjects;
const now = "2026-11-20T10:00:00Z";

/** Options of a sample service whose calls are those below. */
export const serviceData = { threads: 70, calls: 1200, seed: 7, now };

const generated = sampleProject({ ...serviceData, id: project, workload: supportWorkload, now: new Date(now) });

/** Every call of the project. */
export const calls: readonly StoredCall[] = [...generated.calls];

const published = new Map([...generated.objects].map(({ ref, value }) => [ref, value]));

export type CountFileCase = {
  readonly what: string;
  readonly body: object;
  /** Computed without the service. */
  readonly count: number;
};

function filtered(what: string, filter: CallFilter, matches: (call: StoredCall) => boolean): CountFileCase {
  return { what, body: callBody({ filter }), count: calls.filter(matches).length };
}

function requested(what: string, $expr: Operation): CountFileCase {
  return { what, body: { query: { $expr } }, count: calls.filter((call) => evaluate($expr, call) === true).length };
}

/** The first three different values. */
function some(read: (call: StoredCall) => string | null | undefined): readonly string[] {
  const found = new Set(calls.map(read).filter((value) => value !== null && value !== undefined));
  return [...found].slice(0, 3);
}

const field = (name: string): Operand => ({ $getField: name });
const literal = (value: string | number | boolean | null): Operand => ({ $literal: value });
const latency = field("summary.weave.latency_ms");
const status = field("summary.weave.status");
const question = field("inputs.messages.0.content");
const isText = (value: string | null, list: readonly string[]): boolean => value !== null && list.includes(value);

const anyVersion = some(({ op_name }) => op_name).map((ref) => ref.replace(/:[^:]+$/, ":*"));
const refs = some(({ input_refs }) => input_refs[0]);
const parents = some(({ parent_id }) => parent_id);
const traces = some(({ trace_id }) => trace_id);
const ids = some(({ id }) => id);
const threads = some(({ thread_id }) => thread_id);
const turns = some(({ turn_id }) => turn_id);
const users = some(({ wb_user_id }) => wb_user_id);
const runs = some(({ wb_run_id }) => wb_run_id);

const filters: readonly CountFileCase[] = [
  filtered("op_names", { opNames: anyVersion }, ({ op_name }) =>
    anyVersion.some((ref) => op_name.startsWith(ref.slice(0, -1))),
  ),
  filtered("input_refs", { inputRefs: refs }, ({ input_refs }) => input_refs.some((ref) => refs.includes(ref))),
  filtered("output_refs", { outputRefs: refs }, ({ output_refs }) => output_refs.some((ref) => refs.includes(ref))),
  filtered("parent_ids", { parentIds: parents }, ({ parent_id }) => isText(parent_id, parents)),
  filtered("trace_ids", { traceIds: traces }, ({ trace_id }) => isText(trace_id, traces)),
  filtered("call_ids", { callIds: ids }, ({ id }) => isText(id, ids)),
  filtered("thread_ids", { threadIds: threads }, ({ thread_id }) => isText(thread_id, threads)),
  filtered("turn_ids", { turnIds: turns }, ({ turn_id }) => isText(turn_id, turns)),
  filtered("trace_roots_only", { traceRootsOnly: true }, ({ parent_id }) => parent_id === null),
  filtered("trace_roots_only: false", { traceRootsOnly: false }, () => true),
  filtered("wb_user_ids", { userIds: users }, ({ wb_user_id }) => isText(wb_user_id, users)),
  filtered("wb_run_ids", { runIds: runs.slice(0, 1) }, ({ wb_run_id }) => isText(wb_run_id, runs.slice(0, 1))),
  filtered("a bare run id", { runIds: [runs[1]?.split("/").at(-1) ?? ""] }, ({ wb_run_id }) => wb_run_id === runs[1]),
  filtered(
    "several fields",
    { traceRootsOnly: true, userIds: users },
    ({ parent_id, wb_user_id }) => parent_id === null && isText(wb_user_id, users),
  ),
];

const expressions: readonly CountFileCase[] = [
  requested("$eq and $getField", { $eq: [field("id"), field("turn_id")] }),
  requested("$eq with null", { $eq: [field("parent_id"), literal(null)] }),
  requested("$literal true", { $eq: [field("attributes.cache_hit"), literal(true)] }),
  requested("$literal text", { $eq: [field("attributes.environment"), literal("batch")] }),
  requested("$gt with a literal number", { $gt: [latency, literal(2000)] }),
  requested("$gte with unix seconds", { $gte: [field("started_at"), literal(Date.parse(now) / 1000 - 5 * 86_400)] }),
  requested("$lt", { $lt: [latency, literal(900)] }),
  requested("$lte", { $lte: [field("inputs.temperature"), literal(0.2)] }),
  requested("$in", { $in: [status, [literal("error"), literal("running")]] }),
  requested("$not", { $not: [{ $eq: [status, literal("success")] }] }),
  requested("$and", { $and: [{ $gt: [latency, literal(500)] }, { $eq: [status, literal("success")] }] }),
  requested("$or", { $or: [{ $gt: [latency, literal(5000)] }, { $eq: [status, literal("error")] }] }),
  requested("$contains", { $contains: { input: question, substr: literal("order") } }),
  requested("$contains ignoring case", {
    $contains: { input: question, substr: literal("ORDER"), case_insensitive: true },
  }),
  requested("$size", { $gt: [{ $size: field("input_refs") }, literal(0)] }),
  requested("$convert to double", {
    $gt: [{ $convert: { input: field("inputs.temperature"), to: "double" } }, literal(0.1)],
  }),
  requested("$convert to int", { $gt: [{ $convert: { input: field("inputs.top_k"), to: "int" } }, literal(3)] }),
  requested("$convert to string", { $eq: [{ $convert: { input: field("wb_run_step"), to: "string" } }, literal("4")] }),
  requested("is not empty", { $not: [{ $eq: [field("summary.usage.gpt-5.requests"), literal("")] }] }),
  requested("$convert to exists", { $and: [{ $convert: { input: field("thread_id"), to: "exists" } }] }),
  requested("operators inside of operators", {
    $not: [
      {
        $or: [
          { $and: [{ $not: [{ $lte: [latency, literal(800)] }] }, literal(true)] },
          { $eq: [status, literal("error")] },
        ],
      },
    ],
  }),
];

const temperature: Operand = { $convert: { input: field("inputs.model.temperature"), to: "double" } };
const looksInside: Operation = { $eq: [temperature, literal(0.2)] };

function holdsModel({ inputs }: StoredCall): boolean {
  const ref = typeof inputs === "object" && inputs !== null && "model" in inputs ? inputs.model : null;
  const model = typeof ref === "string" ? published.get(ref) : undefined;
  return typeof model === "object" && model !== null && "temperature" in model && model.temperature === 0.2;
}

const others: readonly CountFileCase[] = [
  { what: "nothing", body: {}, count: calls.length },
  { what: "$schema", body: { $schema: "./count.schema.json" }, count: calls.length },
  { what: "nulls", body: { filter: null, query: null, limit: null, expand_columns: null }, count: calls.length },
  { what: "a limit that is not reached", body: { limit: 5000 }, count: calls.length },
  {
    what: "expand_columns",
    body: { query: { $expr: looksInside }, expand_columns: ["inputs.model"] },
    count: calls.filter(holdsModel).length,
  },
  { what: "the same without expand_columns", body: { query: { $expr: looksInside } }, count: 0 },
  {
    what: "a filter with a query",
    body: { ...callBody({ filter: { traceRootsOnly: true } }), query: { $expr: { $gt: [latency, literal(2000)] } } },
    count: calls.filter((call) => call.parent_id === null && (call.ended_at ?? 0) - call.started_at > 2000).length,
  },
];

export const countFileCases: readonly CountFileCase[] = [...others, ...filters, ...expressions];

/** The size of the traces whose root is one of these calls, in bytes. */
export function storedBytes(roots: readonly StoredCall[]): number {
  const wanted = new Set(roots.filter(({ parent_id }) => parent_id === null).map(({ trace_id }) => trace_id));
  return calls
    .filter(({ trace_id }) => wanted.has(trace_id))
    .reduce((sum, { storage_size_bytes }) => sum + storage_size_bytes, 0);
}
