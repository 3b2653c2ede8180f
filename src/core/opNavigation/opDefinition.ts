import { pythonOps } from "./pythonOps.ts";
import { scriptOps } from "./scriptOps.ts";

/** A function that Weave traces, in the text of a source file. Places are offsets in UTF-16 code units. */
export interface OpDefinition {
  /** Possible op names, most likely first: the `name` option, the name with its class, the bare name. */
  readonly names: readonly [string, ...string[]];
  /** Where the op starts: the decorator, or the call to `weave.op`. */
  readonly start: number;
  /** The offset after its last character. */
  readonly end: number;
  /** The function's own name, or its location. */
  readonly at: number;
}

/** Longer texts are unlikely to be written by hand; in UTF-16 code units. */
export const longestSource = 512 * 1024;

export type OpLanguage = "python" | "script";

export function opLanguage(fileName: string): OpLanguage {
  return /\.pyi?$/i.test(fileName) ? "python" : "script";
}

/**
 * All ops that a text defines, in order; none for a text that is too long. Nothing is run or resolved, so lookalikes
 * may be included. Takes at most about a second for any content, usually milliseconds: the editor waits for it.
 */
export function opDefinitions(text: string, language: OpLanguage): readonly OpDefinition[] {
  // Any op definition has to name the library.
  if (text.length > longestSource || !text.includes("weave")) return [];
  return language === "python" ? pythonOps(text) : scriptOps(text);
}

/** The innermost definition around an offset. */
export function definitionAt(definitions: readonly OpDefinition[], offset: number): OpDefinition | undefined {
  return definitions.findLast(({ start, end }) => start <= offset && offset <= end);
}

/** An op name as published by Weave: only letters, digits, `.`, `_` and single dashes. */
export function publishedName(name: string): string {
  return name
    .replace(/[^\p{L}\p{N}._]+/gu, "-")
    .replace(/[._-]{2,}/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "")
    .slice(0, 128);
}

/** The definitions that have an op's name as the most likely one. The user chooses between equally good ones. */
export function bestMatches<T extends Pick<OpDefinition, "names">>(
  definitions: readonly T[],
  op: string,
): readonly T[] {
  const wanted = publishedName(op);
  for (let rank = 0; definitions.some(({ names }) => rank < names.length) && wanted !== ""; rank += 1) {
    const matches = definitions.filter(({ names }) => publishedName(names[rank] ?? "") === wanted);
    if (matches.length > 0) return matches;
  }
  return [];
}
