import { registerSessionCommands } from "../../vscode/ui/commands.ts";
import type { Feature, Parts } from "../app.ts";

export type ExportParts = Parts<
  "app" | "threads" | "saved" | "sessions" | "preferences" | "privacy" | "target" | "formats" | "log" | "ending",
  "place"
>;

/** Exporting threads, conversations, calls and counts to files. Deactivation cancels pending exports. */
export function registerExport(parts: ExportParts): Feature<"exportCalls" | "copyCallIds"> {
  const calls = () => import("./callExport.ts");
  return {
    exportCalls: async (conditions, saved) => (await calls()).exportCalls(conditions, saved, parts),
    copyCallIds: async (conditions, saved) => (await calls()).copyCallIds(conditions, saved, parts),
    subscriptions: registerSessionCommands(parts, {
      "weaveThreads.exportThreads": async () => (await import("./threadExport.ts")).exportThreads(parts),
      "weaveThreads.exportConversation": async (given: unknown) =>
        (await import("./conversationExport.ts")).exportConversation(given, parts),
      "weaveThreads.exportCounts": async () => (await import("./countExport.ts")).exportCounts(parts),
    }),
  };
}
