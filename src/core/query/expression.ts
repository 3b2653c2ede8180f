import * as z from "../../zod.ts";

// The query language of the service: wandb/weave `shared/interface/query.py`, release 0.53.12. Without transforms, so that
// a JSON schema can be generated. Getters, because an operand may contain others.

const operations = [
  z.strictObject({
    get $and() {
      return operands;
    },
  }),
  z.strictObject({
    get $or() {
      return operands;
    },
  }),
  z.strictObject({
    get $not() {
      return z.tuple([operand]);
    },
  }),
  z.strictObject({
    get $eq() {
      return pair;
    },
  }),
  z.strictObject({
    get $gt() {
      return pair;
    },
  }),
  z.strictObject({
    get $gte() {
      return pair;
    },
  }),
  /** Newer services only; older services respond with 422. */
  z.strictObject({
    get $lt() {
      return pair;
    },
  }),
  /** Newer services only; older services respond with 422. */
  z.strictObject({
    get $lte() {
      return pair;
    },
  }),
  /** An empty list matches nothing. */
  z.strictObject({
    get $in() {
      return z.tuple([operand, z.array(operand)]);
    },
  }),
  z.strictObject({
    get $contains() {
      return substring;
    },
  }),
  /** In none of the releases checked, 0.52.42 and 0.53.12. */
  z.strictObject({
    get $containsToken() {
      return substring;
    },
  }),
] as const;

export const literalOperand = z.strictObject({
  get $literal() {
    const lists = [z.array(literalOperand), z.record(z.string(), literalOperand)] as const;
    return z.union([z.string(), z.number(), z.boolean(), z.null(), ...lists]);
  },
});

/** A column or a dotted path in `inputs`, `output`, `attributes`, `summary` or `feedback`. */
const getField = z.strictObject({ $getField: z.string().check(z.minLength(1)) });

export const castTargets = ["double", "string", "int", "bool", "exists"] as const;

const convert = z.strictObject({
  get $convert() {
    return z.strictObject({ input: operand, to: z.enum(castTargets) });
  },
});

/** Number of items in a list column, or of bytes in a string. A number, not a condition. Newer services only. */
const size = z.strictObject({
  get $size() {
    return operand;
  },
});

export const operation = z.union(operations, { error: ({ input }) => operatorProblem(input, operationNames) });

export const operand = z.union([...operations, literalOperand, getField, convert, size], {
  error: ({ input }) => operatorProblem(input, [...operationNames, "$literal", "$getField", "$convert", "$size"]),
});

/** Without operands, the service responds with 400 or generates invalid SQL. */
export const operands = z.array(operand).check(z.minLength(1));

const pair = z.tuple([operand, operand]);

const substring = z.strictObject({
  input: operand,
  substr: operand,
  case_insensitive: z.exactOptional(z.nullable(z.boolean())),
});

/** One operator per object: the service accepts several and silently ignores all but one. */
export const query = z.strictObject({ $expr: operation });

/** Operators suggested in error messages: no known release has `$containsToken`. */
const operationNames: readonly string[] = operations
  .flatMap(({ shape }) => Object.keys(shape))
  .filter((name) => name !== "$containsToken");

export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

export type Query = DeepReadonly<z.infer<typeof query>>;
export type Operation = DeepReadonly<z.infer<typeof operation>>;
export type Operand = DeepReadonly<z.infer<typeof operand>>;
export type LiteralOperand = DeepReadonly<z.infer<typeof literalOperand>>;
export type ConvertOperand = DeepReadonly<z.infer<typeof convert>>;
export type SubstringSpec = DeepReadonly<z.infer<typeof substring>>;
/** A scalar, or an array or object of literals. */
export type Literal = LiteralOperand["$literal"];

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
  return keys.length > 1 ? `Expected one operator per object, found ${keys.join(" and ")}` : "Invalid operand";
}
