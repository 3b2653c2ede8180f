import type { Disposable } from "vscode";
import { registerCommands } from "../../vscode/ui/commands.ts";
import type { FeatureParts } from "../app.ts";

/** Exporting threads and counts to files. Deactivation cancels pending exports. */
export function registerExport(parts: FeatureParts): Disposable[] {
  return registerCommands(
    {
      "weaveThreads.exportThreads": async () => (await import("./threadExport.ts")).exportThreads(parts),
      "weaveThreads.exportCounts": async () => (await import("./countExport.ts")).exportCounts(parts),
    },
    parts.log,
  );
}
