import { getNodeValue, type Node, type ParseError } from "jsonc-parser";
import { type QueryAdvice, queryAdvice, warnedOf } from "../../core/counts/queryAdvice.ts";
import { query } from "../../core/query/expression.ts";
import { memberOf } from "../../core/text/json.ts";
import { mostPlaced, nodeAt, placedTree, type TextRange } from "./jsonPlaces.ts";

/** A part of a count file that is sent as written and that the service interprets differently. */
export interface QueryWarning extends TextRange {
  readonly advice: QueryAdvice;
  /** Replacement text; null if the fix is elsewhere. */
  readonly replacement: string | null;
}

/** Warnings for the text of a count file; none if it is not JSON or its query is not valid. */
export function queryWarnings(text: string): readonly QueryWarning[] {
  const errors: ParseError[] = [];
  const root = placedTree(text, errors);
  if (root === undefined || errors.length > 0) return [];
  const { data } = query.safeParse(memberOf(getNodeValue(root), "query"));
  if (data === undefined) return [];
  const [, indentation = "  "] = /\n([ \t]+)/.exec(text) ?? [];
  return warnedOf(queryAdvice(data))
    .slice(0, mostPlaced)
    .flatMap((advice) => {
      const node = nodeAt(root, ["query", ...advice.path]);
      if (node === undefined) return [];
      const { offset, length } = node;
      return [{ advice, offset, length, replacement: written(advice, node, text, indentation) }];
    });
}

/** On one line if the original is, else indented like the file. */
function written({ instead }: QueryAdvice, { offset, length }: Node, text: string, indentation: string): string | null {
  if (instead === null) return null;
  if (!text.slice(offset, offset + length).includes("\n")) {
    return JSON.stringify(instead, undefined, 1).replaceAll(/\n */g, " ");
  }
  const [before = ""] = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset) + 1, offset)) ?? [];
  return JSON.stringify(instead, undefined, indentation).replaceAll("\n", `\n${before}`);
}
