import type { Fault } from "./failures/fault.ts";

/** Why a request went the way it did: what decided, of the settings and the environment. */
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

/** One finished request, for the log. Neither key nor header is in it. */
export interface RequestEntry {
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  /** How it went: `direct`, a proxy's host and port, or `editor` where VS Code found the way. */
  readonly route: string;
  readonly routeReason: RouteReason;
  /** Counts from 1; further ones repeat what failed in passing. */
  readonly attempt: number;
  /** Milliseconds until it is repeated; null where it is not. */
  readonly nextIn: number | null;
  /** What lies behind a fault, as the system words it; null where nothing does. */
  readonly cause: string | null;
  /** Path of the operation, below the service address. */
  readonly path: string;
  /** Null when no answer came. */
  readonly status: number | null;
  /** From the request to the end of its answer. */
  readonly milliseconds: number;
  /** Bytes of the answer's body, as sent. */
  readonly bytes: number;
  /** Threads received, or 1 for a count. */
  readonly rows: number;
  readonly outcome: "ok" | "aborted" | Fault;
}
