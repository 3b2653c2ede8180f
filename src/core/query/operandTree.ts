import type { Literal, Operand, Operation } from "./expression.ts";

/** Keys and indexes, outermost first. */
export type Path = readonly (string | number)[];

/** Replaces each operand directly inside an operand with the result of `change`; `path` is relative to the operand. */
export function mapInner(operand: Operation, change: (inner: Operand, path: Path) => Operand): Operation;
export function mapInner(operand: Operand, change: (inner: Operand, path: Path) => Operand): Operand;
export function mapInner(operand: Operand, change: (inner: Operand, path: Path) => Operand): Operand {
  const list = (operands: readonly Operand[], ...path: Path) =>
    operands.map((inner, index) => change(inner, [...path, index]));
  const pair = ([left, right]: readonly [Operand, Operand], name: string) =>
    [change(left, [name, 0]), change(right, [name, 1])] as const;
  if ("$literal" in operand || "$getField" in operand) return operand;
  if ("$and" in operand) return { $and: list(operand.$and, "$and") };
  if ("$or" in operand) return { $or: list(operand.$or, "$or") };
  if ("$not" in operand) return { $not: [change(operand.$not[0], ["$not", 0])] };
  if ("$eq" in operand) return { $eq: pair(operand.$eq, "$eq") };
  if ("$gt" in operand) return { $gt: pair(operand.$gt, "$gt") };
  if ("$gte" in operand) return { $gte: pair(operand.$gte, "$gte") };
  if ("$lt" in operand) return { $lt: pair(operand.$lt, "$lt") };
  if ("$lte" in operand) return { $lte: pair(operand.$lte, "$lte") };
  if ("$in" in operand) return { $in: [change(operand.$in[0], ["$in", 0]), list(operand.$in[1], "$in", 1)] };
  if ("$size" in operand) return { $size: change(operand.$size, ["$size"]) };
  if ("$convert" in operand) {
    const { input, to } = operand.$convert;
    return { $convert: { input: change(input, ["$convert", "input"]), to } };
  }
  const name = "$contains" in operand ? "$contains" : "$containsToken";
  const spec = "$contains" in operand ? operand.$contains : operand.$containsToken;
  const changed = {
    ...spec,
    input: change(spec.input, [name, "input"]),
    substr: change(spec.substr, [name, "substr"]),
  };
  return "$contains" in operand ? { $contains: changed } : { $containsToken: changed };
}

/** The two sides of a comparison; undefined for any other operand. */
export function comparedIn(operand: Operand): readonly [Operand, Operand] | undefined {
  if ("$eq" in operand) return operand.$eq;
  if ("$gt" in operand) return operand.$gt;
  if ("$gte" in operand) return operand.$gte;
  if ("$lt" in operand) return operand.$lt;
  return "$lte" in operand ? operand.$lte : undefined;
}

/** Whether it is a condition and not a value. */
export function isOperation(operand: Operand): operand is Operation {
  return !("$literal" in operand || "$getField" in operand || "$convert" in operand || "$size" in operand);
}

/** The string, number or boolean of a literal operand; undefined for any other operand. */
export function literalIn(operand: Operand): Literal | undefined {
  return "$literal" in operand ? operand.$literal : undefined;
}

export function fieldIn(operand: Operand): string | undefined {
  return "$getField" in operand ? operand.$getField : undefined;
}

/** Whether a field is in a JSON document of a call and not a column; `summary.weave.…` is computed. */
export function isInDocument(field: string): boolean {
  return /^(inputs|output|attributes|summary(?!\.weave\.)|feedback)(\.|$)/.test(field);
}
