import { day } from "../text/format.ts";

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

export type NamedDay =
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

export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** Minutes east of UTC; null for the local time zone. */
  readonly offset: number | null;
}

/** How often a moment recurs, at most, in milliseconds; null if it is absolute. */
export function periodOf(moment: Moment): number | null {
  if (moment.kind === "clock") return day;
  if (moment.kind === "ago") return null;
  return moment.day.kind === "weekday" ? 7 * day : moment.day.kind === "yearly" ? 366 * day : null;
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

/** Whether the calendar has this date; `month` from 0. */
export function isDate(year: number, month: number, date: number): boolean {
  const made = new Date(Date.UTC(year, month, date));
  return made.getUTCMonth() === month && made.getUTCDate() === date;
}
