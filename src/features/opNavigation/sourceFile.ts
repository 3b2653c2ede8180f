import { Range, type Uri, window, workspace } from "vscode";
import { baseName, namedFile, type SourcePlace } from "../../core/opNavigation/sourcePlace.ts";
import { workspaceFiles } from "../../vscode/files/workspaceFiles.ts";
import { besideConversation } from "../../vscode/page/tabs.ts";

/** Maximum number of files with the names of one search. */
const mostFiles = 2000;

/** Which of these paths of stack frames name a file of the workspace. */
export async function knownSources(paths: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const files = await sourceFiles(paths, signal);
  return paths.filter((path) => namedFile(path, files) !== undefined);
}

/** Opens the file of the workspace that a place of a stack frame names; does nothing if there is none. */
export async function openSource({ path, line }: SourcePlace, signal: AbortSignal): Promise<void> {
  const viewColumn = besideConversation();
  const file = namedFile(path, await sourceFiles([path], signal));
  if (file === undefined) return;
  const selection = new Range(line - 1, 0, line - 1, 0);
  await window.showTextDocument(file.uri, { selection, viewColumn, preview: true });
}

async function sourceFiles(paths: readonly string[], signal: AbortSignal) {
  const names = [...new Set(paths.map(baseName))].filter((name) => name !== "");
  if (names.length === 0) return [];
  // Paths are untrusted text, and a pattern cannot quote its own characters.
  const pattern = `**/{${names.map((name) => name.replace(/[*?[\]{},!\\]/g, "?")).join(",")}}`;
  const found = await workspaceFiles(pattern, mostFiles, signal);
  return found.map((uri: Uri) => ({ uri, path: uri.path, relative: workspace.asRelativePath(uri, false) }));
}
