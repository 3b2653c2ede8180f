import type { Fault } from "../failures/fault.ts";
import { visibleCut } from "../text/visibleText.ts";

/** Which setting or environment variable decided the route of a request. */
export type RouteReason =
  /** The service is on this machine. */
  | "loopback"
  | "weaveThreads.network"
  | "http.proxySupport is off"
  | "http.noProxy"
  | "NO_PROXY"
  | "http.proxy"
  | "http.proxyStrictSSL"
  | "HTTPS_PROXY"
  | "HTTP_PROXY"
  | "no proxy is set";

/** One finished request, for the log. It contains neither the key nor headers. */
export interface RequestEntry {
  /** Start time, in milliseconds since the epoch. */
  readonly at: number;
  /** The route: `direct`, a proxy's host and port, or `editor` if VS Code chose it. */
  readonly route: string;
  readonly routeReason: RouteReason;
  /** Counts from 1; further attempts retry transient failures. */
  readonly attempt: number;
  /** Milliseconds until the retry; null for none. */
  readonly nextIn: number | null;
  /** The system's error behind a fault; null for none. */
  readonly cause: string | null;
  /** Path of the operation, relative to the service URL. */
  readonly path: string;
  /** Null without a response. */
  readonly status: number | null;
  /** From the request to the end of the response. */
  readonly milliseconds: number;
  /** Bytes of the response body, as sent. */
  readonly bytes: number;
  /** Threads received, or 1 for a count. */
  readonly rows: number;
  readonly outcome: "ok" | "aborted" | Fault;
}

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
    `${bytes} ${bytes === 1 ? "byte" : "bytes"}`,
    `${rows} ${rows === 1 ? "row" : "rows"}`,
    `attempt ${attempt}`,
    route,
    ...(nextIn === null ? [] : [`retry in ${Math.round(nextIn)} ms`]),
  ].join(", ");
}
