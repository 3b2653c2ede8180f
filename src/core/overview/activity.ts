import type { TimeBounds } from "../query/startedWithin.ts";
import { day, hour, minute } from "../text/format.ts";
import { binCounts } from "./histogram.ts";
import type { ThreadColumns } from "./threadColumns.ts";

/** A calendar interval: `count` times `unit`. `length` is its usual duration, in milliseconds. */
export interface Interval {
  readonly unit: "minute" | "hour" | "day" | "week" | "month" | "year";
  readonly count: number;
  readonly length: number;
}

export const longestInterval: Interval = { unit: "year", count: 5, length: 1826.25 * day };

/** The shortest first. */
export const intervals: readonly Interval[] = [
  { unit: "minute", count: 1, length: minute },
  { unit: "minute", count: 5, length: 5 * minute },
  { unit: "minute", count: 15, length: 15 * minute },
  { unit: "hour", count: 1, length: hour },
  { unit: "hour", count: 3, length: 3 * hour },
  { unit: "hour", count: 6, length: 6 * hour },
  { unit: "hour", count: 12, length: 12 * hour },
  { unit: "day", count: 1, length: day },
  { unit: "week", count: 1, length: 7 * day },
  { unit: "month", count: 1, length: 30.44 * day },
  { unit: "month", count: 3, length: 91.3 * day },
  { unit: "year", count: 1, length: 365.25 * day },
  longestInterval,
];

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

/** Without threads there are no intervals. */
export function activity(threads: ThreadColumns): Activity {
  const { startTime, lastUpdated } = threads;
  const [first, last] = timesCovered(threads);
  const interval = intervalFor(first, last, mostIntervals);
  const edges = first > last ? new Float64Array() : calendarEdges(interval, first, last);
  return { interval, edges, started: binCounts(startTime, edges), updated: binCounts(lastUpdated, edges) };
}

/** The shortest interval of which at most `most` cover two times, in milliseconds since the epoch. */
export function intervalFor(first: number, last: number, most: number): Interval {
  return intervals.find(({ length }) => (last - first) / length <= most - 2) ?? longestInterval;
}

/** The first and the last time of the threads; without threads, the first is later. */
export function timesCovered({ startTime, lastUpdated }: ThreadColumns): readonly [first: number, last: number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const times of [startTime, lastUpdated]) {
    for (const time of times) {
      if (time < first) first = time;
      if (time > last) last = time;
    }
  }
  return [first, last];
}

/**
 * The edges of consecutive intervals that cover `first` to `last`, in milliseconds since the epoch: at full hours,
 * midnights, Mondays and firsts of the month in local time, so a day has 23 or 25 hours when the clock changes.
 */
export function calendarEdges(interval: Interval, first: number, last: number): Float64Array {
  const edges: number[] = [];
  let edge = startOf(interval, first, 0);
  for (; edge <= last; edge = startOf(interval, edge, 1)) edges.push(edge);
  return Float64Array.from([...edges, edge]);
}

/** The part of an interval that is in a time range; null if none is. All in milliseconds since the epoch. */
export function intervalWithin(
  { after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY }: TimeBounds,
  from: number,
  end: number,
): readonly [from: number, before: number] | null {
  const [start, stop] = [Math.max(from, after), Math.min(end, before)];
  return start < stop ? [start, stop] : null;
}

/** The start of the interval around a time, or of the next one. */
function startOf({ unit, count, length }: Interval, time: number, next: 0 | 1): number {
  const date = new Date(time);
  const [year, month, dayOfMonth, hours] = [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours()];
  const step = next * count;
  if (unit === "minute" || (unit === "hour" && count === 1)) {
    // By the local clock at that moment: the hour that is repeated by a clock change occurs twice.
    const ahead = -date.getTimezoneOffset() * minute;
    return next === 1 ? time + length : Math.floor((time + ahead) / length) * length - ahead;
  }
  switch (unit) {
    case "hour":
      return new Date(year, month, dayOfMonth, hours - (hours % count) + step).getTime();
    case "day":
      return new Date(year, month, dayOfMonth + step).getTime();
    case "week":
      return new Date(year, month, dayOfMonth - ((date.getDay() + 6) % 7) + 7 * step).getTime();
    case "month":
      return new Date(year, month - (month % count) + step, 1).getTime();
    case "year":
      return new Date(year - (year % count) + step, 0, 1).getTime();
  }
}
