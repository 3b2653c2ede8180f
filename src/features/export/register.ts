import type { Disposable } from "vscode";
import { registerCommands } from "../../host/commands.ts";
import type { CountExportParts } from "./countExport.ts";
import type { ThreadExportParts } from "./threadExport.ts";

export type ExportParts = Omit<ThreadExportParts & CountExportParts, "ending">;

/** The window closes. Nobody is left to be told. */
class WindowClosing extends Error {
  override readonly name = "AbortError";
}

/** Taking threads and counts elsewhere, as files. What is under way ends with the extension. */
export function registerExport(parts: ExportParts): Disposable[] {
  const running = new AbortController();
  const all = { ...parts, ending: running.signal };
  const commands = registerCommands(
    {
      "weaveThreads.exportThreads": async () => (await import("./threadExport.ts")).exportThreads(all),
      "weaveThreads.exportCounts": async () => (await import("./countExport.ts")).exportCounts(all),
    },
    parts.log,
  );
  return [...commands, { dispose: () => running.abort(new WindowClosing()) }];
}
