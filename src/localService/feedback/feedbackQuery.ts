import type { Operand, Operation } from "../../core/query/expression.ts";
import { isOperation } from "../../core/query/operandTree.ts";
import { isObject, type Json } from "../../core/text/json.ts";
import { badRequest } from "../http/requestFailure.ts";
import { feedbackColumns } from "./feedbackBody.ts";

/** A row as the service sends it. */
export type FeedbackRow = Readonly<Record<string, Json>>;

/** Whether a row matches. Responds with 422 for what the query of feedback does not know. */
export function matchesFeedback(row: FeedbackRow, operation: Operation): boolean {
  if ("$and" in operation) return operation.$and.every((each) => truth(row, each));
  if ("$or" in operation) return operation.$or.some((each) => truth(row, each));
  if ("$not" in operation) return !truth(row, operation.$not[0]);
  if ("$eq" in operation) return compared(row, operation.$eq, (order) => order === 0);
  if ("$gt" in operation) return compared(row, operation.$gt, (order) => order > 0);
  if ("$gte" in operation) return compared(row, operation.$gte, (order) => order >= 0);
  if ("$lt" in operation) return compared(row, operation.$lt, (order) => order < 0);
  if ("$lte" in operation) return compared(row, operation.$lte, (order) => order <= 0);
  if ("$in" in operation) {
    const [input, list] = operation.$in;
    return list.some((each) => compared(row, [input, each], (order) => order === 0));
  }
  if (!("$contains" in operation)) throw badRequest("This operator is not allowed here");
  const { input, substr, case_insensitive: isLoose } = operation.$contains;
  const [text, part] = [input, substr].map((each) => {
    const value = String(operandValue(row, each) ?? "");
    return isLoose ? value.toLowerCase() : value;
  });
  return (text ?? "").includes(part ?? "");
}

/** The texts that a column must be one of; null if a query does not say. */
export function requiredTexts(operation: Operation, column: string): readonly string[] | null {
  const literals = (operands: readonly Operand[]) =>
    operands.flatMap((each) => ("$literal" in each && typeof each.$literal === "string" ? each.$literal : []));
  const isColumn = (operand: Operand) => "$getField" in operand && operand.$getField === column;
  if ("$eq" in operation) return isColumn(operation.$eq[0]) ? literals([operation.$eq[1]]) : null;
  if ("$in" in operation) return isColumn(operation.$in[0]) ? literals(operation.$in[1]) : null;
  if (!("$and" in operation)) return null;
  for (const each of operation.$and) {
    const found = isOperation(each) ? requiredTexts(each, column) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Compares rows for a sort order. */
export function compareFeedback(
  sort: readonly { readonly field: string; readonly direction: "asc" | "desc" }[],
): (a: FeedbackRow, b: FeedbackRow) => number {
  return (a, b) => {
    for (const { field, direction } of sort) {
      const order = orderOf(columnOf(a, field), columnOf(b, field)) ?? 0;
      if (order !== 0) return direction === "asc" ? order : -order;
    }
    return 0;
  };
}

/** Responds with 400 for a field that is neither a column nor a dotted path in `payload`. */
export function requireColumn(field: string): void {
  const [column = "", ...path] = field.split(".");
  if (!feedbackColumns.has(column) || (path.length > 0 && column !== "payload"))
    throw badRequest(`Field ${field} is not allowed`);
}

/** The value of a column, or of a dotted path in `payload`. */
export function columnOf(row: FeedbackRow, field: string): Json {
  requireColumn(field);
  const [column = "", ...path] = field.split(".");
  return path.reduce<Json>((value, key) => (isObject(value) ? (value[key] ?? null) : null), row[column] ?? null);
}

function truth(row: FeedbackRow, operand: Operand): boolean {
  return operandValue(row, operand) === true;
}

function operandValue(row: FeedbackRow, operand: Operand): Json {
  if ("$literal" in operand) return typeof operand.$literal === "object" ? null : operand.$literal;
  if ("$getField" in operand) return columnOf(row, operand.$getField);
  if ("$convert" in operand) return operandValue(row, operand.$convert.input);
  if ("$size" in operand) throw badRequest("$size is not allowed here");
  return matchesFeedback(row, operand);
}

function compared(
  row: FeedbackRow,
  [left, right]: readonly [Operand, Operand],
  accepts: (order: number) => boolean,
): boolean {
  const order = orderOf(operandValue(row, left), operandValue(row, right));
  return order !== null && accepts(order);
}

/** Null for values that cannot be compared. */
function orderOf(a: Json, b: Json): number | null {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a === null || b === null) return a === b ? 0 : null;
  const [first, second] = [a, b].map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  return first === second ? 0 : (first ?? "") < (second ?? "") ? -1 : 1;
}
