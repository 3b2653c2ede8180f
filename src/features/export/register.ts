import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Feature, FeatureParts } from "../app.ts";

/** Exporting threads, calls and counts to files. Deactivation cancels pending exports. */
export function registerExport(parts: FeatureParts): Feature<"exportCalls" | "copyCallIds"> {
  const calls = () => import("./callExport.ts");
  return {
    exportCalls: async (conditions, saved) => (await calls()).exportCalls(conditions, saved, parts),
    copyCallIds: async (conditions, saved) => (await calls()).copyCallIds(conditions, saved, parts),
    subscriptions: registerSessionCommands(parts, {
      "weaveThreads.exportThreads": async () => (await import("./threadExport.ts")).exportThreads(parts),
      "weaveThreads.exportCounts": async () => (await import("./countExport.ts")).exportCounts(parts),
    }),
  };
}
