import * as l10n from "@vscode/l10n";
import { type LogOutputChannel, window } from "vscode";
import { brokenOffText, exportedText, noThreadText } from "../../core/export/exportNotices.ts";
import { threadTable } from "../../core/export/threadTable.ts";
import { ServiceError } from "../../core/failures/fault.ts";
import { UserError } from "../../core/failures/userError.ts";
import type { Formats } from "../../core/text/format.ts";
import { threadsText } from "../../core/text/plural.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import type { FailedThreads } from "../../core/turns/failedThreads.ts";
import { askExportFile, type ExportFile, type NextTry, tellUnwritable } from "../../vscode/files/exportFile.ts";
import { fileText, tellCanceled, tellLeft, tellNotOpen, tellWritten } from "../../vscode/files/exportNotice.ts";
import type { SessionStore } from "../../vscode/session/sessionStore.ts";
import type { Preferences } from "../../vscode/storage/preferences.ts";
import { inBackground, tellNotReady } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { CanceledByUser } from "../../vscode/ui/progress.ts";
import { type ExportedProject, isReachable, ProjectLeft } from "./exportedProject.ts";
import { NothingToExport, runExport } from "./exportRun.ts";
import { askThreads, type ChosenThreads } from "./threadsPick.ts";

export interface ThreadExportParts {
  readonly sessions: SessionStore;
  readonly threads: ThreadList;
  readonly failed: FailedThreads;
  readonly preferences: Preferences;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
  /** Aborts when the extension is deactivated. */
  readonly ending: AbortSignal;
}

/** The threads to export. */
interface ExportedThreads extends ExportedProject {
  readonly chosen: ChosenThreads;
}

/** Exports the threads of the list with the filter and order at the start of the command. */
export async function exportThreads(parts: ThreadExportParts): Promise<void> {
  const { target } = parts.threads;
  const { session } = parts.sessions;
  if (target === null || session === null) return tellNotReady(session);
  const chosen = await askThreads(parts);
  if (chosen !== undefined) await exportTo(parts, { project: target.project, session, chosen });
}

/** Asks for a file and exports to it. */
async function exportTo(parts: ThreadExportParts, exported: ExportedThreads): Promise<void> {
  const { project } = exported;
  const { preferences } = parts;
  const file = await askExportFile({ title: l10n.t("Export Threads"), subject: "threads", project, preferences });
  if (file !== undefined) await write(parts, exported, file);
}

async function write(parts: ThreadExportParts, exported: ExportedThreads, asked: ExportFile): Promise<void> {
  const { sessions, formats, log, ending } = parts;
  const { project, chosen } = exported;
  const name = fileText(asked.file);
  const rowsText = (count: number) => threadsText(count, formats);
  const again = () => write(parts, exported, asked);
  if (!isReachable(exported, sessions)) return inBackground(tellNotOpen(name, project, again), log);
  // The session may have been updated since, with another client for the same account.
  const rows = (signal: AbortSignal) => {
    const { target } = parts.threads;
    if (target === null) throw new ProjectLeft();
    return chosen.rows({ service: target.service, project }, signal);
  };
  let came = 0;
  const onRows = (count: number) => {
    came = count;
  };
  try {
    const title = l10n.t("Exporting threads to {0}", name);
    const bytes = await runExport({
      ...asked,
      title,
      table: threadTable,
      rows,
      rowsText,
      onRows,
      sessions,
      ending,
      formats,
    });
    const text = exportedText({ count: came, name, which: chosen.words, bytes }, formats);
    inBackground(tellWritten(text, asked.file, bytes), log);
  } catch (error) {
    const elsewhere = () => exportTo(parts, exported);
    const lead = brokenOffText(came, name, formats);
    inBackground(tellFailed(error, { name, lead, words: chosen.words, again, elsewhere }), log);
  }
}

interface FailedExport extends NextTry {
  readonly name: string;
  /** How far the export got. */
  readonly lead: string;
  readonly words: string;
}

async function tellFailed(error: unknown, { name, lead, words, again, elsewhere }: FailedExport): Promise<void> {
  if (error instanceof CanceledByUser) {
    tellCanceled(name);
  } else if (error instanceof NothingToExport) {
    await window.showInformationMessage(noThreadText(words, name));
  } else if (error instanceof ProjectLeft) {
    await tellLeft(name, again);
  } else if (error instanceof ServiceError) {
    await showFault(error.fault, { asked: "threads", lead, retry: again });
  } else if (error instanceof UserError) {
    await tellUnwritable(error, { again, elsewhere });
  } else {
    throw error;
  }
}
