import { knownOf, quantile } from "./quantile.ts";
import type { ThreadColumns } from "./threadColumns.ts";

export interface ThreadFigures {
  readonly threads: number;
  /** Threads without a finished turn. */
  readonly running: number;
  /** Of all threads. */
  readonly turns: number;
  /** The median of the threads' median turn durations, in milliseconds; null if none is known. */
  readonly medianP50: number | null;
  /** Threads with an unknown median turn duration. */
  readonly p50Unknown: number;
  /** The longest 99th percentile, in milliseconds, and the first thread with it; null if none is known. */
  readonly worstP99: { readonly threadId: string; readonly place: number; readonly value: number } | null;
}

export function threadFigures({ ids, lastUpdated, turnCount, p50, p99 }: ThreadColumns): ThreadFigures {
  const known = knownOf(p50);
  const place = placeOfGreatest(p99);
  const [threadId, value] = [ids[place], p99[place]];
  return {
    threads: ids.length,
    running: ids.length - knownOf(lastUpdated).length,
    turns: turnCount.reduce((sum, count) => sum + count, 0),
    medianP50: known.length === 0 ? null : quantile(known, 0.5),
    p50Unknown: p50.length - known.length,
    worstP99: threadId === undefined || value === undefined ? null : { threadId, place, value },
  };
}

function placeOfGreatest(values: Float64Array): number {
  let place = -1;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? Number.NaN;
    if (value > greatest) [place, greatest] = [index, value];
  }
  return place;
}
