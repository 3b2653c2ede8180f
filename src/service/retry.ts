import { askedPause, type Fault } from "../core/failures/fault.ts";
import { codeOf, isCertificateCode } from "./fault/connectionFault.ts";

const mostAttempts = 3;
/** Milliseconds that the first wait may take; each further one may take twice as long. */
const firstWait = 1000;
/** Seconds that a service may ask for and get; a longer pause is for the user, or for the next refresh, to wait out. */
const longestPause = 60;

/** Statuses of a service, or of a proxy before it, whose trouble passes. 425 is RFC 8470, the others RFC 9110. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export interface FailedAttempt {
  readonly fault: Fault;
  /** The error behind it, where there is one. */
  readonly cause?: unknown;
  /** Counts from 1. */
  readonly attempt: number;
  /** Rows that the attempt brought: they may be on screen, where a repetition would double them. */
  readonly rows: number;
  /** A number from 0 to below 1. */
  readonly chance: number;
}

/**
 * Milliseconds until a failed request is made again; null if it is not. There are three attempts at most, with
 * waits of up to one and two seconds, each as long as chance will have it ("full jitter": clients that failed together
 * do not come back together), after the pause that the service asked for.
 *
 * A timeout is not repeated: it has cost the whole limit that the user has set. While connecting, the system has
 * repeated its own packets within it; while the response was awaited, the service has worked on a query that a second
 * attempt would only add to.
 *
 * The same holds for the check of a key at sign-in, where the box shows that it is busy and can be left: most trouble
 * that passes does so within the three seconds, and a key that is refused is never tried again. For automatic refreshes
 * see `pollDelay`, which counts one failure for all attempts.
 */
export function retryDelay({ fault, cause, attempt, rows, chance }: FailedAttempt): number | null {
  if (attempt >= mostAttempts || rows > 0 || !isPassing(fault, cause)) return null;
  const asked = askedPause(fault) ?? 0;
  return asked > longestPause ? null : asked * 1000 + chance * firstWait * 2 ** (attempt - 1);
}

function isPassing(fault: Fault, cause: unknown): boolean {
  switch (fault.kind) {
    case "unreachable":
      return !isLasting(fault.code);
    case "proxy":
      // Without a response and without an error, it is the setting that cannot be used.
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

/** Something answers, and it does not speak the protocol or is not trusted: OpenSSL's and Node's codes for that. */
function isLasting(code: string): boolean {
  return code === "EPROTO" || code.startsWith("ERR_") || isCertificateCode(code);
}
