import { type CallCount, leastLimit } from "../query/callQuery.ts";
import type { CallConditions } from "./callCondition.ts";

/**
 * The limit that is sent: with a query expression, the service treats a limit of 1 as a check whether any call exists.
 */
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

/** Whether all calls of the project are counted. */
export function countsAll({ conditions, limit }: CallConditions): boolean {
  return conditions.length === 0 && limit === null;
}
