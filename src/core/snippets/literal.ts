import type { Json } from "../text/json.ts";

/** The notation of a language for JSON values. */
export interface Notation {
  readonly names: { readonly null: string; readonly true: string; readonly false: string };
  /** A string literal. */
  readonly quote: (text: string) => string;
  /** The key of a field, from its quoted name. */
  readonly key: (quoted: string) => string;
  /** Indentation per level; null for a single line without spaces. */
  readonly step: string | null;
}

/** In an object literal, a bare `__proto__` would set the prototype. */
export const scriptNotation: Notation = {
  names: { null: "null", true: "true", false: "false" },
  quote: (text) => JSON.stringify(text).replace(hidden, utf16Escape),
  key: (quoted) => (quoted === '"__proto__"' ? `[${quoted}]` : quoted),
  step: "  ",
};

/** Python supports all JSON escapes, but reads an escaped surrogate pair as two characters. */
export const pythonNotation: Notation = {
  names: { null: "None", true: "True", false: "False" },
  quote: (text) =>
    JSON.stringify(text).replace(hidden, (character) =>
      character.length === 1 ? utf16Escape(character) : `\\U${hex(character.codePointAt(0) ?? 0, 8)}`,
    ),
  key: (quoted) => quoted,
  step: "    ",
};

/** Longer values have a line per field. */
const longestLine = 88;

/** Invisible characters and characters that reorder text: code must look like what it does. */
export const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A value in the notation; lines after the first begin with `indent`. */
export function literal(value: Json, notation: Notation, indent = ""): string {
  const flat = inline(value, notation);
  const { step } = notation;
  const isShort = step === null || indent.length + flat.length <= longestLine;
  if (isShort || typeof value !== "object" || value === null) return flat;
  const inner = indent + step;
  const between = [`\n${inner}`, `,\n${inner}`, `\n${indent}`] as const;
  return inBrackets(value, notation, (member) => literal(member, notation, inner), between);
}

function inline(value: Json, notation: Notation): string {
  if (value === null) return notation.names.null;
  if (typeof value === "string") return notation.quote(value);
  if (typeof value === "boolean") return notation.names[`${value}`];
  if (typeof value === "number") return JSON.stringify(value);
  const between = ["", notation.step === null ? "," : ", ", ""] as const;
  return inBrackets(value, notation, (member) => inline(member, notation), between);
}

function inBrackets(
  value: Json & object,
  { quote, key, step }: Notation,
  write: (member: Json) => string,
  [before, between, after]: readonly [before: string, between: string, after: string],
): string {
  if (Array.isArray(value)) return `[${before}${value.map(write).join(between)}${after}]`;
  const colon = step === null ? ":" : ": ";
  const members = Object.entries(value).map(([name, member]) => key(quote(name)) + colon + write(member));
  return `{${before}${members.join(between)}${after}}`;
}

/** Characters as JSON and script escapes, `\u0027`. */
export function utf16Escape(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => `\\u${hex(character.charCodeAt(unit), 4)}`).join("");
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
