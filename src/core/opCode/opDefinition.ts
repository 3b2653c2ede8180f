import { pythonOps } from "./pythonOps.ts";
import { scriptOps } from "./scriptOps.ts";

/** A function that Weave traces, in the text of a source file. Places are offsets in UTF-16 code units. */
export interface OpDefinition {
  /** What its op may be called, the likeliest first: its `name` option, its name with its class, its bare name. */
  readonly names: readonly [string, ...string[]];
  /** Where it begins to be an op: the decorator, or the call of `weave.op`. */
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
  /** The function's own name, or where that is written. */
  readonly at: number;
}

/** A text that is longer was hardly written by hand, in UTF-16 code units. */
export const longestSource = 256 * 1024;

export type OpLanguage = "python" | "script";

/** The language of a source file by its name. */
export function opLanguage(fileName: string): OpLanguage {
  return /\.pyi?$/i.test(fileName) ? "python" : "script";
}

/**
 * All ops that a text defines, in order; none for one that is too long. Nothing is run or resolved: what only looks like
 * one may be among them. Takes time in proportion to the text, whatever it holds: the editor waits for it.
 */
export function opDefinitions(text: string, language: OpLanguage): readonly OpDefinition[] {
  // Whatever defines an op has to name the library that makes it one.
  if (text.length > longestSource || !text.includes("weave")) return [];
  return language === "python" ? pythonOps(text) : scriptOps(text);
}

/** The innermost definition that a place is in. */
export function definitionAt(definitions: readonly OpDefinition[], offset: number): OpDefinition | undefined {
  return definitions.findLast(({ start, end }) => start <= offset && offset <= end);
}
