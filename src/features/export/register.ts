import type { Disposable } from "vscode";
import { registerCommands } from "../../vscode/ui/commands.ts";
import { Ending } from "../../vscode/ui/progress.ts";
import type { CountExportParts } from "./countExport.ts";
import type { ThreadExportParts } from "./threadExport.ts";

type GivenParts = Omit<ThreadExportParts & CountExportParts, "ending">;

/** Exporting threads and counts to files. Deactivation cancels pending exports. */
export function registerExport(parts: GivenParts): Disposable[] {
  const ending = new Ending();
  const all = { ...parts, ending: ending.signal };
  const commands = registerCommands(
    {
      "weaveThreads.exportThreads": async () => (await import("./threadExport.ts")).exportThreads(all),
      "weaveThreads.exportCounts": async () => (await import("./countExport.ts")).exportCounts(all),
    },
    parts.log,
  );
  return [...commands, ending];
}
