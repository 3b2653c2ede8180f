import * as l10n from "@vscode/l10n";
import { commands, env, UIKind, type Uri, window, workspace } from "vscode";
import { canceledText } from "../../core/export/exportNotices.ts";
import { actionTitle } from "../../core/failures/action.ts";
import { UserError } from "../../core/failures/fault.ts";
import { FileFailure } from "../../core/failures/fileFailure.ts";
import { plainText } from "../../core/text/visibleText.ts";
import { CanceledByUser } from "../ui/progress.ts";

const noticeMs = 5000;

/** Bytes that VS Code opens without confirmation. */
const mostOpened = 50_000_000;

/** A file path for display: relative to the workspace folder, else absolute. */
export function fileText(file: Uri): string {
  return plainText(workspace.asRelativePath(file));
}

/** Reports what was written, and offers to open the file and to show it in its folder, if possible. */
export async function showWritten(text: string, file: Uri, bytes: number): Promise<void> {
  const open = { title: l10n.t("Open"), command: "vscode.open" };
  const reveal = { title: l10n.t("Show in Folder"), command: revealCommand(file) };
  const offered = [...(bytes <= mostOpened ? [open] : []), ...(reveal.command === undefined ? [] : [reveal])];
  const chosen = await window.showInformationMessage(text, ...offered);
  if (chosen?.command !== undefined) await commands.executeCommand(chosen.command, file);
}

/** Omits file and project, whose names may now be hidden. */
export function showSwitched(): void {
  window.showInformationMessage(l10n.t("Export canceled: privacy mode was switched."));
}

/** Reports why nothing was written, and offers Retry. */
export async function showRetry(text: string, again: () => Promise<void>): Promise<void> {
  const retry = actionTitle("retry");
  if ((await window.showInformationMessage(text, retry)) === retry) await again();
}

export interface NextTry {
  /** Writes to the same file. */
  readonly again: () => Promise<void>;
  /** Asks for another file. */
  readonly elsewhere: () => Promise<void>;
}

/**
 * Reports why the file `name` was not written. Of a file system error, offers to save elsewhere and, if it can go away, to
 * retry. Rejects with unexpected errors.
 */
export async function showUnwritten(failure: unknown, name: string, { again, elsewhere }: NextTry): Promise<void> {
  if (failure instanceof CanceledByUser) {
    window.setStatusBarMessage(canceledText(name), noticeMs);
    return;
  }
  if (!(failure instanceof UserError)) throw failure;
  const retry = actionTitle("retry");
  const other = l10n.t("Save As…");
  const canPass = failure.cause instanceof FileFailure && failure.cause.canPass;
  const chosen = await window.showErrorMessage(failure.message, ...(canPass ? [retry] : []), other);
  if (chosen === retry) await again();
  else if (chosen === other) await elsewhere();
}

/** A folder on another machine cannot be shown by this system. */
function revealCommand(file: Uri): string | undefined {
  if (workspace.getWorkspaceFolder(file) !== undefined) return "revealInExplorer";
  const isHere = file.scheme === "file" && env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  return isHere ? "revealFileInOS" : undefined;
}
