import { CancellationTokenSource, RelativePattern, type Uri, workspace } from "vscode";
import { opFileEndings } from "../../core/opNavigation/languages.ts";
import { longestSource } from "../../core/opNavigation/opDefinition.ts";
import { searchExcludes } from "../../vscode/storage/settings.ts";

/** Maximum number of source files to read for one search. */
export const mostFiles = 5000;
/** In bytes; a character of a source file takes up to three. */
const largestFile = 3 * longestSource;
/** Folders of third-party code, which is never the wanted definition. */
const othersCode = ["**/node_modules/**", "**/site-packages/**", "**/.venv/**", "**/venv/**", "**/.git/**"];
/** Any op definition has to name the library. */
const library = Buffer.from("weave");

/** The source files of the workspace, without those excluded from search by the settings. */
export async function sourceFiles(signal: AbortSignal): Promise<readonly Uri[]> {
  const source = new CancellationTokenSource();
  const cancel = () => source.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const found = await Promise.all(
      (workspace.workspaceFolders ?? []).map((folder) => {
        const pattern = new RelativePattern(folder, `**/*.{${opFileEndings.join(",")}}`);
        return workspace.findFiles(
          pattern,
          `{${[...othersCode, ...searchExcludes(folder.uri)].join(",")}}`,
          mostFiles,
          source.token,
        );
      }),
    );
    signal.throwIfAborted();
    return found.flat().slice(0, mostFiles);
  } finally {
    signal.removeEventListener("abort", cancel);
    source.dispose();
  }
}

/** The text of a file that may define an op, including unsaved changes; null for any other file, and for a deleted one. */
export async function sourceText(uri: Uri): Promise<string | null> {
  const open = workspace.textDocuments.find((document) => String(document.uri) === String(uri));
  if (open !== undefined) return open.getText();
  try {
    const { size } = await workspace.fs.stat(uri);
    if (size > largestFile) return null;
    const bytes = await workspace.fs.readFile(uri);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(library)
      ? new TextDecoder().decode(bytes)
      : null;
  } catch {
    return null;
  }
}
