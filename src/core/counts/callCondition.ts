import type * as z from "../../zod.ts";
import type { TimeRange } from "../input/timeRange.ts";
import type { CallFilter } from "../query/callQuery.ts";
import type { DeepReadonly } from "../query/expression.ts";
import type { callCondition, callConditions } from "./countSchemas.ts";

/** The fields of `CallFilter` that are lists. */
export const listFields = [
  "opNames",
  "inputRefs",
  "outputRefs",
  "parentIds",
  "traceIds",
  "callIds",
  "threadIds",
  "turnIds",
  "userIds",
  "runIds",
] as const satisfies readonly (keyof CallFilter)[];

export type ListField = (typeof listFields)[number];

export type CallCondition = DeepReadonly<z.infer<typeof callCondition>>;

/** What to count: the calls that match every condition. */
export type CallConditions = DeepReadonly<z.infer<typeof callConditions>>;

export const allCalls: CallConditions = { conditions: [], limit: null, includeStorageSize: false, expandColumns: [] };

export function callsOfThread(id: string): CallConditions {
  return { ...allCalls, conditions: [{ kind: "list", field: "threadIds", values: [id] }] };
}

export const isFailedCall: CallCondition = { kind: "status", anyOf: ["error"] };

export const isTurnCall: CallCondition = {
  kind: "expression",
  query: { $expr: { $eq: [{ $getField: "id" }, { $getField: "turn_id" }] } },
};

/** The calls that started in the time range of a filter, of its threads if it names any, that match more conditions. */
export function callsMatching(
  { time, threadIds }: { readonly time: TimeRange; readonly threadIds: readonly string[] },
  ...more: readonly CallCondition[]
): CallConditions {
  const started: readonly CallCondition[] =
    time.kind === "preset" && time.preset === "all" ? [] : [{ kind: "started", range: time }];
  const ofThreads: readonly CallCondition[] =
    threadIds.length === 0 ? [] : [{ kind: "list", field: "threadIds", values: threadIds }];
  return { ...allCalls, conditions: [...started, ...ofThreads, ...more] };
}

/** Compares stored values structurally. */
export function sameConditions(a: CallConditions, b: CallConditions): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Replaces the condition at `index`, or appends one if `index` is null. Without a new condition, removes the old one.
 */
export function changeCondition(
  conditions: CallConditions,
  index: number | null,
  condition: CallCondition | null,
): CallConditions {
  const changed = [...conditions.conditions];
  changed.splice(index ?? changed.length, 1, ...(condition === null ? [] : [condition]));
  return { ...conditions, conditions: changed };
}
