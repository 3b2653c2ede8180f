import { registerCommands } from "../../vscode/ui/commands.ts";
import type { Feature, FeatureParts } from "../app.ts";

/** Exporting threads, calls and counts to files. Deactivation cancels pending exports. */
export function registerExport(parts: FeatureParts): Feature<"exportCalls" | "copyCallIds"> {
  const calls = () => import("./callExport.ts");
  return {
    exportCalls: async (conditions) => (await calls()).exportCalls(conditions, parts),
    copyCallIds: async (conditions) => (await calls()).copyCallIds(conditions, parts),
    subscriptions: registerCommands(
      {
        "weaveThreads.exportThreads": async () => (await import("./threadExport.ts")).exportThreads(parts),
        "weaveThreads.exportCounts": async () => (await import("./countExport.ts")).exportCounts(parts),
      },
      parts.log,
      parts.sessions,
    ),
  };
}
