import {
  castTargets,
  type LiteralOperand,
  type Operand,
  type Operation,
  type Query,
} from "../../core/counts/expression.ts";
import * as z from "../../zod.ts";
import { fieldPathHint } from "./fieldPaths.ts";
import { operatorProblem } from "./operatorProblem.ts";
import { snippet } from "./snippet.ts";

// What is said with `meta` is for the editor: it goes into the JSON schema of count files and checks nothing here. An id
// makes a definition there, which is where draft 07 takes a description from.

const field = String.raw`{"\$getField": "$1"}`;
const value = String.raw`{"\$literal": $2}`;

const literalOperand: z.ZodType<LiteralOperand> = z
  .lazy(() => z.strictObject({ $literal: literal }))
  .meta({ id: "literalOperand" });

const literal = z
  .union([z.string(), z.number(), z.boolean(), z.null(), z.array(literalOperand), z.record(z.string(), literalOperand)])
  .meta({
    id: "$literal",
    description:
      'A text, number, truth value or null. In a list or an object each member is again a {"$literal": …}; the service compares with none of these.',
  });

const operand: z.ZodType<Operand> = z
  .lazy(() =>
    z.union([...operations, literalOperand, getField, convert], {
      error: ({ input }) => operatorProblem(input, [...operationNames, "$literal", "$getField", "$convert"]),
    }),
  )
  .meta({ id: "operand" });

const pair = z.tuple([operand, operand]);
const atLeastOne = z.array(operand).min(1);
const substring = z.strictObject({
  input: operand,
  substr: operand,
  case_insensitive: z.exactOptional(z.boolean().nullable()).meta({
    id: "case_insensitive",
    description: "True takes capital and small letters for the same; false unless set",
  }),
});
const pairSnippet = snippet(`[${field}, ${value}]`);
const listSnippet = snippet("[{$1}]");
const substringSnippet = snippet(`{"input": ${field}, "substr": ${value}}`);

const operations = [
  z.strictObject({
    $and: atLeastOne.meta({ id: "$and", description: "True where all of the conditions are", ...listSnippet }),
  }),
  z.strictObject({
    $or: atLeastOne.meta({ id: "$or", description: "True where one of the conditions is", ...listSnippet }),
  }),
  z.strictObject({
    $not: z.tuple([operand]).meta({
      id: "$not",
      description: "True where the one condition in the list is false; a comparison with no value is neither",
      ...listSnippet,
    }),
  }),
  z.strictObject({
    $eq: pair.meta({
      id: "$eq",
      description: "True where both are equal; null on the right asks whether there is no value",
      ...pairSnippet,
    }),
  }),
  z.strictObject({
    $gt: pair.meta({ id: "$gt", description: "True where the first is greater than the second", ...pairSnippet }),
  }),
  z.strictObject({
    $gte: pair.meta({ id: "$gte", description: "True where the first is greater or equal", ...pairSnippet }),
  }),
  z.strictObject({
    $lt: pair.meta({
      id: "$lt",
      description: "True where the first is less than the second. A service without it is asked with $not of $gte.",
      ...pairSnippet,
    }),
  }),
  z.strictObject({
    $lte: pair.meta({
      id: "$lte",
      description: "True where the first is less or equal. A service without it is asked with $not of $gt.",
      ...pairSnippet,
    }),
  }),
  z.strictObject({
    $in: z.tuple([operand, atLeastOne]).meta({
      id: "$in",
      description: "True where the first equals one of those in the list, which is the second",
      ...snippet(`[${field}, [${value}]]`),
    }),
  }),
  z.strictObject({
    $contains: substring.meta({
      id: "$contains",
      description: "True where the text of input has that of substr in it; no pattern",
      ...substringSnippet,
    }),
  }),
  z.strictObject({
    $containsToken: substring.meta({
      id: "$containsToken",
      description: "True where substr, one word of letters and digits, is a whole word of input. Newest services only.",
      ...substringSnippet,
    }),
  }),
] as const;

const operationNames = operations.flatMap(({ shape }) => Object.keys(shape));

const operation: z.ZodType<Operation> = z
  .union(operations, { error: ({ input }) => operatorProblem(input, operationNames) })
  .meta({ id: "operation" });

const getField = z.strictObject({
  $getField: z
    .string()
    .min(1)
    .meta({
      id: "$getField",
      description: "A column of a call, or a dotted path in its documents; whole numbers are places in a list",
      ...fieldPathHint,
    }),
});

const castDescriptions: Readonly<Record<(typeof castTargets)[number], string>> = {
  double: "A number; no value for what is none",
  string: "A text",
  int: "A whole number; no value for what is none",
  bool: "True or false; no value for what is neither",
  exists: "Whether there is a value at all",
};

const convert = z.strictObject({
  $convert: z
    .strictObject({
      input: operand,
      to: z.enum(castTargets).meta({
        id: "to",
        description: "The type to read the value as",
        enumDescriptions: castTargets.map((target) => castDescriptions[target]),
      }),
    })
    .meta({
      id: "$convert",
      description: "The value of input as another type. Values in documents are texts until converted.",
      ...snippet(`{"input": ${field}, "to": "\${2:double}"}`),
    }),
});

/**
 * The query language, one operator to an object: the service takes more and keeps one of them without a word. Operators
 * without operands are refused because it answers them with 400, or with SQL that does not parse.
 */
export const query = z.strictObject({
  $expr: operation.meta({
    id: "$expr",
    description: "The condition that a call must meet to be counted",
    ...snippet("{$1}"),
  }),
}) satisfies z.ZodType<Query>;
