/** Time zones on both sides of UTC, with daylight saving of an hour, of half an hour, and without. */
export const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
] as const;

/** Runs `task` in the time zone `zone`. */
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
