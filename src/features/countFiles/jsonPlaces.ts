import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type { RequestIssue } from "../../core/failures/fault.ts";

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** Issues at a place in a count file. */
export interface PlacedIssue extends TextRange {
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

/**
 * Places each issue at the deepest part of the text that its path leads to. Path parts that name nothing are skipped: a
 * leading `body`, and the union members that the service inserts. For a union, only issues of the intended member are
 * reported, if it is known.
 */
export function placeIssues(text: string, issues: readonly RequestIssue[]): readonly PlacedIssue[] {
  const root = parseTree(text);
  if (root === undefined) return [];
  const found = issues.map((issue) => follow(root, issue));
  const told = found.filter((one) => !one.aside || !found.some((other) => tellsMore(other, one)));
  const groups = Map.groupBy(told, ({ aside, key, node }) => (aside || !key ? node : key));
  return [...groups].map(([{ offset, length }, members]) => ({
    offset,
    length,
    messages: [...new Set(members.flatMap(({ issue, operator }) => (operator === null ? [issue.message] : [])))],
    expected: [...new Set(members.flatMap(({ operator }) => operator ?? []))],
  }));
}

interface Found {
  readonly issue: RequestIssue;
  readonly node: Node;
  /** The key of the field, if the key is the problem. */
  readonly key: Node | null;
  /** A union member that was not intended. */
  readonly aside: boolean;
  /** The operator of this union member. */
  readonly operator: string | null;
}

function follow(root: Node, issue: RequestIssue): Found {
  const path = issue.path[0] === "body" ? issue.path.slice(1) : issue.path;
  let node = root;
  let after = 0;
  for (const [index, part] of path.entries()) {
    const child = childOf(node, part);
    if (child === undefined) continue;
    node = child;
    after = index + 1;
  }
  const beyond = path.slice(after);
  const last = beyond.at(-1);
  const operator = node.type === "object" && typeof last === "string" && /^\$\w+$/.test(last) ? last : null;
  const missing = beyond.length === 1 && ["missing", "invalid_type"].includes(issue.type);
  const aside = operator !== null || (beyond.length > 0 && !missing);
  const unknown = ["extra_forbidden", "unrecognized_keys"].includes(issue.type);
  return { issue, node, key: unknown ? keyOf(node) : null, aside, operator };
}

function childOf(node: Node, part: string | number): Node | undefined {
  if (node.type === "array") return /^\d+$/.test(String(part)) ? node.children?.[Number(part)] : undefined;
  if (node.type !== "object") return undefined;
  return node.children?.find(({ children }) => children?.[0]?.value === String(part))?.children?.[1];
}

function keyOf({ parent }: Node): Node | null {
  return parent?.type === "property" ? (parent.children?.[0] ?? null) : null;
}

function tellsMore(other: Found, one: Found): boolean {
  if (other.node === one.node) return !other.aside;
  return other.node.offset >= one.node.offset && end(other.node) <= end(one.node);
}

function end({ offset, length }: Node): number {
  return offset + length;
}
