import { npmEditorRuns, startDesktopEditor } from "./desktop.ts";
import { type Editor, type EditorOptions, startEditor } from "./editor.ts";
import { packedExtension } from "./packedExtension.ts";

/** Starts an editor with the packed extension: the npm editor where it runs, else a desktop one. */
export async function startInstalledEditor(options: Omit<EditorOptions, "vsix">, signal: AbortSignal): Promise<Editor> {
  const vsix = await packedExtension();
  if (npmEditorRuns) return await startEditor({ ...options, vsix }, signal);
  return await startDesktopEditor(vsix, options.environment ?? {}, signal);
}
