import type { SettingId } from "./settingRules.ts";

/** How requests are routed, by the settings of VS Code, those of this extension, and the environment. */
export interface NetworkSettings {
  /** The HTTP client: the extension's own, or VS Code's `fetch`, which knows proxies that only the editor knows. */
  readonly client: "own" | "editor";
  /** `http.proxySupport`. */
  readonly proxySupport: "off" | "on" | "fallback" | "override";
  /** `http.proxy`; null if it is unset. */
  readonly proxy: string | null;
  /** `http.noProxy`: hosts that are reached directly. */
  readonly noProxy: readonly string[];
  /** `http.proxyAuthorization`: the value of the `Proxy-Authorization` header; null if it is unset. */
  readonly proxyAuthorization: string | null;
  /** `http.proxyStrictSSL`: certificates are checked. */
  readonly strictTls: boolean;
  /** `http.systemCertificates`: the system's certificate authorities are trusted beside Node's own. */
  readonly systemCertificates: boolean;
  readonly environment: ProxyEnvironment;
  /** Why no request is sent; null if requests are safe. */
  readonly danger: NetworkDanger | null;
  /** Milliseconds for each step of a request, from `weaveThreads.requestTimeout`. */
  readonly timeout: number;
}

/** What could leak the key on its way to the service. */
export type NetworkDanger =
  /** VS Code sends, and the workspace changes how it does. */
  | "workspaceHttp"
  /** VS Code sends, and `NODE_TLS_REJECT_UNAUTHORIZED` is 0. */
  | "environmentTls"
  /** The remote machine's settings turn off the checking of certificates, and the user's do not. */
  | "machineTls";

/** What `readNetwork` needs besides the settings. */
export interface NetworkTrust {
  /** A workspace gives a value to one of VS Code's own `http.*` settings: see `isHttpSetByWorkspace`. */
  readonly workspaceHttp: boolean;
  /** See `isUncheckedByMachine`; false in a container, where the user was asked. */
  readonly machineTls: boolean;
}

/** The values of `https_proxy`, `http_proxy` and `no_proxy`, else of their uppercase forms; null if unset or empty. */
export interface ProxyEnvironment {
  readonly httpsProxy: string | null;
  readonly httpProxy: string | null;
  readonly noProxy: string | null;
}

/** The defaults. */
export const defaultNetwork: NetworkSettings = {
  client: "own",
  proxySupport: "override",
  proxy: null,
  noProxy: [],
  proxyAuthorization: null,
  strictTls: true,
  systemCertificates: true,
  environment: { httpsProxy: null, httpProxy: null, noProxy: null },
  danger: null,
  timeout: 30_000,
};

export type NetworkSettingId = Extract<
  SettingId,
  `http.${string}` | "weaveThreads.network" | "weaveThreads.requestTimeout"
>;

/** Reads settings of any shape; invalid ones count as unset. */
export function readNetwork(
  setting: (id: NetworkSettingId) => unknown,
  environment: Readonly<Record<string, string | undefined>>,
  { workspaceHttp, machineTls }: NetworkTrust,
): NetworkSettings {
  const text = (id: NetworkSettingId): string | null => filled(setting(id));
  const variable = (name: string): string | null =>
    filled(environment[name]) ?? filled(environment[name.toUpperCase()]);
  const noProxy = setting("http.noProxy");
  const seconds = setting("weaveThreads.requestTimeout");
  const client = readClient(setting("weaveThreads.network"));
  const isTlsOff = environment.NODE_TLS_REJECT_UNAUTHORIZED === "0";
  const editorDanger = workspaceHttp ? "workspaceHttp" : isTlsOff ? "environmentTls" : null;
  return {
    client,
    proxySupport: proxySupports.find((known) => known === setting("http.proxySupport")) ?? defaultNetwork.proxySupport,
    proxy: text("http.proxy"),
    noProxy: Array.isArray(noProxy) ? noProxy.flatMap((entry) => filled(entry) ?? []) : [],
    proxyAuthorization: text("http.proxyAuthorization"),
    strictTls: setting("http.proxyStrictSSL") !== false,
    systemCertificates: setting("http.systemCertificates") !== false,
    environment: {
      httpsProxy: variable("https_proxy"),
      httpProxy: variable("http_proxy"),
      noProxy: variable("no_proxy"),
    },
    danger: machineTls ? "machineTls" : client === "editor" ? editorDanger : null,
    timeout:
      typeof seconds === "number" && !Number.isNaN(seconds)
        ? Math.round(Math.min(Math.max(seconds, 1), 600) * 1000)
        : defaultNetwork.timeout,
  };
}

/** The client of a value of `weaveThreads.network`. */
export function readClient(value: unknown): NetworkSettings["client"] {
  return value === "editor" ? "editor" : "own";
}

const proxySupports = ["off", "on", "fallback", "override"] as const;

function filled(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
