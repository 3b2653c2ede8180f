import { parseRange, type TimeRange } from "../input/timeRange.ts";

const second = 1000;
/** From this length on, in milliseconds, nobody can brush finer than seconds. */
const coarse = 60 * second;

/**
 * The range in which turns lie that started between two moments, both included and in milliseconds since the epoch:
 * a range's own bounds are left out. It is written as the person's clock shows it, with its zone, so that it stays the
 * same anywhere. Null where no range can be written for it.
 */
export function brushedRange(first: number, last: number): TimeRange | null {
  if (!(first <= last)) return null;
  const step = last - first < coarse ? 1 : second;
  const after = Math.floor((first - 1) / step) * step;
  const before = Math.ceil((last + 1) / step) * step;
  const parsed = parseRange(`${momentText(after)} to ${momentText(before)}`, last);
  return typeof parsed === "string" ? null : parsed.range;
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
