import type { CallConditions } from "./callCondition.ts";
import { sentLimit } from "./callConditions.ts";
import type { CallCount } from "./callQuery.ts";

/** A count that a person keeps, under a name of their own. */
export interface SavedCount {
  readonly id: string;
  readonly name: string;
  readonly conditions: CallConditions;
}

/** The saved counts of one project, in the person's order. */
export interface SavedCountList {
  list(): readonly SavedCount[];
  /** Puts a count at the end. The name is trimmed and must not be blank; several counts may share one. Resolves to the id. */
  add(name: string, conditions: CallConditions): Promise<string>;
  /** Resolves to false when another window has removed the count. */
  edit(id: string, conditions: CallConditions): Promise<boolean>;
}

/** What a person saw: an exact count, and when it was counted, in milliseconds since the epoch. */
export interface Look {
  readonly count: number;
  readonly at: number;
}

/** Why a name is refused, or what to point out about it. */
export type NameProblem = "blank" | "taken";

/** `others` are the names of the other saved counts; a name that is taken may be used all the same. */
export function nameProblem(name: string, others: readonly string[]): NameProblem | null {
  const trimmed = name.trim();
  if (trimmed === "") return "blank";
  return others.includes(trimmed) ? "taken" : null;
}

/**
 * False for a count that stopped at its limit, or may have: a service that does not say whether there are more tells
 * nothing by a count that reached the limit. A count beyond the limit did not stop there; some services count on and
 * say `hasMore` all the same.
 */
export function isExact({ count, hasMore, listed }: CallCount, conditions: CallConditions): boolean {
  if (listed) return hasMore === false;
  const limit = sentLimit(conditions);
  if (limit === null) return hasMore !== true;
  if (count > limit) return true;
  return hasMore === null ? count < limit : !hasMore;
}

/** Both are plain values, as stored. */
export function sameConditions(a: CallConditions, b: CallConditions): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
