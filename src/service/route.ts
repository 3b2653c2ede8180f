import type { Dispatcher } from "undici";
import Agent from "undici/lib/dispatcher/agent.js";

/** The way to the service: keeps connections alive between requests until it is closed. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** Ends every connection, those in use as well. */
  close(): Promise<void>;
}

export interface RouteSettings {
  /** Milliseconds that a connection, the TLS handshake included, may take. */
  readonly connectTimeout: number;
}

const maxHeaderBytes = 16 * 1024;

/** A direct route. Nothing is asked of the network before the first request. */
export function openRoute(settings: RouteSettings): Route {
  const agent = new Agent({
    connectTimeout: settings.connectTimeout,
    maxHeaderSize: maxHeaderBytes,
    // The clock of an exchange is its own: undici's body time-out restarts at every byte, so that a drip never ends.
    headersTimeout: 0,
    bodyTimeout: 0,
    // A second request on the same connection would wait behind a list that may take minutes.
    pipelining: 1,
    // One protocol and one parser, whatever a server or the environment offers: their faults are told apart by it.
    allowH2: false,
    useMilo: false,
  });
  return { dispatcher: agent, close: () => agent.destroy() };
}
