import { homedir } from "node:os";
import { Uri, window, workspace } from "vscode";
import type { Preferences } from "../storage/preferences.ts";

export interface SaveQuestion {
  readonly title: string;
  readonly saveLabel: string;
  /** The default name, with its extension. */
  readonly name: string;
  /** File extensions without the dot, by label; the first is that of the default name. */
  readonly filters: Record<string, string[]>;
  readonly preferences: Preferences;
}

/**
 * Asks where to save a file, starting in the last folder, else in the first workspace folder, else at home.
 * Undefined if canceled. VS Code has asked before replacing an existing file.
 */
export async function askSaveTarget(question: SaveQuestion): Promise<Uri | undefined> {
  const { title, saveLabel, name, filters, preferences } = question;
  const folder = await firstThere([preferences.saveFolder(), workspace.workspaceFolders?.[0]?.uri.toString()]);
  const target = await window.showSaveDialog({
    title,
    saveLabel,
    defaultUri: Uri.joinPath(folder, name),
    filters,
  });
  if (target !== undefined) await preferences.setSaveFolder(Uri.joinPath(target, "..").toString());
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
      // Deleted, or on a file system that is not available.
    }
  }
  return Uri.file(homedir());
}
