import type { CallCondition, CallConditions, ListField } from "../counts/callCondition.ts";
import { isReadable, type SeenCount, type SeenCounts, type StoredCounts } from "../counts/savedCount.ts";
import type { Masking } from "./masking.ts";
import { withTexts } from "./revealedQuery.ts";

/** Conditions whose values are pseudonyms; those that are one already stay. */
export function maskedConditions(conditions: CallConditions, masking: Masking): CallConditions {
  return { ...conditions, conditions: conditions.conditions.map((condition) => maskedCondition(condition, masking)) };
}

/** Stored counts with pseudonyms; their names may say anything, so they are replaced, too. */
export function maskedCounts({ entries, inStatusBar }: StoredCounts, masking: Masking): StoredCounts {
  const masked = entries.map((entry) => {
    if (!isReadable(entry)) return entry;
    const { name, conditions } = entry;
    return { ...entry, name: masking.id("count", name), conditions: maskedConditions(conditions, masking) };
  });
  return { entries: masked, inStatusBar };
}

export function maskedSeen(seen: SeenCounts, masking: Masking): SeenCounts {
  const masked = (one: SeenCount) => ({ ...one, conditions: maskedConditions(one.conditions, masking) });
  return new Map([...seen].map(([id, one]) => [id, masked(one)]));
}

function maskedCondition(condition: CallCondition, masking: Masking): CallCondition {
  switch (condition.kind) {
    case "list":
      return { ...condition, values: condition.values.map((value) => maskedValue(condition.field, value, masking)) };
    case "expression":
      return { ...condition, query: { $expr: withTexts(condition.query.$expr, (text) => masking.id("text", text)) } };
    default:
      return condition;
  }
}

function maskedValue(field: ListField, value: string, masking: Masking): string {
  switch (field) {
    case "opNames":
    case "inputRefs":
    case "outputRefs":
      return masking.op(value);
    case "threadIds":
      return masking.id("thread", value);
    case "parentIds":
    case "callIds":
    case "turnIds":
      return masking.id("call", value);
    case "traceIds":
      return masking.id("trace", value);
    case "userIds":
      return masking.id("user", value);
    case "runIds":
      return masking.run(value);
  }
}
