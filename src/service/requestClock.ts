import type { Clock } from "../core/async/poller.ts";

/** Time and randomness for requests. */
export interface RequestClock extends Clock {
  /** Milliseconds since the epoch. */
  date(): number;
  /** A uniform random number from 0 to below 1. */
  random(): number;
}

export const requestClock: RequestClock = {
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => Math.random(),
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Resolves after a number of milliseconds; rejects with the signal's reason when it aborts. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  const timer = clock.after(milliseconds, resolve);
  signal.addEventListener("abort", abort);
  return promise.finally(() => {
    timer.dispose();
    signal.removeEventListener("abort", abort);
  });
}
