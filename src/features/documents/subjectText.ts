import * as l10n from "@vscode/l10n";
import { framedText } from "../../core/chatTools/framedText.ts";
import { callRecord, conversationRecord, fromStart, turnRecord } from "../../core/chatTools/recordTexts.ts";
import { serviceOf } from "../../core/conversation/conversationAddress.ts";
import { transcript } from "../../core/conversation/transcript/transcript.ts";
import type { DocumentAddress } from "../../core/documents/documentAddress.ts";
import { contentText, documentProblemText, leftOutText } from "../../core/documents/documentNotices.ts";
import { documentText, editText } from "../../core/documents/documentText.ts";
import {
  callText,
  type ReadThread,
  readThread,
  type ThreadBounds,
  turnText,
  withSteps,
} from "../../core/documents/readThread.ts";
import { UserError } from "../../core/failures/fault.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import type { OpenProject } from "../../core/project/openProject.ts";
import type { ConversationKey } from "../../core/query/conversationKey.ts";
import { heldText } from "../../core/session/sessionText.ts";
import type { WindowSession } from "../../core/session/windowSession.ts";
import type { Formats } from "../../core/text/format.ts";
import { nextSession } from "../../vscode/session/sessionStore.ts";

export interface SubjectTextParts {
  readonly sessions: Pick<WindowSession, "session" | "onChange">;
  readonly project: Pick<OpenProject, "threads">;
  readonly formats: Formats;
}

/** Whether this window uses the service and project of an address. */
export function isInSession(address: DocumentAddress | null, { sessions, project }: SubjectTextParts): boolean {
  const { session } = sessions;
  if (address === null || session === null) return false;
  return project.threads.target?.project === address.project && serviceOf(session) === address.service;
}

/**
 * The text of the document of an address. `report` is called with the progress of a long load. Rejects with a
 * `ServiceError`, a `UserError`, or the signal's reason.
 */
export async function subjectText(
  address: DocumentAddress,
  parts: SubjectTextParts,
  report: (message: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const { subject } = address;
  const target = await addressTarget(address, parts, signal);
  switch (subject.kind) {
    case "document":
      return contentText(there(await documentText(subject, target, signal), target));
    case "edit":
      return there(await editText(subject, target, signal), target);
    case "call":
      return there(await callText(subject.callId, target, signal), target);
    case "turn":
      return there(await turnText(subject.callId, target, parts.formats, signal), target);
    case "threadRecord": {
      const record = await conversationRecord(subject.conversation, fromStart, target, signal);
      if (record.data === "")
        throw new UserError(documentProblemText({ kind: "emptyThread", project: target.project }));
      return framedText(record);
    }
    case "turnRecord":
      return framedText(there(await turnRecord(subject.callId, target, signal), target));
    case "callRecord":
      return framedText(there(await callRecord(subject.callId, target, signal), target));
    case "transcript": {
      const thread = await readTurns(subject.conversation, target, parts, { report }, signal);
      const notice = leftOutText(thread, parts.formats);
      const whole = await withSteps(subject.conversation, thread.turns, target, signal);
      const text = transcript(subject.conversation.id, target.project, whole);
      return notice === null ? text : `> ${notice}\n\n${text}`;
    }
  }
}

/** The turns of a thread, at least one. Rejects like `subjectText`. */
export async function readTurns(
  key: ConversationKey,
  target: ProjectClient,
  { formats }: Pick<SubjectTextParts, "formats">,
  { report, bounds }: { readonly report: (message: string) => void; readonly bounds?: ThreadBounds },
  signal: AbortSignal,
): Promise<ReadThread> {
  const reportPart = (done: number, all: number) =>
    report(l10n.t("{0} of {1} turns", formats.exact(done), formats.exact(all)));
  const thread = await readThread(key, target, { report: reportPart, ...(bounds && { bounds }) }, signal);
  if (thread.turns.length > 0 || thread.leftOut > 0) return thread;
  throw new UserError(documentProblemText({ kind: "emptyThread", project: target.project }));
}

/**
 * The service and project of an address. In a window that has just opened, waits for the session. Rejects with a
 * `UserError` that names the document's project if this window uses another service or project.
 */
async function addressTarget(
  address: DocumentAddress,
  parts: SubjectTextParts,
  signal: AbortSignal,
): Promise<ProjectClient> {
  const session = parts.sessions.session ?? (await nextSession(parts.sessions, signal));
  const { target } = parts.project.threads;
  if (target !== null && isInSession(address, parts)) return target;
  if (session.kind === "held") throw new UserError(heldText(session.reason));
  const kind = session.kind === "signedOut" ? "signedOut" : "otherProject";
  throw new UserError(documentProblemText({ kind, project: address.project, service: address.service }));
}

function there<Read>(read: Read | null, { project }: ProjectClient): Read {
  if (read !== null) return read;
  throw new UserError(documentProblemText({ kind: "missingCall", project }));
}
