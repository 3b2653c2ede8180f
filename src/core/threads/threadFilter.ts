import { mostIds } from "../input/idList.ts";
import { formatRange, readRange, type TimeRange } from "../input/timeRange.ts";

/** Which threads are listed. */
export interface ThreadFilter {
  /** Only turns that started in it count, so the statistics of a thread are clipped to it. */
  readonly time: TimeRange;
  /** Only these threads; an empty list means all. */
  readonly threadIds: readonly string[];
}

export const unfiltered: ThreadFilter = { time: { kind: "preset", preset: "all" }, threadIds: [] };

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
  if (typeof stored !== "object" || stored === null || !("time" in stored) || !("threadIds" in stored))
    return undefined;
  const time = readRange(stored.time);
  const threadIds = readIds(stored.threadIds);
  return time === undefined || threadIds === undefined ? undefined : { time, threadIds };
}

function readIds(stored: unknown): readonly string[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const ids = stored.filter((id: unknown) => typeof id === "string" && id !== "");
  return ids.length === stored.length && ids.length <= mostIds ? [...new Set(ids)] : undefined;
}
