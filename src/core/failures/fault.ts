import type { NetworkDanger } from "../settings/network.ts";

/** One validation error: an entry of the `detail` of a 422 body. */
export interface RequestIssue {
  /** The path in the request body, outermost first; the service puts `body` in front. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly type: string;
}

/** The path without the leading `body`. */
export function pathInBody({ path }: RequestIssue): RequestIssue["path"] {
  return path[0] === "body" ? path.slice(1) : path;
}

/** What the extension itself says of a response: that it is a web page, or has a record above the size limit. */
export interface OwnDetail {
  readonly own: "page" | "tooLong";
  readonly text: string;
}

/** The reason of a failure. A string may be, or contain, text from the service, whatever it says; privacy mode hides it. */
export type Detail = string | OwnDetail;

export const htmlPage: OwnDetail = { own: "page", text: "an HTML page" };

export function tooLongRecord(maxBytes: number): OwnDetail {
  return { own: "tooLong", text: `a record of more than ${maxBytes} bytes` };
}

export function detailText(detail: Detail): string {
  return typeof detail === "string" ? detail : detail.text;
}

/** Whether the reason is the extension's own, of this kind. */
export function isOwn(detail: Detail, own: OwnDetail["own"]): boolean {
  return typeof detail === "object" && detail.own === own;
}

/** Whether a response was canceled because one of its records is too large. */
export function isTooLong(fault: Fault): boolean {
  return fault.kind === "malformed" && isOwn(fault.detail, "tooLong");
}

/**
 * What timed out: the connection, the response headers or the next part of the body; `rate` is a body that arrives
 * too slowly.
 */
export type TimeoutPhase = "connect" | "headers" | "body" | "rate";

/** What can name a proxy: a setting of VS Code, or an environment variable. */
export const proxySources = ["http.proxy", "HTTPS_PROXY", "HTTP_PROXY"] as const;

export type ProxySource = (typeof proxySources)[number];

/**
 * Everything that can go wrong between a request and its response, each with what the user needs to act on it. `host` is
 * the service's, with its port if it has one; absent for the sample. `project` is the requested one.
 */
export type Fault = FaultFacts & FaultPlace;

interface FaultPlace {
  readonly host?: string;
  readonly project?: string;
}

interface RequestedPause {
  /** In seconds; null if the service does not send it. */
  readonly retryAfter: number | null;
}

type FaultFacts =
  /** No connection: `code` is the system's (ENOTFOUND, ECONNREFUSED, ECONNRESET, …). */
  | { readonly kind: "unreachable"; readonly code: string }
  /**
   * The proxy cannot be reached or rejects the request. `proxy` is its host and port, null if only the editor knows
   * it; `status` is its response, null if there is none. `source` named the proxy, absent if VS Code chose it.
   */
  | {
      readonly kind: "proxy";
      readonly proxy: string | null;
      readonly status: number | null;
      readonly detail: Detail;
      readonly source?: ProxySource;
    }
  /** Not sent, because the key could leak. */
  | { readonly kind: "unsafe"; readonly danger: NetworkDanger }
  /** `code` is OpenSSL's or Node's: CERT_HAS_EXPIRED, ERR_TLS_CERT_ALTNAME_INVALID, … */
  | { readonly kind: "certificate"; readonly code: string }
  /** `milliseconds` is the limit that was exceeded; for `rate`, the time allowed for the rows received. */
  | { readonly kind: "timeout"; readonly phase: TimeoutPhase; readonly milliseconds: number }
  /** 401. */
  | { readonly kind: "notSignedIn"; readonly detail: Detail }
  /** 403: no permission, or no such project; the service does not say which. */
  | { readonly kind: "forbidden"; readonly detail: Detail }
  /** 404 or 405 with `detail`: the service is too old for this operation, or the URL is not that of a trace service. */
  | { readonly kind: "routeMissing"; readonly path: string }
  /** 404 with `reason`. */
  | { readonly kind: "notFound"; readonly detail: Detail }
  | { readonly kind: "tooLarge"; readonly detail: Detail }
  /** 400, 422, or rejected before it was sent. */
  | { readonly kind: "invalidRequest"; readonly detail: Detail; readonly issues: readonly RequestIssue[] }
  /** The service does not support an operator of the query, and there is no equivalent. */
  | { readonly kind: "unsupported"; readonly operator: string }
  /** 429. */
  | ({ readonly kind: "rateLimited" } & RequestedPause)
  /** 502 or 504 caused by the query's cost: narrowing helps, retrying does not. */
  | { readonly kind: "tooExpensive"; readonly detail: Detail }
  /** 5xx, and statuses without a kind, such as 408 and 425. */
  | ({ readonly kind: "serviceFailure"; readonly status: number; readonly detail: Detail } & RequestedPause)
  /** A 3xx; none is followed. `origin` is that of the target, null if the response names none. */
  | { readonly kind: "redirect"; readonly status: number; readonly origin: string | null }
  /** The response has the wrong form. `line` counts from 1; null for a response without lines. */
  | { readonly kind: "malformed"; readonly line: number | null; readonly rowsBefore: number; readonly detail: Detail }
  /** The response ended early. */
  | { readonly kind: "cutShort"; readonly rowsBefore: number; readonly detail: Detail };

/** The pause that the service asks for, in seconds; null if it does not. */
export function requestedPause(fault: Fault): number | null {
  return fault.kind === "rateLimited" || fault.kind === "serviceFailure" ? fault.retryAfter : null;
}

/** The fault to respect before the next requests: a rate limit first; null if there is none. */
export function worstOf(faults: readonly (Fault | null)[]): Fault | null {
  const pause = (fault: Fault) => requestedPause(fault) ?? (fault.kind === "rateLimited" ? 0 : -1);
  const [worst = null] = faults.filter((fault) => fault !== null).sort((a, b) => pause(b) - pause(a));
  return worst;
}

const mark = Symbol.for("weaveThreads.ServiceError");

/** A failure that the user can act on. Its message is for the log; `faultText` has the one for the screen. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly fault: Fault;
  readonly [mark] = true;

  constructor(fault: Fault, cause?: unknown) {
    super(describe(fault), cause === undefined ? undefined : { cause });
    this.fault = fault;
  }

  /** Every bundle has a copy of this class, and errors cross bundles. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && mark in value;
  }
}

/** The error with its host and project in its fault; any other error unchanged. */
export function withPlace(error: unknown, place: FaultPlace): unknown {
  return error instanceof ServiceError ? new ServiceError({ ...error.fault, ...place }, error.cause) : error;
}

function describe({ kind, ...facts }: Fault): string {
  return `${kind} ${JSON.stringify(facts)}`;
}

/** A failure of the editor that the user can act on; its message is shown as it is. */
export class UserError extends Error {
  override readonly name = "UserError";
}
