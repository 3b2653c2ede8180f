import { type Uri, workspace } from "vscode";
import { Semaphore } from "../../core/async/semaphore.ts";
import { longestSource, opDefinitions, opLanguage, publishedName } from "../../core/opNavigation/opDefinition.ts";
import { workspaceFiles, workspaceText } from "../../vscode/files/workspaceFiles.ts";

/** Maximum number of source files to read for one search. */
export const mostFiles = 5000;
const filesAtATime = 16;
/** A character of a source file takes up to three bytes. */
const mostBytes = 3 * longestSource;
const sourceNames = "**/*.{py,pyi,ts,tsx,mts,cts,js,jsx,mjs,cjs}";

/** The source files of the workspace in which ops may be defined. */
export function sourceFiles(signal: AbortSignal): Promise<readonly Uri[]> {
  return workspaceFiles(sourceNames, mostFiles, signal);
}

/** Reads source files, a few at a time; resolves to what `take` returns for each. */
export async function readSources<T>(
  files: readonly Uri[],
  take: (uri: Uri, text: string) => T,
  signal: AbortSignal,
): Promise<readonly T[]> {
  const semaphore = new Semaphore(filesAtATime);
  return Promise.all(
    files.map((uri) => semaphore.run(async () => take(uri, await workspaceText(uri, mostBytes)), signal)),
  );
}

/** Calls `found` with the names of the ops that each source file on this machine defines, and its path. */
export async function findOps(
  found: (ops: readonly string[], file: string) => void,
  signal: AbortSignal,
): Promise<void> {
  // Others may be read over a network, without the user's action.
  const files = (await sourceFiles(signal)).filter(({ scheme }) => scheme === "file");
  const take = (uri: Uri, text: string) => {
    const ops = opDefinitions(text, opLanguage(uri.path)).map(({ names: [name] }) => publishedName(name));
    if (ops.length > 0) found(ops, workspace.asRelativePath(uri));
  };
  await readSources(files, take, signal);
}
