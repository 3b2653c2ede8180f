import { formatRange, readRange, type TimeBounds, type TimeRange } from "../input/timeRange.ts";
import { memberOf } from "../json.ts";
import { defaultSort, formatSort, mostIds, type SortKey, stableSort, type ThreadQuery } from "./threadQuery.ts";

/** Which threads are listed. */
export interface ThreadFilter {
  /** Only turns that started in it count, so the statistics of a thread are clipped to it. */
  readonly time: TimeRange;
  /** Only these threads; an empty list means all. */
  readonly threadIds: readonly string[];
}

export const unfiltered: ThreadFilter = { time: { kind: "preset", preset: "all" }, threadIds: [] };

/** Which threads to show, and in which order. */
export interface ThreadSelection {
  /** Most significant key first. */
  readonly sort: readonly SortKey[];
  readonly filter: ThreadFilter;
}

export const everyThread: ThreadSelection = { sort: defaultSort, filter: unfiltered };

export function isSameSelection(a: ThreadSelection, b: ThreadSelection): boolean {
  const text = ({ sort, filter }: ThreadSelection) => JSON.stringify([formatSort(sort), formatFilter(filter)]);
  return text(a) === text(b);
}

export function isSameFilter(a: ThreadFilter, b: ThreadFilter): boolean {
  return JSON.stringify(formatFilter(a)) === JSON.stringify(formatFilter(b));
}

/** Whether the filter can hide anything. */
export function isFiltered({ time, threadIds }: ThreadFilter): boolean {
  return threadIds.length > 0 || time.kind === "custom" || time.preset !== "all";
}

/** The filter as JSON for storage. */
export function formatFilter({ time, threadIds }: ThreadFilter): {
  readonly time: string;
  readonly threadIds: readonly string[];
} {
  return { time: formatRange(time), threadIds };
}

/** Reads the result of `formatFilter`; undefined for anything else. */
export function readFilter(stored: unknown): ThreadFilter | undefined {
  const time = readRange(memberOf(stored, "time"));
  const ids = memberOf(stored, "threadIds");
  if (time === undefined || !Array.isArray(ids) || ids.length > mostIds) return undefined;
  const threadIds = Array.from<unknown>(ids).flatMap((id) => (typeof id === "string" && id !== "" ? [id] : []));
  return threadIds.length < ids.length ? undefined : { time, threadIds: [...new Set(threadIds)] };
}

/** The query for a part of a selection. `bounds` is its resolved time range; a `limit` of null is no limit. */
export function selectionQuery(
  { sort, filter: { threadIds } }: ThreadSelection,
  { bounds, limit, offset }: { readonly bounds: TimeBounds; readonly limit: number | null; readonly offset: number },
): Omit<ThreadQuery, "project"> {
  return {
    ...bounds,
    threadIds,
    sort: stableSort(sort),
    ...(limit !== null && { limit }),
    ...(offset > 0 && { offset }),
  };
}
