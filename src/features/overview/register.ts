import { type Disposable, type WebviewPanel, window } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { overviewViewType } from "../../vscode/page/tabs.ts";
import { registerCommands } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type OverviewParts = Parts<
  "app" | "sessions" | "privacy" | "formats" | "context" | "log",
  "refreshables" | "failed" | "selected" | "threads"
>;

/** The overview tab. Its code is loaded when it is first opened. */
export function registerOverview(parts: OverviewParts): Disposable[] {
  const tab = new Lazy(async () => new (await import("./overviewTab.ts")).OverviewTab(parts));
  return [
    window.registerWebviewPanelSerializer(overviewViewType, {
      deserializeWebviewPanel: async (panel: WebviewPanel) => (await tab.get()).fill(panel),
    }),
    { dispose: async () => (await tab.there())?.dispose() },
    ...registerCommands(parts, { "weaveThreads.openOverview": async () => (await tab.get()).open() }),
  ];
}
