import * as l10n from "@vscode/l10n";
import { type ProjectId, parseProjectId } from "../query/projectId.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import type { PickRow } from "../text/rows.ts";
import { sentences } from "../text/sentences.ts";

export interface CollectorContent {
  /** In the order of their appearance. */
  readonly projects: readonly string[];
  /** Bytes. */
  readonly size: number;
  /** Traces deleted since it was started, to keep within the limits. */
  readonly purged: number;
}

export type CollectorState =
  /** `stopped`: by a command, in this window or another. */
  | { readonly kind: "off" | "starting" | "stopped" }
  | ({ readonly kind: "on" } & CollectorContent)
  /** Another program listens on the port. */
  | { readonly kind: "portInUse"; readonly port: number }
  | { readonly kind: "failed"; readonly message: string };

/** The projects that can be shown, in the order of their appearance. */
export function projectsOf(state: CollectorState): readonly ProjectId[] {
  return state.kind === "on" ? state.projects.flatMap((name) => parseProjectId(name) ?? []) : [];
}

/** In the order in which they are offered; `calls` by a button of the view. */
export const allActions = ["start", "show", "terminal", "copy", "clear", "stop", "port", "calls"] as const;
export type CollectorAction = (typeof allActions)[number];

/** What can be done in a state; `isShown` says whether the window shows the collector. */
export function collectorActions({ kind }: CollectorState, isShown: boolean): readonly CollectorAction[] {
  if (kind !== "on") return [...(kind === "portInUse" ? (["port"] as const) : []), "start"];
  return [...(isShown ? [] : (["show"] as const)), "terminal", "copy", "clear", "stop"];
}

export function actionRow(action: CollectorAction): PickRow {
  return {
    start: { label: l10n.t("Start"), detail: l10n.t("Collect what your programs send, on this machine.") },
    show: { label: l10n.t("Show"), detail: l10n.t("Show what was collected in this window.") },
    terminal: { label: l10n.t("New Terminal"), detail: l10n.t("Programs that you run in it send to the collector.") },
    copy: {
      label: l10n.t("Copy Environment…"),
      detail: l10n.t("For notebooks, tests, tasks, and programs outside VS Code."),
    },
    clear: { label: l10n.t("Clear Collected Data…"), detail: l10n.t("Delete all calls and conversations.") },
    stop: { label: l10n.t("Stop"), detail: l10n.t("Collected data stays.") },
    calls: { label: l10n.t("Show Calls") },
    port: { label: l10n.t("Change Port"), detail: l10n.t("Open the setting.") },
  }[action];
}

/** `On · 2 projects · 1.2 MB` */
export function stateText(state: CollectorState, formats: Formats): string {
  switch (state.kind) {
    case "off":
    case "stopped":
      return l10n.t("Off");
    case "starting":
      return l10n.t("Starting…");
    case "on": {
      const { projects, size, purged } = state;
      const known = plural(
        projects.length,
        l10n.t("1 project"),
        l10n.t("{0} projects", formats.exact(projects.length)),
      );
      const text = [l10n.t("On"), known, formats.size(size)].join(" · ");
      return purged === 0 ? text : `${text} · ${purgedText(purged, formats)}`;
    }
    case "portInUse":
      return portInUseText(state.port);
    case "failed":
      return sentences(l10n.t("Could not start the local collector."), state.message);
  }
}

/** SQLite's results for a database that cannot be used: https://sqlite.org/rescode.html. Null for others. */
export function databaseFailureText(result: number): string | null {
  switch (result) {
    case 5:
      return l10n.t("Another program uses its database.");
    case 8:
    case 14:
      return l10n.t("Its database cannot be opened for writing.");
    case 11:
    case 26:
      return l10n.t("Its database is damaged. Nothing was deleted.");
    case 13:
      return l10n.t("The disk is full.");
    default:
      return null;
  }
}

export function portInUseText(port: number): string {
  return l10n.t("Port {0} is in use by another program. Change the port of the collector.", String(port));
}

export function purgedText(traces: number, formats: Formats): string {
  return plural(traces, l10n.t("1 old trace deleted"), l10n.t("{0} old traces deleted", formats.exact(traces)));
}
