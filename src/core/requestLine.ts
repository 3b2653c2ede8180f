import type { RequestEntry } from "./requestEntry.ts";
import { plural } from "./text/plural.ts";
import { visibleCut } from "./text/visibleText.ts";

/** A service may report hundreds of issues for one request. */
const longestLine = 4000;

/** A finished request on one line, with its fault and cause at the end; not localized. */
export function requestLine(entry: RequestEntry): string {
  const { outcome, cause } = entry;
  const end = outcome === "ok" ? [] : [outcome === "aborted" ? outcome : `failed: ${JSON.stringify(outcome)}`];
  return visibleCut([figures(entry), ...end, ...(cause === null ? [] : [`cause: ${cause}`])].join(", "), longestLine);
}

/** The request in figures, without text from the service. */
export function figures({ path, route, attempt, nextIn, status, milliseconds, bytes, rows }: RequestEntry): string {
  return [
    `POST ${path}`,
    `status ${status ?? "none"}`,
    `${Math.round(milliseconds)} ms`,
    plural(bytes, "1 byte", `${bytes} bytes`),
    plural(rows, "1 row", `${rows} rows`),
    `attempt ${attempt}`,
    route,
    ...(nextIn === null ? [] : [`retry in ${Math.round(nextIn)} ms`]),
  ].join(", ");
}
