import { type Disposable, type ExtensionContext, type LogOutputChannel, type WebviewPanel, window } from "vscode";
import { Lazy } from "../../core/async/lazy.ts";
import type { OpenProject } from "../../core/openProject.ts";
import type { Formats } from "../../core/text/format.ts";
import { overviewViewType } from "../../vscode/page/tabs.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import type { Preferences } from "../../vscode/storage/preferences.ts";
import { registerCommands } from "../../vscode/ui/commands.ts";
import { Ending } from "../../vscode/ui/progress.ts";
import type { App } from "../app.ts";

export interface OverviewParts {
  readonly app: App;
  readonly sessions: SessionStore;
  readonly project: OpenProject;
  readonly context: Pick<ExtensionContext, "extensionUri">;
  readonly preferences: Preferences;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
  /** Aborts when the extension ends. */
  readonly ending: AbortSignal;
}

/** The overview tab. Its code is loaded when it is first opened. */
export function registerOverview(given: Omit<OverviewParts, "ending">): Disposable[] {
  const ending = new Ending();
  const parts = { ...given, ending: ending.signal };
  const tab = new Lazy(async () => {
    const { OverviewTab } = await import("./overviewTab.ts");
    return new OverviewTab(parts);
  });
  return [
    ending,
    window.registerWebviewPanelSerializer(overviewViewType, {
      deserializeWebviewPanel: async (panel: WebviewPanel) => (await tab.get()).fill(panel),
    }),
    { dispose: async () => (await tab.there())?.dispose() },
    ...registerCommands({ "weaveThreads.openOverview": async () => (await tab.get()).open() }, parts.log),
  ];
}
