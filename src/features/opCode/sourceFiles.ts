import { CancellationTokenSource, RelativePattern, type Uri, workspace } from "vscode";
import { opFileEndings } from "../../core/opCode/languages.ts";
import { longestSource } from "../../core/opCode/opDefinition.ts";
import { searchExcludes } from "../../host/settings.ts";

/** Source files that are read for one search, at most. */
export const mostFiles = 5000;
/** In bytes, of which a character of a source that is read takes up to three. */
const largestFile = 3 * longestSource;
/** Where others' code is kept, which nobody wants to end up in. */
const othersCode = ["**/node_modules/**", "**/site-packages/**", "**/.venv/**", "**/venv/**", "**/.git/**"];
/** Whatever defines an op has to name the library that makes it one. */
const library = Buffer.from("weave");

/** The sources of the workspace; what the settings leave out of searches is left out. */
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

/** The text of a file that may define an op, as on screen where it is open; null for any other, and for one that is gone. */
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
