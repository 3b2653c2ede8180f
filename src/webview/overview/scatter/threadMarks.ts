import type { Measure } from "../../../core/overview/bins.ts";
import { isDrawable, type ThreadColumns } from "../../../core/overview/threadColumns.ts";
import type { Extent } from "../../../core/overview/ticks.ts";

/** The minimum number of turns of each mark size. */
export const sizeClasses = [1, 2, 5, 10, 30] as const;

/** The scatter plot's data of threads, computed once per list. */
export interface ThreadMarks {
  readonly threads: ThreadColumns;
  /** Logarithms of the durations to base 10; NaN if there is nothing to draw. */
  readonly logs: Readonly<Record<Measure, Float64Array>>;
  /** Index of the thread's size in `sizeClasses`. */
  readonly size: Uint8Array;
  /** Of all start times; `min` is above `max` if there are none. */
  readonly time: Extent;
  /** Of all `logs`. */
  readonly log: Extent;
  /** 1 if start times ascend, -1 if they descend, 0 if neither. */
  readonly order: 1 | -1 | 0;
}

export function threadMarks(threads: ThreadColumns): ThreadMarks {
  const { startTime, turnCount } = threads;
  const logs = { p50: logsOf(threads.p50), p99: logsOf(threads.p99) };
  return {
    threads,
    logs,
    size: Uint8Array.from(turnCount, sizeClass),
    time: extentOf(startTime),
    log: extentOf(logs.p50, logs.p99),
    order: orderOf(startTime),
  };
}

/** The indexes of threads that started between two moments: all of them, and others too if they are unordered. */
export function placesBetween({ threads, order }: ThreadMarks, from: number, to: number): readonly [number, number] {
  const { startTime } = threads;
  if (order === 0) return [0, startTime.length];
  const ahead = order === 1 ? (time: number) => time < from : (time: number) => time > to;
  const within = order === 1 ? (time: number) => time <= to : (time: number) => time >= from;
  return [firstNot(startTime, ahead), firstNot(startTime, within)];
}

function firstNot(values: Float64Array, isBefore: (value: number) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(values[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function logsOf(durations: Float64Array): Float64Array {
  return durations.map((duration) => (isDrawable(duration) ? Math.log10(duration) : Number.NaN));
}

function sizeClass(turns: number): number {
  const found = sizeClasses.findLastIndex((least) => turns >= least);
  return Math.max(found, 0);
}

function extentOf(...columns: readonly Float64Array[]): Extent {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const column of columns) {
    for (const value of column) {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return { min, max };
}

function orderOf(values: Float64Array): 1 | -1 | 0 {
  let [up, down] = [true, true];
  for (let at = 1; at < values.length; at++) {
    const step = (values[at] ?? 0) - (values[at - 1] ?? 0);
    if (step < 0) up = false;
    if (step > 0) down = false;
  }
  return up ? 1 : down ? -1 : 0;
}
