import type { Fault } from "../../core/failures/fault.ts";
import type { ResponseHead, ResponseHeaders } from "../http.ts";
import { readErrorBody } from "./errorBody.ts";

/** A response other than 200, and its request. */
export interface RefusedRequest {
  readonly head: ResponseHead;
  /** The part that was read. */
  readonly body: string;
  /** Removes credentials from a text. */
  readonly redact: (text: string) => string;
  /** The URL of the request. */
  readonly url: URL;
  /** When the response came, in milliseconds since the epoch. */
  readonly time: number;
}

/** The fault of a response other than 200. The service's statuses are those of wandb/weave `weave/shared/errors.py`. */
export function responseFault({ head, body, redact, url, time }: RefusedRequest): Fault {
  const { status, headers } = head;
  const { detail, reason, issues } = readErrorBody(body, redact);
  if (status < 300) {
    return { kind: "malformed", line: null, rowsBefore: 0, detail: `status ${status}, where 200 was expected` };
  }
  if (status < 400) return { kind: "redirect", status, origin: targetOrigin(headers.location, url) };
  switch (status) {
    case 400:
    case 422:
      return { kind: "invalidRequest", detail, issues };
    case 401:
      return { kind: "notSignedIn", detail };
    case 403:
      return { kind: "forbidden", detail };
    case 404:
      return reason === null ? { kind: "routeMissing", path: url.pathname } : { kind: "notFound", detail };
    case 405:
      return { kind: "routeMissing", path: url.pathname };
    case 407:
      return { kind: "proxy", proxy: null, status, detail };
    case 413:
      return { kind: "tooLarge", detail };
    case 429:
      return { kind: "rateLimited", retryAfter: retryAfter(headers, time) };
    case 502:
    case 503:
    case 504:
      if (reason !== null && isCost(reason)) return { kind: "tooExpensive", detail };
  }
  return { kind: "serviceFailure", status, detail, retryAfter: retryAfter(headers, time) };
}

/**
 * Seconds to wait by a `Retry-After` header, which is a number of them or a date (RFC 9110, 10.2.3); null for anything
 * else. A date is compared with the service's clock if the response has it, because the local clock may be wrong;
 * `time` is the time of the response, in milliseconds since the epoch.
 */
export function retryAfter({ date, "retry-after": requested }: ResponseHeaders, time: number): number | null {
  const text = (Array.isArray(requested) ? requested[0] : requested)?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const until = parseHttpDate(text);
  const now = (typeof date === "string" ? parseHttpDate(date) : undefined) ?? time;
  return until === undefined ? null : Math.max(0, Math.ceil((until - now) / 1000));
}

/** The forms of RFC 9110, 5.6.7: the current one, and two obsolete ones. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** Milliseconds since the epoch of a date in an HTTP header; undefined for anything else. */
function parseHttpDate(text: string): number | undefined {
  if (!httpDates.some((form) => form.test(text))) return undefined;
  const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * The same statuses are used for expensive queries and for transient failures; only the text differs. A load
 * balancer's page is not considered: its "timeout" says nothing about the query.
 */
function isCost(reason: string): boolean {
  return /memory limit|time limit|too slow|too long|too expensive|narrow/i.test(reason);
}

function targetOrigin(location: string | string[] | undefined, url: URL): string | null {
  const target = Array.isArray(location) ? location[0] : location;
  if (target === undefined || !URL.canParse(target, url.href)) return null;
  const { origin, protocol } = new URL(target, url);
  return protocol === "https:" || protocol === "http:" ? origin : null;
}
