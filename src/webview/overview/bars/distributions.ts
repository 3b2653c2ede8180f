import { type Activity, activity } from "../../../core/overview/activity.ts";
import { binOf, durationEdges, type Histogram, histogram, turnCountEdges } from "../../../core/overview/histogram.ts";
import type { ThreadColumns } from "../../../core/overview/threadColumns.ts";
import type { Measure } from "../memory.ts";

/** The data of the bar charts and the tables. */
export interface Distributions {
  readonly turnCounts: Histogram;
  /** With the same edges. */
  readonly durations: Readonly<Record<Measure, Histogram>>;
  readonly activity: Activity;
}

export function distributions(threads: ThreadColumns): Distributions {
  const { turnCount, p50, p99 } = threads;
  const edges = durationEdges(p50, p99);
  return {
    turnCounts: histogram(turnCount, turnCountEdges(turnCount)),
    durations: { p50: histogram(p50, edges), p99: histogram(p99, edges) },
    activity: activity(threads),
  };
}

/** The bins that contain a thread; none if there are none. */
export interface ThreadBins {
  readonly turnCounts: readonly number[];
  readonly durations: Readonly<Record<Measure, readonly number[]>>;
  readonly activity: readonly number[];
}

export function threadBins(shown: Distributions, threads: ThreadColumns, place: number): ThreadBins {
  const bin = (edges: Float64Array, values: Float64Array) => {
    const found = binOf(edges, values[place] ?? Number.NaN);
    return found < 0 ? [] : [found];
  };
  const { turnCounts, durations, activity: times } = shown;
  return {
    turnCounts: bin(turnCounts.edges, threads.turnCount),
    durations: { p50: bin(durations.p50.edges, threads.p50), p99: bin(durations.p99.edges, threads.p99) },
    activity: [...bin(times.edges, threads.startTime), ...bin(times.edges, threads.lastUpdated)],
  };
}
