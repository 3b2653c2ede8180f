import type { Dispatcher } from "undici";

/** One way to the service: keeps connections alive between requests until it is closed. */
export interface Route {
  /** For the log: `direct`, a proxy's host and port, or `editor`. */
  readonly name: string;
  /** Sends one request, whose answer the handler hears of as from undici. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  /** Ends every connection, those in use as well. */
  close(): Promise<void>;
}
