import { type Fault, requestedPause } from "../core/failures/fault.ts";
import { codeOf, isCertificateCode } from "./fault/connectionFault.ts";

const mostAttempts = 3;
/** The maximum of the first wait, in milliseconds; each further maximum is twice as long. */
const firstWait = 1000;
/** The longest pause that is waited for, in seconds; a longer one is left to the user or the next refresh. */
const longestPause = 60;

/** Statuses of transient failures of a service or a proxy. 425 is RFC 8470, the others RFC 9110. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export interface FailedAttempt {
  readonly fault: Fault;
  /** Its cause, if any. */
  readonly cause?: unknown;
  /** Counts from 1. */
  readonly attempt: number;
  /** Rows received by the attempt: they may be shown, and a retry would duplicate them. */
  readonly rows: number;
  /** From 0 to below 1. */
  readonly chance: number;
}

/**
 * Milliseconds until a failed request is retried; null if it is not. At most three attempts, with
 * random waits of up to one and two seconds ("full jitter": clients that failed together
 * do not retry together), after the pause that the service asked for.
 *
 * A timeout is not retried: it has used the whole limit set by the user. While connecting, the system has
 * repeated its packets within it; while waiting for the response, the service has worked on a query that a second
 * attempt would only add to.
 *
 * The same applies to the check of a key at sign-in, which shows progress and can be canceled: most transient
 * failures pass within three seconds, and a rejected key is never retried. For automatic refreshes
 * see `pollDelay`, which counts one failure for all attempts.
 */
export function retryDelay({ fault, cause, attempt, rows, chance }: FailedAttempt): number | null {
  if (attempt >= mostAttempts || rows > 0 || !isPassing(fault, cause)) return null;
  const requested = requestedPause(fault) ?? 0;
  return requested > longestPause ? null : requested * 1000 + chance * firstWait * 2 ** (attempt - 1);
}

function isPassing(fault: Fault, cause: unknown): boolean {
  switch (fault.kind) {
    case "unreachable":
      return !isLasting(fault.code);
    case "proxy":
      // Without a response and an error, the setting is not valid.
      return fault.status === null ? cause instanceof Error && !isLasting(codeOf(cause)) : passing.has(fault.status);
    case "serviceFailure":
      return passing.has(fault.status);
    case "rateLimited":
    case "cutShort":
      return true;
    default:
      return false;
  }
}

/** Codes of OpenSSL and Node for a peer that does not speak TLS or is not trusted. */
function isLasting(code: string): boolean {
  return code === "EPROTO" || code.startsWith("ERR_") || isCertificateCode(code);
}
