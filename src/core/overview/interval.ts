import { day, hour, minute } from "../timeSpans.ts";

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

/**
 * The edges of consecutive intervals that cover `first` to `last`, both in milliseconds since the epoch: at full hours,
 * midnights, Mondays and firsts of the month in local time, so that a day lasts 23 or 25 hours when
 * the clock changes.
 */
export function calendarEdges(interval: Interval, first: number, last: number): Float64Array {
  const edges = [startOf(interval, first)];
  for (let edge = edges[0] ?? first; edge <= last; edges.push(edge)) edge = after(interval, edge);
  return Float64Array.from(edges);
}

function startOf({ unit, count }: Interval, time: number): number {
  const date = new Date(time);
  const [year, month, dayOfMonth] = [date.getFullYear(), date.getMonth(), date.getDate()];
  switch (unit) {
    case "minute":
    case "hour": {
      if (unit === "hour" && count > 1)
        return new Date(year, month, dayOfMonth, date.getHours() - (date.getHours() % count)).getTime();
      // By the local clock at that moment: the hour that is repeated by a clock change occurs twice.
      const length = count * (unit === "hour" ? hour : minute);
      const ahead = -date.getTimezoneOffset() * minute;
      return Math.floor((time + ahead) / length) * length - ahead;
    }
    case "day":
      return new Date(year, month, dayOfMonth).getTime();
    case "week":
      return new Date(year, month, dayOfMonth - ((date.getDay() + 6) % 7)).getTime();
    case "month":
      return new Date(year, month - (month % count), 1).getTime();
    case "year":
      return new Date(year - (year % count), 0, 1).getTime();
  }
}

function after({ unit, count, length }: Interval, edge: number): number {
  const date = new Date(edge);
  const [year, month, dayOfMonth] = [date.getFullYear(), date.getMonth(), date.getDate()];
  switch (unit) {
    case "minute":
      return edge + length;
    case "hour":
      return count === 1 ? edge + length : new Date(year, month, dayOfMonth, date.getHours() + count).getTime();
    case "day":
      return new Date(year, month, dayOfMonth + count).getTime();
    case "week":
      return new Date(year, month, dayOfMonth + 7 * count).getTime();
    case "month":
      return new Date(year, month + count, 1).getTime();
    case "year":
      return new Date(year + count, 0, 1).getTime();
  }
}
