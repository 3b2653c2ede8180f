import * as z from "zod";
import { literalOperand, operand, operands, operation } from "../../core/query/expression.ts";
import { isList, isObject, type Json, type JsonObject } from "../../core/text/json.ts";
import { countFileSchema } from "./countFile.ts";
import { fieldTexts, operatorTexts } from "./countFileTexts.ts";

const jsonObject = z.record(z.string(), z.json());

/** Shared definitions. */
const names = z
  .registry<{ id: string }>()
  .add(operation, { id: "operation" })
  .add(operand, { id: "operand" })
  .add(operands, { id: "operands" })
  .add(literalOperand, { id: "literalOperand" });

/** Negated where it is used: the editor offers the properties of a positive condition as completions. */
const withQuery: JsonObject = { required: ["query"], properties: { query: { type: "object" } } };

/** With a query, the service treats a limit of 1 as a check whether any call exists. */
const notOne: JsonObject = {
  properties: {
    limit: {
      not: { const: 1 },
      errorMessage: "With a query, the limit must be at least 2. Remove the limit to count all calls.",
    },
  },
};

/**
 * The JSON schema of count files, in draft 07, the draft that the editor supports in full. Alternatives are distinguished
 * by keys and types instead of `anyOf`, for which the editor shows the errors of an arbitrary alternative. Generated when
 * the extension is packaged: neither the generator nor its texts are shipped.
 */
export function countFileJsonSchema(): JsonObject {
  const made = jsonObject.parse(z.toJSONSchema(countFileSchema, { target: "draft-7", io: "input", metadata: names }));
  const known = jsonObject.parse(made.definitions);
  const operators: Record<string, JsonObject> = {};
  const { definitions, ...file } = rewritten(made);
  // Those without a name are merged into others.
  const shared = Object.entries(jsonObject.parse(definitions)).filter(([name]) => !name.startsWith("__"));
  const named = { ...Object.fromEntries(shared), ...operators };
  return { ...file, definitions: named, if: { not: withQuery }, else: notOne };

  /** A schema with merged alternatives and described properties. */
  function rewritten(node: JsonObject): JsonObject {
    const { properties, ...others } = isList(node.anyOf) ? merged(node.anyOf.map(choice)) : node;
    const inside = mapped(others, visited);
    return isObject(properties) ? { ...inside, properties: mapped(properties, described) } : inside;
  }

  function visited(node: Json): Json {
    if (isList(node)) return node.map(visited);
    return isObject(node) ? rewritten(node) : node;
  }

  /** An operator becomes a definition, as conditions and operands share them. */
  function described(property: Json, name: string): JsonObject {
    const schema = withTexts(rewritten(jsonObject.parse(property)), operatorTexts[name] ?? fieldTexts[name] ?? {});
    if (operatorTexts[name] === undefined) return schema;
    operators[name] = schema;
    return { $ref: `#/definitions/${name}` };
  }

  function choice(node: Json): JsonObject {
    const schema = jsonObject.parse(node);
    if (typeof schema.$ref !== "string") return schema;
    return jsonObject.parse(known[schema.$ref.replace("#/definitions/", "")]);
  }
}

/** Objects with one key each become an object with one of the keys; schemas of different types one of several types. */
function merged(choices: readonly JsonObject[]): JsonObject {
  if (!choices.every(({ properties }) => isObject(properties))) {
    return { ...Object.assign({}, ...choices), type: choices.map(({ type }) => type) };
  }
  const properties = Object.assign({}, ...choices.map((one) => one.properties));
  return { type: "object", properties, additionalProperties: false, minProperties: 1, maxProperties: 1 };
}

/** Draft 07 ignores keywords next to a reference. */
function withTexts(schema: JsonObject, texts: JsonObject): JsonObject {
  const isAlone = schema.$ref === undefined || Object.keys(texts).length === 0;
  return isAlone ? { ...schema, ...texts } : { allOf: [schema], ...texts };
}

function mapped(node: JsonObject, change: (member: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, change(member, key)]));
}
