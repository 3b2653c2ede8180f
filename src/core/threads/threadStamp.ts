import type { Thread } from "./thread.ts";

/** When a thread's first turn started, as `serviceStamp` writes it. */
export function startStamp({ startTime, startMicroseconds }: Thread): string {
  return serviceStamp(startTime, startMicroseconds);
}

/** When a thread's last finished turn ended, as `serviceStamp` writes it; null while none has. */
export function updatedStamp({ lastUpdated, updatedMicroseconds }: Thread): string | null {
  return lastUpdated === null ? null : serviceStamp(lastUpdated, updatedMicroseconds);
}

/**
 * A time as the service writes it, in UTC: to the second, or with six fractional digits if they are not zero. From whole
 * milliseconds since the epoch and the microseconds beyond them.
 */
export function serviceStamp(milliseconds: number, microseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  const fraction = text.slice(-4, -1) + String(microseconds).padStart(3, "0");
  const seconds = text.slice(0, -5);
  return fraction === "000000" ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}
