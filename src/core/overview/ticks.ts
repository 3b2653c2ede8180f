import { createFormats, day, type Formats, hour, knownLocale, minute, second } from "../text/format.ts";
import { calendarEdges, type Interval, intervals, longestInterval } from "./activity.ts";

export interface Extent {
  readonly min: number;
  readonly max: number;
}

/** Round durations, in milliseconds, from many to few. */
const durations: readonly (readonly number[])[] = [
  [
    ...[0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500],
    ...[1, 2, 5, 10, 20, 30].map((count) => count * second),
    ...[1, 2, 5, 10, 20, 30].map((count) => count * minute),
    ...[1, 2, 6, 12].map((count) => count * hour),
    ...[1, 2, 5, 10, 20, 50, 100].map((count) => count * day),
  ],
  [0.01, 0.1, 1, 10, 100, second, 10 * second, minute, 10 * minute, hour, 6 * hour, day, 10 * day, 100 * day],
  [0.01, 1, 100, second, minute, hour, day, 30 * day],
];

/** Round durations, in milliseconds, that are `room` apart on the axis, on which `place` is in the same unit. */
export function durationTicks(
  { min, max }: Extent,
  room: number,
  place: (duration: number) => number,
): readonly number[] {
  const within = durations.map((some) => some.filter((duration) => duration >= min && duration <= max));
  const apart = (one: number, other: number) => Math.abs(place(one) - place(other)) >= room;
  return (
    within.find((ticks) => ticks.every((tick, at) => at === 0 || apart(tick, ticks[at - 1] ?? tick))) ??
    within.at(-1)?.slice(0, 1) ??
    []
  );
}

/** Intervals shorter than calendar units, in milliseconds. */
const short = [1, 10, 100, 500, second, 5 * second, 15 * second, 30 * second];

const between: readonly Interval[] = [
  { unit: "minute", count: 30, length: 30 * minute },
  { unit: "day", count: 2, length: 2 * day },
  { unit: "day", count: 3, length: 3 * day },
];

const calendar = [...intervals, ...between].sort((one, other) => one.length - other.length);

/** Round local times within a range, in milliseconds since the epoch, and their distance: the shortest from `least`. */
export function timeTicks({ min, max }: Extent, least: number) {
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

/** Labels of local times, in milliseconds since the epoch, `step` apart; a common part is once on a second line. */
export type TimeLabels = (times: readonly number[], step: number) => readonly string[];

/** Formatters are kept: creating one takes milliseconds. */
export function createTimeLabels(locale: string | undefined): TimeLabels {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const format = (style: Style, time: number): string => {
    const key = JSON.stringify(style);
    const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, style);
    formats.set(key, made);
    return made.format(time);
  };
  return (times, step) => {
    const thisYear = new Date().getFullYear();
    const isThisYear = times.every((time) => new Date(time).getFullYear() === thisYear);
    const [small, large] = timeStyles(step, isThisYear);
    let last = "";
    return times.map((time) => {
      const label = format(small, time);
      const around = large === null ? "" : format(large, time);
      if (around === last) return label;
      last = around;
      return `${label}\n${around}`;
    });
  };
}

type Style = Intl.DateTimeFormatOptions;

function timeStyles(step: number, isThisYear: boolean): readonly [small: Style, large: Style | null] {
  if (step >= 360 * day) return [{ year: "numeric" }, null];
  const year: Style | null = isThisYear ? null : { year: "numeric" };
  if (step >= 28 * day) return [{ month: "short" }, year];
  const large: Style = { month: "short", day: "numeric" };
  if (step >= day) return [large, year];
  const small: Style = { hour: "numeric", minute: "2-digit" };
  if (step >= minute) return [small, large];
  if (step >= second) return [{ ...small, second: "2-digit" }, large];
  return [{ minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 }, large];
}

/** What the parts of a chart are called, in one language. */
export interface ChartTexts {
  readonly formats: Formats;
  readonly timeLabels: TimeLabels;
  /** A bin edge duration, in milliseconds, with three digits: `1.25s` */
  edge(duration: number): string;
}

export function createChartTexts(language: string): ChartTexts {
  const formats = createFormats(language);
  const locale = knownLocale(language);
  const number = (style: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, style);
  const threeDigits = (unit: string) =>
    number({ style: "unit", unit, unitDisplay: "narrow", maximumSignificantDigits: 3 });
  return {
    formats,
    timeLabels: createTimeLabels(locale),
    edge(duration) {
      if (duration < second) return threeDigits("millisecond").format(duration);
      return duration < minute ? threeDigits("second").format(duration / second) : formats.duration(duration);
    },
  };
}

/** The ticks of an axis and their labels, with one line for each `\n`. */
export type Ticks = Readonly<Record<"places", readonly number[]> & Record<"labels", readonly string[]>>;
