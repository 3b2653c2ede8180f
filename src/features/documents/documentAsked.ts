import { type ReadableDocument, readableDocument } from "../../core/documents/documentAddress.ts";

/** Which document another feature wants to be opened. */
export interface DocumentAsked {
  readonly callId: string;
  readonly document: ReadableDocument;
  /** The call's op as it is, for the name of the tab's folder. */
  readonly op?: string;
}

/** Reads `{callId, document, op?}`; undefined for anything else. */
export function documentAsked(given: unknown): DocumentAsked | undefined {
  if (typeof given !== "object" || given === null || !("callId" in given) || !("document" in given)) return undefined;
  const { callId } = given;
  const document = readableDocument(given.document);
  if (typeof callId !== "string" || callId === "" || document === undefined) return undefined;
  const op = "op" in given ? given.op : undefined;
  return { callId, document, ...(typeof op === "string" && { op }) };
}
