import type { CallCondition, CallConditions, ListField } from "../counts/callCondition.ts";
import { isReadable, type SeenCounts, type StoredCounts } from "../counts/savedCount.ts";
import type { Operand, Operation } from "../query/expression.ts";
import { isOperation, mapInner } from "../query/operandTree.ts";
import type { Masking } from "./masking.ts";

/** Conditions whose values are pseudonyms; those that are one already stay. */
export function maskedConditions(conditions: CallConditions, masking: Masking): CallConditions {
  return { ...conditions, conditions: conditions.conditions.map((condition) => maskedCondition(condition, masking)) };
}

/** Stored counts with pseudonyms; their names may say anything, so they are replaced, too. */
export function maskedCounts({ entries, inStatusBar }: StoredCounts, masking: Masking): StoredCounts {
  const masked = entries.map((entry) =>
    isReadable(entry)
      ? {
          ...entry,
          name: masking.id("count", entry.name),
          conditions: maskedConditions(entry.conditions, masking),
        }
      : entry,
  );
  return { entries: masked, inStatusBar };
}

export function maskedSeen(seen: SeenCounts, masking: Masking): SeenCounts {
  const masked = [...seen].map(
    ([id, one]) => [id, { ...one, conditions: maskedConditions(one.conditions, masking) }] as const,
  );
  return new Map(masked);
}

function maskedCondition(condition: CallCondition, masking: Masking): CallCondition {
  switch (condition.kind) {
    case "list":
      return { ...condition, values: condition.values.map((value) => maskedValue(condition.field, value, masking)) };
    case "expression":
      return { ...condition, query: { $expr: maskedOperation(condition.query.$expr, masking) } };
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

function maskedOperation(operation: Operation, masking: Masking): Operation {
  return mapInner(operation, (operand) => maskedOperand(operand, masking));
}

function maskedOperand(operand: Operand, masking: Masking): Operand {
  if (isOperation(operand)) return maskedOperation(operand, masking);
  if (!("$literal" in operand)) return mapInner(operand, (inner) => maskedOperand(inner, masking));
  const { $literal } = operand;
  return typeof $literal === "string" ? { $literal: masking.id("text", $literal) } : operand;
}
