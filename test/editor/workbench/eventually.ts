import { setTimeout as delay } from "node:timers/promises";

const usualLimitMs = 20_000;
/** More often costs the two cores that the window needs. */
const pollMs = 200;

/**
 * Repeats a check of the screen until it passes, and fails as the check does when it has not passed in time.
 * Resolves with what the check returned.
 */
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
