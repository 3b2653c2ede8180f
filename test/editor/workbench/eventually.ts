import { setTimeout as delay } from "node:timers/promises";

const usualLimitMs = 40_000;
/** Polling more often takes CPU time from the window. */
const pollMs = 200;

/** Repeats a check until it passes and resolves to its result. Rejects with its last error on timeout. */
export async function eventually<T>(check: () => Promise<T> | T, limitMs = usualLimitMs): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await delay(pollMs);
  }
}
