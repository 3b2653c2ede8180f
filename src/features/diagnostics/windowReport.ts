import { env } from "vscode";
import { shownValue } from "../../core/async/loadState.ts";
import { diagnosticReport } from "../../core/diagnostics/report.ts";
import { versions } from "../../vscode/session/troubleshooting.ts";
import { settingValues } from "../../vscode/storage/settings.ts";
import type { DiagnosticsParts } from "./register.ts";

export function report({ sessions, key, project, requests, network, context }: DiagnosticsParts): string {
  const { threads, count, saved } = project;
  const loaded = shownValue(threads.load)?.threads.length ?? 0;
  const counted = saved.shown.filter(({ load }) => shownValue(load) !== null).length;
  return diagnosticReport({
    at: Date.now(),
    versions: versions(context),
    remote: env.remoteName ?? null,
    settings: settingValues(),
    network: network(),
    session: sessions.session,
    key: key(),
    requests: requests.entries,
    loads: {
      Threads: { kind: threads.load.kind, rows: loaded },
      "Project calls": { kind: count.load.kind, rows: null },
      "Saved counts": { kind: counted === 0 ? "idle" : "shown", rows: saved.shown.length },
    },
  });
}
