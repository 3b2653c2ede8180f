import * as z from "../../zod.ts";
import { countFile } from "./countFile.ts";

type JsonObject = { readonly [key: string]: Json };
type Json = string | number | boolean | null | readonly Json[] | JsonObject;

const jsonObject = z.record(z.string(), z.json());

/**
 * The JSON schema of count files, in draft 07: what the editor supports whole. Choices are told apart by their keys and
 * types rather than with `anyOf`, of which the editor shows the complaints of an arbitrary side.
 */
export function countFileJsonSchema(): JsonObject {
  const made = jsonObject.parse(z.toJSONSchema(countFile, { target: "draft-7", io: "input" }));
  const definitions = jsonObject.parse(made.definitions);
  const merged = jsonObject.parse(withMergedChoices(made, definitions));
  return { ...withoutUnused(merged), if: { not: withQuery }, else: notOne };
}

/** Negated where it is used: the editor takes what a positive condition names for something to complete. */
const withQuery: JsonObject = { required: ["query"], properties: { query: { type: "object" } } };

/** The service takes a limit of 1 beside a query for another question. */
const notOne: JsonObject = {
  properties: { limit: { not: { const: 1 }, errorMessage: "Beside a query the limit is 2 or more, or left out." } },
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

/** Objects of one key each, as an object of one of those keys. */
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

/** Values of a type each, as a value of one of those types: a keyword of JSON schema says nothing of other types. */
function mergedByType(choices: readonly JsonObject[]): JsonObject | undefined {
  const types = choices.map(({ type }) => type);
  if (!types.every((type) => typeof type === "string") || new Set(types).size < types.length) return undefined;
  if (choices.some((choice) => "enum" in choice || "anyOf" in choice || "description" in choice)) return undefined;
  return { ...Object.assign({}, ...choices), type: types };
}

/** Without the definitions that no reference leads to any more. */
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

function isObject(node: Json | undefined): node is JsonObject {
  return typeof node === "object" && node !== null && !isList(node);
}

function isList(node: Json | undefined): node is readonly Json[] {
  return Array.isArray(node);
}
