import { mostIds } from "../query/threadQuery.ts";
import { jsonIn } from "../text/json.ts";

/** Why typed or pasted IDs are not valid. */
export type IdListProblem =
  /** Starts like JSON but is not an array of strings. */
  | { readonly problem: "notJson" }
  /** `found` counts each id once. */
  | { readonly problem: "tooMany"; readonly found: number };

export interface IdList {
  /** Unique IDs, in the order of their first occurrence. */
  readonly ids: readonly string[];
  /** The number of duplicates. */
  readonly repeated: number;
}

/**
 * Parses IDs separated by commas, semicolons or whitespace, each bare or quoted, or a JSON array of IDs. IDs with
 * spaces or commas must be quoted; straight double quotes are read as JSON. List bullets are ignored
 * unless they are in quotes.
 */
export function parseIds(text: string): IdList | IdListProblem {
  const mentioned = /^\s*[[{]/.test(text) ? jsonIds(text) : words(text);
  if (mentioned === undefined) return { problem: "notJson" };
  const ids = [...new Set(mentioned)];
  return ids.length > mostIds
    ? { problem: "tooMany", found: ids.length }
    : { ids, repeated: mentioned.length - ids.length };
}

/** The simplest line of text that `parseIds` reads as these IDs. */
export function formatIds(ids: readonly string[]): string {
  return ids.every((id) => plainId.test(id)) ? ids.join(", ") : jsonLine(ids);
}

/** No separators, quotes, bullets or hidden characters. */
const plainId = /^(?!["'“„「[{]|[-*•]$)[^\s,;\p{C}]+$/u;

const word =
  /"(?:[^"\\]|\\.)*"(?=[\s,;]|$)|'[^']*'(?=[\s,;]|$)|“[^”]*”(?=[\s,;]|$)|„[^“]*“(?=[\s,;]|$)|「[^」]*」(?=[\s,;]|$)|[^\s,;]+/g;

const bullet = /^[-*•]$/;

function words(text: string): readonly string[] {
  return (text.match(word) ?? [])
    .filter((found) => !bullet.test(found))
    .map(unquoted)
    .filter((id) => id !== "");
}

function unquoted(text: string): string {
  const quote = text[0];
  if (/^(?:“.*”|„.*“|「.*」)$/s.test(text)) return text.slice(1, -1);
  if (text.length < 2 || !text.endsWith(quote ?? "")) return text;
  if (quote === "'") return text.slice(1, -1);
  if (quote !== '"') return text;
  const read = jsonIn(text);
  return typeof read === "string" ? read : text.slice(1, -1);
}

function jsonIds(text: string): readonly string[] | undefined {
  const values = jsonIn(text);
  if (!Array.isArray(values)) return undefined;
  const ids = values.filter((value: unknown) => typeof value === "string");
  return ids.length === values.length ? ids.filter((id) => id !== "") : undefined;
}

/** Hidden characters are escaped, so that the line is readable and input fields do not change it. */
function jsonLine(ids: readonly string[]): string {
  return JSON.stringify(ids).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit))
      .map((code) => `\\u${code.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
