import Agent from "undici/lib/dispatcher/agent.js";
import type { Route } from "./route.ts";

const maxHeaderBytes = 16 * 1024;

/** Straight to the service. Nothing is asked of the network before the first request. */
export function openDirectRoute(connectTimeout: number): Route {
  const agent = new Agent({
    connectTimeout,
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
  return {
    name: "direct",
    dispatch: (options, handler) => void agent.dispatch(options, handler),
    close: () => agent.destroy(),
  };
}
