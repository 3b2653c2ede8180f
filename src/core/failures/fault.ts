import type { NetworkDanger } from "../network.ts";

/** One thing the service found wrong with a request: an entry of a 422 body's `detail`. */
export interface RequestIssue {
  /** Where in the request body, outermost first; `body` in front is the service's own. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly type: string;
}

/** Where in the body itself, as this side sends it. */
export function pathInBody({ path }: RequestIssue): RequestIssue["path"] {
  return path[0] === "body" ? path.slice(1) : path;
}

/** How a `detail` begins that tells of a web page in the place of data. */
export const htmlPage = "an HTML page";

/** How a `detail` begins that tells of a record larger than was asked for. */
export const tooLongRecord = "a record of more than";

/** Whether an answer was given up because one of its records is too large. */
export function isTooLong(fault: Fault): boolean {
  return fault.kind === "malformed" && fault.detail.startsWith(tooLongRecord);
}

/**
 * What was waited for: a connection, the answer's beginning, or more of it; `rate` where what came was too little to be
 * called an answer.
 */
export type TimeoutPhase = "connect" | "headers" | "body" | "rate";

/**
 * Everything that can go wrong between a request and its response, each with what the user needs to act on it. `host` is
 * the service's, with its port if it has one; absent for the sample.
 */
export type Fault = FaultFacts & { readonly host?: string };

type FaultFacts =
  /** No connection: `code` is the system's (ENOTFOUND, ECONNREFUSED, ECONNRESET, …). */
  | { readonly kind: "unreachable"; readonly code: string }
  /**
   * The proxy cannot be reached or lets the request not through. `proxy` is its host and port, null where only the
   * editor knows it; `status` what it answered, null where it did not.
   */
  | { readonly kind: "proxy"; readonly proxy: string | null; readonly status: number | null; readonly detail: string }
  /** Not sent, because something could take the key on its way. */
  | { readonly kind: "unsafe"; readonly danger: NetworkDanger }
  /** `code` is OpenSSL's or Node's: CERT_HAS_EXPIRED, ERR_TLS_CERT_ALTNAME_INVALID, … */
  | { readonly kind: "certificate"; readonly code: string }
  /** `milliseconds` is the time that was not enough; for `rate`, what the rows that came had earned. */
  | { readonly kind: "timeout"; readonly phase: TimeoutPhase; readonly milliseconds: number }
  /** 401. */
  | { readonly kind: "notSignedIn"; readonly detail: string }
  /** 403: no permission, or no such project; the service does not tell which. */
  | { readonly kind: "forbidden"; readonly detail: string }
  /** 404 or 405 with `detail`: the service is too old for this operation, or the address is not a trace service. */
  | { readonly kind: "routeMissing"; readonly path: string }
  /** 404 with `reason`. */
  | { readonly kind: "notFound"; readonly detail: string }
  | { readonly kind: "tooLarge"; readonly detail: string }
  /** 400, 422, or refused before it was sent. */
  | { readonly kind: "invalidRequest"; readonly detail: string; readonly issues: readonly RequestIssue[] }
  /** The service does not know an operator of the query, and there is no other way to ask. */
  | { readonly kind: "unsupported"; readonly operator: string }
  /** 429; `retryAfter` in seconds where the service says. */
  | { readonly kind: "rateLimited"; readonly retryAfter: number | null }
  /** 502 or 504 whose reason is the query's own cost: narrowing helps, repeating does not. */
  | { readonly kind: "tooExpensive"; readonly detail: string }
  /** 5xx, and statuses that no kind of their own, such as 408 and 425. `retryAfter` in seconds where the service says. */
  | {
      readonly kind: "serviceFailure";
      readonly status: number;
      readonly detail: string;
      readonly retryAfter: number | null;
    }
  /** A 3xx; none is followed. `origin` is the target's, null when the answer names none. */
  | { readonly kind: "redirect"; readonly status: number; readonly origin: string | null }
  /** An answer that is not what the operation returns. `line` counts from 1; null for an answer that is not by lines. */
  | { readonly kind: "malformed"; readonly line: number | null; readonly rowsBefore: number; readonly detail: string }
  /** The answer ended early. */
  | { readonly kind: "cutShort"; readonly rowsBefore: number; readonly detail: string };

/** How many seconds the service wants to be left alone; null where it does not say. */
export function askedPause(fault: Fault): number | null {
  return fault.kind === "rateLimited" || fault.kind === "serviceFailure" ? fault.retryAfter : null;
}

const mark = Symbol.for("weaveThreads.ServiceError");

/** A failure that a person can act on. Its message is for the log; the screen words the fault. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly fault: Fault;
  readonly [mark] = true;

  constructor(fault: Fault, cause?: unknown) {
    super(describe(fault), cause === undefined ? undefined : { cause });
    this.fault = fault;
  }

  /** Every bundle has a copy of this class, and an error of one copy is thrown at the code of another. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && mark in value;
  }
}

/** The error of a request, its fault with the service's host; any other error is returned as it is. */
export function withHost(error: unknown, host: string): unknown {
  return error instanceof ServiceError ? new ServiceError({ ...error.fault, host }, error.cause) : error;
}

function describe({ kind, ...facts }: Fault): string {
  return `${kind} ${JSON.stringify(facts)}`;
}
