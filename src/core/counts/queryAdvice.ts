import type { ConvertOperand, Operand, Operation, Query } from "./expression.ts";
import { comparedIn, fieldIn, isInDocument, isOperation, literalIn, mapInner, type Path } from "./operandTree.ts";

/** A part of a query that the service takes otherwise than it reads. Figures: release 0.53.12 of the trace server. */
export type AdviceKind =
  /** A number converted to a number: 400. */
  | "numberCast"
  /** A text of which JSON may escape a part, beside what is in a document: 0, by a prefilter over the JSON. */
  | "escapedText"
  /** A text that a number or a boolean in a document may hold: the same prefilter finds it only between quotes. */
  | "unquotedText"
  /** What is in a document converted to a boolean: null for JSON's true and false. */
  | "booleanCast"
  /** Whether something in a document exists: always true, because what is missing reads as an empty text. */
  | "alwaysExists"
  /** A comparison with ids that are others inside of the service: 0. */
  | "internalId";

export interface QueryAdvice {
  readonly kind: AdviceKind;
  /** From the query to the part. */
  readonly path: Path;
  /** The field that it is about; empty for none. */
  readonly field: string;
  /** What asks for what was meant; null where only another part of the request can. */
  readonly instead: Operand | null;
}

type Advice = Omit<QueryAdvice, "path">;

/** What to say about each part of a query. */
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

/** The query without the casts that the service refuses; a query without them is the same. */
export function withoutNumberCasts(query: Query): Query {
  return followAdvice(query, ["numberCast"]);
}

/** The query in the forms in which the service takes it as it reads; a query in them is the same. */
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

/** Without running calls among those that ended before a moment: on the newer table they have the end 1970-01-01. */
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

/** A cast to a boolean beside a boolean is one part: without the cast, the service makes it by itself. */
function comparedBoolean(operation: Operation): (Advice & { readonly instead: Operation }) | undefined {
  if (!("$eq" in operation)) return undefined;
  const [left, right] = operation.$eq;
  const advice = castAdvice(left);
  if (advice?.kind !== "booleanCast" || !("$convert" in left) || typeof literalIn(right) !== "boolean")
    return undefined;
  return { ...advice, instead: { $eq: [left.$convert.input, right] } };
}

function comparedText(operation: Operation): (Advice & { readonly instead: Operation | null }) | undefined {
  const comparison = textsIn(operation);
  if (comparison === undefined) return undefined;
  const { field, texts, asText } = comparison;
  if (internalIds.has(field)) return { kind: "internalId", field, instead: null };
  if (!/^(inputs|output|attributes)(\.|$)/.test(field)) return undefined;
  if (!texts.every(isPlain)) return { kind: "escapedText", field, instead: asText() };
  return texts.some(mayBeUnquoted) ? { kind: "unquotedText", field, instead: asText() } : undefined;
}

interface TextComparison {
  readonly field: string;
  readonly texts: readonly string[];
  /** The same comparison with the field converted to a text, which the service does not prefilter. */
  readonly asText: () => Operation;
}

/** What is asked of a field's text by the operators that the service prefilters. */
function textsIn(operation: Operation): TextComparison | undefined {
  const [field, literals, asText] = partsOf(operation) ?? [];
  const name = field && fieldIn(field);
  const texts = literals?.map(literalIn).filter((literal) => typeof literal === "string");
  return name && texts && texts.length > 0 && asText
    ? { field: name, texts, asText: () => asText({ $convert: { input: field, to: "string" } }) }
    : undefined;
}

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
 * A text reads as it is, and a list or an object as its JSON, in which quotes, backslashes and line ends are escaped.
 * Inputs and attributes are objects; any other place may hold one or the other.
 */
function containing(spec: Extract<Operation, { readonly $contains: unknown }>["$contains"], input: Operand): Operation {
  const text = literalIn(spec.substr);
  const escaped = typeof text === "string" ? JSON.stringify(text).slice(1, -1) : text;
  const asIs: Operation = { $contains: { ...spec, input } };
  if (escaped === text || escaped === undefined) return asIs;
  const inJson: Operation = { $contains: { ...spec, input, substr: { $literal: escaped } } };
  return ["inputs", "attributes"].includes(fieldIn(spec.input) ?? "") ? inJson : { $or: [asIs, inJson] };
}

/** Whether it stands in JSON as it is, whatever wrote the JSON. */
function isPlain(text: string): boolean {
  return /^[\w .,:/@-]*$/.test(text);
}

/** Parts of JSON's numbers, `true` and `false`. */
function mayBeUnquoted(text: string): boolean {
  if (text === "") return false;
  return "true".includes(text) || "false".includes(text) || /^-?\d*\.?\d*(e[-+]?\d*)?$/i.test(text);
}

/** Texts that a number may hold are found where they are texts, as most are. */
export function warnedOf(advice: readonly QueryAdvice[]): readonly QueryAdvice[] {
  return advice.filter(({ kind }) => kind !== "unquotedText");
}
