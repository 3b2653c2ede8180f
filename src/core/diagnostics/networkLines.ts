import type { NetworkSettings } from "../network.ts";
import { readProxyAddress } from "../proxyAddress.ts";
import type { RequestEntry } from "../requestEntry.ts";

/**
 * The route of the last request and the network settings, a line each. User names, passwords, header values
 * and lists of hosts are left out. `last` is null before the first request; `place` formats a route or a host and port.
 */
export function networkLines(
  settings: NetworkSettings,
  last: Pick<RequestEntry, "route" | "routeReason"> | null,
  place: (name: string) => string,
): readonly string[] {
  const { client, proxySupport, proxy, noProxy, proxyAuthorization, environment } = settings;
  const { strictTls, systemCertificates, timeout } = settings;
  const isSet = (set: boolean) => (set ? "set" : "not set");
  const proxyText = (text: string | null) => {
    const address = text === null ? null : readProxyAddress(text, null);
    return address === null || typeof address === "string" ? isSet(text !== null) : place(address.name);
  };
  return [
    `Route: ${last === null ? "no requests yet" : `${place(last.route)} (${last.routeReason})`}`,
    `HTTP client: ${client === "own" ? "built-in" : "VS Code"}`,
    `http.proxySupport: ${proxySupport}`,
    `http.proxy: ${proxyText(proxy)}`,
    `http.noProxy: ${isSet(noProxy.length > 0)}`,
    `http.proxyAuthorization: ${isSet(proxyAuthorization !== null)}`,
    `HTTPS_PROXY: ${proxyText(environment.httpsProxy)}`,
    `HTTP_PROXY: ${proxyText(environment.httpProxy)}`,
    `NO_PROXY: ${isSet(environment.noProxy !== null)}`,
    `Certificate checks: ${strictTls ? "on" : "off"}`,
    `System certificates: ${systemCertificates ? "trusted" : "not trusted"}`,
    `Request timeout: ${timeout / 1000} s`,
  ];
}
