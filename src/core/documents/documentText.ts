import { firstRow } from "../async/firstRow.ts";
import { callById } from "../calls/callById.ts";
import { exceptionText } from "../calls/exceptionText.ts";
import { type EditSide, fileArguments } from "../conversation/fileArguments.ts";
import { queryCallDocuments } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { CallDocumentName, CallDocuments } from "../query/call.ts";
import { prettyJson } from "../text/prettyJson.ts";
import { visibleText } from "../text/visibleText.ts";
import type { ReadableDocument } from "./documentAddress.ts";

/** The largest record that is loaded for a document, in bytes as the service sends it. */
export const mostDocumentBytes = 64 * 1024 * 1024;

/**
 * A document of a call; empty for the exception of a call without one, null if the call does not exist.
 * Rejects with a `ServiceError`, or the signal's reason.
 */
export async function documentText(
  { callId, document }: { readonly callId: string; readonly document: ReadableDocument },
  target: ProjectClient,
  signal: AbortSignal,
): Promise<string | null> {
  if (document === "exception") {
    const call = await callById(callId, target, signal);
    if (call === undefined) return null;
    return call.exception === null ? "" : exceptionDocument(call.exception);
  }
  const documents = await callDocuments(callId, [document], target, signal);
  return documents === undefined ? null : prettyJson(documents[document] ?? null);
}

/** Documents of a call or span; undefined if it does not exist. Rejects as `documentText` does. */
export async function callDocuments(
  callId: string,
  documents: readonly CallDocumentName[],
  target: ProjectClient,
  signal: AbortSignal,
): Promise<CallDocuments["documents"] | undefined> {
  const { service, project } = target;
  const requested = { project, callIds: [callId], documents, mostBytes: mostDocumentBytes };
  const call =
    (await firstRow(service.rows(queryCallDocuments, requested, signal))) ??
    (await firstRow((await import("../agents/agentTurns.ts")).spanDocuments(requested, target, signal)));
  return call?.documents;
}

/**
 * The text that a span of a tool call replaced in a file, or that it put there; empty for another span, null if the span
 * does not exist. Rejects as `documentText` does.
 */
export async function editText(
  { callId, side }: { readonly callId: string; readonly side: EditSide },
  target: ProjectClient,
  signal: AbortSignal,
): Promise<string | null> {
  const { spanDocuments } = await import("../agents/agentTurns.ts");
  const span = await firstRow(spanDocuments({ callIds: [callId], documents: ["inputs"] }, target, signal));
  return span === undefined ? null : (fileArguments(span.documents.inputs ?? null)?.edit?.[side] ?? "");
}

/** An exception as readable text: complete, with line breaks, and with hidden characters made visible. */
export function exceptionDocument(exception: string): string {
  const { headline, trace } = exceptionText(exception);
  const lines = (trace || headline).split(/\r\n|\r|\n/).map((line) => line.split("\t").map(visibleText).join("\t"));
  return `${lines.join("\n").trimEnd()}\n`;
}
