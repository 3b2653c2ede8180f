import type { Clock } from "../core/poller.ts";

/** Time and chance, as requests need them. */
export interface RequestClock extends Clock {
  /** Milliseconds since the epoch. */
  date(): number;
  /** A number from 0 to below 1, each as likely as the other. */
  random(): number;
}

export const realClock: RequestClock = {
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => Math.random(),
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Resolves after so many milliseconds; rejects with the signal's reason as soon as that aborts. */
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
