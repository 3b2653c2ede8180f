import type { Disposable } from "vscode";
import { registerCommands } from "../../host/commands.ts";
import type { CountExportParts } from "./countExport.ts";
import type { ThreadExportParts } from "./threadExport.ts";

export type ExportParts = ThreadExportParts & CountExportParts;

/** Taking threads and counts elsewhere, as files. */
export function registerExport(parts: ExportParts): Disposable[] {
  return registerCommands(
    {
      "weaveThreads.exportThreads": async () => (await import("./threadExport.ts")).exportThreads(parts),
      "weaveThreads.exportCounts": async () => (await import("./countExport.ts")).exportCounts(parts),
    },
    parts.log,
  );
}
