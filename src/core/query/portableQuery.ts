import type { CallQuery } from "./callQuery.ts";
import type { Operand, Operation, Query } from "./expression.ts";
import { fieldIn, isInDocument, isOperation, literalIn, mapInner } from "./operandTree.ts";

/** Features that older services do not support: operators, and comparing a value in a document with a boolean. */
const newerOperators = ["$lt", "$lte", "$containsToken", "$size", "boolean $literal"] as const;

export type NewerOperator = (typeof newerOperators)[number];

/** Whether it can be rewritten with operators that every service supports. */
export function isReplaceable(operator: NewerOperator): boolean {
  return operator !== "$containsToken" && operator !== "$size";
}

/** A query for calls or their count, in a form that the service supports. */
export interface PortableCount<Requested extends Pick<CallQuery, "query"> = CallQuery> {
  readonly query: Requested;
  /** The operators that were replaced, as in a `CallCount`. */
  readonly rewritten: readonly string[];
}

/**
 * The query without the replaceable operators in `lacking`: `$lt` becomes `$not` of `$gte`, `$lte` becomes `$not` of
 * `$gt`, and a boolean compared with a value in a document becomes a string. For values that cannot be compared, such
 * as missing ones, the two forms may differ.
 */
export function portableCount<Requested extends Pick<CallQuery, "query">>(
  query: Requested,
  lacking: ReadonlySet<NewerOperator>,
): PortableCount<Requested> {
  if (query.query === undefined) return { query, rewritten: [] };
  const held = operatorsIn(query.query);
  const rewritten = newerOperators.filter((name) => lacking.has(name) && isReplaceable(name) && held.has(name));
  if (rewritten.length === 0) return { query, rewritten };
  return { query: { ...query, query: { $expr: rewriteOperation(query.query.$expr, lacking) } }, rewritten };
}

/** The newer operators in a query. */
export function operatorsIn({ $expr }: Query): ReadonlySet<NewerOperator> {
  const found = new Set<NewerOperator>();
  const visit = (operand: Operand): Operand => {
    for (const name of newerOperators) if (Object.hasOwn(operand, name)) found.add(name);
    if (isOperation(operand) && booleansAsTexts(operand) !== undefined) found.add("boolean $literal");
    return mapInner(operand, visit);
  };
  visit($expr);
  return found;
}

function rewriteOperation(operation: Operation, lacking: ReadonlySet<NewerOperator>): Operation {
  const requested = (lacking.has("boolean $literal") && booleansAsTexts(operation)) || operation;
  const inner = mapInner(requested, (operand) => rewriteOperand(operand, lacking));
  if ("$lt" in inner && lacking.has("$lt")) return { $not: [{ $gte: inner.$lt }] };
  return "$lte" in inner && lacking.has("$lte") ? { $not: [{ $gt: inner.$lte }] } : inner;
}

function rewriteOperand(operand: Operand, lacking: ReadonlySet<NewerOperator>): Operand {
  if (isOperation(operand)) return rewriteOperation(operand, lacking);
  return mapInner(operand, (inner) => rewriteOperand(inner, lacking));
}

/**
 * Replaces booleans with strings in a comparison with a value in a document, which is read as a string; undefined if
 * there are none.
 */
function booleansAsTexts(operation: Operation): Operation | undefined {
  if ("$eq" in operation) {
    const [left, right] = operation.$eq;
    if (isBoolean(right) && isDocumentField(left)) return { $eq: [left, asText(right)] };
    return isBoolean(left) && isDocumentField(right) ? { $eq: [asText(left), right] } : undefined;
  }
  if (!("$in" in operation)) return undefined;
  const [field, list] = operation.$in;
  return isDocumentField(field) && list.some(isBoolean) ? { $in: [field, list.map(asText)] } : undefined;
}

function isBoolean(operand: Operand): boolean {
  return typeof literalIn(operand) === "boolean";
}

function isDocumentField(operand: Operand): boolean {
  return isInDocument(fieldIn(operand) ?? "");
}

function asText(operand: Operand): Operand {
  return isBoolean(operand) ? { $literal: String(literalIn(operand)) } : operand;
}
