import type { CallQuery } from "./callQuery.ts";
import type { Operand, Operation, Query } from "./expression.ts";
import { fieldIn, isInDocument, isOperation, literalIn, mapInner } from "./operandTree.ts";

/**
 * What services learned one after another, so that an older one does not know it: operators, and to compare what is in a
 * document with true or false.
 */
const newerOperators = ["$lt", "$lte", "$containsToken", "$size", "boolean $literal"] as const;

export type NewerOperator = (typeof newerOperators)[number];

/** Whether there is another way to say it, in operators that every service knows. */
export function isReplaceable(operator: NewerOperator): boolean {
  return operator !== "$containsToken" && operator !== "$size";
}

export interface PortableQuery {
  readonly query: Query;
  /** The operators that are no longer in it. */
  readonly rewritten: readonly NewerOperator[];
}

/**
 * The query without the replaceable ones of `lacking`: `$lt` becomes `$not` of `$gte`, `$lte` becomes `$not` of `$gt`, a
 * boolean beside what is in a document becomes a text. What is not comparable, such as a missing value, may be true in
 * one form and not in the other.
 */
export function portableQuery(query: Query, lacking: ReadonlySet<NewerOperator>): PortableQuery {
  const held = operatorsIn(query);
  const rewritten = newerOperators.filter((name) => lacking.has(name) && isReplaceable(name) && held.has(name));
  return rewritten.length === 0
    ? { query, rewritten }
    : { query: { $expr: rewriteOperation(query.$expr, lacking) }, rewritten };
}

/** What is asked for a count, in a form that the service knows. */
export interface PortableCount {
  readonly query: CallQuery;
  /** As in a `CallCount`. */
  readonly rewritten: readonly string[];
}

export function portableCount(query: CallQuery, lacking: ReadonlySet<NewerOperator>): PortableCount {
  if (query.query === undefined) return { query, rewritten: [] };
  const portable = portableQuery(query.query, lacking);
  return { query: { ...query, query: portable.query }, rewritten: portable.rewritten };
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
  const asked = (lacking.has("boolean $literal") && booleansAsTexts(operation)) || operation;
  const inner = mapInner(asked, (operand) => rewriteOperand(operand, lacking));
  if ("$lt" in inner && lacking.has("$lt")) return { $not: [{ $gte: inner.$lt }] };
  return "$lte" in inner && lacking.has("$lte") ? { $not: [{ $gt: inner.$lte }] } : inner;
}

function rewriteOperand(operand: Operand, lacking: ReadonlySet<NewerOperator>): Operand {
  if (isOperation(operand)) return rewriteOperation(operand, lacking);
  return mapInner(operand, (inner) => rewriteOperand(inner, lacking));
}

/**
 * The comparison with texts for the booleans beside what is in a document, which reads as a text; undefined where there
 * is none.
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
