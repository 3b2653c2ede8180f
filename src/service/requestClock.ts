import { abortable } from "../core/async/abortable.ts";
import { realClock } from "../core/async/clock.ts";
import type { Clock } from "../core/async/poller.ts";

/** Time and randomness for requests. */
export interface RequestClock extends Clock {
  /** Milliseconds since the epoch. */
  date(): number;
  /** A uniform random number from 0 to below 1. */
  random(): number;
}

export const requestClock: RequestClock = {
  ...realClock,
  date: () => Date.now(),
  random: () => Math.random(),
};

/** Resolves after a number of milliseconds; rejects with the signal's reason when it aborts. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = clock.after(milliseconds, resolve);
  return abortable(promise, signal).finally(() => timer.dispose());
}
