import * as l10n from "@vscode/l10n";
import { errorsRow, matchingRow, onlyErrorsText, whichText } from "../../core/export/exportNotices.ts";
import { resolveRange } from "../../core/input/timeRange.ts";
import type { ProjectClient } from "../../core/projectClient.ts";
import type { Formats } from "../../core/text/format.ts";
import { filterText } from "../../core/threads/filterText.ts";
import { selectionQuery } from "../../core/threads/selectionQuery.ts";
import type { Thread } from "../../core/threads/thread.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import type { FailedThreads } from "../../core/turns/failedThreads.ts";
import { askPick } from "../../vscode/ui/quickInput.ts";

/** The threads to export. */
export interface ChosenThreads {
  /** Describes the threads. */
  readonly words: string;
  /** Rejects like `ThreadService`. */
  readonly rows: (target: ProjectClient, signal: AbortSignal) => AsyncIterable<readonly Thread[]>;
}

interface ListParts {
  readonly threads: ThreadList;
  readonly failed: FailedThreads;
  readonly formats: Formats;
}

/**
 * The threads of the list. If only threads with errors are shown, which covers only loaded threads, asks whether to
 * export those or all threads matching the filter; undefined if canceled.
 */
export async function askThreads(parts: ListParts): Promise<ChosenThreads | undefined> {
  const all = matching(parts);
  const { reach, threads } = parts.failed.listing;
  if (reach !== "known" && reach !== "looking") return all;
  const withErrors = threads.filter(({ id }) => parts.failed.has(id));
  const { looked } = parts.failed;
  const result = await askPick({
    title: l10n.t("Export Threads"),
    placeholder: l10n.t("Select threads to export"),
    items: [
      { chosen: listed(withErrors, onlyErrorsText(all.words)), ...errorsRow(withErrors.length, looked, parts.formats) },
      { chosen: all, ...matchingRow(all.words) },
    ],
  });
  return result.kind === "accepted" ? result.value.chosen : undefined;
}

/** All threads matching the filter, in list order, as one stream without a limit. */
function matching({ threads, formats }: ListParts): ChosenThreads {
  const { selection } = threads;
  const { filter } = selection;
  const bounds = resolveRange(filter.time, Date.now());
  return {
    words: whichText(filterText(filter, bounds, formats)),
    rows: ({ service, project }, signal) => {
      const query = selectionQuery(project, selection, { bounds, limit: null, offset: 0 });
      return service.queryThreads({ ...query, unhurried: true }, signal);
    },
  };
}

function listed(threads: readonly Thread[], words: string): ChosenThreads {
  return {
    words,
    rows: async function* () {
      if (threads.length > 0) yield threads;
    },
  };
}
