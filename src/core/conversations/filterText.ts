import * as l10n from "@vscode/l10n";
import type { Fault } from "../failures/fault.ts";
import { issuesDetail } from "../failures/faultText.ts";
import { boundsText, presetName, rangeName } from "../input/rangeText.ts";
import { parseRange, resolveRange, type TimeBounds, type TimeRange } from "../input/timeRange.ts";
import type { PickRow, TreeRow } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import { listed } from "../text/sentences.ts";
import { visibleCut } from "../text/visibleText.ts";
import { isSameFilter, issuesWith, type ThreadFilter } from "./threadSelection.ts";

const longestId = 18;

/** The filter in words: `Last 7 days · 3 IDs`; empty if nothing is filtered. `bounds` are the resolved time bounds. */
export function filterText(filter: ThreadFilter, bounds: TimeBounds, formats: Formats): string {
  const { time } = filter;
  const ids = idsText(filter, formats);
  if (time.kind === "custom") return [l10n.t("Turns {0}", boundsText(bounds, formats)), ...ids].join(" · ");
  return [...(time.preset === "all" ? [] : [presetName(time.preset)]), ...ids].join(" · ");
}

export function idsText({ threadIds }: ThreadFilter, formats: Formats): string[] {
  const [first, ...others] = threadIds;
  if (first === undefined) return [];
  return [others.length === 0 ? visibleCut(first, longestId) : idCountText(threadIds.length, formats)];
}

/** `12 IDs` */
export function idCountText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 ID"), l10n.t("{0} IDs", formats.exact(count)));
}

/** `All time · 3 IDs · errors only` */
function filtersText({ time, ...ids }: ThreadFilter, onlyErrors: boolean, formats: Formats): string {
  const parts = [
    rangeName(time),
    ...idsText({ time, ...ids }, formats),
    ...(onlyErrors ? [l10n.t("errors only")] : []),
  ];
  return parts.join(" · ");
}

/** The row above the threads that says which filters are in force, and clears them. */
export function filterTreeRow(filter: ThreadFilter, onlyErrors: boolean, formats: Formats): TreeRow {
  const [label, description] = [l10n.t("Clear Filter"), filtersText(filter, onlyErrors, formats)];
  const command = { command: "weaveThreads.clearFilter", title: label } as const;
  const spoken = listed([label, description]);
  return { id: "filter", label, description, icon: { id: "clear-all" }, spoken, isButton: true, command };
}

export interface FilterMenu {
  readonly current: ThreadFilter;
  /** The filter of a project without a choice. */
  readonly defaults: ThreadFilter;
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
  /** A typed time range, which is applied at once. */
  readonly range?: TimeRange;
}

/** The row of a typed time range; undefined for other text. */
export function typedRangeItem(typed: string, { formats, now }: FilterMenu): FilterItem | undefined {
  const read = parseRange(typed, now(), formats.dayFirst);
  if (typeof read === "string") return undefined;
  const { range, bounds } = read;
  return { entry: "time", range, label: rangeName(range), description: boundsText(bounds, formats), alwaysShow: true };
}

/** The part of the filter that the service rejected. */
export function refusedEntry({ fault }: FilterMenu): FilterEntry | undefined {
  return (["time", "threadIds"] as const).find((part) => issuesWith(part, fault).length > 0);
}

export function filterItems({ current, defaults, onlyErrors, fault, formats, now }: FilterMenu): readonly FilterItem[] {
  const { time, threadIds } = current;
  const isAllTime = time.kind === "preset" && time.preset === "all";
  const items: FilterItem[] = [
    {
      entry: "time",
      label: l10n.t("Time"),
      description: rangeName(time),
      ...(!isAllTime && { detail: boundsText(resolveRange(time, now()), formats) }),
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
      : { entry: "errors", label: l10n.t("Show Only Threads with Errors") },
  ];
  return onlyErrors || !isSameFilter(current, defaults)
    ? [
        ...items,
        { entry: "clear", label: l10n.t("Clear Filter"), description: filtersText(current, onlyErrors, formats) },
      ]
    : items;
}
