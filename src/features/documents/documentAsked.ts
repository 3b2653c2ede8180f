import type { ReadableDocument } from "../../core/documents/documentAddress.ts";
import { memberOf, textIn } from "../../core/json.ts";
import type { DocumentAsked } from "../app.ts";

/**
 * The document of a menu's call: of a turn's row, `{turn: {id, op}}`, or of a page's menu,
 * `{weaveCall?, weaveTurn?, weaveOp?}`. Undefined for anything else.
 */
export function documentOfRow(given: unknown, document: ReadableDocument): DocumentAsked | undefined {
  const turn = memberOf(given, "turn");
  const row = asked(textIn(turn, "id"), document, textIn(turn, "op"));
  return row ?? asked(textIn(given, "weaveCall") ?? textIn(given, "weaveTurn"), document, textIn(given, "weaveOp"));
}

/** The thread of a row, `{thread: {id}}`, or of a page's menu, `{weaveThread}`: untrusted text. */
export function threadAsked(given: unknown): string | undefined {
  const ids = [memberOf(memberOf(given, "thread"), "id"), memberOf(given, "weaveThread")];
  return ids.find((id) => typeof id === "string");
}

function asked(callId: string | undefined, document: ReadableDocument, op: string | undefined) {
  return callId === undefined ? undefined : { callId, document, ...(op !== undefined && { op }) };
}
