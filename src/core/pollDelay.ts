import { askedPause, type Fault } from "./failures/fault.ts";

const leastInterval = 15_000;
const longestDelay = 600_000;
/**
 * A refresh that takes long is as much work for the service: it gets so many times that long a rest. A part of it may
 * have been a pause that the service asked for, so that there is an end to the rest, too.
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
 * setting, in seconds: 0 is off, and less than 15 counts as 15. Failures double the wait up to ten minutes, where all
 * attempts at a request within one refresh are one failure; a service that says how long to wait is heeded; an account
 * that is refused is not tried again.
 */
export function pollDelay(interval: number, { fault, took, failures }: PollOutcome): number | null {
  if (interval <= 0) return null;
  const usual = Math.max(interval * 1000, leastInterval);
  if (fault === null) return Math.max(usual, Math.min(took * restFactor, longestDelay));
  if (fault.kind === "notSignedIn" || fault.kind === "forbidden") return null;
  const backedOff = Math.max(usual, Math.min(usual * 2 ** failures, longestDelay));
  return Math.max(backedOff, (askedPause(fault) ?? 0) * 1000);
}
