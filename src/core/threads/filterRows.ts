import * as l10n from "@vscode/l10n";
import type { Fault } from "../failures/fault.ts";
import { issuesDetail } from "../failures/faultText.ts";
import { boundsText, rangeName } from "../input/rangeText.ts";
import { resolveRange } from "../input/timeRange.ts";
import type { PickRow } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { idCountText } from "./filterText.ts";
import { issuesWith } from "./refusedPart.ts";
import { isFiltered, type ThreadFilter } from "./threadFilter.ts";

export interface FilterMenu {
  readonly current: ThreadFilter;
  readonly onlyErrors: boolean;
  /** The fault of the last request; null if it succeeded. Rejected parts are marked. */
  readonly fault: Fault | null;
  readonly formats: Formats;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type FilterEntry = "time" | "threadIds" | "errors" | "clear";

/** A row of the filter menu. */
export interface FilterItem extends PickRow {
  readonly entry: FilterEntry;
}

/** The part of the filter that the service rejected. */
export function refusedEntry({ fault }: FilterMenu): FilterEntry | undefined {
  return (["time", "threadIds"] as const).find((part) => issuesWith(part, fault).length > 0);
}

export function filterItems({ current, onlyErrors, fault, formats, now }: FilterMenu): readonly FilterItem[] {
  const { time, threadIds } = current;
  const bounds = resolveRange(time, now());
  const isAllTime = bounds.after === undefined && bounds.before === undefined;
  const items: FilterItem[] = [
    {
      entry: "time",
      label: l10n.t("Time"),
      description: rangeName(time),
      ...(isAllTime ? {} : { detail: boundsText(bounds, formats) }),
      ...issuesDetail(issuesWith("time", fault)),
    },
    {
      entry: "threadIds",
      label: l10n.t("Thread IDs"),
      description: threadIds.length === 0 ? l10n.t("All threads") : idCountText(threadIds.length, formats),
      ...issuesDetail(issuesWith("threadIds", fault)),
    },
    onlyErrors
      ? { entry: "errors", label: l10n.t("Show All Threads"), description: l10n.t("Current: only threads with errors") }
      : { entry: "errors", label: l10n.t("Show Only Threads with Errors"), description: l10n.t("Loaded threads only") },
  ];
  return onlyErrors || isFiltered(current) ? [...items, { entry: "clear", label: l10n.t("Clear Filter") }] : items;
}
