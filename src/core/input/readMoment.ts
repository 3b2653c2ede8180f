import { day, hour, minute, second } from "../text/format.ts";
import { isDate, type Moment, type MomentProblem, type NamedDay, type TimeOfDay } from "./moment.ts";

/** By the first letter of a unit; months and years as in ages that are shown. */
const unitLengths: Readonly<Record<string, number>> = {
  ...{ s: second, m: minute, h: hour, d: day, w: 7 * day },
  ...{ mo: 30.44 * day, y: 365.25 * day },
};

const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const months = "january february march april may june july august september october november december".split(" ");

const unitName =
  "(?:mo(?:nths?)?|m(?:in(?:utes?)?)?|s(?:ec(?:onds?)?)?|h(?:ours?)?|d(?:ays?)?|w(?:eeks?)?|y(?:ears?)?)";
const agoShape = new RegExp(`^(?:now ?)?([+-]?) ?(\\d{1,6} ?${unitName}(?: ?\\d{1,6} ?${unitName})*)(?: ago)?$`);
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

/** `Nov 20`, as `readMoment` reads it; undefined if there is no such month, counted from 0. */
export function monthDayText(month: number, date: number): string | undefined {
  const name = months[month]?.slice(0, 3);
  return name && `${name[0]?.toUpperCase()}${name.slice(1)} ${date}`;
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
