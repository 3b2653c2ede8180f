import type { Clock } from "./poller.ts";

/** The machine's clock and timers. */
export const realClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds);
    return { dispose: () => clearTimeout(timer) };
  },
};
