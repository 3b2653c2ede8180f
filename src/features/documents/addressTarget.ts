import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import type { DocumentAddress } from "../../core/documents/documentAddress.ts";
import { documentProblemText } from "../../core/documents/documentNotices.ts";
import { UserError } from "../../core/failures/userError.ts";
import type { OpenProject } from "../../core/openProject.ts";
import type { ProjectClient } from "../../core/projectClient.ts";
import { heldText } from "../../core/session/sessionText.ts";
import { nextSession, type SessionStore } from "../../vscode/session/sessionStore.ts";

export interface AddressTargetParts {
  readonly sessions: Pick<SessionStore, "session" | "onChange">;
  readonly project: Pick<OpenProject, "threads">;
}

/** Whether this window uses the service and project of an address. */
export function isInSession(
  address: DocumentAddress | null,
  { sessions: { session }, project }: AddressTargetParts,
): boolean {
  if (address === null || session === null) return false;
  return project.threads.target?.project === address.project && serviceOf(session) === address.service;
}

/**
 * The service and project of an address. In a window that has just opened, waits for the session. Rejects with a
 * `UserError` that names the document's project if this window uses another service or project.
 */
export async function addressTarget(
  address: DocumentAddress,
  parts: AddressTargetParts,
  signal: AbortSignal,
): Promise<ProjectClient> {
  const session = parts.sessions.session ?? (await nextSession(parts.sessions, signal));
  const { target } = parts.project.threads;
  if (target !== null && isInSession(address, parts)) return target;
  if (session.kind === "held") throw new UserError(heldText(session.reason));
  const kind = session.kind === "signedOut" ? "signedOut" : "otherProject";
  throw new UserError(documentProblemText({ kind, project: address.project, service: address.service }));
}
