import { binOf } from "./histogram.ts";
import { calendarEdges, type Interval, intervals, longestInterval } from "./interval.ts";
import type { ThreadColumns } from "./threadColumns.ts";

/** How many threads were started and updated in each interval. A thread without a finished turn was not updated. */
export interface Activity {
  readonly interval: Interval;
  /** One more than there are intervals, ascending, in milliseconds since the epoch, at round times of the local time zone. */
  readonly edges: Float64Array;
  readonly started: Float64Array;
  readonly updated: Float64Array;
}

/** More intervals could hardly be distinguished. */
const mostIntervals = 60;

/** With the shortest interval that does not give too many; without threads there are no intervals. */
export function activity({ startTime, lastUpdated }: ThreadColumns): Activity {
  const [first, last] = span(startTime, lastUpdated);
  const interval = intervals.find(({ length }) => (last - first) / length <= mostIntervals - 2) ?? longestInterval;
  const edges = first > last ? new Float64Array() : calendarEdges(interval, first, last);
  return { interval, edges, started: counted(startTime, edges), updated: counted(lastUpdated, edges) };
}

function span(...columns: readonly Float64Array[]): readonly [first: number, last: number] {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    for (const time of column) {
      if (time < first) first = time;
      if (time > last) last = time;
    }
  }
  return [first, last];
}

function counted(times: Float64Array, edges: Float64Array): Float64Array {
  const counts = new Float64Array(Math.max(edges.length - 1, 0));
  for (const time of times) {
    const place = binOf(edges, time);
    if (place >= 0) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
