import type { Disposable, ExtensionContext, LogOutputChannel, WebviewPanel } from "vscode";
import { window } from "vscode";
import { LoadedOnce } from "../../core/loadedOnce.ts";
import type { OpenProject } from "../../core/openProject.ts";
import type { Formats } from "../../core/text/format.ts";
import { registerCommands } from "../../host/commands.ts";
import { Ending } from "../../host/ending.ts";
import type { Remembered } from "../../host/remembered.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { overviewViewType } from "../../host/viewTypes.ts";

export interface OverviewParts {
  readonly sessions: SessionStore;
  readonly project: OpenProject;
  readonly context: Pick<ExtensionContext, "extensionUri">;
  readonly remembered: Remembered;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
  /** Aborts when the extension ends. */
  readonly ending: AbortSignal;
}

/** The overview tab. Its code is loaded when it is first opened. */
export function registerOverview(given: Omit<OverviewParts, "ending">): Disposable[] {
  const ending = new Ending();
  const parts = { ...given, ending: ending.signal };
  const tab = new LoadedOnce(async () => {
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
