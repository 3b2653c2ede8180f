import type { RequestEntry } from "./requestEntry.ts";
import { visibleCut } from "./text/visibleText.ts";

/** A service may find hundreds of things wrong with one request. */
const longestLine = 4000;

/** A finished request on one line, its fault and what lies behind it at the end; not localised. */
export function requestLine(entry: RequestEntry): string {
  const { outcome, cause } = entry;
  const end = outcome === "ok" ? [] : [outcome === "aborted" ? outcome : `failed: ${JSON.stringify(outcome)}`];
  return visibleCut([figures(entry), ...end, ...(cause === null ? [] : [`cause: ${cause}`])].join(", "), longestLine);
}

/** What was asked and how it went in figures, without any text of the service. */
export function figures({ path, route, attempt, nextIn, status, milliseconds, bytes, rows }: RequestEntry): string {
  return [
    `POST ${path}`,
    `status ${status ?? "none"}`,
    `${Math.round(milliseconds)} ms`,
    counted(bytes, "byte"),
    counted(rows, "row"),
    `attempt ${attempt}`,
    route,
    ...(nextIn === null ? [] : [`retry in ${Math.round(nextIn)} ms`]),
  ].join(", ");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
