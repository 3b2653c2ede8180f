/** Time zones that differ in everything that matters: side of UTC, daylight saving of an hour, of half of one, and none. */
export const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
] as const;

/** Runs `task` as if the person lived in `zone`. */
export function inZone<T>(zone: string, task: () => T): T {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    return task();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}
