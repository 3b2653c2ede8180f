import type { Operation, Query } from "./expression.ts";

/** Milliseconds since the epoch; an absent bound is open. */
export interface TimeBounds {
  readonly after?: number;
  readonly before?: number;
}

/** The conditions of calls that started within bounds, as the list of threads counts turns, in operators of every service. */
export function startedWithin({ after, before }: TimeBounds): readonly Operation[] {
  const startedAt = { $getField: "started_at" };
  const conditions: Operation[] = [];
  if (after !== undefined) conditions.push({ $gt: [startedAt, { $literal: after / 1000 }] });
  if (before !== undefined) conditions.push({ $not: [{ $gte: [startedAt, { $literal: before / 1000 }] }] });
  return conditions;
}

/** Calls that started at a time, in milliseconds since the epoch, or later. */
export function startedSince(time: number): Query {
  return { $expr: { $gte: [{ $getField: "started_at" }, { $literal: time / 1000 }] } };
}
