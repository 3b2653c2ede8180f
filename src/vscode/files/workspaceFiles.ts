import { RelativePattern, type Uri, workspace } from "vscode";
import { searchExcludes } from "../storage/settings.ts";
import { withToken } from "../ui/progress.ts";

/** Folders of third-party code, which is never what is searched for. */
const othersCode = ["**/node_modules/**", "**/site-packages/**", "**/.venv/**", "**/venv/**", "**/.git/**"];

/** Files of the workspace that match a pattern, without third-party code and those excluded from search by the settings. */
export async function workspaceFiles(pattern: string, most: number, signal: AbortSignal): Promise<readonly Uri[]> {
  const found = await withToken(signal, (token) => {
    const searches = (workspace.workspaceFolders ?? []).map((folder) => {
      const excluded = `{${[...othersCode, ...searchExcludes(folder.uri)].join(",")}}`;
      return workspace.findFiles(new RelativePattern(folder, pattern), excluded, most, token);
    });
    return Promise.all(searches);
  });
  signal.throwIfAborted();
  return found.flat().slice(0, most);
}

/** The text of a file of the workspace, including unsaved changes; empty for one over `most` bytes, and for a deleted one. */
export async function workspaceText(uri: Uri, most: number): Promise<string> {
  const open = workspace.textDocuments.find((document) => String(document.uri) === String(uri));
  if (open !== undefined) return open.getText();
  try {
    if ((await workspace.fs.stat(uri)).size > most) return "";
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return "";
  }
}
