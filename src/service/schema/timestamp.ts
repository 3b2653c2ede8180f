import * as z from "../../zod.ts";
import { converted } from "./converted.ts";

/** A time in milliseconds since the epoch, and its microseconds beyond them. */
export const preciseTimestamp = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const time = parseTimestamp(text);
    if (time !== undefined) return { time, microseconds: microsecondsOf(text) };
    context.issues.push({ code: "custom", message: "not a time stamp", input: text });
    return z.NEVER;
  }),
);

/** A time in milliseconds since the epoch. */
export const timestamp = converted(preciseTimestamp, ({ time }) => time);

const zero = 0x30;
const hyphen = 0x2d;
const colon = 0x3a;

/**
 * Whole milliseconds since the epoch of a service's timestamp; undefined for anything else. The form is
 * `YYYY-MM-DDTHH:MM:SS`, up to nine fractional digits, then `Z`, `±HH:MM` or nothing: some routes of the service leave
 * out the zone and mean UTC. Hand-written with character codes, because two timestamps are a large part of a row's cost.
 */
export function parseTimestamp(text: string): number | undefined {
  const century = pair(text, 0);
  const yearOfCentury = pair(text, 2);
  const month = pair(text, 5);
  const day = pair(text, 8);
  const hour = pair(text, 11);
  const minute = pair(text, 14);
  const second = pair(text, 17);
  // The sign bit of any of them.
  if ((century | yearOfCentury | month | day | hour | minute | second) < 0) return undefined;
  if (text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen) return undefined;
  if (text.charCodeAt(13) !== colon || text.charCodeAt(16) !== colon) return undefined;
  const separator = text.charCodeAt(10);
  if (separator !== 0x54 && separator !== 0x20) return undefined;
  const year = century * 100 + yearOfCentury;
  if (year === 0 || month === 0 || month > 12 || day === 0 || (day > 28 && day > daysInMonth(year, month)))
    return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;

  let end = 19;
  let millisecond = 0;
  if (text.charCodeAt(end) === 0x2e) {
    for (let value = text.charCodeAt(++end) - zero; value >= 0 && value <= 9; value = text.charCodeAt(++end) - zero) {
      if (end < 23) millisecond = millisecond * 10 + value;
    }
    if (end === 20 || end > 29) return undefined;
    if (end === 21) millisecond *= 100;
    else if (end === 22) millisecond *= 10;
  }
  const offset = zoneOffset(text, end);
  if (offset === undefined) return undefined;
  const minutes = (daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute - offset;
  return (minutes * 60 + second) * 1000 + millisecond;
}

/** Microseconds beyond the whole milliseconds of a text that `parseTimestamp` reads, 0 to 999. */
export function microsecondsOf(text: string): number {
  if (text.charCodeAt(19) !== 0x2e) return 0;
  // Integers only: V8 needs 16 bytes more for a number computed from fractions.
  let value = 0;
  let isFraction = true;
  for (let at = 20; at < 26; at++) {
    const digit = text.charCodeAt(at) - zero;
    // False also without a character, which is NaN.
    isFraction &&= digit >= 0 && digit <= 9;
    value = value * 10 + (isFraction ? digit : 0);
  }
  return value % 1000;
}

/** The zone's offset east of UTC, in minutes. */
function zoneOffset(text: string, start: number): number | undefined {
  if (start === text.length) return 0;
  const sign = text.charCodeAt(start);
  if (sign === 0x5a) return start + 1 === text.length ? 0 : undefined;
  if ((sign !== 0x2b && sign !== hyphen) || text.length !== start + 6) return undefined;
  const hour = pair(text, start + 1);
  const minute = pair(text, start + 4);
  if (text.charCodeAt(start + 3) !== colon || hour < 0 || hour > 23 || minute < 0 || minute > 59) return undefined;
  return sign === hyphen ? -(hour * 60 + minute) : hour * 60 + minute;
}

/** The value of two digits; -1 if they are not digits. */
function pair(text: string, start: number): number {
  const tens = text.charCodeAt(start) - zero;
  const ones = text.charCodeAt(start + 1) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Days of the Gregorian calendar. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const lastLeapYear = month > 2 ? year : year - 1;
  const leapDays = quotient(lastLeapYear, 4) - quotient(lastLeapYear, 100) + quotient(lastLeapYear, 400);
  return year * 365 + leapDays + (daysBeforeMonth[month - 1] ?? 0) + day - 719_528;
}

function quotient(dividend: number, divisor: number): number {
  // With the bitwise operator V8 divides integers; with Math.trunc it divides floats.
  return (dividend / divisor) | 0;
}
