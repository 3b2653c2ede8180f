import type { AddressParts } from "../../core/conversation/addressParts.ts";
import { type ReadableDocument, readableDocument } from "../../core/documents/documentAddress.ts";
import { memberOf, textIn } from "../../core/member.ts";

/** The document that another feature wants to open. */
export interface DocumentAsked {
  readonly callId: string;
  readonly document: ReadableDocument;
  /** The call's op, for the name of the tab's folder. */
  readonly op?: string;
}

/** Reads `{callId, document, op?}`; undefined for anything else. */
export function documentAsked(given: unknown): DocumentAsked | undefined {
  const document = readableDocument(memberOf(given, "document"));
  return document === undefined ? undefined : asked(textIn(given, "callId"), document, textIn(given, "op"));
}

/**
 * The document of a menu's call: of a turn's row, `{turn: {id, op}}`, or of a page's menu,
 * `{weaveCall?, weaveTurn?, weaveOp?}`. Undefined for anything else.
 */
export function documentOfRow(given: unknown, document: ReadableDocument): DocumentAsked | undefined {
  const turn = memberOf(given, "turn");
  const row = asked(textIn(turn, "id"), document, textIn(turn, "op"));
  return row ?? asked(textIn(given, "weaveCall") ?? textIn(given, "weaveTurn"), document, textIn(given, "weaveOp"));
}

/** The thread of `{threadId}`, of a row `{thread: {id}}` or of a page's menu, `{weaveThread}`: untrusted text. */
export function threadAsked(given: unknown): string | undefined {
  const ids = [memberOf(given, "threadId"), memberOf(memberOf(given, "thread"), "id"), memberOf(given, "weaveThread")];
  return ids.find((id) => typeof id === "string");
}

/** Two documents, side by side. */
export interface ComparisonAsked {
  readonly left: AddressParts;
  readonly right: AddressParts;
  readonly title: string;
}

/** Reads `{left, right, title}`, each side the `{path, query}` of a document's address. */
export function comparisonAsked(given: unknown): ComparisonAsked | undefined {
  const [left, right] = [partsIn(memberOf(given, "left")), partsIn(memberOf(given, "right"))];
  const title = textIn(given, "title");
  return left === undefined || right === undefined || title === undefined ? undefined : { left, right, title };
}

function partsIn(given: unknown): AddressParts | undefined {
  const [path, query] = [textIn(given, "path"), textIn(given, "query")];
  return path === undefined || query === undefined ? undefined : { path, query };
}

function asked(callId: string | undefined, document: ReadableDocument, op: string | undefined) {
  return callId === undefined ? undefined : { callId, document, ...(op !== undefined && { op }) };
}
