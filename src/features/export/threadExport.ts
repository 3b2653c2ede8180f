import * as l10n from "@vscode/l10n";
import { window } from "vscode";
import { commonOrder, compareBy } from "../../core/conversations/conversationOrder.ts";
import { hasOnlyErrors } from "../../core/conversations/conversationPages.ts";
import { filterText } from "../../core/conversations/filterText.ts";
import { kindOf, selectionQuery } from "../../core/conversations/threadSelection.ts";
import type { ExportFormat } from "../../core/export/exportFormat.ts";
import {
  errorsRow,
  exportedText,
  matchingRow,
  noThreadText,
  onlyErrorsText,
  whichText,
} from "../../core/export/exportNotices.ts";
import { agentTable, conversationTable, threadTable } from "../../core/export/exportTables.ts";
import { exportText } from "../../core/export/exportText.ts";
import { mergedRows } from "../../core/export/mergedRows.ts";
import { onlyThumbsDown } from "../../core/feedback/thumbsDown.ts";
import { resolveRange } from "../../core/input/timeRange.ts";
import type { ProjectClient } from "../../core/port/projectClient.ts";
import type { ConversationKind } from "../../core/query/conversationKey.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { stableSort } from "../../core/query/threadQuery.ts";
import { conversationsText, threadsText } from "../../core/text/plural.ts";
import { showNotReady } from "../../vscode/ui/commands.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";
import { ProjectLeft } from "./exportedProject.ts";
import { exportTo } from "./exportRun.ts";
import type { ExportParts } from "./register.ts";

/** The threads to export. */
interface ChosenThreads {
  /** Describes the threads. */
  readonly words: string;
  /** Of which kind they are; null for both. */
  readonly kind: ConversationKind | null;
  /** Rejects like `Service`. */
  readonly rows: (target: ProjectClient, signal: AbortSignal) => AsyncIterable<readonly ConversationSummary[]>;
}

/** Exports the threads of the list with the filter and order at the start of the command. */
export async function exportThreads(parts: ExportParts): Promise<void> {
  const { threads, formats } = parts;
  const { session } = parts.sessions;
  if (threads.target === null || session === null) return showNotReady(session);
  const { project } = threads.target;
  const chosen = await askThreads(parts);
  if (chosen === undefined) return;
  const { words, kind } = chosen;
  const countText = (count: number) => (kind === "thread" ? threadsText : conversationsText)(count, formats);
  const exported = {
    title: l10n.t("Export Threads"),
    subject: "threads",
    project,
    session,
    isOpen: () => true,
    requested: "threads",
    progressText: (name: string) => l10n.t("Exporting threads to {0}", name),
    texts: (rows: AsyncIterable<readonly ConversationSummary[]>, format: ExportFormat) => {
      const table = kind === null ? conversationTable : kind === "thread" ? threadTable : agentTable;
      return exportText(rows, table, format);
    },
    // The session may have been updated since, with another client for the same account.
    rows: (signal: AbortSignal) => {
      if (threads.target === null) throw new ProjectLeft();
      return chosen.rows({ ...threads.target, project }, signal);
    },
    rowsText: countText,
    writtenText: (name: string, count: number, bytes: number) =>
      exportedText({ rows: countText(count), name, which: words, bytes }, formats),
    showNone: async (name: string) => void (await window.showInformationMessage(noThreadText(words, name))),
  } as const;
  await exportTo(exported, parts);
}

/**
 * The threads of the list. If only threads with errors are shown, asks whether to export those or all threads matching
 * the filter; undefined if canceled.
 */
async function askThreads(parts: ExportParts): Promise<ChosenThreads | undefined> {
  const all = matching(parts);
  const { listing } = parts.threads;
  if (!hasOnlyErrors(listing)) return all;
  const listed: ChosenThreads = {
    words: onlyErrorsText(all.words),
    kind: all.kind,
    rows: async function* () {
      if (listing.threads.length > 0) yield listing.threads;
    },
  };
  const result = await askPick({
    title: l10n.t("Export Threads"),
    placeholder: l10n.t("Select threads to export"),
    items: [
      { chosen: listed, ...errorsRow(listing, parts.formats) },
      { chosen: all, ...matchingRow(all.words) },
    ],
  });
  return result.kind === "accepted" ? result.value.chosen : undefined;
}

/** All conversations matching the filter, in list order: threads as one stream without a limit, agents in pages. */
function matching({ threads, formats, preferences, project }: ExportParts): ChosenThreads {
  const { selection } = threads;
  const bounds = resolveRange(selection.filter.time, Date.now());
  const hasAgents = preferences.hasAgents(project.place).value;
  const { sources, sort } = commonOrder(selection.sort, threads.target?.sources ?? [], kindOf(selection.filter));
  const known = sources.filter(({ kind }) => kind === "thread" || hasAgents || sources.length === 1);
  const listed = selection.filter.thumbsDown ? known.map(onlyThumbsDown) : known;
  const [first, ...others] = listed;
  return {
    words: whichText(filterText(selection.filter, bounds, formats)),
    kind: others.length > 0 ? null : (first?.kind ?? "thread"),
    rows: (target, signal) => {
      const requested = (limit: number | null, offset = 0) => ({
        ...selectionQuery({ ...selection, sort }, { bounds, limit, offset }),
        unhurried: true,
      });
      return mergedRows(listed, requested, compareBy(stableSort(sort)), target, signal);
    },
  };
}
