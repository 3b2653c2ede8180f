import * as l10n from "@vscode/l10n";
import { type Disposable, env, type QuickPickItem, Uri, window, workspace } from "vscode";
import { shownValue } from "../../core/async/loadState.ts";
import type { DiagnosticFacts } from "../../core/diagnostics/report.ts";
import type { NetworkSettings } from "../../core/network.ts";
import { versions } from "../../vscode/session/troubleshooting.ts";
import { openSetting, settingValues, writeClient } from "../../vscode/storage/settings.ts";
import { inBackground, registerCommands } from "../../vscode/ui/commands.ts";
import type { FeatureParts } from "../app.ts";

const reportScheme = "weave-threads-diagnostics";

/** Commands for troubleshooting: the log, a report for bug reports, and network settings. */
export function registerDiagnostics(parts: FeatureParts): Disposable[] {
  const { app, log } = parts;
  const sendBy = async (client: NetworkSettings["client"]) => {
    await writeClient(client);
    // It may hang, and can be canceled in the view.
    inBackground(app.refresh(), log);
  };
  // Read-only: an unsaved document would be stored on disk by VS Code, with its content, and prompt when it is closed.
  const reports = new Map<string, string>();
  let shown = 0;
  const showReport = async (text: string) => {
    shown += 1;
    // A tab from before the extension host restarted keeps its text.
    const query = String(Date.now());
    const uri = Uri.from({ scheme: reportScheme, path: `Weave diagnostics ${shown}.md`, query });
    reports.set(String(uri), text);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  };
  const registered = registerCommands(
    {
      "weaveThreads.showDiagnostics": async (given: unknown) => {
        const redacted = given === "redacted" || given === "unredacted" ? given === "redacted" : await askRedacted();
        if (redacted === undefined) return;
        const { diagnosticReport } = await import("../../core/diagnostics/report.ts");
        await showReport(diagnosticReport(facts(parts), { redacted }));
      },
      "weaveThreads.showLog": () => log.show(),
      "weaveThreads.useEditorNetwork": () => sendBy("editor"),
      "weaveThreads.useOwnNetwork": () => sendBy("own"),
      "weaveThreads.openProxySetting": (given: unknown) =>
        openSetting(given === "http.proxyStrictSSL" ? given : "http.proxy"),
      "weaveThreads.openTimeoutSetting": () => openSetting("weaveThreads.requestTimeout"),
    },
    log,
  );
  return [
    workspace.registerTextDocumentContentProvider(reportScheme, {
      // Empty for the tab of a report from a previous session.
      provideTextDocumentContent: (uri) => reports.get(String(uri)) ?? "",
    }),
    workspace.onDidCloseTextDocument(({ uri }) => reports.delete(String(uri))),
    ...registered,
  ];
}

async function askRedacted(): Promise<boolean | undefined> {
  const items: readonly (QuickPickItem & { readonly redacted: boolean })[] = [
    { redacted: true, label: l10n.t("Redact projects, hosts and users (recommended)") },
    { redacted: false, label: l10n.t("Include projects, hosts and users") },
  ];
  const { askPick } = await import("../../vscode/ui/quickInput.ts");
  const result = await askPick({
    title: l10n.t("Show Diagnostics"),
    placeholder: l10n.t("API keys and passwords are never included"),
    items,
  });
  return result.kind === "accepted" ? result.value.redacted : undefined;
}

function facts({ sessions, project, requests, network, context }: FeatureParts): DiagnosticFacts {
  const { threads, count, saved } = project;
  const loaded = shownValue(threads.load)?.threads.length ?? 0;
  const counted = saved.shown.filter(({ load }) => shownValue(load) !== null).length;
  return {
    at: Date.now(),
    versions: versions(context),
    remote: env.remoteName ?? null,
    settings: settingValues(),
    network: network(),
    session: sessions.session,
    key: sessions.key,
    requests: requests.entries,
    loads: {
      Threads: { kind: threads.load.kind, rows: loaded },
      "Project calls": { kind: count.load.kind, rows: null },
      "Saved counts": { kind: counted === 0 ? "idle" : "shown", rows: saved.shown.length },
    },
  };
}
