import * as l10n from "@vscode/l10n";
import { env, type QuickPickItem } from "vscode";
import { shownValue } from "../../core/async/loadState.ts";
import { type DiagnosticFacts, diagnosticReport } from "../../core/diagnostics/report.ts";
import { versions } from "../../vscode/session/troubleshooting.ts";
import { settingValues } from "../../vscode/storage/settings.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import type { FeatureParts } from "../app.ts";

/** A diagnostic report; undefined if canceled. `given` says whether it is redacted; otherwise the user is asked. */
export async function report(given: unknown, parts: FeatureParts): Promise<string | undefined> {
  const chosen = parts.privacy.value === null ? given : "redacted";
  const redacted = chosen === "redacted" || chosen === "unredacted" ? chosen === "redacted" : await askRedacted();
  return redacted === undefined ? undefined : diagnosticReport(facts(parts), { redacted });
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
    requests: requests.entries,
    loads: {
      Threads: { kind: threads.load.kind, rows: loaded },
      "Project calls": { kind: count.load.kind, rows: null },
      "Saved counts": { kind: counted === 0 ? "idle" : "shown", rows: saved.shown.length },
    },
  };
}
