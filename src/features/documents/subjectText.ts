import * as l10n from "@vscode/l10n";
import { transcript } from "../../core/conversation/transcript/transcript.ts";
import { callText, turnText } from "../../core/documents/comparedText.ts";
import type { DocumentSubject } from "../../core/documents/documentAddress.ts";
import { contentText, documentProblemText, leftOutText } from "../../core/documents/documentNotices.ts";
import { documentText } from "../../core/documents/documentText.ts";
import { readThread } from "../../core/documents/readThread.ts";
import { UserError } from "../../core/failures/userError.ts";
import type { ProjectClient } from "../../core/projectClient.ts";
import type { Formats } from "../../core/text/format.ts";

export interface SubjectTextParts {
  readonly target: ProjectClient;
  readonly formats: Formats;
  /** Called with the progress of a long load. */
  readonly report: (message: string) => void;
}

/** The text of a document. Rejects with a `ServiceError`, a `UserError`, or the signal's reason. */
export async function subjectText(
  subject: DocumentSubject,
  parts: SubjectTextParts,
  signal: AbortSignal,
): Promise<string> {
  const { target } = parts;
  switch (subject.kind) {
    case "document":
      return contentText(there(await documentText(subject, target, signal), target));
    case "call":
      return there(await callText(subject.callId, target, signal), target);
    case "turn":
      return there(await turnText(subject.callId, target, signal), target);
    case "thread":
      return await wholeThread(subject.threadId, parts, signal);
  }
}

async function wholeThread(
  threadId: string,
  { target, formats, report }: SubjectTextParts,
  signal: AbortSignal,
): Promise<string> {
  const told = (done: number, all: number) =>
    report(l10n.t("{0} of {1} turns", formats.exact(done), formats.exact(all)));
  const thread = await readThread(threadId, target, { report: told }, signal);
  if (thread.turns.length === 0 && thread.leftOut === 0) {
    throw new UserError(documentProblemText({ kind: "emptyThread", project: target.project }));
  }
  const notice = leftOutText(thread, formats);
  const text = transcript(thread.turns);
  return notice === null ? text : `> ${notice}\n\n${text}`;
}

function there(text: string | null, { project }: ProjectClient): string {
  if (text !== null) return text;
  throw new UserError(documentProblemText({ kind: "missingCall", project }));
}
