import type { Dispatcher } from "undici";
import Agent from "undici/lib/dispatcher/agent.js";
import { Opening, type Trust } from "./opening.ts";
import type { Carrier } from "./route.ts";

/** A direct route. Nothing is connected before the first request. */
export function openDirectRoute(timeout: number, trust: Trust): Carrier {
  const opening = new Opening();
  const connect = opening.connector(timeout, trust);
  return agentRoute("direct", new Agent({ ...connectionLimits(timeout), connect }), opening);
}

/**
 * A route by an undici dispatcher, whose connections are opened by `opening`. `proxy` carries them, and is closed
 * after it.
 */
export function agentRoute(name: string, agent: Dispatcher, opening: Opening, proxy?: Dispatcher): Carrier {
  return {
    name,
    dispatch: (request, handler, abandoned) => opening.during(abandoned, () => agent.dispatch(request, handler)),
    retire: () => void agent.close().then(() => proxy?.close()),
    close: async () => void (await Promise.all([agent.destroy(), proxy?.destroy()])),
  };
}

/** The undici options of every route, for an `Agent` or a `Pool`. */
export function connectionLimits(connectTimeout: number) {
  return {
    connectTimeout,
    maxHeaderSize: 16 * 1024,
    // An exchange has its own timeouts: undici's body timeout restarts at every byte, so a slow drip never ends.
    headersTimeout: 0,
    bodyTimeout: 0,
    // A second request on a connection would wait for a list that may take minutes.
    pipelining: 1,
    // One protocol and one parser, because errors are identified by them.
    allowH2: false,
    useMilo: false,
  };
}
