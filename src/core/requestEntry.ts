import type { Fault } from "./failures/fault.ts";

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
