/** A time in a request. Milliseconds since the epoch, with fractions. */
export interface Datetime {
  /** The actual time; without a zone, in UTC. */
  readonly utc: number;
  /** The digits as written, as UTC regardless of any offset. */
  readonly asWritten: number;
}

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const unixSeconds = /^[+-]?\d+(?:\.\d+)?$/;
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Parses ISO 8601, a date only, or Unix seconds as a number or digits; undefined for anything else. */
export function parseDatetime(value: unknown): Datetime | undefined {
  if (typeof value === "number") return fromUnixSeconds(value);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return unixSeconds.test(text) ? fromUnixSeconds(Number(text)) : parseIso(text);
}

function fromUnixSeconds(seconds: number): Datetime | undefined {
  // Rounded to microseconds, the precision of the service: 1.001 * 1000 alone is not 1001.
  const moment = Math.round(seconds * 1e6) / 1e3;
  return Math.abs(moment) <= lastMoment ? { utc: moment, asWritten: moment } : undefined;
}

function parseIso(text: string): Datetime | undefined {
  const match = iso.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const microseconds = Number((match[7] ?? "").slice(0, 6).padEnd(6, "0"));
  const asWritten = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + microseconds / 1000;
  const offset = parseOffset(match[8] ?? "Z");
  return offset === undefined ? undefined : { utc: asWritten - offset * 60_000, asWritten };
}

/** Minutes east of UTC. */
function parseOffset(zone: string): number | undefined {
  if (zone.toUpperCase() === "Z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Formats microseconds since the epoch like the service: `2026-11-03T10:00:00Z`, with six fractional digits unless
 * zero.
 */
export function formatDatetime(microseconds: number): string {
  const seconds = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19);
  const fraction = microseconds % 1_000_000;
  return fraction === 0 ? `${seconds}Z` : `${seconds}.${String(fraction).padStart(6, "0")}Z`;
}
