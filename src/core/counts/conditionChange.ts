import type { CallCondition, CallConditions } from "./callCondition.ts";

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
