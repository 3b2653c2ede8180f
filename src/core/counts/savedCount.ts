import type { CallConditions } from "./callCondition.ts";
import { sentLimit } from "./callConditions.ts";
import type { CallCount } from "./callQuery.ts";

/** A named count that the user saved. */
export interface SavedCount {
  readonly id: string;
  readonly name: string;
  readonly conditions: CallConditions;
}

/** The saved counts of a project, in the user's order. */
export interface SavedCountList {
  list(): readonly SavedCount[];
  /** Appends a count. The name is trimmed and must not be blank; names need not be unique. Resolves to the ID. */
  add(name: string, conditions: CallConditions): Promise<string>;
  /** Resolves to false if another window removed the count. */
  edit(id: string, conditions: CallConditions): Promise<boolean>;
}

/** The last viewed value: an exact count, and when it was counted, in milliseconds since the epoch. */
export interface SeenCount {
  readonly count: number;
  readonly at: number;
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

/** Compares stored values structurally. */
export function sameConditions(a: CallConditions, b: CallConditions): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
