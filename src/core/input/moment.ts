import { day, hour, minute } from "../text/format.ts";

/** A point in time as typed. */
export type Moment =
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
  /** The latest such day, today included; Sunday is 0. */
  | { readonly kind: "weekday"; readonly weekday: number }
  /** The latest such date, today included; `month` from 0. */
  | { readonly kind: "yearly"; readonly month: number; readonly day: number };

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

const unitLengths: Readonly<Record<string, number>> = { m: minute, h: hour, d: day, w: 7 * day };

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

const agoShape = /^-? ?(\d{1,6}) ?([mhdw]|min|(?:minute|hour|day|week)s?)(?: ago)?$/;
const monthShape = /^(?:([a-z]{3,9})\.? (\d\d?)|(\d\d?)\.? ([a-z]{3,9})\.?)(?:,? ([1-9]\d{3}))?(?:,? (\d\d?:.*))?$/;
const dayShape = /^(?:([1-9]\d{3})-(\d\d)-(\d\d)|([a-z]+))(?:[t ](\S+(?: ?(?:z|[+-]\S+))?))?$/;
const timeShape = /^(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:(z)|([+-])(\d\d):?(\d\d)?)?$/;

/**
 * Reads `now`, `today`, `yesterday`, `tomorrow`, a weekday, an amount of minutes, hours, days or weeks back (`-36h`, `2 weeks ago`),
 * an ISO date, or a date with the name of its month (`Nov 20`, `20 November 2026`); a day may be followed by a time, and that
 * by a zone. A time may stand alone.
 */
export function readMoment(text: string): Moment | MomentProblem {
  const lower = text.trim().toLowerCase();
  if (lower === "now") return { kind: "ago", milliseconds: 0 };
  return readAgo(lower) ?? readClock(lower) ?? readDay(lower);
}

/** How often a moment recurs, at most, in milliseconds; null if it is absolute. */
export function periodOf(moment: Moment): number | null {
  if (moment.kind === "clock") return day;
  if (moment.kind === "ago") return null;
  return { weekday: 7 * day, yearly: 366 * day, date: null, daysAgo: null }[moment.day.kind];
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
  return { start: startOfDay(date), end: startOfDay({ ...date, day: date.day + 1 }) };
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

function dateOf(named: NamedDay, today: Date): CalendarDate {
  switch (named.kind) {
    case "date":
      return named.date;
    case "daysAgo":
      return daysBefore(today, named.days);
    case "weekday":
      return daysBefore(today, (today.getDay() - named.weekday + 7) % 7);
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
  const [, amount, unit] = agoShape.exec(text) ?? [];
  const length = unitLengths[unit?.[0] ?? ""];
  return length === undefined ? undefined : { kind: "ago", milliseconds: Number(amount) * length };
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
    const month = months.findIndex((name) => name.startsWith(monthName));
    return month < 0 ? "unreadable" : dayWith(readMonthDay(month, Number(dateAfter ?? dateBefore), ofYear), clockAfter);
  }
  const match = dayShape.exec(text);
  if (match === null) return "unreadable";
  const [, year, month, date, word, clock] = match;
  return dayWith(word === undefined ? readDate(Number(year), Number(month) - 1, Number(date)) : readWord(word), clock);
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
  const weekday = weekdays.indexOf(word);
  return weekday < 0 ? "unreadable" : { kind: "weekday", weekday };
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
