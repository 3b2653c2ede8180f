/** How requests find their way, as the settings of VS Code, those of this extension, and the environment say. */
export interface NetworkSettings {
  /** Who sends: the extension's own client, or VS Code's `fetch`, which finds ways that only the editor knows. */
  readonly client: "own" | "editor";
  /** `http.proxySupport`. */
  readonly proxySupport: "off" | "on" | "fallback" | "override";
  /** `http.proxy`; null where it is unset. */
  readonly proxy: string | null;
  /** `http.noProxy`: hosts that are reached directly. */
  readonly noProxy: readonly string[];
  /** `http.proxyAuthorization`: the value of the `Proxy-Authorization` header; null where it is unset. */
  readonly proxyAuthorization: string | null;
  /** `http.proxyStrictSSL`: certificates are checked. */
  readonly strictTls: boolean;
  /** `http.systemCertificates`: the system's certificate authorities are trusted beside Node's own. */
  readonly systemCertificates: boolean;
  readonly environment: ProxyEnvironment;
  /** Milliseconds for each step of a request, from `weaveThreads.requestTimeout`. */
  readonly timeout: number;
}

/** The values of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in capitals or not; null where they are unset or empty. */
export interface ProxyEnvironment {
  readonly httpsProxy: string | null;
  readonly httpProxy: string | null;
  readonly noProxy: string | null;
}

/** As they are where nothing is set. */
export const defaultNetwork: NetworkSettings = {
  client: "own",
  proxySupport: "override",
  proxy: null,
  noProxy: [],
  proxyAuthorization: null,
  strictTls: true,
  systemCertificates: true,
  environment: { httpsProxy: null, httpProxy: null, noProxy: null },
  timeout: 30_000,
};
