import {
  castTargets,
  type Literal,
  type LiteralOperand,
  type Operand,
  type Operation,
  type Query,
} from "../../core/query/expression.ts";
import * as z from "../../zod.ts";

const literal: z.ZodType<LiteralOperand> = z.object({
  $literal: namedUnion<Literal>(() => ({
    str: z.string(),
    number: z.number(),
    bool: z.boolean(),
    "dict[str,LiteralOperation]": z.record(z.string(), literal),
    "list[LiteralOperation]": z.array(literal),
    null: z.null(),
  })),
});

const operand: z.ZodType<Operand> = namedUnion<Operand>(() => ({
  LiteralOperation: literal,
  GetFieldOperator: z.object({ $getField: z.string() }),
  ConvertOperation: z.object({ $convert: z.object({ input: operand, to: z.enum(castTargets) }) }),
  SizeOperation: z.object({ $size: operand }),
  ...operations(),
}));

const operandPair = z.tuple([operand, operand]);

const substringSpec = z.object({
  input: operand,
  substr: operand,
  case_insensitive: z.pipe(
    z.nullish(z.boolean()),
    z.transform((flag) => flag ?? false),
  ),
});

/** Objects may have other keys: of several operators in an object, the service keeps the first in this order. */
const operationMembers: Readonly<Record<string, z.ZodType<Operation>>> = {
  AndOperation: z.object({ $and: z.array(operand) }),
  OrOperation: z.object({ $or: z.array(operand) }),
  NotOperation: z.object({ $not: z.tuple([operand]) }),
  EqOperation: z.object({ $eq: operandPair }),
  GtOperation: z.object({ $gt: operandPair }),
  LtOperation: z.object({ $lt: operandPair }),
  GteOperation: z.object({ $gte: operandPair }),
  LteOperation: z.object({ $lte: operandPair }),
  InOperation: z.object({ $in: z.tuple([operand, z.array(operand)]) }),
  ContainsOperation: z.object({ $contains: substringSpec }),
};

function operations(): typeof operationMembers {
  return operationMembers;
}

export const querySchema: z.ZodType<Query> = z.strictObject({ $expr: namedUnion<Operation>(operations) });

/**
 * A union that reports, for a value that matches no member, the issues of each member, with the name of the member in
 * the path, like the service does. The first matching member wins.
 *
 * `members` is called lazily, so that members may contain the union itself.
 */
function namedUnion<T>(members: () => Readonly<Record<string, z.ZodType<T>>>): z.ZodType<T> {
  return z.transform((value: unknown, context) => {
    if (value === undefined) {
      context.issues.push({ code: "invalid_type", expected: "nonoptional", input: value });
      return z.NEVER;
    }
    const errors: z.core.$ZodIssue[][] = [];
    for (const [name, schema] of Object.entries(members())) {
      const result = schema.safeParse(value, { reportInput: true });
      if (result.success) return result.data;
      errors.push(result.error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
    }
    context.issues.push({ code: "invalid_union", errors, input: value });
    return z.NEVER;
  });
}
