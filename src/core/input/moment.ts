import { day, hour, minute, second } from "../text/format.ts";

/** A point in time as typed. */
export type Moment =
  /** Below 0 for a time to come. */
  | { readonly kind: "ago"; readonly milliseconds: number }
  /** A whole day, or an instant if it has a time of day. */
  | { readonly kind: "day"; readonly day: NamedDay; readonly time: TimeOfDay | null }
  /** The latest such time of day that is not in the future. */
  | { readonly kind: "clock"; readonly time: TimeOfDay };

/** `unreadable` has the wrong form; `noSuchTime` has the right form but does not exist, such as 30 February or 25:00. */
export type MomentProblem = "unreadable" | "noSuchTime";

type NamedDay =
  | { readonly kind: "date"; readonly date: CalendarDate }
  /** Counted back from today; tomorrow is -1. */
  | { readonly kind: "daysAgo"; readonly days: number }
  /** The latest such day, today included if `today`; Sunday is 0. */
  | { readonly kind: "weekday"; readonly weekday: number; readonly today: boolean }
  /** The week from Monday, month or year that is this many back. */
  | { readonly kind: "period"; readonly unit: PeriodUnit; readonly back: number }
  | { readonly kind: "month"; readonly year: number; readonly month: number }
  /** The latest such date, today included; `month` from 0. */
  | { readonly kind: "yearly"; readonly month: number; readonly day: number };

type PeriodUnit = "week" | "month" | "year";

interface CalendarDate {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
}

interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** Minutes east of UTC; null for the local time zone. */
  readonly offset: number | null;
}

/** By the first letter of a unit; months and years as in ages that are shown. */
const unitLengths: Readonly<Record<string, number>> = {
  ...{ s: second, m: minute, h: hour, d: day, w: 7 * day },
  ...{ mo: 30.44 * day, y: 365.25 * day },
};

const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const months = "january february march april may june july august september october november december".split(" ");

const unit = "(?:mo(?:nths?)?|m(?:in(?:utes?)?)?|s(?:ec(?:onds?)?)?|h(?:ours?)?|d(?:ays?)?|w(?:eeks?)?|y(?:ears?)?)";
const agoShape = new RegExp(`^(?:now ?)?([+-]?) ?(\\d{1,6} ?${unit}(?: ?\\d{1,6} ?${unit})*)(?: ago)?$`);
const monthShape = /^(?:([a-zä]{3,9})\.? (\d\d?)|(\d\d?)\.? ([a-zä]{3,9})\.?)(?:,? ([1-9]\d{3}))?(?:,? (\d\d?:.*))?$/;
const dayShape = /^(?:([1-9]\d{3})-?(\d\d)(?:-?(\d\d))?|((?:last |this )?[a-z]+))(?:[t ](\S+(?: ?(?:z|[+-]\S+))?))?$/;
const timeShape = /^(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:(z)|([+-])(\d\d):?(\d\d)?)?$/;

/**
 * Reads `now`, `today`, `yesterday`, `tomorrow`, a weekday, `this` or `last` week, month or year, an amount of time back
 * (`-36h`, `2 weeks ago`, `1h30m`, `now-7d`), an ISO date or month, or a date with the name of its month (`Nov 20`,
 * `20 November 2026`); a day may be followed by a time, and that by a zone. A time may stand alone, and so may seconds or
 * milliseconds since the epoch.
 */
export function readMoment(text: string): Moment | MomentProblem {
  const lower = text.trim().toLowerCase();
  if (lower === "now") return { kind: "ago", milliseconds: 0 };
  if (/^(?:\d{10}|\d{13})$/.test(lower))
    return readDay(new Date(Number(lower.padEnd(13, "0"))).toISOString().toLowerCase());
  return readAgo(lower) ?? readClock(lower) ?? readDay(lower);
}

/** How often a moment recurs, at most, in milliseconds; null if it is absolute. */
export function periodOf(moment: Moment): number | null {
  if (moment.kind === "clock") return day;
  if (moment.kind === "ago") return null;
  return moment.day.kind === "weekday" ? 7 * day : moment.day.kind === "yearly" ? 366 * day : null;
}

/** `Nov 20`, as `readMoment` reads it; undefined if there is no such month, counted from 0. */
export function monthDayText(month: number, date: number): string | undefined {
  const name = months[month]?.slice(0, 3);
  return name && `${name[0]?.toUpperCase()}${name.slice(1)} ${date}`;
}

/**
 * Where a moment lies when it is `now`, in milliseconds since the epoch. `end` is the end of a whole day, and `start`
 * again for an instant.
 */
export function timeOf(moment: Moment, now: number): { readonly start: number; readonly end: number } {
  const today = new Date(now);
  if (moment.kind === "ago") return instant(now - moment.milliseconds);
  if (moment.kind === "clock") {
    // In another zone, it may be another day.
    const times = [-1, 0, 1, 2].map((days) => timeOn(daysBefore(today, days), moment.time));
    return instant(times.find((time) => time <= now) ?? now);
  }
  const date = dateOf(moment.day, today);
  if (moment.time !== null) return instant(timeOn(date, moment.time));
  // Not every day is 24 hours long: its end depends on the local calendar.
  return { start: startOfDay(date), end: startOfDay(endOf(moment.day, date)) };
}

function timeOn({ year, month, day: date }: CalendarDate, time: TimeOfDay): number {
  const { hour: hours, minute: minutes, second, millisecond, offset } = time;
  return offset === null
    ? new Date(year, month, date, hours, minutes, second, millisecond).getTime()
    : Date.UTC(year, month, date, hours, minutes - offset, second, millisecond);
}

function instant(time: number): { readonly start: number; readonly end: number } {
  return { start: time, end: time };
}

function startOfDay({ year, month, day: date }: CalendarDate): number {
  return new Date(year, month, date).getTime();
}

/** The day after a day, or after a period that begins with it. */
function endOf(named: NamedDay, first: CalendarDate): CalendarDate {
  const unit = named.kind === "period" ? named.unit : named.kind;
  if (unit === "year") return { ...first, year: first.year + 1 };
  if (unit === "month") return { ...first, month: first.month + 1 };
  return { ...first, day: first.day + (unit === "week" ? 7 : 1) };
}

function dateOf(named: NamedDay, today: Date): CalendarDate {
  switch (named.kind) {
    case "date":
      return named.date;
    case "daysAgo":
      return daysBefore(today, named.days);
    case "weekday":
      return daysBefore(today, (today.getDay() - named.weekday + 7) % 7 || (named.today ? 0 : 7));
    case "month":
      return { ...named, day: 1 };
    case "period": {
      const { unit, back } = named;
      const [year, month] = [today.getFullYear(), today.getMonth()];
      if (unit === "week") return daysBefore(today, ((today.getDay() + 6) % 7) + 7 * back);
      return unit === "month" ? { year, month: month - back, day: 1 } : { year: year - back, month: 0, day: 1 };
    }
    case "yearly": {
      const { month, day: date } = named;
      let year = today.getFullYear();
      // Not every year has 29 February.
      while (startOfDay({ year, month, day: date }) > today.getTime() || !isDate(year, month, date)) year--;
      return { year, month, day: date };
    }
  }
}

/** The day of the month may be below 1, which `Date` accepts. */
function daysBefore(today: Date, days: number): CalendarDate {
  return { year: today.getFullYear(), month: today.getMonth(), day: today.getDate() - days };
}

function readAgo(text: string): Moment | undefined {
  const [, sign, amounts] = agoShape.exec(text) ?? [];
  if (amounts === undefined) return undefined;
  const lengths = Array.from(
    amounts.matchAll(/(\d+) ?(mo|[a-z])/g),
    ([, amount, unit = ""]) => Number(amount) * (unitLengths[unit] ?? 0),
  );
  const length = lengths.reduce((sum, one) => sum + one, 0);
  return { kind: "ago", milliseconds: sign === "+" ? -length : length };
}

function readClock(text: string): Moment | MomentProblem | undefined {
  const time = readTime(text);
  if (time === "unreadable") return undefined;
  return typeof time === "string" ? time : { kind: "clock", time };
}

function readDay(text: string): Moment | MomentProblem {
  const [, monthFirst, dateAfter, dateBefore, monthAfter, ofYear, clockAfter] = monthShape.exec(text) ?? [];
  const monthName = monthFirst ?? monthAfter;
  if (monthName !== undefined) {
    // German ones differ in these letters.
    const name = monthName.replace("ä", "a").replace(/[kz]/, "c").replace("mai", "may");
    const month = months.findIndex((one) => one.startsWith(name));
    return month < 0 ? "unreadable" : dayWith(readMonthDay(month, Number(dateAfter ?? dateBefore), ofYear), clockAfter);
  }
  const match = dayShape.exec(text);
  if (match === null) return "unreadable";
  const [, year, month, date, word, clock] = match;
  if (word !== undefined) return dayWith(readWord(word), clock);
  if (date !== undefined) return dayWith(readDate(Number(year), Number(month) - 1, Number(date)), clock);
  const named = { kind: "month", year: Number(year), month: Number(month) - 1 } as const;
  return named.month in months && clock === undefined ? { kind: "day", day: named, time: null } : "noSuchTime";
}

function dayWith(named: NamedDay | MomentProblem, clock: string | undefined): Moment | MomentProblem {
  if (typeof named === "string") return named;
  const time = clock === undefined ? null : readTime(clock);
  return typeof time === "string" ? time : { kind: "day", day: named, time };
}

function readMonthDay(month: number, date: number, year: string | undefined): NamedDay | MomentProblem {
  if (year !== undefined) return readDate(Number(year), month, date);
  const leapYear = 2024;
  return isDate(leapYear, month, date) ? { kind: "yearly", month, day: date } : "noSuchTime";
}

function readDate(year: number, month: number, date: number): NamedDay | MomentProblem {
  return isDate(year, month, date) ? { kind: "date", date: { year, month, day: date } } : "noSuchTime";
}

function isDate(year: number, month: number, date: number): boolean {
  const made = new Date(Date.UTC(year, month, date));
  return made.getUTCMonth() === month && made.getUTCDate() === date;
}

function readWord(word: string): NamedDay | MomentProblem {
  if (word === "today") return { kind: "daysAgo", days: 0 };
  if (word === "yesterday") return { kind: "daysAgo", days: 1 };
  if (word === "tomorrow") return { kind: "daysAgo", days: -1 };
  const [, which, name = ""] = /^(?:(last|this) )?([a-z]{3,})$/.exec(word) ?? [];
  const unit = which !== undefined && (["week", "month", "year"] as const).find((one) => one === name);
  if (unit) return { kind: "period", unit, back: which === "last" ? 1 : 0 };
  const weekday = weekdays.findIndex((one) => name !== "" && one.startsWith(name));
  return weekday < 0 ? "unreadable" : { kind: "weekday", weekday, today: which !== "last" };
}

function readTime(text: string): TimeOfDay | MomentProblem {
  const match = timeShape.exec(text);
  if (match === null) return "unreadable";
  const [, hours, minutes, second = "0", fraction = "", utc, sign, offsetHours, offsetMinutes = "0"] = match;
  const inRange = Number(hours) < 24 && Number(minutes) < 60 && Number(second) < 60;
  if (!inRange || Number(offsetHours ?? 0) > 14 || Number(offsetMinutes) > 59) return "noSuchTime";
  const east = 60 * Number(offsetHours ?? 0) + Number(offsetMinutes);
  const zoned = utc !== undefined || sign !== undefined;
  return {
    hour: Number(hours),
    minute: Number(minutes),
    second: Number(second),
    millisecond: Math.trunc(1000 * Number(`0.${fraction}0`)),
    offset: zoned ? (sign === "-" ? -east : east) : null,
  };
}
