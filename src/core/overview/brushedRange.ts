import { parseRange, type TimeRange } from "../input/timeRange.ts";

/** What `brushedRange` writes. */
const shape = /^\S{10} \d\d:\d\d:\d\d(?:\.\d{3})?[+-]\d\d:\d\d to \S{10} \d\d:\d\d:\d\d(?:\.\d{3})?[+-]\d\d:\d\d$/;

/**
 * The range from one moment to another, both left out as the service leaves them out, in milliseconds since the epoch. It
 * is written as the person's clock shows it, with its zone, so that it stays the same anywhere. Null where no range can be
 * written for it.
 */
export function brushedRange(after: number, before: number): TimeRange | null {
  const parsed = parseRange(`${momentText(Math.floor(after))} to ${momentText(Math.ceil(before))}`, 0);
  return typeof parsed === "string" ? null : parsed.range;
}

/** Whether a range is one that was brushed, now or in a window before. */
export function isBrushed(range: TimeRange): boolean {
  return range.kind === "custom" && shape.test(range.text);
}

/** `2026-11-21 10:00:00+01:00`, with milliseconds where there are any; nothing that reads for what is no date. */
function momentText(time: number): string {
  const ahead = -new Date(time).getTimezoneOffset();
  // Some zones of the past are ahead by minutes and seconds.
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
