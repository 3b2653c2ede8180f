import { homedir } from "node:os";
import { Uri, window, workspace } from "vscode";
import type { Remembered } from "./remembered.ts";

export interface SaveQuestion {
  readonly title: string;
  readonly saveLabel: string;
  /** The name that is offered, with its ending. */
  readonly name: string;
  /** Endings without the dot, under what they are called; the first is the one of the offered name. */
  readonly filters: Record<string, string[]>;
  readonly remembered: Remembered;
}

/**
 * Asks where to write a file, beginning in the folder of the last one, else in the first of the workspace, else at home.
 * Undefined if the user does not say. VS Code itself has asked whether a file that is there may be replaced.
 */
export async function askSaveTarget(question: SaveQuestion): Promise<Uri | undefined> {
  const { title, saveLabel, name, filters, remembered } = question;
  const folder = await firstThere([remembered.saveFolder(), workspace.workspaceFolders?.[0]?.uri.toString()]);
  const target = await window.showSaveDialog({
    title,
    saveLabel,
    defaultUri: Uri.joinPath(folder, name),
    filters,
  });
  if (target !== undefined) await remembered.setSaveFolder(Uri.joinPath(target, "..").toString());
  return target;
}

async function firstThere(candidates: readonly (string | undefined)[]): Promise<Uri> {
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const folder = Uri.parse(candidate);
    try {
      await workspace.fs.stat(folder);
      return folder;
    } catch {
      // Gone since then, or of a file system that is not there any more.
    }
  }
  return Uri.file(homedir());
}
