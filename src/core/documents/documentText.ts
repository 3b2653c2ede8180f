import type { CallDocumentName } from "../calls/call.ts";
import type { Json } from "../json.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { ReadableDocument } from "./documentAddress.ts";
import { exceptionDocument } from "./exceptionDocument.ts";
import { prettyJson } from "./prettyJson.ts";

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
  if (document === "exception") return await exceptionOf(callId, target, signal);
  const value = await callDocument(callId, document, target, signal);
  return value === undefined ? null : prettyJson(value);
}

async function exceptionOf(
  callId: string,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<string | null> {
  for await (const [call] of service.queryCalls({ project, filter: { callIds: [callId] } }, signal)) {
    if (call !== undefined) return call.exception === null ? "" : exceptionDocument(call.exception);
  }
  return null;
}

async function callDocument(
  callId: string,
  document: CallDocumentName,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const asked = { project, callIds: [callId], documents: [document], mostBytes: mostDocumentBytes };
  for await (const [call] of service.queryCallDocuments(asked, signal)) {
    if (call !== undefined) return call.documents[document] ?? null;
  }
  return undefined;
}
