import { askedPause, type Fault } from "../failures/fault.ts";

const leastInterval = 15_000;
const longestDelay = 600_000;
/**
 * A long refresh is a load for the service: the pause is this multiple of its duration. A part of it may
 * have been a pause that the service asked for, so the multiple has an upper bound.
 */
const restFactor = 10;

export interface PollOutcome {
  readonly fault: Fault | null;
  /** How long the refresh took, in milliseconds. */
  readonly took: number;
  /** Refreshes in a row that have failed, this one included. */
  readonly failures: number;
}

/**
 * Milliseconds from the end of one automatic refresh to the next; null if there is to be none. `interval` is the
 * setting, in seconds: 0 is off, and less than 15 means 15. Failures double the wait up to ten minutes; all
 * attempts at a request within one refresh are one failure; the service's retry time is respected; after a rejected
 * account there is no next refresh.
 */
export function pollDelay(interval: number, { fault, took, failures }: PollOutcome): number | null {
  if (interval <= 0) return null;
  const usual = Math.max(interval * 1000, leastInterval);
  if (fault === null) return Math.max(usual, Math.min(took * restFactor, longestDelay));
  if (fault.kind === "notSignedIn" || fault.kind === "forbidden") return null;
  const backedOff = Math.max(usual, Math.min(usual * 2 ** failures, longestDelay));
  return Math.max(backedOff, (askedPause(fault) ?? 0) * 1000);
}
