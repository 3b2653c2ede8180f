import { Socket } from "node:net";
import type { buildConnector, Dispatcher } from "undici";
import Agent from "undici/lib/dispatcher/agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import type { ProxyAddress } from "../../core/settings/credentials.ts";
import { type ProxyStep, proxyFailure, proxyFault } from "../fault/connectionFault.ts";
import { agentRoute, connectionLimits } from "./directRoute.ts";
import { type Connector, Opening, type Trust } from "./opening.ts";
import type { Carrier } from "./route.ts";

/**
 * A tunnel to an `https:` service through a proxy, which sees only the service's host and port.
 * undici's own ProxyAgent works only with its main entry, and hides the status of a rejection; that of
 * `node:http` is patched in VS Code's extension host, and would use a proxy for the proxy.
 */
export function openProxyRoute(proxy: ProxyAddress, timeout: number, trust: Trust): Carrier {
  const limits = connectionLimits(timeout);
  const opening = new Opening();
  const connect = opening.connector(timeout, trust);
  const toProxy = new Pool(proxy.origin, {
    ...limits,
    // The exchange has its own timeout; this ends what it leaves behind.
    headersTimeout: timeout,
    connect: (options, callback) => connect(options, named(callback, proxy.name, "reaching")),
  });
  const tunnel = tunnelThrough(toProxy, proxy, connect, opening);
  return agentRoute(`proxy ${proxy.name}`, new Agent({ ...limits, connect: tunnel }), opening, toProxy);
}

function tunnelThrough(
  toProxy: Dispatcher,
  proxy: ProxyAddress,
  connect: Connector,
  opening: Opening,
): buildConnector.connector {
  const credentials = proxy.authorization === null ? {} : { "proxy-authorization": proxy.authorization };
  return (options, callback) => {
    const { abandoned } = opening;
    const notify = named(callback, proxy.name, "tunnelling");
    let end = () => undefined;
    const host = options.port === "" ? `${options.host}:443` : (options.host ?? "");
    toProxy.dispatch(
      { method: "CONNECT", path: host, headers: { host, ...credentials } },
      {
        onRequestStart: (controller) => {
          end = () => void controller.abort(new Error("aborted"));
          if (abandoned?.aborted) end();
          else abandoned?.addEventListener("abort", end);
        },
        onRequestUpgrade: (_controller, status, _headers, socket) => {
          abandoned?.removeEventListener("abort", end);
          if (status >= 200 && status < 300 && socket instanceof Socket) {
            connect({ ...options, httpSocket: socket }, notify, abandoned);
          } else {
            socket.on("error", () => undefined).destroy();
            notify(proxyFault(proxy.name, status, ""), null);
          }
        },
        onResponseError: (_controller, error) => callback(proxyFailure(error, proxy.name, "reaching"), null),
      },
    );
  };
}

/** Assigns a failed connection to the proxy or the service. */
function named(callback: buildConnector.Callback, proxy: string, step: ProxyStep): buildConnector.Callback {
  return (...[error, socket]) => {
    if (error === null) callback(null, socket);
    else callback(proxyFailure(error, proxy, step), null);
  };
}
