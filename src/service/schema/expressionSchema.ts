import {
  castTargets,
  type LiteralOperand,
  type Operand,
  type Operation,
  type Query,
} from "../../core/counts/expression.ts";
import * as z from "../../zod.ts";

export const literalOperand: z.ZodType<LiteralOperand> = z.lazy(() => z.strictObject({ $literal: literal }));

const literal = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(literalOperand),
  z.record(z.string(), literalOperand),
]);

export const operand: z.ZodType<Operand> = z.lazy(() =>
  z.union([...operations, literalOperand, getField, convert, size], {
    error: ({ input }) => operatorProblem(input, [...operationNames, "$literal", "$getField", "$convert", "$size"]),
  }),
);

const pair = z.tuple([operand, operand]);
export const operands = z.array(operand).check(z.minLength(1));
const substring = z.strictObject({
  input: operand,
  substr: operand,
  case_insensitive: z.exactOptional(z.nullable(z.boolean())),
});

const operations = [
  z.strictObject({ $and: operands }),
  z.strictObject({ $or: operands }),
  z.strictObject({ $not: z.tuple([operand]) }),
  z.strictObject({ $eq: pair }),
  z.strictObject({ $gt: pair }),
  z.strictObject({ $gte: pair }),
  z.strictObject({ $lt: pair }),
  z.strictObject({ $lte: pair }),
  z.strictObject({ $in: z.tuple([operand, z.array(operand)]) }),
  z.strictObject({ $contains: substring }),
  z.strictObject({ $containsToken: substring }),
] as const;

/** Operators suggested in error messages: no known release has `$containsToken`. */
const operationNames = operations
  .flatMap(({ shape }) => Object.keys(shape))
  .filter((name) => name !== "$containsToken");

export const operation: z.ZodType<Operation> = z.union(operations, {
  error: ({ input }) => operatorProblem(input, operationNames),
});

const getField = z.strictObject({ $getField: z.string().check(z.minLength(1)) });

const convert = z.strictObject({ $convert: z.strictObject({ input: operand, to: z.enum(castTargets) }) });

/** wandb/weave `shared/interface/query.py`, release 0.53.12: an operand, never a condition. */
const size = z.strictObject({ $size: operand });

/**
 * The query language, with one operator per object: the service accepts several and silently ignores all but one. `$and`
 * and `$or` without operands are rejected: the service responds with 400 or generates invalid SQL. `$in` with an empty
 * list matches nothing.
 */
export const query = z.strictObject({ $expr: operation }) satisfies z.ZodType<Query>;

/** Describes why an object of the query language matches none of the `known` operators. */
function operatorProblem(value: unknown, known: readonly string[]): string {
  const list = known.join(", ");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return `Expected an object with one of: ${list}`;
  }
  const keys = Object.keys(value);
  const [unknown] = keys.filter((key) => !known.includes(key));
  if (keys.length === 0) return `Expected one of: ${list}`;
  if (unknown !== undefined) return `Unexpected ${unknown}; expected one of: ${list}`;
  // The service accepts several operators and silently ignores all but one.
  return keys.length > 1 ? `Expected one operator per object, found ${keys.join(" and ")}` : "Invalid operand";
}
