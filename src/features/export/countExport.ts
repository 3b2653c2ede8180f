import * as l10n from "@vscode/l10n";
import { type LogOutputChannel, window } from "vscode";
import { conditionsText } from "../../core/counts/conditionText.ts";
import type { SavedCounts } from "../../core/counts/savedCounts.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import { countTable } from "../../core/export/countTable.ts";
import { countsText, noCountText, writtenText } from "../../core/export/exportNotices.ts";
import { UserError } from "../../core/failures/userError.ts";
import type { Formats } from "../../core/text/format.ts";
import { askExportFile, type ExportFile, type NextTry, tellUnwritable } from "../../vscode/files/exportFile.ts";
import { fileText, tellCanceled, tellLeft, tellNotOpen, tellWritten } from "../../vscode/files/exportNotice.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import type { Preferences } from "../../vscode/storage/preferences.ts";
import { inBackground, tellNotReady } from "../../vscode/ui/commands.ts";
import { CanceledByUser } from "../../vscode/ui/progress.ts";
import type { App } from "../app.ts";
import { type ExportedProject, isReachable, ProjectLeft } from "./exportedProject.ts";
import { NothingToExport, runExport } from "./exportRun.ts";

export interface CountExportParts {
  readonly app: App;
  readonly sessions: SessionStore;
  readonly saved: SavedCounts;
  readonly preferences: Preferences;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
  /** Aborts when the extension is deactivated. */
  readonly ending: AbortSignal;
}

/** Exports the saved counts with their latest values; missing values are requested first. */
export async function exportCounts(parts: CountExportParts): Promise<void> {
  const { saved, sessions } = parts;
  const { project } = saved;
  const { session } = sessions;
  if (project === null || session === null) return tellNotReady(session);
  if (saved.shown.length === 0) return tellNone(project, parts.app);
  await exportTo(parts, { project, session });
}

/** Asks for a file and exports to it. */
async function exportTo(parts: CountExportParts, exported: ExportedProject): Promise<void> {
  const { project } = exported;
  const { preferences } = parts;
  const asked = await askExportFile({ title: l10n.t("Export Counts"), subject: "counts", project, preferences });
  if (asked !== undefined) await write(parts, exported, asked);
}

async function write(parts: CountExportParts, exported: ExportedProject, asked: ExportFile): Promise<void> {
  const { sessions, saved, formats, log, ending } = parts;
  const { project } = exported;
  const name = fileText(asked.file);
  const again = () => write(parts, exported, asked);
  const isOpen = saved.project === project && isReachable(exported, sessions);
  if (!isOpen) return inBackground(tellNotOpen(name, project, again), log);
  let written: readonly ShownCount[] = [];
  const rows = async function* (signal: AbortSignal) {
    await settled(saved, signal);
    if (saved.project !== project) throw new ProjectLeft();
    written = saved.shown;
    yield written;
  };
  try {
    const bytes = await runExport({
      ...asked,
      title: l10n.t("Exporting counts to {0}", name),
      table: countTable(project, (count) => conditionsText(count.saved.conditions, formats), Date.now()),
      rows,
      rowsText: (count) => countsText(count, formats),
      onRows: () => undefined,
      sessions,
      ending,
      formats,
    });
    inBackground(tellWritten(writtenText(written, saved.unreadable, name, formats), asked.file, bytes), log);
  } catch (error) {
    inBackground(
      tellFailed(error, { name, project, again, elsewhere: () => exportTo(parts, exported), app: parts.app }),
      log,
    );
  }
}

interface FailedExport extends NextTry {
  readonly name: string;
  readonly project: string;
  readonly app: App;
}

async function tellFailed(error: unknown, { name, project, again, elsewhere, app }: FailedExport): Promise<void> {
  if (error instanceof CanceledByUser) return tellCanceled(name);
  if (error instanceof ProjectLeft) return tellLeft(name, again);
  if (error instanceof NothingToExport) return tellNone(project, app);
  if (!(error instanceof UserError)) throw error;
  await tellUnwritable(error, { again, elsewhere });
}

/** Waits until no count is pending. */
async function settled(saved: SavedCounts, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check = () => {
    if (saved.shown.every(({ load }) => load.kind !== "idle" && load.kind !== "loading")) resolve();
    // Includes counts whose values were cleared by a session update.
    saved.askOnce().catch(reject);
  };
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const subscription = saved.subscribe(check);
  try {
    signal.throwIfAborted();
    check();
    await promise;
  } finally {
    subscription.dispose();
    signal.removeEventListener("abort", abort);
  }
}

async function tellNone(project: string, app: App): Promise<void> {
  const count = l10n.t("Count Calls…");
  const text = noCountText(project);
  if ((await window.showInformationMessage(text, count)) === count) {
    await app.countCalls();
  }
}
