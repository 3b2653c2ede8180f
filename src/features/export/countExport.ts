import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { abortable } from "../../core/async/abortable.ts";
import { isPending } from "../../core/async/loadState.ts";
import { conditionsText } from "../../core/counts/conditionText.ts";
import type { SavedCounts } from "../../core/counts/savedCounts.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import type { ExportFormat } from "../../core/export/exportFormat.ts";
import { countsText, noCountText, writtenText } from "../../core/export/exportNotices.ts";
import { countTable } from "../../core/export/exportTables.ts";
import { exportText } from "../../core/export/exportText.ts";
import { showNotReady } from "../../vscode/ui/commands.ts";
import type { App } from "../app.ts";
import { ProjectLeft } from "./exportedProject.ts";
import { exportTo } from "./exportRun.ts";
import type { ExportParts } from "./register.ts";

/** Exports the saved counts with their latest values; missing values are requested first. */
export async function exportCounts(parts: ExportParts): Promise<void> {
  const { app, saved, formats } = parts;
  const { project } = saved;
  const { session } = parts.sessions;
  if (project === null || session === null) return showNotReady(session);
  if (saved.shown.length === 0) return showNone(project, app);
  let written: readonly ShownCount[] = [];
  const exported = {
    title: l10n.t("Export Counts"),
    subject: "counts",
    project,
    session,
    isOpen: () => saved.project === project,
    requested: "count",
    progressText: (name: string) => l10n.t("Exporting counts to {0}", name),
    texts: (rows: AsyncIterable<readonly ShownCount[]>, format: ExportFormat) => {
      const table = countTable(project, (count) => conditionsText(count.saved.conditions, formats), Date.now());
      return exportText(rows, table, format);
    },
    rows: async function* (signal: AbortSignal) {
      await settled(saved, signal);
      if (saved.project !== project) throw new ProjectLeft();
      written = saved.shown;
      yield written;
    },
    rowsText: (count: number) => countsText(count, formats),
    writtenText: (name: string) => writtenText(written, saved.unreadable, name, formats),
    showNone: () => showNone(project, app),
  } as const;
  await exportTo(exported, parts);
}

/** Waits until no count is pending. */
async function settled(saved: SavedCounts, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check = () => {
    if (!saved.shown.some(({ load }) => isPending(load))) resolve();
    // Includes counts whose values were cleared by a session update.
    saved.askOnce().catch(reject);
  };
  const subscription = saved.subscribe(check);
  check();
  await abortable(promise, signal).finally(() => subscription.dispose());
}

async function showNone(project: string, app: App): Promise<void> {
  const count = l10n.t("Count Calls…");
  if ((await window.showInformationMessage(noCountText(project), count)) === count) {
    await app.countCalls();
  }
}
