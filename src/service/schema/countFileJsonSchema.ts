import * as z from "zod";
import { literalOperand, operand, operands, operation } from "../../core/counts/expression.ts";
import { isList, isObject, type Json, type JsonObject } from "../../core/json.ts";
import { countFile } from "./countFile.ts";
import { fieldTexts, operatorTexts } from "./countFileTexts.ts";

const jsonObject = z.record(z.string(), z.json());

/** Shared definitions. */
const names = z
  .registry<{ id: string }>()
  .add(operation, { id: "operation" })
  .add(operand, { id: "operand" })
  .add(operands, { id: "operands" })
  .add(literalOperand, { id: "literalOperand" });

/**
 * The JSON schema of count files, in draft 07, the draft that the editor supports in full. Alternatives are distinguished
 * by keys and types instead of `anyOf`, for which the editor shows the errors of an arbitrary alternative. Generated when
 * the extension is packaged: neither the generator nor its texts are shipped.
 */
export function countFileJsonSchema(): JsonObject {
  const made = jsonObject.parse(z.toJSONSchema(countFile, { target: "draft-7", io: "input", metadata: names }));
  const merged = jsonObject.parse(withMergedChoices(made, jsonObject.parse(made.definitions)));
  const operators = new Map<string, JsonObject>();
  const { definitions, ...explained } = jsonObject.parse(withTexts(merged, operators));
  const named = { ...jsonObject.parse(definitions), ...Object.fromEntries(operators) };
  return { ...withoutUnused({ ...explained, definitions: named }), if: { not: withQuery }, else: notOne };
}

/** Adds the description of each property. An operator becomes a definition, which is added to `operators`. */
function withTexts(node: Json, operators: Map<string, JsonObject>): Json {
  if (isList(node)) return node.map((member) => withTexts(member, operators));
  if (!isObject(node)) return node;
  const inside = mapped(node, (member) => withTexts(member, operators));
  if (!isObject(inside.properties)) return inside;
  const explained = Object.entries(inside.properties).map(([name, property]) => {
    const operator = operatorTexts[name];
    const schema = joined(property, operator ?? fieldTexts[name] ?? {});
    if (operator === undefined) return [name, schema];
    operators.set(name, schema);
    return [name, { $ref: `#/definitions/${name}` }];
  });
  return { ...inside, properties: Object.fromEntries(explained) };
}

/** Draft 07 ignores keywords next to a reference. */
function joined(schema: Json, texts: JsonObject): JsonObject {
  if (!isObject(schema)) return texts;
  if (schema.$ref !== undefined && Object.keys(texts).length > 0) return { allOf: [schema], ...texts };
  const { items } = texts;
  return { ...schema, ...texts, ...(isObject(items) && { items: joined(schema.items ?? {}, items) }) };
}

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

function withMergedChoices(node: Json, definitions: JsonObject): Json {
  if (isList(node)) return node.map((member) => withMergedChoices(member, definitions));
  if (!isObject(node)) return node;
  const { anyOf, ...rest } = mapped(node, (member) => withMergedChoices(member, definitions));
  if (!isList(anyOf)) return rest;
  const choices = anyOf.map((choice) => withMergedChoices(resolved(choice, definitions), definitions));
  const one = choices.every(isObject) ? (mergedByKey(choices) ?? mergedByType(choices)) : undefined;
  return one === undefined ? { ...rest, anyOf } : { ...one, ...rest };
}

/** Merges objects with one key each into an object with one of the keys. */
function mergedByKey(choices: readonly JsonObject[]): JsonObject | undefined {
  const properties = choices.map((choice) => choice.properties);
  if (!properties.every(isObject)) return undefined;
  if (!choices.every(({ required }) => isList(required) && required.length === 1)) return undefined;
  if (!properties.every((property) => Object.keys(property).length === 1)) return undefined;
  return {
    type: "object",
    properties: Object.assign({}, ...properties),
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  };
}

/** Merges schemas of different types into one: a JSON schema keyword does not affect other types. */
function mergedByType(choices: readonly JsonObject[]): JsonObject | undefined {
  const types = choices.map(({ type }) => type);
  if (!types.every((type) => typeof type === "string") || new Set(types).size < types.length) return undefined;
  if (choices.some((choice) => "enum" in choice || "anyOf" in choice || "description" in choice)) return undefined;
  return { ...Object.assign({}, ...choices), type: types };
}

/** Removes unreferenced definitions. */
function withoutUnused(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema);
  const used = Object.entries(schema.definitions ?? {}).filter(([name]) => text.includes(`"#/definitions/${name}"`));
  return { ...schema, definitions: Object.fromEntries(used) };
}

function resolved(node: Json, definitions: JsonObject): Json {
  const reference = isObject(node) ? node.$ref : undefined;
  if (typeof reference !== "string") return node;
  return definitions[reference.replace("#/definitions/", "")] ?? node;
}

function mapped(node: JsonObject, change: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, change(member)]));
}
