import * as l10n from "@vscode/l10n";
import { type Fault, pathInBody, type RequestIssue } from "../failures/fault.ts";
import { issuesDetail } from "../failures/faultText.ts";
import { boundsText, rangeName } from "../input/rangeText.ts";
import { parseRange, resolveRange, type TimeRange } from "../input/timeRange.ts";
import type { PickRow } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { filtersText, idCountText } from "./filterText.ts";
import { isSameFilter, type ThreadFilter } from "./threadSelection.ts";

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

/** The choice that an issue with `POST /threads/stream_query` refers to; null for anything else in the request. */
export function refusedPart(issue: RequestIssue): "time" | "threadIds" | "sort" | null {
  const [member, field] = pathInBody(issue);
  if (member === "sort_by") return "sort";
  if (member !== "filter") return null;
  if (field === "thread_ids") return "threadIds";
  return field === "after_datetime" || field === "before_datetime" ? "time" : null;
}

/** The issues that the service reports for one of the choices. */
export function issuesWith(part: ReturnType<typeof refusedPart>, fault: Fault | null): readonly RequestIssue[] {
  return fault?.kind === "invalidRequest" ? fault.issues.filter((issue) => refusedPart(issue) === part) : [];
}
