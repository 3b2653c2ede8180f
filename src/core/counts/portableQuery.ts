import type { CallQuery } from "./callQuery.ts";
import type { Operand, Operation, Query } from "./expression.ts";

/** Operators that services learned one after another, so that an older one does not know them. */
const newerOperators = ["$lt", "$lte", "$containsToken"] as const;

export type NewerOperator = (typeof newerOperators)[number];

/** Whether there is another way to say it, in operators that every service knows. */
export function isReplaceable(operator: NewerOperator): boolean {
  return operator !== "$containsToken";
}

export interface PortableQuery {
  readonly query: Query;
  /** The operators that are no longer in it. */
  readonly rewritten: readonly NewerOperator[];
}

/**
 * The query without the replaceable ones of `lacking`: `$lt` becomes `$not` of `$gte`, `$lte` becomes `$not` of `$gt`.
 * What is not comparable, such as a missing value, may be true in one form and not in the other.
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
export function operatorsIn(query: Query): ReadonlySet<NewerOperator> {
  const found = new Set<NewerOperator>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    // What is below a literal is data, whatever it is called.
    if ("$literal" in value) return;
    for (const name of newerOperators) if (Object.hasOwn(value, name)) found.add(name);
    for (const member of Object.values(value)) visit(member);
  };
  visit(query.$expr);
  return found;
}

function rewriteOperation(operation: Operation, lacking: ReadonlySet<NewerOperator>): Operation {
  const rewritten = (operand: Operand) => rewriteOperand(operand, lacking);
  const pair = ([left, right]: readonly [Operand, Operand]) => [rewritten(left), rewritten(right)] as const;
  if ("$and" in operation) return { $and: operation.$and.map(rewritten) };
  if ("$or" in operation) return { $or: operation.$or.map(rewritten) };
  if ("$not" in operation) return { $not: [rewritten(operation.$not[0])] };
  if ("$eq" in operation) return { $eq: pair(operation.$eq) };
  if ("$gt" in operation) return { $gt: pair(operation.$gt) };
  if ("$gte" in operation) return { $gte: pair(operation.$gte) };
  if ("$lt" in operation) {
    return lacking.has("$lt") ? { $not: [{ $gte: pair(operation.$lt) }] } : { $lt: pair(operation.$lt) };
  }
  if ("$lte" in operation) {
    return lacking.has("$lte") ? { $not: [{ $gt: pair(operation.$lte) }] } : { $lte: pair(operation.$lte) };
  }
  if ("$in" in operation) return { $in: [rewritten(operation.$in[0]), operation.$in[1].map(rewritten)] };
  const name = "$contains" in operation ? "$contains" : "$containsToken";
  const spec = "$contains" in operation ? operation.$contains : operation.$containsToken;
  const inner = { ...spec, input: rewritten(spec.input), substr: rewritten(spec.substr) };
  return name === "$contains" ? { $contains: inner } : { $containsToken: inner };
}

function rewriteOperand(operand: Operand, lacking: ReadonlySet<NewerOperator>): Operand {
  if ("$literal" in operand || "$getField" in operand) return operand;
  if (!("$convert" in operand)) return rewriteOperation(operand, lacking);
  const { input, to } = operand.$convert;
  return { $convert: { input: rewriteOperand(input, lacking), to } };
}
