import {
  allCalls,
  type CallCondition,
  type CallConditions,
  countedStorage,
  isExact,
  type ListField,
} from "../../src/core/counts/callCondition.ts";
import { CallCounter } from "../../src/core/counts/callCounter.ts";
import { ServiceError } from "../../src/core/failures/fault.ts";
import { readRange } from "../../src/core/input/timeRange.ts";
import { callStatuses } from "../../src/core/query/call.ts";
import type { Operation } from "../../src/core/query/expression.ts";
import type { StoredCall } from "../../src/localService/query/storedCall.ts";
import type { Check, Part, Requested } from "./check.ts";
import { type DataSet, firstStart, notes, now, oddThreads, opsOf, runsOf, threads, users } from "./dataSet.ts";
import { isTurn, latency, liveCalls, statusOf, storageOf, textAt } from "./recomputed.ts";

interface Counted {
  readonly count: number;
  readonly exact: boolean;
  readonly storage: number | null;
}

/** Counts like the count box. */
async function counted(conditions: CallConditions, requested: Requested): Promise<Counted> {
  const counter = new CallCounter(requested, () => now);
  await counter.count(conditions);
  const { load } = counter;
  if (load.kind === "failed") throw new ServiceError(load.fault);
  if (load.kind !== "shown") throw new TypeError(`The count is ${load.kind}.`);
  const { value } = load;
  return { count: value.count, exact: isExact(value, conditions), storage: countedStorage(value, conditions) };
}

type Predicate = (call: StoredCall) => boolean;

function check(name: string, conditions: Partial<CallConditions>, matches: Predicate): Check {
  const requested = { ...allCalls, ...conditions };
  return {
    name,
    ask: (service) => counted(requested, service),
    expect: (data): Counted => expected(data, requested, liveCalls(data).filter(matches)),
  };
}

/** The complete table ignores a limit. */
function expected(
  data: DataSet,
  { limit, includeStorageSize }: CallConditions,
  matching: readonly StoredCall[],
): Counted {
  const stops = limit !== null && data.table === "merged" && matching.length >= limit;
  return {
    count: stops ? limit : matching.length,
    exact: !stops,
    storage: includeStorageSize ? storageOf(matching, data) : null,
  };
}

/** A check of one condition. */
function one(name: string, condition: CallCondition, matches: Predicate): Check {
  return check(name, { conditions: [condition] }, matches);
}

export const filterChecks: Part = {
  title: "Counts by filter",
  checks: (data) => {
    const { project } = data;
    const ops = opsOf(project);
    const [ownRun, otherRun, foreignRun] = runsOf(project);
    const live = liveCalls(data);
    const turn = live.find((call) => isTurn(call) && call.thread_id === threads.long && call.ended_at !== null);
    const [alpha, beta] = data.objects.map(({ ref }) => ref);
    if (turn === undefined || alpha === undefined || beta === undefined) throw new TypeError("The data set is empty.");
    const list = (name: string, field: ListField, values: readonly string[], matches: Predicate) =>
      one(name, { kind: "list", field, values }, matches);
    const anyVersion = (name: string) => `weave:///${project}/op/${name}:*`;
    const named = (name: string) => (call: StoredCall) => call.op_name.startsWith(`weave:///${project}/op/${name}:`);
    return [
      check("every call", {}, () => true),
      list("one version of an op", "opNames", [ops.chat], ({ op_name }) => op_name === ops.chat),
      list("all versions of an op", "opNames", [anyVersion("chat")], named("chat")),
      list("an op with an underscore", "opNames", [anyVersion("chat_v2")], named("chat_v2")),
      list(
        "an op with dots",
        "opNames",
        [anyVersion("openai.chat.completions.create")],
        named("openai.chat.completions.create"),
      ),
      list("an op with a dash", "opNames", [anyVersion("tool-call")], named("tool-call")),
      list("a bare op", "opNames", [ops.bare], ({ op_name }) => op_name === ops.bare),
      list(
        "two ops",
        "opNames",
        [anyVersion("chat"), ops.retrieve],
        (call) => named("chat")(call) || call.op_name === ops.retrieve,
      ),
      list("an op without calls", "opNames", [anyVersion("no_such_op")], () => false),
      list("an input ref", "inputRefs", [alpha], ({ input_refs }) => input_refs.includes(alpha)),
      list("two input refs", "inputRefs", [alpha, beta], ({ input_refs }) => input_refs.length > 0),
      list("an output ref", "outputRefs", [alpha], () => false),
      list("a parent", "parentIds", [turn.id], ({ parent_id }) => parent_id === turn.id),
      list("a trace", "traceIds", [turn.trace_id], ({ trace_id }) => trace_id === turn.trace_id),
      list("a call", "callIds", [turn.id], ({ id }) => id === turn.id),
      list("deleted calls", "callIds", deletedIds(data), () => false),
      list("a turn", "turnIds", [turn.id], ({ turn_id }) => turn_id === turn.id),
      list("a user", "userIds", [users[0]], ({ wb_user_id }) => wb_user_id === users[0]),
      list("two users", "userIds", [users[0], users[1]], ({ wb_user_id }) =>
        users.slice(0, 2).some((user) => user === wb_user_id),
      ),
      list("a run", "runIds", [ownRun], ({ wb_run_id }) => wb_run_id === ownRun),
      list("a bare run", "runIds", ["run-b2"], ({ wb_run_id }) => wb_run_id === otherRun),
      list("a run of another project", "runIds", [foreignRun], ({ wb_run_id }) => wb_run_id === foreignRun),
      one("roots", { kind: "rootsOnly" }, ({ parent_id }) => parent_id === null),
      check(
        "a thread, an op and roots",
        {
          conditions: [
            { kind: "list", field: "threadIds", values: [threads.long] },
            { kind: "list", field: "opNames", values: [anyVersion("chat")] },
            { kind: "rootsOnly" },
          ],
        },
        (call) => call.thread_id === threads.long && named("chat")(call) && call.parent_id === null,
      ),
      list(
        "1,000 calls",
        "callIds",
        Array.from({ length: 999 }, (_, index) => `none-${index}`).concat(turn.id),
        ({ id }) => id === turn.id,
      ),
      ...[...oddThreads, threads.turnless, threads.below, "no such thread"].map((thread) =>
        list(
          `the thread ${JSON.stringify(thread.slice(0, 20))}`,
          "threadIds",
          [thread],
          ({ thread_id }) => thread_id === thread,
        ),
      ),
    ];
  },
};

function deletedIds({ calls }: DataSet): readonly string[] {
  return calls.flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : [id]));
}

function started(text: string): CallCondition {
  const range = readRange(text);
  if (range === undefined) throw new TypeError(`${text} is no range.`);
  return { kind: "started", range };
}

const hour = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();

export const conditionChecks: Part = {
  title: "Counts by time, status and latency",
  checks: (data) => {
    const live = liveCalls(data);
    const begun =
      (from: number, to = Number.POSITIVE_INFINITY) =>
      (call: StoredCall) =>
        call.started_at >= from && call.started_at < to;
    const edge = live.find(({ thread_id }) => thread_id === threads.long)?.started_at ?? 0;
    const lasting =
      (least: number, most = Number.POSITIVE_INFINITY) =>
      (call: StoredCall) => {
        const taken = latency(call);
        return taken !== null && taken >= least && taken <= most;
      };
    const exactly = live.map(latency).find((taken) => taken !== null && taken > 1000) ?? 0;
    const slow = (name: string, atLeast: number | null, atMost: number | null) =>
      one(
        name,
        { kind: "latency", atLeast, atMost },
        lasting(atLeast ?? Number.NEGATIVE_INFINITY, atMost ?? undefined),
      );
    return [
      one("the last 24 hours", started("24h"), begun(now - 24 * hour)),
      one("all time", started("all"), () => true),
      one("since a moment", started(`${iso(edge)} to`), begun(edge)),
      one("before a moment", started(`to ${iso(edge)}`), begun(0, edge)),
      one("the millisecond of a call", started(`${iso(edge)} to ${iso(edge + 1)}`), begun(edge, edge + 1)),
      one(
        "an hour",
        started(`${iso(firstStart + 12 * hour)} to ${iso(firstStart + 13 * hour)}`),
        begun(firstStart + 12 * hour, firstStart + 13 * hour),
      ),
      one("a time before all calls", started(`to ${iso(firstStart - hour)}`), () => false),
      ...callStatuses.map((status) =>
        one(`the status ${status}`, { kind: "status", anyOf: [status] }, (call) => statusOf(call) === status),
      ),
      one("two statuses", { kind: "status", anyOf: ["error", "running"] }, (call) =>
        ["error", "running"].includes(statusOf(call)),
      ),
      one("every status", { kind: "status", anyOf: callStatuses }, () => true),
      slow("at least a second", 1000, null),
      slow("at most a second", null, 1000),
      slow("between one second and five", 1000, 5000),
      slow("exactly as long as a call", exactly, exactly),
      slow("at least a fraction", exactly - 0.5, null),
      slow("at most a fraction", null, exactly + 0.5),
      slow("no latency below zero", null, -1),
      check(
        "failed, slow and recent",
        {
          conditions: [
            started("24h"),
            { kind: "status", anyOf: ["error"] },
            { kind: "latency", atLeast: 500, atMost: null },
          ],
        },
        (call) => call.started_at >= now - 24 * hour && statusOf(call) === "error" && lasting(500)(call),
      ),
    ];
  },
};

/** Expressions in the count box, which it rewrites so that the service evaluates them literally. */
export const expressionChecks: Part = {
  title: "Counts by expression",
  checks: () => {
    const expression = (name: string, $expr: Operation, matches: Predicate, expandColumns: readonly string[] = []) => {
      const condition: CallCondition = { kind: "expression", query: { $expr } };
      return check(name, { conditions: [condition], expandColumns }, matches);
    };
    const note = { $getField: "inputs.note" } as const;
    const said = { $getField: "output.choices.0.message.content" } as const;
    const latencyCast = { $convert: { input: { $getField: "summary.weave.latency_ms" }, to: "double" } } as const;
    return [
      ...notes.flatMap((text) => [
        expression(
          `a text equal to ${JSON.stringify(text)}`,
          { $eq: [note, { $literal: text }] },
          ({ inputs }) => textAt(inputs, "note") === text,
        ),
        expression(
          `a text with ${JSON.stringify(text)} in it`,
          { $contains: { input: said, substr: { $literal: text } } },
          ({ output }) => textAt(output, "choices", 0, "message", "content").includes(text),
        ),
        expression(
          `inputs with ${JSON.stringify(text)} in them`,
          { $contains: { input: { $getField: "inputs" }, substr: { $literal: text } } },
          ({ inputs }) => textAt(inputs, "note").includes(text),
        ),
      ]),
      expression(
        "a latency with the cast that was stored before",
        { $gte: [latencyCast, { $literal: 1000 }] },
        (call) => (latency(call) ?? 0) >= 1000,
      ),
      expression(
        "through a ref",
        { $eq: [{ $getField: "inputs.prompt.name" }, { $literal: "alpha" }] },
        ({ input_refs }) => input_refs.some((ref) => ref.includes("/alpha:")),
        ["inputs.prompt"],
      ),
    ];
  },
};

export const limitChecks: Part = {
  title: "Limits and storage",
  checks: () => {
    const inLong: CallCondition = { kind: "list", field: "threadIds", values: [threads.long] };
    const isLong: Predicate = ({ thread_id }) => thread_id === threads.long;
    const failed: CallCondition = { kind: "status", anyOf: ["error"] };
    return [
      check("a limit below the count", { limit: 5 }, () => true),
      check("a limit above the count", { limit: 100_000 }, () => true),
      check("a limit with a filter", { conditions: [inLong], limit: 7 }, isLong),
      check("a limit with a query", { conditions: [failed], limit: 3 }, (call) => statusOf(call) === "error"),
      check("the storage of all calls", { includeStorageSize: true }, () => true),
      check(
        "the storage of roots",
        { conditions: [{ kind: "rootsOnly" }], includeStorageSize: true },
        ({ parent_id }) => parent_id === null,
      ),
      check("the storage of a thread", { conditions: [inLong], includeStorageSize: true }, isLong),
      check(
        "the storage of failed calls",
        { conditions: [failed], includeStorageSize: true },
        (call) => statusOf(call) === "error",
      ),
    ];
  },
};
