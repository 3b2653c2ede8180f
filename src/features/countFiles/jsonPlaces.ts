import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { type PlacedIssue, placeIssues } from "../../core/counts/placedIssue.ts";
import type { RequestIssue } from "../../core/failures/fault.ts";

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** Issues at a place in a count file. */
export interface IssuePlace extends TextRange {
  /** Messages of the service or the schema; empty if `expected` suffices. */
  readonly messages: readonly string[];
  /** The valid keys at this place. */
  readonly expected: readonly string[];
}

/** Where a text stops being valid JSON; its beginning if unknown. */
export function syntaxErrorPlace(text: string): TextRange {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  return first === undefined ? { offset: 0, length: 0 } : { offset: first.offset, length: first.length };
}

/** Issues of the request in a text, grouped by the part of the text where they are shown. */
export function placesOf(text: string, issues: readonly RequestIssue[]): readonly IssuePlace[] {
  const root = parseTree(text);
  if (root === undefined) return [];
  const found = placeIssues(getNodeValue(root), issues).map((placed) => foundIn(root, placed));
  return [...Map.groupBy(found, ({ node }) => node)].map(([{ offset, length }, members]) => ({
    offset,
    length,
    messages: [...new Set(members.flatMap(({ issue, operator }) => (operator === null ? [issue.message] : [])))],
    expected: [...new Set(members.flatMap(({ operator }) => operator ?? []))],
  }));
}

/** The node of an issue, or that of its key, and the operator of a union member that was not intended. */
function foundIn(root: Node, { issue, place, beyond, aside }: PlacedIssue) {
  const node = findNodeAtLocation(root, [...place]) ?? root;
  const last = beyond.at(-1);
  const operator = node.type === "object" && typeof last === "string" && /^\$\w+$/.test(last) ? last : null;
  const unknown = !aside && ["extra_forbidden", "unrecognized_keys"].includes(issue.type);
  return { issue, node: (unknown ? keyOf(node) : null) ?? node, operator };
}

function keyOf({ parent }: Node): Node | null {
  return parent?.type === "property" ? (parent.children?.[0] ?? null) : null;
}
