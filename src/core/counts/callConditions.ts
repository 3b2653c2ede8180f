import { latestFirst } from "../calls/failedCalls.ts";
import type { CallListQuery } from "../query/callQueries.ts";
import { type CallCount, type CallFilter, type CallQuery, leastLimit } from "../query/callQuery.ts";
import type { ProjectId } from "../query/projectId.ts";
import { type CallCondition, type CallConditions, listFields } from "./callCondition.ts";
import { operandsOf, queryOfOperands } from "./conditionExpression.ts";

/**
 * The query for the service. `now`, in milliseconds since the epoch, is the base of relative times. Conditions on one
 * list are merged into one list. Uses only operators that every service supports.
 */
export function callQueryOf(conditions: CallConditions, project: ProjectId, now: number): CallQuery {
  const filter = filterOf(conditions.conditions);
  const query = queryOfOperands(conditions.conditions.flatMap((condition) => operandsOf(condition, now)));
  const limit = sentLimit(conditions);
  return {
    project,
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(query !== undefined && { query }),
    ...(limit !== null && { limit }),
    ...(conditions.includeStorageSize && { includeStorageSize: true }),
    ...(conditions.expandColumns.length > 0 && { expandColumns: conditions.expandColumns }),
  };
}

/** The query that lists the counted calls, the latest first; `now` as above. */
export function callListOf(conditions: CallConditions, project: ProjectId, now: number): CallListQuery {
  const { limit } = conditions;
  const { includeStorageSize: _size, limit: _limit, ...query } = callQueryOf(conditions, project, now);
  return { ...query, sort: latestFirst, ...(limit !== null && { limit }) };
}

/**
 * The limit that is sent: with a query expression, the service treats a limit of 1 as a check whether any call exists.
 */
export function sentLimit({ conditions, limit }: CallConditions): number | null {
  const inFilter = conditions.every(({ kind }) => kind === "list" || kind === "rootsOnly");
  return limit === 1 && !inFilter ? leastLimit : limit;
}

function filterOf(conditions: readonly CallCondition[]): CallFilter {
  const lists = listFields.flatMap((field) => {
    const values = conditions.flatMap((one) => (one.kind === "list" && one.field === field ? one.values : []));
    return values.length === 0 ? [] : [[field, [...new Set(values)]] as const];
  });
  const rootsOnly = conditions.some(({ kind }) => kind === "rootsOnly");
  return { ...Object.fromEntries(lists), ...(rootsOnly && { traceRootsOnly: true }) };
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

/** Whether all calls of the project are counted. */
export function countsAll({ conditions, limit }: CallConditions): boolean {
  return conditions.length === 0 && limit === null;
}
