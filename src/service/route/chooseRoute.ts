import type { RouteReason } from "../../core/requests/requestEntry.ts";
import { type ProxyAddress, readProxyAddress } from "../../core/settings/credentials.ts";
import type { NetworkDanger, NetworkSettings } from "../../core/settings/network.ts";
import { isLoopback } from "../../core/settings/serviceUrl.ts";
import { exceptionsOf, isException } from "./noProxy.ts";

/** The route to an origin, and its reason. */
export type ChosenRoute = Choice & { readonly reason: RouteReason };

type Choice =
  | { readonly kind: "direct" }
  | { readonly kind: "proxy"; readonly proxy: ProxyAddress }
  /** Chosen by VS Code's `fetch`. */
  | { readonly kind: "editor" }
  /** The proxy setting is not valid; `detail` says why, without quoting the setting. */
  | { readonly kind: "unusable"; readonly detail: string }
  /** Nothing is sent. */
  | { readonly kind: "unsafe"; readonly danger: NetworkDanger };

/**
 * Chooses as VS Code does for extensions (`createProxyResolver` in @vscode/proxy-agent): exceptions from the settings, or
 * if there are none from the environment, take precedence; then `http.proxy`; then the environment, whose proxy
 * for http is also used for https if there is no other. Requests to this machine are always direct.
 */
export function chooseRoute(settings: NetworkSettings, origin: string): ChosenRoute {
  const { hostname, port, protocol } = new URL(origin);
  const { danger } = settings;
  if (danger === "machineTls" && protocol === "https:")
    return { kind: "unsafe", danger, reason: "http.proxyStrictSSL" };
  if (isLoopback(hostname)) return { kind: "direct", reason: "loopback" };
  if (danger !== null && danger !== "machineTls") return { kind: "unsafe", danger, reason: "weaveThreads.network" };
  if (settings.client === "editor") return { kind: "editor", reason: "weaveThreads.network" };
  if (settings.proxySupport === "off") return { kind: "direct", reason: "http.proxySupport is off" };
  const { environment, noProxy } = settings;
  const [exempting, exceptions] =
    noProxy.length > 0
      ? (["http.noProxy", noProxy] as const)
      : (["NO_PROXY", exceptionsOf(environment.noProxy ?? "")] as const);
  const defaultPort = protocol === "https:" ? "443" : "80";
  if (isException(exceptions, hostname, port || defaultPort)) return { kind: "direct", reason: exempting };

  const [reason, address] = configuredProxy(settings);
  if (address === null) return { kind: "direct", reason: "no proxy is set" };
  const proxy = readProxyAddress(address, settings.proxyAuthorization);
  if (typeof proxy === "string") return { kind: "unusable", detail: `${reason} ${proxy}`, reason };
  return { kind: "proxy", proxy, reason };
}

function configuredProxy({ proxy, environment }: NetworkSettings): [name: RouteReason, address: string | null] {
  if (proxy !== null) return ["http.proxy", proxy];
  if (environment.httpsProxy !== null) return ["HTTPS_PROXY", environment.httpsProxy];
  return ["HTTP_PROXY", environment.httpProxy];
}
