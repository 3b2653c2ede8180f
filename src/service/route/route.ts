import type { Dispatcher } from "undici";
import type { RouteReason } from "../../core/requestEntry.ts";

/** A way to the service that was chosen. */
export interface Route extends Carrier {
  readonly reason: RouteReason;
}

/** Carries requests one way: keeps connections alive between requests until it is closed. */
export interface Carrier {
  /** For the log: `direct`, `proxy` with its host and port, `editor`, or `none`. No user name or password is in it. */
  readonly name: string;
  /**
   * Sends one request, whose answer the handler hears of as from undici. Throws a `ServiceError` where the way cannot be
   * taken at all. Until the handler has a controller, `abandoned` is how to give the request up: what is being opened
   * for it is closed.
   */
  dispatch(request: RouteRequest, handler: Dispatcher.DispatchHandler, abandoned: AbortSignal): void;
  /** Takes no further request; ends when those in progress have ended. */
  retire(): void;
  /** Ends every connection, those in use as well. */
  close(): Promise<void>;
}

export interface RouteRequest {
  readonly origin: string;
  /** With a slash in front. */
  readonly path: string;
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
}
