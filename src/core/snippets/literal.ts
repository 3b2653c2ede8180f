import type { Json } from "../json.ts";

/** How a language writes the values of JSON. */
export interface Notation {
  readonly names: { readonly null: string; readonly true: string; readonly false: string };
  /** The escape, inside of quotes, of a character that does not show. */
  readonly escape: (character: string) => string;
  /** What a quoted name of a member is written as. */
  readonly key: (quoted: string) => string;
  /** What each level is moved to the right by. */
  readonly step: string;
}

const jsonNames = { null: "null", true: "true", false: "false" };

export const jsonNotation: Notation = { names: jsonNames, escape: utf16Escape, key: (quoted) => quoted, step: "  " };

/** In an object that is written out, the bare name would set the prototype. */
export const scriptNotation: Notation = {
  ...jsonNotation,
  key: (quoted) => (quoted === '"__proto__"' ? `[${quoted}]` : quoted),
};

/** Python takes all escapes of JSON, but those of two halves of a character for two characters. */
export const pythonNotation: Notation = {
  names: { null: "None", true: "True", false: "False" },
  escape: (character) =>
    character.length === 1 ? utf16Escape(character) : `\\U${hex(character.codePointAt(0) ?? 0, 8)}`,
  key: (quoted) => quoted,
  step: "    ",
};

/** What is longer has a line for each member. */
const longestLine = 88;

/** What is drawn as nothing, or changes the order in which the rest is drawn: code must not look other than it is. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A value in the language's notation; lines but the first begin with `indent`. */
export function literal(value: Json, notation: Notation, indent = ""): string {
  const flat = inline(value, notation);
  if (typeof value !== "object" || value === null || indent.length + flat.length <= longestLine) return flat;
  const inner = indent + notation.step;
  const lines = (members: readonly string[]) => `\n${members.map((member) => inner + member).join(",\n")}\n${indent}`;
  if (isList(value)) return `[${lines(value.map((member) => literal(member, notation, inner)))}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${keyOf(name, notation)}: ${literal(member, notation, inner)}`,
  );
  return `{${lines(members)}}`;
}

/** A text in the language's quotes. */
export function quote(text: string, notation: Notation): string {
  return JSON.stringify(text).replace(hidden, notation.escape);
}

function inline(value: Json, notation: Notation): string {
  if (value === null) return notation.names.null;
  if (typeof value === "string") return quote(value, notation);
  if (typeof value === "boolean") return notation.names[`${value}`];
  if (typeof value === "number") return JSON.stringify(value);
  if (isList(value)) return `[${value.map((member) => inline(member, notation)).join(", ")}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${keyOf(name, notation)}: ${inline(member, notation)}`,
  );
  return `{${members.join(", ")}}`;
}

function keyOf(name: string, notation: Notation): string {
  return notation.key(quote(name, notation));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function utf16Escape(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => `\\u${hex(character.charCodeAt(unit), 4)}`).join("");
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
