import { type Uri, window, workspace } from "vscode";
import { Semaphore } from "../../core/async/semaphore.ts";
import type { ProjectId } from "../../core/query/projectId.ts";
import {
  bySearchOrder,
  type MentioningFile,
  mentionedProjects,
  type OfferedProject,
  projectMentions,
} from "../../core/session/projectMentions.ts";
import { workspaceFiles, workspaceText } from "../../vscode/files/workspaceFiles.ts";

/** Files of settings before code, with the most files to read of each. */
const searched = [
  ["**/{.env,.env.*,*.env}", 50],
  ["**/*.{py,ipynb,ts,tsx,mts,cts,js,jsx,mjs,cjs,json,yml,yaml,sh}", 1000],
] as const;
const filesAtATime = 8;
const mostBytes = 512 * 1024;
/** The search is for suggestions only. */
const mostMilliseconds = 5_000;

/**
 * The projects that files of the workspace name, those of the active editor's folder first; what was found until `closing`
 * aborts. `recent` are the user's, the latest first.
 */
export async function workspaceProjects(
  recent: readonly ProjectId[],
  closing: AbortSignal,
): Promise<readonly OfferedProject[]> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(mostMilliseconds)]);
  const semaphore = new Semaphore(filesAtATime);
  const found: MentioningFile[][] = [];
  try {
    for (const [pattern, most] of searched) {
      const files = inOrder(await workspaceFiles(pattern, most, signal));
      const read: MentioningFile[] = [];
      found.push(read);
      const reading = files.map((uri, index) =>
        semaphore.run(async () => {
          const name = workspace.asRelativePath(uri);
          read[index] = { name, ...projectMentions(await workspaceText(uri, mostBytes), name) };
        }, signal),
      );
      await Promise.all(reading);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return mentionedProjects(
    found.flatMap((read) => Object.values(read)),
    recent,
  );
}

function inOrder(files: readonly Uri[]): readonly Uri[] {
  const active = window.activeTextEditor && workspace.getWorkspaceFolder(window.activeTextEditor.document.uri);
  return files
    .map((uri) => ({ uri, path: uri.path, isActive: workspace.getWorkspaceFolder(uri) === active }))
    .toSorted(bySearchOrder)
    .map(({ uri }) => uri);
}
