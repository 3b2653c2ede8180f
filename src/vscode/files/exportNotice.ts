import * as l10n from "@vscode/l10n";
import { commands, env, UIKind, type Uri, window, workspace } from "vscode";
import { canceledText, leftText, notOpenText } from "../../core/export/exportNotices.ts";
import { actionTitle } from "../../core/failures/actionTitle.ts";
import type { ProjectId } from "../../core/session/projectId.ts";
import { plainText } from "../../core/text/visibleText.ts";

const noticeMs = 5000;

/** Bytes that VS Code opens without confirmation. */
const mostOpened = 50_000_000;

/** A file path for display: relative to the workspace folder, else absolute. */
export function fileText(file: Uri): string {
  return plainText(workspace.asRelativePath(file));
}

/** Reports what was written, and offers to open the file and to show it in its folder, if possible. */
export async function tellWritten(text: string, file: Uri, bytes: number): Promise<void> {
  const open = { title: l10n.t("Open"), command: "vscode.open" };
  const reveal = { title: l10n.t("Show in Folder"), command: revealCommand(file) };
  const offered = [...(bytes <= mostOpened ? [open] : []), ...(reveal.command === undefined ? [] : [reveal])];
  const chosen = await window.showInformationMessage(text, ...offered);
  if (chosen?.command !== undefined) await commands.executeCommand(chosen.command, file);
}

/** Reports that the user canceled an export. */
export function tellCanceled(name: string): void {
  window.setStatusBarMessage(canceledText(name), noticeMs);
}

/** Reports that an export was canceled because its project was closed, and offers Retry. */
export async function tellLeft(name: string, again: () => Promise<void>): Promise<void> {
  await offerRetry(leftText(name), again);
}

/** Reports that the project to export is not open, and offers Retry. */
export async function tellNotOpen(name: string, project: ProjectId, again: () => Promise<void>): Promise<void> {
  await offerRetry(notOpenText(name, project), again);
}

async function offerRetry(text: string, again: () => Promise<void>): Promise<void> {
  const retry = actionTitle("retry");
  if ((await window.showInformationMessage(text, retry)) === retry) await again();
}

/** A folder on another machine cannot be shown by this system. */
function revealCommand(file: Uri): string | undefined {
  if (workspace.getWorkspaceFolder(file) !== undefined) return "revealInExplorer";
  const isHere = file.scheme === "file" && env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  return isHere ? "revealFileInOS" : undefined;
}
