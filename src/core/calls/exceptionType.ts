import { exceptionText } from "./exceptionText.ts";

/** The type of an exception, for grouping, and the line that names it. */
export interface ExceptionSummary {
  /** Without its module; the first words of an exception that names no type; empty if there is nothing to read. */
  readonly type: string;
  readonly headline: string;
}

/** Type names that are longer are cut, in characters; so are headlines. */
const longestType = 80;
const longestHeadline = 300;
const mostWords = 6;

/** `openai.RateLimitError: …`, `KeyError`, `TypeError [ERR_INVALID_URL]: …`; not `https://…`, not `timeout after 8 s: …`. */
const named =
  /^(?:Uncaught (?:\(in promise\) )?)?(?:(?:<locals>|[\p{L}_$][\p{L}\p{N}_$]*)\.)*([\p{L}_$][\p{L}\p{N}_$]*)(?: \[\w+\])?(?::\s|:?$)/u;

/** Of an exception as services store it, see `exceptionText`. */
export function exceptionSummary(exception: string | null): ExceptionSummary {
  const { headline } = exceptionText(exception ?? "");
  // A name that is cut is the same for all that start with it, so they form one group.
  const type = named.exec(headline.slice(0, 4 * longestHeadline))?.[1] ?? firstWords(headline);
  return { type: cut(type, longestType), headline: cut(headline, longestHeadline) };
}

/** The type at the start of an exception that is stored as JSON. */
const stored = /^\s*\{\s*("type"\s*:\s*"((?:[^"\\]|\\.){0,300})")/;

/**
 * The text, `"type": "KeyError"`, by which exceptions of this type can be found: those stored as JSON. Null for others:
 * a traceback also contains the types of earlier exceptions.
 */
export function typeMark(exception: string | null, type: string): string | null {
  const [, mark, name] = stored.exec(exception ?? "") ?? [];
  return mark !== undefined && name?.split(".").at(-1) === type ? mark : null;
}

function firstWords(text: string): string {
  return text
    .slice(0, 4 * longestType)
    .trim()
    .split(/\s+/)
    .slice(0, mostWords)
    .join(" ");
}

function cut(text: string, most: number): string {
  return [...text.slice(0, 2 * most)].slice(0, most).join("");
}
