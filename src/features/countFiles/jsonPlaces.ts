import { createScanner, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { isTooLarge } from "../../core/counts/fileCount.ts";
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

/** More levels than a count file may have. The parser is recursive: some thousands exceed its stack. */
const mostLevels = 250;

/** Issues that are placed, and warnings: the editor shows no more of a file. */
export const mostPlaced = 1000;

/** The syntax tree of a text, its `errors` added to the list; undefined if empty, too large or nested too deeply. */
export function placedTree(text: string, errors: ParseError[] = []): Node | undefined {
  return isTooMuch(text) ? undefined : parseTree(text, errors, { disallowComments: true });
}

function isTooMuch(text: string): boolean {
  if (isTooLarge(text)) return true;
  const scanner = createScanner(text, true);
  let depth = 0;
  while (scanner.getPosition() < text.length && depth <= mostLevels) {
    scanner.scan();
    const start = text[scanner.getTokenOffset()];
    if (start === "{" || start === "[") depth += 1;
    else if (start === "}" || start === "]") depth -= 1;
  }
  return depth > mostLevels;
}

/** The node at a path; undefined if there is none. Of a key that is there twice, the last one counts, as in `JSON.parse`. */
export function nodeAt(root: Node, path: readonly (string | number)[]): Node | undefined {
  return path.reduce<Node | undefined>((node, part) => {
    if (node?.type === "array") return node.children?.[Number(part)];
    return node?.children?.findLast(({ children }) => children?.[0]?.value === part)?.children?.[1];
  }, root);
}

/** Where a text stops being valid JSON; its beginning if unknown. */
export function syntaxErrorPlace(text: string): TextRange {
  const errors: ParseError[] = [];
  placedTree(text, errors);
  const [first] = errors;
  if (first === undefined) return { offset: 0, length: 0 };
  // An open comment is reported as longer than the text.
  return { offset: first.offset, length: Math.min(first.length, text.length - first.offset) };
}

/** Issues of the request in a text, grouped by the part of the text where they are shown. */
export function placesOf(text: string, issues: readonly RequestIssue[]): readonly IssuePlace[] {
  const root = placedTree(text);
  if (root === undefined) return isTooMuch(text) ? onWhole(text, issues) : [];
  const found = placeIssues(getNodeValue(root), issues.slice(0, mostPlaced)).map((placed) => foundIn(root, placed));
  return [...Map.groupBy(found, ({ node }) => node)].map(([{ offset, length }, members]) => ({
    offset,
    length,
    messages: [...new Set(members.flatMap(({ issue, operator }) => (operator === null ? [issue.message] : [])))],
    expected: [...new Set(members.flatMap(({ operator }) => operator ?? []))],
  }));
}

function onWhole({ length }: string, issues: readonly RequestIssue[]): readonly IssuePlace[] {
  const messages = [...new Set(issues.map(({ message }) => message))];
  return messages.length === 0 ? [] : [{ offset: 0, length, messages, expected: [] }];
}

/** The node of an issue, or that of its key, and the operator of a union member that was not intended. */
function foundIn(root: Node, { issue, place, beyond, aside }: PlacedIssue) {
  const node = nodeAt(root, place) ?? root;
  const last = beyond.at(-1);
  const operator = node.type === "object" && typeof last === "string" && /^\$\w+$/.test(last) ? last : null;
  const unknown = !aside && ["extra_forbidden", "unrecognized_keys"].includes(issue.type);
  return { issue, node: (unknown ? keyOf(node) : null) ?? node, operator };
}

function keyOf({ parent }: Node): Node | null {
  return parent?.type === "property" ? (parent.children?.[0] ?? null) : null;
}
