import type { NetworkSettings } from "../network.ts";
import { isLoopback } from "../session/serviceUrl.ts";
import { type ProxyAddress, proxyAddress } from "./proxyAddress.ts";

/**
 * How requests find their way and why, a line for each setting. User names, passwords and header values are not in it;
 * `host` words each host. `service` is the service's host; null where there is none.
 */
export function networkLines(
  settings: NetworkSettings,
  service: string | null,
  host: (name: string) => string,
): readonly string[] {
  const { client, proxySupport, proxy, noProxy, proxyAuthorization, environment } = settings;
  const { strictTls, systemCertificates, timeout } = settings;
  return [
    `Requests are sent by: ${client === "own" ? "the extension" : "VS Code"}`,
    `Way by the settings: ${rule(settings, service)}`,
    `http.proxySupport: ${proxySupport}`,
    `http.proxy: ${proxyText(proxy, host)}`,
    `http.noProxy: ${listText(noProxy, host)}`,
    `http.proxyAuthorization: ${proxyAuthorization === null ? "not set" : "set"}`,
    `HTTPS_PROXY: ${proxyText(environment.httpsProxy, host)}`,
    `HTTP_PROXY: ${proxyText(environment.httpProxy, host)}`,
    `NO_PROXY: ${listText(environment.noProxy?.split(",") ?? [], host)}`,
    `Certificates are checked: ${strictTls ? "yes" : "no"}`,
    `The system's certificates are trusted: ${systemCertificates ? "yes" : "no"}`,
    `Time limit: ${timeout / 1000} s`,
  ];
}

/** Which setting decides, unless one of the exceptions names the service. */
function rule({ client, proxySupport, proxy, environment }: NetworkSettings, service: string | null): string {
  if (service !== null && isLoopback(service)) return "direct, to this machine";
  if (client === "editor") return "VS Code finds it";
  if (proxySupport === "off") return "direct, because http.proxySupport is off";
  if (proxy !== null) return "by http.proxy";
  return environment.httpsProxy === null ? "direct, because no proxy is set" : "by HTTPS_PROXY";
}

function proxyText(text: string | null, host: (name: string) => string): string {
  if (text === null) return "not set";
  const address = proxyAddress(text);
  return address === null ? "set, but no address" : addressText(address, host);
}

function addressText({ protocol, host: name, port, username }: ProxyAddress, host: (name: string) => string): string {
  const credentials = username === "" ? "" : ", with a user name";
  return `${protocol}://${host(name)}${port === "" ? "" : `:${port}`}${credentials}`;
}

function listText(entries: readonly string[], host: (name: string) => string): string {
  const names = entries.map((entry) => entry.trim()).filter((entry) => entry !== "");
  if (names.length === 0) return "not set";
  return names.map((name) => (name === "*" ? name : host(name))).join(", ");
}
