import * as l10n from "@vscode/l10n";
import type { ComparedKind, ComparedSide } from "../diff/comparison.ts";
import type { DocumentSubject } from "../documents/documentAddress.ts";
import { removedText, strictText, withoutMiddle } from "./framedText.ts";

/** The question about a record, for the user to edit. */
export function promptText(kind: ComparedKind | "failure"): string {
  return {
    thread: l10n.t("What went wrong in this conversation? Look at the code of its ops."),
    turn: l10n.t("Why did this turn fail? Look at the op's code."),
    call: l10n.t("Why did this call fail? Look at the op's code."),
    failure: l10n.t("Debug this failure: find its cause in the op's code, and suggest a fix."),
  }[kind];
}

/** The document that is attached. */
export function recordSubject(side: ComparedSide): DocumentSubject {
  return side.kind === "thread"
    ? { kind: "threadRecord", conversation: side.conversation }
    : { kind: `${side.kind}Record`, callId: side.id };
}

/** Question, record and code as one text. `place` names the file. */
export function copiedForChat(
  question: string,
  record: string,
  codes: readonly { readonly place: string; readonly code: string }[],
): string {
  const pieces = codes.map(({ place, code }) => {
    const { text, removed } = strictText(withoutMiddle(code).text);
    return `${place}\n${text}\n${removedText(removed)}`.trimEnd();
  });
  return `${[question, record, ...pieces].join("\n\n")}\n`;
}

export function copiedNotice(): string {
  return l10n.t("No chat model is available. The question and its data were copied to the clipboard.");
}

export function noFailureText(): string {
  return l10n.t("No failed call was found.");
}
