import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import type { CallConditions } from "../../core/counts/callCondition.ts";
import { conditionsText } from "../../core/counts/conditionText.ts";
import { callListOf } from "../../core/counts/countedQuery.ts";
import type { SavedCount } from "../../core/counts/savedCount.ts";
import type { ExportFormat } from "../../core/export/exportFormat.ts";
import {
  copiedIdsText,
  exportedCallsText,
  exportedText,
  noCallText,
  noIdsText,
} from "../../core/export/exportNotices.ts";
import { callTable } from "../../core/export/exportTables.ts";
import { exportText } from "../../core/export/exportText.ts";
import { ServiceError } from "../../core/failures/fault.ts";
import { queryCallPlaces, queryExportedCalls } from "../../core/port/operations.ts";
import type { ExportedCall } from "../../core/query/call.ts";
import { callsText } from "../../core/text/plural.ts";
import { plainText } from "../../core/text/visibleText.ts";
import { showNotReady } from "../../vscode/ui/commands.ts";
import { showFault } from "../../vscode/ui/faultNotice.ts";
import { copyText } from "../../vscode/ui/outside.ts";
import { withLateProgress } from "../../vscode/ui/progress.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import { ProjectLeft } from "./exportedProject.ts";
import { exportTo } from "./exportRun.ts";
import type { ExportParts } from "./register.ts";

/** Exports the calls of a count, the latest first, as of the start of the command. */
export async function exportCalls(
  conditions: CallConditions,
  saved: SavedCount | undefined,
  parts: ExportParts,
): Promise<void> {
  const { app, sessions, target, formats, privacy } = parts;
  const { session } = sessions;
  const project = target()?.project;
  if (project === undefined || session === null) return showNotReady(session);
  const query = callListOf(conditions, project, Date.now());
  const title = l10n.t("Export Calls");
  const isPrivate = privacy.value !== null;
  const { plain, withDocuments } = exportedCallsText(isPrivate);
  const which = await askPick({
    title,
    placeholder: l10n.t("Select what to export"),
    items: [
      { ...plain, documents: [] },
      { ...withDocuments, documents: ["inputs", "output"] as const },
    ],
  });
  if (which.kind !== "accepted") return;
  const { documents } = which.value;
  const words = plainText(conditionsText(conditions, formats));
  const exported = {
    title,
    subject: "calls",
    project,
    session,
    isOpen: () => target()?.project === project,
    requested: "count",
    changeCount: () => app.countCalls(conditions, saved),
    progressText: (name: string) => l10n.t("Exporting calls to {0}", name),
    texts: (rows: AsyncIterable<readonly ExportedCall[]>, format: ExportFormat) =>
      exportText(rows, callTable(documents), format),
    // The session may have been updated since, with another client for the same account.
    rows: (signal: AbortSignal) => {
      const client = target();
      if (client?.project !== project) throw new ProjectLeft();
      return client.service.rows(queryExportedCalls, { ...query, documents: isPrivate ? [] : documents }, signal);
    },
    rowsText: (count: number) => callsText(count, formats),
    writtenText: (name: string, count: number, bytes: number) => {
      const text = exportedText({ rows: callsText(count, formats), name, which: words, bytes }, formats);
      return isPrivate && documents.length > 0 ? `${text} ${withDocuments.detail}` : text;
    },
    showNone: async (name: string) => void (await window.showInformationMessage(noCallText(words, name))),
  } as const;
  await exportTo(exported, parts);
}

/** IDs that are copied at a time: the latest. */
const mostCopied = 10_000;

/** Copies the IDs of the calls of a count, the latest first, one per line. */
export async function copyCallIds(
  conditions: CallConditions,
  saved: SavedCount | undefined,
  parts: ExportParts,
): Promise<void> {
  const { app, sessions, target, formats, ending } = parts;
  const client = target();
  if (client === null) return showNotReady(sessions.session);
  const query = callListOf(conditions, client.project, Date.now());
  // One more, to know whether these are all.
  const limit = Math.min(query.limit ?? Number.POSITIVE_INFINITY, mostCopied + 1);
  const load = async (signal: AbortSignal, report: (message: string) => void) => {
    const found: string[] = [];
    for await (const batch of client.service.rows(queryCallPlaces, { ...query, limit }, signal)) {
      found.push(...batch.map(({ id }) => id));
      report(callsText(found.length, formats));
    }
    return found;
  };
  let found: readonly string[];
  try {
    found = await withLateProgress(l10n.t("Loading the IDs of calls"), load, ending);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const changeCount = () => app.countCalls(conditions, saved);
    const retry = () => copyCallIds(conditions, saved, parts);
    return showFault(error.fault, { requested: "count", changeCount, retry });
  }
  if (found.length === 0) {
    window.showInformationMessage(noIdsText(plainText(conditionsText(conditions, formats))));
    return;
  }
  const ids = found.slice(0, mostCopied);
  const isPart = ids.length < found.length;
  const message = copiedIdsText(ids.length, isPart, formats);
  await copyText(ids.join("\n"), message);
  // A message that passes could be missed.
  if (isPart) window.showWarningMessage(message);
}
