import { calendarEdges, type Interval, intervals, longestInterval } from "../../../core/overview/activity.ts";
import { day, minute, second } from "../../../core/timeSpans.ts";
import type { Extent } from "./geometry.ts";

/** Intervals shorter than calendar units, in milliseconds. */
const short = [1, 10, 100, 500, second, 5 * second, 15 * second, 30 * second];

const between: readonly Interval[] = [
  { unit: "minute", count: 30, length: 30 * minute },
  { unit: "day", count: 2, length: 2 * day },
  { unit: "day", count: 3, length: 3 * day },
];

const calendar = [...intervals, ...between].sort((one, other) => one.length - other.length);

/**
 * Round local times within a range, in milliseconds since the epoch, and their usual distance:
 * the shortest that is at least `least`.
 */
export function timeTicks(
  { min, max }: Extent,
  least: number,
): { readonly places: readonly number[]; readonly step: number } {
  const step = short.find((length) => length >= least);
  if (step !== undefined) {
    const first = Math.ceil(min / step);
    const count = Math.max(Math.floor(max / step) - first + 1, 0);
    return { places: Array.from({ length: count }, (_, nth) => (first + nth) * step), step };
  }
  const interval = calendar.find(({ length }) => length >= least) ?? longestInterval;
  const edges = calendarEdges(interval, min, max);
  return { places: [...edges].filter((edge) => edge >= min && edge <= max), step: interval.length };
}
