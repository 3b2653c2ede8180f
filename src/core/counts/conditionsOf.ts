import { parseRange, resolveRange } from "../input/timeRange.ts";
import { callStatuses } from "../query/call.ts";
import type { CallQuery, CountFileQuery } from "../query/callQuery.ts";
import type { Operand, Query } from "../query/expression.ts";
import { fieldIn, isOperation, literalIn } from "../query/operandTree.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import { type CallCondition, type CallConditions, listFields } from "./callCondition.ts";
import { conjuncts } from "./conditionExpression.ts";

/** The inverse of `callQueryOf`. Lossless: what no other condition can represent becomes an expression. */
export function conditionsOf(requested: CallQuery | CountFileQuery): CallConditions {
  const { filter = {}, query, limit = null, includeStorageSize = false, expandColumns = [] } = requested;
  const conditions = listFields.flatMap((field): CallCondition[] => {
    const values = [...new Set(filter[field])];
    return values.length === 0 ? [] : [{ kind: "list", field, values }];
  });
  if (filter.traceRootsOnly) conditions.push({ kind: "rootsOnly" });
  if (query !== undefined) conditions.push(...conditionsOfQuery(query));
  return { conditions, limit, includeStorageSize, expandColumns };
}

/** The inverse of `operandsOf` for a whole query; other parts become an expression. */
function conditionsOfQuery({ $expr }: Query): readonly CallCondition[] {
  const conditions: CallCondition[] = [];
  for (const operand of conjuncts($expr)) {
    const condition = conditionOf(operand);
    const previous = conditions.at(-1);
    const joined = previous === undefined ? undefined : joinedBounds(previous, condition);
    if (joined === undefined) conditions.push(condition);
    else conditions.splice(-1, 1, joined);
  }
  return conditions;
}

function conditionOf(operand: Operand): CallCondition {
  const known = boundCondition(operand) ?? statusCondition(operand);
  if (known !== undefined) return known;
  return { kind: "expression", query: { $expr: isOperation(operand) ? operand : { $and: [operand] } } };
}

function boundCondition(operand: Operand): CallCondition | undefined {
  const compared = "$not" in operand ? operand.$not[0] : operand;
  const isUpper = compared !== operand;
  const isInclusive = "$gte" in compared;
  const [field, value] = isInclusive ? compared.$gte : "$gt" in compared ? compared.$gt : [];
  const number = value && literalIn(value);
  if (field === undefined || typeof number !== "number") return undefined;
  const name = fieldIn(field);
  if (name === "started_at" && isInclusive)
    return startedCondition({ [isUpper ? "before" : "after"]: milliseconds(number) });
  if (name !== "summary.weave.latency_ms") return undefined;
  const bounds = { atLeast: isUpper ? null : number, atMost: isUpper ? number : null };
  return { kind: "latency", ...bounds, ...(isInclusive === isUpper && { exclusive: true }) };
}

function statusCondition(operand: Operand): CallCondition | undefined {
  const [field, values] =
    "$eq" in operand ? [operand.$eq[0], [operand.$eq[1]]] : "$in" in operand ? operand.$in : [undefined, []];
  if (field === undefined || fieldIn(field) !== "summary.weave.status") return undefined;
  const literals = values.map(literalIn);
  const anyOf = callStatuses.filter((known) => literals.includes(known));
  const allKnown = literals.every((literal) => callStatuses.some((known) => known === literal));
  return allKnown && anyOf.length > 0 ? { kind: "status", anyOf } : undefined;
}

/** Merges a lower bound and the following upper bound of the same field, both inclusive. */
function joinedBounds(lower: CallCondition, upper: CallCondition): CallCondition | undefined {
  if (lower.kind === "latency" && upper.kind === "latency") {
    if (lower.atLeast === null || lower.atMost !== null || upper.atLeast !== null) return undefined;
    if (lower.exclusive || upper.exclusive) return undefined;
    return { kind: "latency", atLeast: lower.atLeast, atMost: upper.atMost };
  }
  if (lower.kind !== "started" || upper.kind !== "started") return undefined;
  const { after, before: end } = resolveRange(lower.range, 0);
  const { after: start, before } = resolveRange(upper.range, 0);
  if (after === undefined || end !== undefined || start !== undefined || before === undefined) return undefined;
  return startedCondition({ after, before });
}

/** Undefined if the bounds cannot be written as a range: finer than milliseconds, or an end before the start. */
function startedCondition(bounds: TimeBounds): CallCondition | undefined {
  const [start, end] = [bounds.after, bounds.before].map((time) => (time === undefined ? "" : isoText(time)));
  const parsed = parseRange(end === "" ? `${start}` : `${start} to ${end}`, 0);
  if (typeof parsed === "string" || parsed.range.kind !== "custom") return undefined;
  const same = parsed.bounds.after === bounds.after && parsed.bounds.before === bounds.before;
  return same ? { kind: "started", range: parsed.range } : undefined;
}

/** ISO 8601 text, or text that does not parse as a time if there is no such date. */
function isoText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "?" : date.toISOString();
}

/** NaN for a time that is not a whole millisecond. */
function milliseconds(seconds: number): number {
  const rounded = Math.round(seconds * 1000);
  return rounded / 1000 === seconds ? rounded : Number.NaN;
}
