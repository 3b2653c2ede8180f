import { commands, type Disposable, Uri, window, workspace } from "vscode";
import type { NetworkSettings } from "../../core/settings/network.ts";
import { reportScheme } from "../../vscode/page/tabs.ts";
import { openSetting, writeSetting } from "../../vscode/storage/settings.ts";
import { inBackground, registerCommands } from "../../vscode/ui/commands.ts";
import type { Parts } from "../app.ts";

export type DiagnosticsParts = Parts<
  "app" | "sessions" | "key" | "privacy" | "requests" | "network" | "context" | "log",
  "count" | "saved" | "threads"
>;

/** Commands for help: the guide, the log, a report for bug reports, network settings, and a page of keys. */
export function registerDiagnostics(parts: DiagnosticsParts): Disposable[] {
  const { app, log } = parts;
  const sendBy = async (client: NetworkSettings["client"]) => {
    await writeSetting("weaveThreads.network", client === "own" ? undefined : client);
    // It may hang, and can be canceled in the view.
    inBackground(app.refresh(), log);
  };
  // Read-only: an unsaved document would be stored on disk by VS Code, with its content, and prompt when it is closed.
  const reports = new Map<string, string>();
  const helpUri = Uri.from({ scheme: reportScheme, path: "Weave accessibility help.md" });
  const guideUri = Uri.joinPath(parts.context.extensionUri, "dist", "guide.md");
  let shown = 0;
  const show = async (uri: Uri) => {
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  };
  const showReport = async (text: string) => {
    shown += 1;
    // A tab from before the extension host restarted keeps its text.
    const query = String(Date.now());
    const uri = Uri.from({ scheme: reportScheme, path: `Weave diagnostics ${shown}.md`, query });
    reports.set(String(uri), text);
    await show(uri);
  };
  const registered = registerCommands(parts, {
    "weaveThreads.showDiagnostics": async () => showReport((await import("./windowReport.ts")).report(parts)),
    "weaveThreads.openGuide": () => commands.executeCommand("markdown.showPreview", guideUri),
    "weaveThreads.showAccessibilityHelp": () => show(helpUri),
    "weaveThreads.showLog": () => log.show(),
    "weaveThreads.useEditorNetwork": () => sendBy("editor"),
    "weaveThreads.useOwnNetwork": () => sendBy("own"),
    "weaveThreads.openProxySetting": (given: unknown) =>
      openSetting(given === "http.proxyStrictSSL" ? given : "http.proxy"),
    "weaveThreads.openTimeoutSetting": () => openSetting("weaveThreads.requestTimeout"),
  });
  return [
    workspace.registerTextDocumentContentProvider(reportScheme, {
      provideTextDocumentContent: async (uri) => {
        if (uri.path === helpUri.path) return (await import("./helpPage.ts")).help(parts.context);
        // Empty for the tab of a report from a previous session.
        return reports.get(String(uri)) ?? "";
      },
    }),
    workspace.onDidCloseTextDocument(({ uri }) => reports.delete(String(uri))),
    ...registered,
  ];
}
