import { parseRange, type TimeRange } from "../input/timeRange.ts";

/** The format of `brushedRange`. */
const shape = /^\S{10} \d\d:\d\d:\d\d(?:\.\d{3})?[+-]\d\d:\d\d to \S{10} \d\d:\d\d:\d\d(?:\.\d{3})?[+-]\d\d:\d\d$/;

/**
 * The range between two moments, both exclusive as in the service, in milliseconds since the epoch. It
 * is written in local time with its offset, so that it means the same anywhere. Null if it cannot
 * be written.
 */
export function brushedRange(after: number, before: number): TimeRange | null {
  const parsed = parseRange(`${momentText(Math.floor(after))} to ${momentText(Math.ceil(before))}`, 0);
  return typeof parsed === "string" ? null : parsed.range;
}

/** Whether a range was created by brushing, in this window or an earlier one. */
export function isBrushed(range: TimeRange): boolean {
  return range.kind === "custom" && shape.test(range.text);
}

/** `2026-11-21 10:00:00+01:00`, with milliseconds if there are any; not a valid range for an invalid date. */
function momentText(time: number): string {
  const ahead = -new Date(time).getTimezoneOffset();
  // Some historical offsets include minutes and seconds.
  const offset = Number.isInteger(ahead) ? ahead : 0;
  const shifted = new Date(time + offset * 60_000);
  if (Number.isNaN(shifted.getTime())) return "?";
  const clock = shifted.toISOString().replace("T", " ").replace("Z", "").replace(".000", "");
  return `${clock}${zoneText(offset)}`;
}

function zoneText(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}
