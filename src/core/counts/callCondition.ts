import type * as z from "../../zod.ts";
import type { TimeRange } from "../input/timeRange.ts";
import { type CallCount, type CallFilter, leastLimit } from "../query/callQuery.ts";
import type { DeepReadonly } from "../query/expression.ts";
import type { callCondition, callConditions } from "./countSchemas.ts";

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

/** Replaces the condition at `index`, or appends one if that is null. Null removes the old condition. */
export function changeCondition(
  conditions: CallConditions,
  index: number | null,
  condition: CallCondition | null,
): CallConditions {
  const { conditions: all } = conditions;
  return {
    ...conditions,
    conditions: all.toSpliced(index ?? all.length, 1, ...(condition === null ? [] : [condition])),
  };
}

/** What is sent: with a query expression, the service treats a limit of 1 as a check whether any call exists. */
export function sentLimit({ conditions, limit }: CallConditions): number | null {
  const inFilter = conditions.every(({ kind }) => kind === "list" || kind === "rootsOnly");
  return limit === 1 && !inFilter ? leastLimit : limit;
}

/**
 * False for a count that stopped, or may have stopped, at its limit: without `hasMore`, a count that equals the limit
 * is inconclusive. A count above the limit did not stop there; some services count further and still report `hasMore`.
 */
export function isExact({ count, hasMore, listed }: CallCount, conditions: CallConditions): boolean {
  if (listed) return hasMore === false;
  const limit = sentLimit(conditions);
  if (limit === null) return hasMore !== true;
  if (count > limit) return true;
  return hasMore === null ? count < limit : !hasMore;
}

/**
 * Bytes of the traces whose root is counted; null if not requested or unknown. The service adds up traces by their
 * roots, so the size of a count without roots is zero and meaningless.
 */
export function countedStorage({ count, storageSize }: CallCount, conditions: CallConditions): number | null {
  if (!conditions.includeStorageSize) return null;
  const rootsAlone = conditions.conditions.some(({ kind }) => kind === "rootsOnly");
  const saysNothing = storageSize === 0 && count > 0 && !countsAll(conditions) && !rootsAlone;
  return saysNothing ? null : storageSize;
}

export function countsAll({ conditions, limit }: CallConditions): boolean {
  return conditions.length === 0 && limit === null;
}
