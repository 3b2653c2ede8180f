/** The service takes no more values in a list. */
export const mostIds = 1000;

/** Why typed or pasted ids cannot be used. */
export type IdListProblem =
  /** Begins as JSON and is no array of strings. */
  | { readonly problem: "notJson" }
  /** `found` counts each id once. */
  | { readonly problem: "tooMany"; readonly found: number };

export interface IdList {
  /** Each id once, in the order of its first mention. */
  readonly ids: readonly string[];
  /** Mentions beyond the first of an id. */
  readonly repeated: number;
}

/**
 * Reads ids parted by commas, semicolons and blanks of any kind, each bare or in quotes, or a JSON array of them. Ids with
 * blanks or commas in them come in quotes; straight double quotes are read as JSON. The bullets of a list are no ids
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

/** A line of text that `parseIds` reads as these ids: as plain as they allow. */
export function formatIds(ids: readonly string[]): string {
  return ids.every((id) => plainId.test(id)) ? ids.join(", ") : jsonLine(ids);
}

/** Nothing that parts, quotes, marks or hides. */
const plainId = /^(?!["'“[{]|[-*•]$)[^\s,;\p{C}]+$/u;

const word = /"(?:[^"\\]|\\.)*"(?=[\s,;]|$)|'[^']*'(?=[\s,;]|$)|“[^”]*”(?=[\s,;]|$)|[^\s,;]+/g;

const bullet = /^[-*•]$/;

function words(text: string): readonly string[] {
  return (text.match(word) ?? [])
    .filter((found) => !bullet.test(found))
    .map(unquoted)
    .filter((id) => id !== "");
}

function unquoted(text: string): string {
  const quote = text[0];
  if (quote === "“" && text.endsWith("”")) return text.slice(1, -1);
  if (text.length < 2 || !text.endsWith(quote ?? "")) return text;
  if (quote === "'") return text.slice(1, -1);
  if (quote !== '"') return text;
  const read = parsed(text);
  return typeof read === "string" ? read : text.slice(1, -1);
}

function jsonIds(text: string): readonly string[] | undefined {
  const values = parsed(text);
  if (!Array.isArray(values)) return undefined;
  const ids = values.filter((value: unknown) => typeof value === "string");
  return ids.length === values.length ? ids.filter((id) => id !== "") : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What does not show is escaped, so that the line can be read and no input field changes it. */
function jsonLine(ids: readonly string[]): string {
  return JSON.stringify(ids).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit))
      .map((code) => `\\u${code.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
