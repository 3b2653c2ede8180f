import type { NetworkSettings } from "../../core/network.ts";
import { isLoopback } from "../../core/session/serviceUrl.ts";
import { exceptionsOf, isException } from "./noProxy.ts";
import { type ProxyAddress, readProxyAddress } from "./proxyAddress.ts";

/** The way to an origin. */
export type Way =
  | { readonly kind: "direct" }
  | { readonly kind: "proxy"; readonly proxy: ProxyAddress }
  /** VS Code's `fetch` finds it. */
  | { readonly kind: "editor" }
  /** The settings name a proxy that cannot be used; `detail` says why, and does not repeat the setting. */
  | { readonly kind: "unusable"; readonly detail: string };

/**
 * Chooses as VS Code does for extensions (`createProxyResolver` in @vscode/proxy-agent): exceptions from the settings, or
 * where there are none from the environment, come before every proxy; then `http.proxy`; then the environment, whose proxy
 * for http serves https where there is none for that. What this machine serves itself is never asked of anybody else.
 */
export function chooseRoute(settings: NetworkSettings, origin: string): Way {
  const { hostname, port, protocol } = new URL(origin);
  if (isLoopback(hostname)) return { kind: "direct" };
  if (settings.client === "editor") return { kind: "editor" };
  if (settings.proxySupport === "off") return { kind: "direct" };
  const { environment, noProxy } = settings;
  const exceptions = noProxy.length > 0 ? noProxy : exceptionsOf(environment.noProxy ?? "");
  const defaultPort = protocol === "https:" ? "443" : "80";
  if (isException(exceptions, hostname, port || defaultPort)) return { kind: "direct" };

  const [name, address] = configuredProxy(settings);
  if (address === null) return { kind: "direct" };
  const proxy = readProxyAddress(address, settings.proxyAuthorization);
  return typeof proxy === "string" ? { kind: "unusable", detail: `${name} ${proxy}` } : { kind: "proxy", proxy };
}

function configuredProxy({ proxy, environment }: NetworkSettings): [name: string, address: string | null] {
  if (proxy !== null) return ["http.proxy", proxy];
  if (environment.httpsProxy !== null) return ["HTTPS_PROXY", environment.httpsProxy];
  return ["HTTP_PROXY", environment.httpProxy];
}
