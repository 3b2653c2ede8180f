import { type Disposable, type WebviewPanel, window } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import { overviewViewType } from "../../vscode/page/tabs.ts";
import { registerCommands } from "../../vscode/ui/commands.ts";
import type { FeatureParts } from "../app.ts";

/** The overview tab. Its code is loaded when it is first opened. */
export function registerOverview(parts: FeatureParts): Disposable[] {
  const tab = new Lazy(async () => {
    const { OverviewTab } = await import("./overviewTab.ts");
    return new OverviewTab(parts);
  });
  return [
    window.registerWebviewPanelSerializer(overviewViewType, {
      deserializeWebviewPanel: async (panel: WebviewPanel) => (await tab.get()).fill(panel),
    }),
    { dispose: async () => (await tab.there())?.dispose() },
    ...registerCommands(parts, { "weaveThreads.openOverview": async () => (await tab.get()).open() }),
  ];
}
