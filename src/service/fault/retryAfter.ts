/** The forms of RFC 9110, 5.6.7: the current one, and two obsolete ones. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** Milliseconds since the epoch of a date in an HTTP header; undefined for anything else. */
export function parseHttpDate(text: string): number | undefined {
  if (!httpDates.some((form) => form.test(text))) return undefined;
  const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Seconds to wait by a `Retry-After` header, which is a number of them or a date (RFC 9110, 10.2.3); null for anything
 * else. `now` is the time of the response, in milliseconds since the epoch.
 */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = parseHttpDate(text);
  return date === undefined ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
