import type { Dispatcher } from "undici";
import type { RouteReason } from "../../core/requests/requestEntry.ts";

/** A selected route to the service. */
export interface Route extends Carrier {
  readonly reason: RouteReason;
}

/** Sends requests by one route: keeps connections alive between requests until it is closed. */
export interface Carrier {
  /** For the log: `direct`, `proxy` with its host and port, `editor`, or `none`. Without user name or password. */
  readonly name: string;
  /**
   * Sends one request with an undici handler for the response. Throws a `ServiceError` if the route cannot be
   * used at all. Until the handler has a controller, `abandoned` cancels the request: the connection being opened
   * for it is closed.
   */
  dispatch(request: RouteRequest, handler: Dispatcher.DispatchHandler, abandoned: AbortSignal): void;
  /** Accepts no further request; closes when those in progress have ended. */
  retire(): void;
  /** Closes every connection, including those in use. */
  close(): Promise<void>;
}

export interface RouteRequest {
  readonly origin: string;
  /** With a leading slash. */
  readonly path: string;
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
}
