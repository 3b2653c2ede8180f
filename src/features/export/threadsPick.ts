import * as l10n from "@vscode/l10n";
import type { QuickPickItem } from "vscode";
import { errorsText } from "../../core/export/exportNotices.ts";
import { resolveRange } from "../../core/input/timeRange.ts";
import type { Target } from "../../core/target.ts";
import type { Formats } from "../../core/text/format.ts";
import { filterText } from "../../core/threads/filterText.ts";
import { selectionQuery } from "../../core/threads/selectionQuery.ts";
import type { Thread } from "../../core/threads/thread.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import type { FailedThreads } from "../../core/turns/failedThreads.ts";
import { askPick } from "../../host/quickInput.ts";

/** The threads to export. */
export interface ChosenThreads {
  /** Describes the threads. */
  readonly words: string;
  /** Rejects like `ThreadService`. */
  readonly rows: (target: Target, signal: AbortSignal) => AsyncIterable<readonly Thread[]>;
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
      item(
        listed(withErrors, all.words),
        l10n.t("Threads with Errors"),
        errorsText(withErrors.length, looked, parts.formats),
      ),
      item(
        all,
        l10n.t("All Threads Matching the Filter"),
        l10n.t("{0}; including threads that are not loaded", all.words),
      ),
    ],
  });
  return result.kind === "accepted" ? result.value.chosen : undefined;
}

function item(chosen: ChosenThreads, label: string, detail: string): QuickPickItem & { chosen: ChosenThreads } {
  return { chosen, label, detail };
}

/** All threads matching the filter, in list order, as one stream without a limit. */
function matching({ threads, formats }: ListParts): ChosenThreads {
  const { selection } = threads;
  const { filter } = selection;
  const bounds = resolveRange(filter.time, Date.now());
  return {
    words: filterText(filter, bounds, formats) || l10n.t("no filter"),
    rows: ({ service, project }, signal) => {
      const query = selectionQuery(project, selection, { bounds, limit: null, offset: 0 });
      return service.queryThreads({ ...query, unhurried: true }, signal);
    },
  };
}

function listed(threads: readonly Thread[], words: string): ChosenThreads {
  return {
    words: l10n.t("{0}, errors only", words),
    rows: async function* () {
      if (threads.length > 0) yield threads;
    },
  };
}
