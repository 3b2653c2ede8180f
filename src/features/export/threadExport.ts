import { type Disposable, type LogOutputChannel, l10n, window } from "vscode";
import { threadTable } from "../../core/export/threadTable.ts";
import { ServiceError } from "../../core/fault.ts";
import type { Formats } from "../../core/format.ts";
import type { Target } from "../../core/target.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import type { FailedThreads } from "../../core/turns/failedThreads.ts";
import { inBackground, tellNotReady } from "../../host/commands.ts";
import { askExportFile, type ExportFile, tellUnwritable } from "../../host/exportFile.ts";
import { fileText, tellCancelled, tellLeft, tellWritten } from "../../host/exportNotice.ts";
import { showFault } from "../../host/faultNotice.ts";
import { CancelledByPerson } from "../../host/lateProgress.ts";
import type { Remembered } from "../../host/remembered.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { UserError } from "../../host/userError.ts";
import { NothingToExport, ProjectLeft, runExport } from "./exportRun.ts";
import { askThreads, type ChosenThreads } from "./threadsPick.ts";

export interface ThreadExportParts {
  readonly sessions: SessionStore;
  readonly threads: ThreadList;
  readonly failed: FailedThreads;
  readonly remembered: Remembered;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
  /** Aborts when the extension ends. */
  readonly ending: AbortSignal;
}

/** Exports the threads of the list, by the filter and in the order that are in force as the command begins. */
export async function exportThreads(parts: ThreadExportParts): Promise<void> {
  const { target } = parts.threads;
  if (target === null) return tellNotReady(parts.sessions.session);
  const chosen = await askThreads(parts);
  if (chosen !== undefined) await exportTo(parts, target, chosen);
}

/** Asks where to, and exports there. */
async function exportTo(parts: ThreadExportParts, target: Target, chosen: ChosenThreads): Promise<void> {
  const { project } = target;
  const { remembered } = parts;
  const file = await askExportFile({ title: l10n.t("Export Threads"), subject: "threads", project, remembered });
  if (file !== undefined) await write(parts, target, chosen, file);
}

async function write(
  parts: ThreadExportParts,
  target: Target,
  chosen: ChosenThreads,
  asked: ExportFile,
): Promise<void> {
  const { threads, sessions, formats, log, ending } = parts;
  const name = fileText(asked.file);
  const rowsText = (count: number) => threadsText(count, formats);
  const watch = (giveUp: (reason: Error) => void): Disposable => {
    if (threads.target !== target) giveUp(new ProjectLeft());
    return sessions.onChange(() => giveUp(new ProjectLeft()));
  };
  let rows = 0;
  const onRows = (count: number) => {
    rows = count;
  };
  try {
    const title = l10n.t("Exporting threads to {0}", name);
    const source = (signal: AbortSignal) => chosen.rows(target, signal);
    const bytes = await runExport({
      ...asked,
      title,
      table: threadTable,
      rows: source,
      rowsText,
      onRows,
      watch,
      ending,
      formats,
    });
    const about = l10n.t("{0}, {1}", chosen.words, formats.size(bytes));
    const text = l10n.t("Exported {0} to {1} ({2}).", rowsText(rows), name, about);
    inBackground(tellWritten(text, asked.file, bytes), log);
  } catch (error) {
    const again = async () => {
      // A session that was made anew meanwhile may have another way to the same project.
      const now = threads.target?.project === target.project ? threads.target : target;
      await write(parts, now, chosen, asked);
    };
    const elsewhere = () => exportTo(parts, target, chosen);
    inBackground(tellFailed(error, { name, came: rowsText(rows), words: chosen.words, again, elsewhere }), log);
  }
}

interface FailedExport {
  readonly name: string;
  /** The rows that had come, in words. */
  readonly came: string;
  readonly words: string;
  readonly again: () => Promise<void>;
  readonly elsewhere: () => Promise<void>;
}

async function tellFailed(error: unknown, { name, came, words, again, elsewhere }: FailedExport): Promise<void> {
  if (error instanceof CancelledByPerson) {
    tellCancelled(name);
  } else if (error instanceof NothingToExport) {
    await window.showInformationMessage(
      l10n.t("There is no thread to export ({0}). {1} was not written.", words, name),
    );
  } else if (error instanceof ProjectLeft) {
    await tellLeft(name);
  } else if (error instanceof ServiceError) {
    const lead = l10n.t("{0} was not written: the export broke off after {1}.", name, came);
    await showFault(error.fault, { asked: "threads", lead, retry: again });
  } else if (error instanceof UserError) {
    if (await tellUnwritable(error.message)) await elsewhere();
  } else {
    throw error;
  }
}

function threadsText(count: number, formats: Formats): string {
  return count === 1 ? l10n.t("1 thread") : l10n.t("{0} threads", formats.exact(count));
}
