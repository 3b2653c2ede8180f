import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { StoredCall } from "../../src/localService/query/storedCall.ts";
import * as z from "../../src/zod.ts";
import { plain, type RequestedService } from "./check.ts";
import type { Difference, Outcome } from "./comparison.ts";
import { type DataSet, threads } from "./dataSet.ts";
import { parting } from "./parting.ts";
import { bytewise, isTurn, liveCalls, statusOf, storageOf, textAt, threadsOf } from "./recomputed.ts";

type Expect = (data: DataSet) => unknown;

const inOverlap: Expect = (data) => overlap(data).map(({ id }) => id);

function overlap(data: DataSet) {
  return liveCalls(data)
    .filter(({ thread_id }) => thread_id === threads.overlap)
    .toSorted((a, b) => bytewise(a.id, b.id));
}

function firstTurn(data: DataSet): StoredCall {
  const [turn] = overlap(data)
    .filter(isTurn)
    .toSorted((a, b) => a.started_at - b.started_at);
  if (turn === undefined) throw new TypeError("The data set is empty.");
  return turn;
}

function latest(data: DataSet, from: number, to: number): readonly string[] {
  const calls = liveCalls(data).toSorted((a, b) => b.started_at - a.started_at || bytewise(a.id, b.id));
  return calls.slice(from, to).map(({ id }) => id);
}

const ofModel: Expect = (data) => liveCalls(data).filter(({ inputs }) => textAt(inputs, "model") === "gpt-5").length;
const roots = (data: DataSet) => liveCalls(data).filter(({ parent_id }) => parent_id === null);
const byId = [{ field: "thread_id", direction: "asc" }] as const;

/** The calls of `officialClient.py`, and their expected results from the data set. */
const calls: Readonly<Record<string, Expect>> = {
  calls_query_stats: (data) => liveCalls(data).length,
  "calls_query_stats, filter": (data) => overlap(data).length,
  "calls_query_stats, query": ofModel,
  "calls_query_stats, limit": () => 5,
  "calls_query_stats, storage": (data) => storageOf(roots(data), data),
  calls_query: (data) => overlap(data).length,
  calls_query_stream: inOverlap,
  threads_query_stream: (data) => threadsOf(data, { sort: byId }).length,
  "threads_query_stream, filter and order": () => [...threads.ties, threads.overlap],
  "threads_query_stream, page": (data) =>
    threadsOf(data, { sort: byId })
      .toReversed()
      .slice(1, 4)
      .map(({ thread_id }) => thread_id),
  get_calls: (data) => liveCalls(data).length,
  "get_calls, length": (data) => overlap(data).length,
  "get_calls, filter": inOverlap,
  "get_calls, query": ofModel,
  "get_calls, order and page": (data) => latest(data, 3, 8),
  "get_calls, slice": (data) => latest(data, 2, 6),
  "get_calls, columns": (data) =>
    overlap(data)
      .filter(isTurn)
      .toSorted((a, b) => b.started_at - a.started_at)
      .map(({ inputs }) => textAt(inputs, "model")),
  "get_calls, costs": (data) => statusOf(firstTurn(data)),
  "get_calls, feedback": () => [],
  "get_calls, storage": (data) => firstTurn(data).storage_size_bytes,
  "get_calls, storage of the trace": (data) => storageOf([firstTurn(data)], data),
  "get_calls, through a ref": (data) =>
    liveCalls(data).filter(({ input_refs }) => input_refs.some((ref) => ref.includes("/alpha:"))).length,
  "get_calls, thread id with U+2028": (data) =>
    liveCalls(data).filter(({ thread_id }) => thread_id === "sep\u2028inside").length,
  get_call: (data) => statusOf(firstTurn(data)),
  "get_call, costs": () => true,
  "get_calls, trace": (data) =>
    overlap(data)
      .filter(({ trace_id }) => trace_id === firstTurn(data).trace_id)
      .map(({ id }) => id),
  "a project that is not there": () => "Project not found",
};

const line = z.object({ name: z.string(), answer: z.optional(z.unknown()), error: z.optional(z.string()) });

/** An installed official client. */
export interface OfficialClient {
  readonly version: string;
  readonly python: string;
}

/** Runs an official client against the sample service. `passed` are the calls with the expected result. */
export async function clientOutcome(
  { python, version }: OfficialClient,
  { url, password }: RequestedService,
  data: DataSet,
  signal: AbortSignal,
): Promise<{ readonly outcome: Outcome; readonly passed: readonly string[] }> {
  const script = join(import.meta.dirname, "officialClient.py");
  const env = { ...process.env, WANDB_API_KEY: password };
  const { stdout } = await promisify(execFile)(python, ["-B", script, url, data.project], { env, signal });
  const lines = stdout.split("\n").flatMap((text) => (text === "" ? [] : [line.parse(JSON.parse(text))]));
  const answers = new Map(lines.map(({ name, answer, error }) => [name, error === undefined ? answer : { error }]));
  const names = [...new Set([...Object.keys(calls), ...answers.keys()])];
  const { table } = data;
  const part = `Python client ${version}`;
  const differences = names.flatMap((check): Difference[] => {
    const [found, expected] = [plain(answers.get(check)), plain(calls[check]?.(data))];
    return parting(found, expected) === null ? [] : [{ table, part, check, side: "client", found, expected }];
  });
  const passed = names.filter((name) => differences.every(({ check }) => check !== name));
  return { outcome: { table, part, checks: names.length, differences }, passed };
}
