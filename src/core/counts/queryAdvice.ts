import type { ConvertOperand, Operand, Operation, Query } from "../query/expression.ts";
import {
  comparedIn,
  fieldIn,
  isInDocument,
  isOperation,
  literalIn,
  mapInner,
  type Path,
} from "../query/operandTree.ts";

/** A part of a query that the service does not interpret as it reads, as measured with its release 0.53.12. */
export type AdviceKind =
  /** A number converted to a number: responds with 400. */
  | "numberCast"
  /** A string that JSON may escape, compared with a document's value: a prefilter on the JSON never matches. */
  | "escapedText"
  /** A string that may equal a number or boolean in a document: the prefilter finds it only between quotes. */
  | "unquotedText"
  /** A value in a document converted to a boolean: null for JSON true and false. */
  | "booleanCast"
  /** Whether a value in a document exists: always true, because a missing value is read as an empty string. */
  | "alwaysExists"
  /** A comparison with an ID that differs inside the service: never matches. */
  | "internalId";

export interface QueryAdvice {
  readonly kind: AdviceKind;
  /** Path from the query to the part. */
  readonly path: Path;
  /** The field; empty if none. */
  readonly field: string;
  /** The correct operand; null if the fix is in another part of the request. */
  readonly instead: Operand | null;
}

type Advice = Omit<QueryAdvice, "path">;

export function queryAdvice({ $expr }: Query): readonly QueryAdvice[] {
  const found: QueryAdvice[] = [];
  const visit = (operand: Operand, path: Path): Operand => {
    const advice = isOperation(operand) ? operationAdvice(operand) : castAdvice(operand);
    if (advice === undefined) return mapInner(operand, (inner, deeper) => visit(inner, [...path, ...deeper]));
    found.push({ ...advice, path });
    return operand;
  };
  visit($expr, ["$expr"]);
  return found;
}

/** Removes the casts that the service rejects; a query without them is unchanged. */
export function withoutNumberCasts(query: Query): Query {
  return followAdvice(query, ["numberCast"]);
}

/** Rewrites the query to forms that the service interprets as written; other queries are unchanged. */
export function answerableQuery(query: Query): Query {
  const { $expr } = followAdvice(query, ["numberCast", "escapedText", "unquotedText", "booleanCast"]);
  return { $expr: endedOnly($expr) };
}

function followAdvice({ $expr }: Query, kinds: readonly AdviceKind[]): Query {
  const improve = (operand: Operand): Operand => {
    if (isOperation(operand)) return improveOperation(operand);
    const advice = castAdvice(operand);
    return advice !== undefined && kinds.includes(advice.kind) ? improve(advice.instead) : mapInner(operand, improve);
  };
  const improveOperation = (operation: Operation): Operation => {
    const advice = operationAdvice(operation);
    return advice?.instead && kinds.includes(advice.kind)
      ? improveOperation(advice.instead)
      : mapInner(operation, improve);
  };
  return { $expr: improveOperation($expr) };
}

const hasEnded: Operation = { $not: [{ $eq: [{ $getField: "ended_at" }, { $literal: null }] }] };

/** Excludes running calls from calls that ended before a time: in the newer table, their end is 1970-01-01. */
function endedOnly(operation: Operation): Operation {
  const inner = (operand: Operand) => (isOperation(operand) ? endedOnly(operand) : operand);
  if ("$or" in operation) return { $or: operation.$or.map(inner) };
  if ("$and" in operation) return operation.$and.some(isHasEnded) ? operation : { $and: operation.$and.map(inner) };
  return endsBefore(operation) ? { $and: [operation, hasEnded] } : operation;
}

function isHasEnded(operand: Operand): boolean {
  return JSON.stringify(operand) === JSON.stringify(hasEnded);
}

function endsBefore(operation: Operation): boolean {
  const isNegated = "$not" in operation;
  const comparison = isNegated ? operation.$not[0] : operation;
  const sides = "$eq" in comparison ? undefined : comparedIn(comparison);
  const isLess = "$lt" in comparison || "$lte" in comparison;
  return sides !== undefined && fieldIn(sides[isLess === isNegated ? 1 : 0]) === "ended_at";
}

const numberColumns: ReadonlySet<string> = new Set(["summary.weave.latency_ms", "wb_run_step", "wb_run_step_end"]);
const internalIds: ReadonlySet<string> = new Set(["project_id", "wb_run_id", "wb_user_id"]);

function castAdvice(operand: Operand): (Advice & { readonly instead: Operand }) | undefined {
  if (!("$convert" in operand)) return undefined;
  const { input, to } = operand.$convert;
  const field = fieldIn(input) ?? "";
  if (isNumberCast(operand) && isNumber(input)) return { kind: "numberCast", field, instead: input };
  if (!isInDocument(field)) return undefined;
  if (to === "bool") return { kind: "booleanCast", field, instead: { $eq: [input, { $literal: true }] } };
  if (to !== "exists" || field.startsWith("feedback")) return undefined;
  return { kind: "alwaysExists", field, instead: { $not: [{ $eq: [input, { $literal: "" }] }] } };
}

function isNumberCast({ $convert: { to } }: ConvertOperand): boolean {
  return to === "double" || to === "int" || to === "bool";
}

function isNumber(operand: Operand): boolean {
  if ("$convert" in operand) return isNumberCast(operand);
  return "$size" in operand || numberColumns.has(fieldIn(operand) ?? "");
}

function operationAdvice(operation: Operation): (Advice & { readonly instead: Operation | null }) | undefined {
  return comparedBoolean(operation) ?? comparedText(operation);
}

/** A boolean cast compared with a boolean is one part: without the cast, the service converts the value itself. */
function comparedBoolean(operation: Operation): (Advice & { readonly instead: Operation }) | undefined {
  if (!("$eq" in operation)) return undefined;
  const [left, right] = operation.$eq;
  const advice = castAdvice(left);
  if (advice?.kind !== "booleanCast" || !("$convert" in left) || typeof literalIn(right) !== "boolean")
    return undefined;
  return { ...advice, instead: { $eq: [left.$convert.input, right] } };
}

function comparedText(operation: Operation): (Advice & { readonly instead: Operation | null }) | undefined {
  const [input, literals = [], withField] = partsOf(operation) ?? [];
  const field = input && fieldIn(input);
  const texts = literals.map(literalIn).filter((literal) => typeof literal === "string");
  if (!field || withField === undefined || texts.length === 0) return undefined;
  if (internalIds.has(field)) return { kind: "internalId", field, instead: null };
  const mayMiss = !texts.every(isPlain) ? "escapedText" : texts.some(mayBeUnquoted) ? "unquotedText" : undefined;
  if (mayMiss === undefined || !/^(inputs|output|attributes)(\.|$)/.test(field)) return undefined;
  // A converted field bypasses the prefilter.
  return { kind: mayMiss, field, instead: withField({ $convert: { input, to: "string" } }) };
}

/** Of an operation that the service prefilters: the field, what it is compared with, and the same with another field. */
function partsOf(operation: Operation): [Operand, readonly Operand[], (field: Operand) => Operation] | undefined {
  if ("$eq" in operation) {
    const [left, right] = operation.$eq;
    return fieldIn(left) === undefined
      ? [right, [left], (field) => ({ $eq: [left, field] })]
      : [left, [right], (field) => ({ $eq: [field, right] })];
  }
  if ("$in" in operation) {
    const [left, list] = operation.$in;
    return [left, list, (field) => ({ $in: [field, list] })];
  }
  if (!("$contains" in operation)) return undefined;
  const { input, substr } = operation.$contains;
  return [input, [substr], (field) => containing(operation.$contains, field)];
}

/**
 * A string is read as it is, and an array or object as JSON, in which quotes, backslashes and line breaks are escaped.
 * Inputs and attributes are objects; other values may be either.
 */
function containing(spec: Extract<Operation, { readonly $contains: unknown }>["$contains"], input: Operand): Operation {
  const text = literalIn(spec.substr);
  const escaped = typeof text === "string" ? JSON.stringify(text).slice(1, -1) : text;
  const asIs: Operation = { $contains: { ...spec, input } };
  if (escaped === text || escaped === undefined) return asIs;
  const inJson: Operation = { $contains: { ...spec, input, substr: { $literal: escaped } } };
  return ["inputs", "attributes"].includes(fieldIn(spec.input) ?? "") ? inJson : { $or: [asIs, inJson] };
}

/** Whether it is never escaped in JSON. */
function isPlain(text: string): boolean {
  return /^[\w .,:/@-]*$/.test(text);
}

/** Whether it may be part of a JSON number, `true` or `false`. */
function mayBeUnquoted(text: string): boolean {
  if (text === "") return false;
  return "true".includes(text) || "false".includes(text) || /^-?\d*\.?\d*(e[-+]?\d*)?$/i.test(text);
}

/** Omits strings that may equal a number: they match wherever the value is a string, as usual. */
export function warnedOf(advice: readonly QueryAdvice[]): readonly QueryAdvice[] {
  return advice.filter(({ kind }) => kind !== "unquotedText");
}
