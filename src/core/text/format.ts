import { lazily } from "./lazily.ts";

/** Formatted numbers, sizes, durations and times, in one locale. */
export interface Formats {
  /** `12.3K` */
  compact(count: number): string;
  /** `12,345` */
  exact(count: number): string;
  /** Bytes in decimal units: `1.2 MB` */
  size(bytes: number): string;
  /** A share from 0 to 1: `3%`, `2.9%`; never `0%` or `100%` for another share. */
  percent(share: number): string;
  /** US dollars, small amounts to two significant digits: `$1.20`, `$0.00042` */
  dollars(amount: number): string;
  /** Milliseconds in one or two units: `0.35ms`, `840ms`, `1.2s`, `3m 5s`; `–` below 0, as of a clock that was set back. */
  duration(milliseconds: number): string;
  /** `3m ago`, both in milliseconds since the epoch. */
  ago(time: number, now: number): string;
  /** `3m`, as `ago` in one unit without direction; never negative, and never in months, which are also `m`. */
  age(time: number, now: number): string;
  /** Date and time in the local time zone, with seconds. */
  dateTime(time: number): string;
  /** Time of day in the local time zone. */
  timeOfDay(time: number): string;
  /** A range of times in the local time zone, with the precision of its bounds: `Nov 3, 10:00 – 11:30 AM` */
  range(from: number, to: number): string;
  /** Whether `11/12` is 11 December. */
  readonly dayFirst: boolean;
}

const sizeUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"] as const;

/**
 * `locale` is a BCP 47 tag; an unknown one falls back to the platform's default. Formatters are created at first
 * use, because the first takes 20 ms.
 */
export function createFormats(locale: string): Formats {
  const platform = lazily(() => platformFormats(locale));
  return {
    compact: (count) => platform().compact.format(count),
    exact: (count) => platform().exact.format(count),
    size(bytes) {
      const { sizes, exact } = platform();
      const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1);
      return (sizes[power] ?? exact).format(bytes / 1000 ** power);
    },
    percent(share) {
      const { percent } = platform();
      if (share > 0 && share < 0.001) return `<${percent.format(0.001)}`;
      return share > 0.999 && share < 1 ? `>${percent.format(0.999)}` : percent.format(share);
    },
    dollars(amount) {
      const { dollars, fractions } = platform();
      return (amount > 0 && amount < 0.095 ? fractions : dollars).format(amount);
    },
    duration(value) {
      const { twoDigits, milliseconds, tenths, days, hours, minutes, seconds } = platform();
      if (value < 0) return "–";
      if (value < 9.5) return twoDigits.format(value);
      if (value < 999.5) return milliseconds.format(value);
      if (value < minute - 50) return tenths.format(value / 1000);
      if (value < hour - 500) return pair(value, [minutes, minute], [seconds, 1000]);
      if (value < day - minute / 2) return pair(value, [hours, hour], [minutes, minute]);
      return pair(value, [days, day], [hours, hour]);
    },
    ago(time, now) {
      const passed = now - time;
      const size = Math.abs(passed);
      const passedIn = (name: Intl.RelativeTimeFormatUnit, length: number) =>
        platform().relative.format(-Math.trunc(passed / length), name);
      if (size < minute) return passedIn("second", 1000);
      if (size < hour) return passedIn("minute", minute);
      if (size < day) return passedIn("hour", hour);
      if (size < 60 * day) return passedIn("day", day);
      return size < 730 * day ? passedIn("month", 30.44 * day) : passedIn("year", 365.25 * day);
    },
    age(time, now) {
      const passed = Math.max(now - time, 0);
      const { days, hours, minutes, seconds, years } = platform();
      if (passed < minute) return seconds.format(Math.trunc(passed / 1000));
      if (passed < hour) return minutes.format(Math.trunc(passed / minute));
      if (passed < day) return hours.format(Math.trunc(passed / hour));
      if (passed < 730 * day) return days.format(Math.trunc(passed / day));
      return years.format(Math.trunc(passed / (365.25 * day)));
    },
    dateTime: (time) => platform().dateTime.format(time),
    timeOfDay: (time) => platform().timeOfDay.format(time),
    get dayFirst() {
      const parts = new Intl.DateTimeFormat(knownLocale(locale)).formatToParts().map(({ type }) => type);
      return parts.indexOf("day") < parts.indexOf("month");
    },
    range: (from, to) => new Intl.DateTimeFormat(knownLocale(locale), rangeStyle(from, to)).formatRange(from, to),
  };
}

function rangeStyle(from: number, to: number): Intl.DateTimeFormatOptions {
  const isThisYear = new Date(from).getFullYear() === new Date().getFullYear();
  const within = (unit: number) => [from, to].every((time) => time % unit === 0);
  return {
    ...(isThisYear ? {} : { year: "numeric" }),
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    ...(within(minute) ? {} : { second: "2-digit" }),
    ...(within(1000) ? {} : { fractionalSecondDigits: 3 }),
  };
}

/** The platform's formatters. */
function platformFormats(locale: string) {
  const known = knownLocale(locale);
  const unit = (name: string, maximumFractionDigits: number, unitDisplay: "narrow" | "short" | "long" = "narrow") =>
    new Intl.NumberFormat(known, { style: "unit", unit: name, unitDisplay, maximumFractionDigits });
  const currency = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const short = { style: "unit", unit: "millisecond", unitDisplay: "narrow" } as const;
  // The narrow form of minutes is that of meters in German: "vor 3 m".
  const style = known?.startsWith("de") ? "short" : "narrow";
  return {
    compact: new Intl.NumberFormat(known, { notation: "compact", maximumFractionDigits: 1 }),
    exact: new Intl.NumberFormat(known, { maximumFractionDigits: 2 }),
    percent: new Intl.NumberFormat(known, { style: "percent", maximumFractionDigits: 1 }),
    sizes: sizeUnits.map((name, power) => (power === 0 ? unit(name, 0, "long") : unit(name, 1, "short"))),
    dollars: new Intl.NumberFormat(known, currency),
    fractions: new Intl.NumberFormat(known, { ...currency, maximumSignificantDigits: 2 }),
    twoDigits: new Intl.NumberFormat(known, { ...short, maximumSignificantDigits: 2 }),
    milliseconds: unit("millisecond", 0),
    tenths: unit("second", 1),
    years: unit("year", 0),
    days: unit("day", 0),
    hours: unit("hour", 0),
    minutes: unit("minute", 0),
    seconds: unit("second", 0),
    relative: new Intl.RelativeTimeFormat(known, { style, numeric: "always" }),
    dateTime: new Intl.DateTimeFormat(known, { dateStyle: "medium", timeStyle: "medium" }),
    timeOfDay: new Intl.DateTimeFormat(known, { timeStyle: "medium" }),
  };
}

function pair(value: number, large: [Intl.NumberFormat, number], small: [Intl.NumberFormat, number]): string {
  const rounded = Math.round(value / small[1]) * small[1];
  const rest = Math.round((rounded % large[1]) / small[1]);
  const first = large[0].format(Math.floor(rounded / large[1]));
  return rest === 0 ? first : `${first} ${small[0].format(rest)}`;
}

/** A BCP 47 tag supported by the platform; undefined for its default. */
export function knownLocale(locale: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0];
  } catch {
    return undefined;
  }
}

/** Durations in milliseconds; a calendar day may be an hour shorter or longer. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
