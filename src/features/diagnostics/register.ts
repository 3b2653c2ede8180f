import * as l10n from "@vscode/l10n";
import { type Disposable, env, type QuickPickItem } from "vscode";
import { shownValue } from "../../core/async/loadState.ts";
import type { DiagnosticFacts } from "../../core/diagnostics/report.ts";
import type { NetworkSettings } from "../../core/network.ts";
import { versions } from "../../vscode/session/troubleshooting.ts";
import { openSetting, settingValues, writeClient } from "../../vscode/storage/settings.ts";
import { registerCommands } from "../../vscode/ui/commands.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import type { FeatureParts } from "../app.ts";
import { ReportDocuments } from "./reportDocuments.ts";

/** Commands for troubleshooting: the log, a report for bug reports, and network settings. */
export function registerDiagnostics(parts: FeatureParts): Disposable[] {
  const { app, log } = parts;
  const sendBy = async (client: NetworkSettings["client"]) => {
    await writeClient(client);
    await app.refresh();
  };
  const documents = new ReportDocuments();
  const registered = registerCommands(
    {
      "weaveThreads.showDiagnostics": async (given: unknown) => {
        const redacted = given === "redacted" || given === "unredacted" ? given === "redacted" : await askRedacted();
        if (redacted === undefined) return;
        const { diagnosticReport } = await import("../../core/diagnostics/report.ts");
        await documents.show(diagnosticReport(facts(parts), { redacted }));
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
  return [documents, ...registered];
}

async function askRedacted(): Promise<boolean | undefined> {
  const items: readonly (QuickPickItem & { readonly redacted: boolean })[] = [
    { redacted: true, label: l10n.t("Redact projects, hosts and users (recommended)") },
    { redacted: false, label: l10n.t("Include projects, hosts and users") },
  ];
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
    requests: requests.recent.entries,
    loads: {
      Threads: { kind: threads.load.kind, rows: loaded },
      "Project calls": { kind: count.load.kind, rows: null },
      "Saved counts": { kind: counted === 0 ? "idle" : "shown", rows: saved.shown.length },
    },
  };
}
