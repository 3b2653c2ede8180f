import type { CallConditions } from "./callCondition.ts";
import type { CallCount } from "./callQuery.ts";

/**
 * Bytes of the traces whose root is counted; null if not requested or unknown. The service adds up traces by their
 * roots, so the size of a count without roots is zero and meaningless.
 */
export function countedStorage(count: CallCount, conditions: CallConditions): number | null {
  if (!conditions.includeStorageSize) return null;
  const { count: calls, storageSize } = count;
  const rootsAlone = conditions.conditions.some(({ kind }) => kind === "rootsOnly");
  const saysNothing = storageSize === 0 && calls > 0 && !countsAll(conditions) && !rootsAlone;
  return saysNothing ? null : storageSize;
}

/** Whether all calls of the project are counted. */
export function countsAll({ conditions, limit }: CallConditions): boolean {
  return conditions.length === 0 && limit === null;
}
