/** `Europe/Berlin`; the UTC offset if the system does not name its zone. */
export function zoneName(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone !== "Etc/Unknown") return timeZone;
  return `UTC${offsetText(-new Date().getTimezoneOffset())}`;
}

/** `+01:00`, of minutes ahead of UTC. */
export function offsetText(minutes: number): string {
  const clock = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${clock.map((part) => String(part).padStart(2, "0")).join(":")}`;
}
