import type { CallCondition, CallConditions } from "./callCondition.ts";

/**
 * Conditions with another one in the place of the one at `index`, null for a place at the end. Without a new condition
 * the old one goes.
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
