import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { type QueryAdvice, queryAdvice, warnedOf } from "../../core/counts/queryAdvice.ts";
import { isQuery } from "../../core/counts/queryGuard.ts";
import { memberOf } from "../../core/member.ts";
import type { Place } from "./jsonPlaces.ts";

/** A part of a count file's text that is sent as written, and counts something else than it says. */
export interface QueryWarning extends Place {
  readonly advice: QueryAdvice;
  /** What to write there instead; null where that stands elsewhere. */
  readonly replacement: string | null;
}

/** The warnings about a count file's text; none while it is not JSON, or its query cannot be sent. */
export function queryWarnings(text: string): readonly QueryWarning[] {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  if (root === undefined || errors.length > 0) return [];
  const query = memberOf(getNodeValue(root), "query");
  if (!isQuery(query)) return [];
  return warnedOf(queryAdvice(query)).flatMap((advice) => {
    const node = findNodeAtLocation(root, ["query", ...advice.path]);
    return node === undefined
      ? []
      : [{ advice, offset: node.offset, length: node.length, replacement: written(advice, node, text) }];
  });
}

/** On one line where the text there is, else indented as the file is. */
function written({ instead }: QueryAdvice, { offset, length }: Node, text: string): string | null {
  if (instead === null) return null;
  if (!text.slice(offset, offset + length).includes("\n")) {
    return JSON.stringify(instead, undefined, 1).replaceAll(/\n */g, " ");
  }
  const [, indentation = "  "] = /\n([ \t]+)/.exec(text) ?? [];
  const [, before = ""] = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, offset)) ?? [];
  return JSON.stringify(instead, undefined, indentation).replaceAll("\n", `\n${before}`);
}
