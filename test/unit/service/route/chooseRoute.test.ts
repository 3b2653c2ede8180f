import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RouteReason } from "../../../../src/core/requests/requestEntry.ts";
import { defaultNetwork, type NetworkSettings } from "../../../../src/core/settings/network.ts";
import { type ChosenRoute, chooseRoute } from "../../../../src/service/route/chooseRoute.ts";

const service = "https://weave.example";
const environment = { httpsProxy: null, httpProxy: null, noProxy: null };
const direct = (reason: RouteReason): ChosenRoute => ({ kind: "direct", reason });
const editor: ChosenRoute = { kind: "editor", reason: "weaveThreads.network" };

function through(
  name: string,
  authorization: string | null = null,
  scheme = "http",
  reason: RouteReason = "http.proxy",
): ChosenRoute {
  const origin = new URL(`${scheme}://${name}`).origin;
  return { kind: "proxy", proxy: { origin, name, authorization }, reason };
}

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

type Case = readonly [what: string, settings: Partial<NetworkSettings>, way: ChosenRoute, origin?: string];

const proxy = "http://proxy.example:8080";
const env = "http://env.example:3128";
const ways: readonly Case[] = [
  ["nothing set", {}, direct("no proxy is set")],
  ["http.proxy", { proxy }, through("proxy.example:8080")],
  ["http.proxy with a slash", { proxy: `${proxy}/` }, through("proxy.example:8080")],
  ["http.proxy without a port", { proxy: "http://proxy.example" }, through("proxy.example:80")],
  ["an https proxy", { proxy: "https://proxy.example" }, through("proxy.example:443", null, "https")],
  ["a proxy by IP address", { proxy: "http://[2001:db8::1]:8080" }, through("[2001:db8::1]:8080")],
  ["proxySupport on", { proxy, proxySupport: "on" }, through("proxy.example:8080")],
  ["proxySupport fallback", { proxy, proxySupport: "fallback" }, through("proxy.example:8080")],
  ["proxySupport override", { proxy, proxySupport: "override" }, through("proxy.example:8080")],
  [
    "proxySupport off",
    { proxy, proxySupport: "off", environment: { ...environment, httpsProxy: env, httpProxy: env } },
    direct("http.proxySupport is off"),
  ],
  [
    "HTTPS_PROXY",
    { environment: { ...environment, httpsProxy: env } },
    through("env.example:3128", null, "http", "HTTPS_PROXY"),
  ],
  [
    "HTTP_PROXY, which VS Code also uses for https",
    { environment: { ...environment, httpProxy: env } },
    through("env.example:3128", null, "http", "HTTP_PROXY"),
  ],
  [
    "HTTPS_PROXY before HTTP_PROXY",
    { environment: { ...environment, httpsProxy: env, httpProxy: "http://other.example" } },
    through("env.example:3128", null, "http", "HTTPS_PROXY"),
  ],
  [
    "http.proxy before the environment",
    { proxy, environment: { ...environment, httpsProxy: env } },
    through("proxy.example:8080"),
  ],
  ["an exception in the settings", { proxy, noProxy: ["weave.example"] }, direct("http.noProxy")],
  [
    "an exception in the environment",
    { proxy, environment: { ...environment, noProxy: "a.example,.example" } },
    direct("NO_PROXY"),
  ],
  [
    "exceptions in the settings, which override those of the environment",
    { proxy, noProxy: ["other.example"], environment: { ...environment, noProxy: "*" } },
    through("proxy.example:8080"),
  ],
  ["an exception for another port", { proxy, noProxy: ["weave.example:8443"] }, through("proxy.example:8080")],
  ["the default port of https", { proxy, noProxy: ["weave.example:443"] }, direct("http.noProxy")],
  [
    "a user name and password in the URL",
    { proxy: "http://alice:p%40ss%C3%BC@proxy.example:8080" },
    through("proxy.example:8080", basic("alice:p@ssü")),
  ],
  [
    "a user name without a password",
    { proxy: "http://alice@proxy.example:8080" },
    through("proxy.example:8080", basic("alice:")),
  ],
  ["http.proxyAuthorization", { proxy, proxyAuthorization: "Bearer t" }, through("proxy.example:8080", "Bearer t")],
  [
    "http.proxyAuthorization before credentials in the URL",
    { proxy: "http://alice:pass@proxy.example:8080", proxyAuthorization: "Bearer t" },
    through("proxy.example:8080", "Bearer t"),
  ],
  [
    "http.proxyAuthorization for the environment's proxy",
    { proxyAuthorization: "Bearer t", environment: { ...environment, httpsProxy: env } },
    through("env.example:3128", "Bearer t", "http", "HTTPS_PROXY"),
  ],
  ["the editor", { client: "editor", proxy }, editor],
  ["the editor with proxySupport off", { client: "editor", proxySupport: "off" }, editor],
  ...["http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", "https://127.8.9.10", "https://localhost"].flatMap(
    (origin): Case[] => [
      [`a proxy and ${origin}`, { proxy }, direct("loopback"), origin],
      [`the editor and ${origin}`, { client: "editor" }, direct("loopback"), origin],
      [`a broken proxy and ${origin}`, { proxy: "?" }, direct("loopback"), origin],
    ],
  ),
];

for (const [what, settings, way, origin = service] of ways) {
  test(`${what}: ${way.kind}`, () => {
    assert.deepEqual(chooseRoute({ ...defaultNetwork, ...settings }, origin), way);
  });
}

const secret = "s3cr3t";
const broken: readonly (readonly [what: string, settings: Partial<NetworkSettings>, detail: RegExp])[] = [
  [
    "a proxy without a scheme",
    { proxy: `alice:${secret}@proxy.example:8080` },
    /^http\.proxy is not a URL such as http:/,
  ],
  ["a proxy without a host", { proxy: "http://" }, /^http\.proxy is not a URL/],
  [
    "a proxy with an invalid port",
    { proxy: `http://alice:${secret}@proxy.example:80800` },
    /^http\.proxy is not a URL/,
  ],
  ["a proxy that is not a URL", { proxy: secret }, /^http\.proxy is not a URL/],
  ["a SOCKS proxy", { proxy: `socks5://alice:${secret}@proxy.example` }, /^http\.proxy names a proxy of type socks5;/],
  [
    "a proxy password that cannot be decoded",
    { proxy: `http://alice:%zz${secret}@proxy.example` },
    /^http\.proxy has .*%/,
  ],
  [
    "an authorization with a line break",
    { proxy, proxyAuthorization: `Basic a\r\nx: ${secret}` },
    /http\.proxyAuthorization/,
  ],
  ["an invalid HTTPS_PROXY", { environment: { ...environment, httpsProxy: secret } }, /^HTTPS_PROXY is not a URL/],
  ["an invalid HTTP_PROXY", { environment: { ...environment, httpProxy: secret } }, /^HTTP_PROXY is not a URL/],
];

for (const [what, settings, detail] of broken) {
  test(`${what} is rejected with a reason that does not quote it`, () => {
    const way = chooseRoute({ ...defaultNetwork, ...settings }, service);
    assert.equal(way.kind, "unusable");
    assert.match(way.kind === "unusable" ? way.detail : "", detail);
    assert.ok(!JSON.stringify(way).includes(secret));
  });
}

const unsafe: readonly (readonly [settings: Partial<NetworkSettings>, origin: string, way: ChosenRoute])[] = [
  [
    { client: "editor", danger: "workspaceHttp" },
    service,
    { kind: "unsafe", danger: "workspaceHttp", reason: "weaveThreads.network" },
  ],
  [
    { client: "editor", danger: "environmentTls" },
    service,
    { kind: "unsafe", danger: "environmentTls", reason: "weaveThreads.network" },
  ],
  [
    { danger: "machineTls", proxy, strictTls: false },
    service,
    { kind: "unsafe", danger: "machineTls", reason: "http.proxyStrictSSL" },
  ],
  [
    { danger: "machineTls", strictTls: false },
    "https://localhost:8443",
    { kind: "unsafe", danger: "machineTls", reason: "http.proxyStrictSSL" },
  ],
  // Loopback requests do not use VS Code's fetch, and without TLS no certificate is checked.
  [{ client: "editor", danger: "workspaceHttp" }, "http://127.0.0.1:8080", direct("loopback")],
  [{ danger: "machineTls", strictTls: false }, "http://127.0.0.1:8080", direct("loopback")],
];

for (const [settings, origin, way] of unsafe) {
  test(`${settings.danger} and ${origin}: ${way.kind}`, () => {
    assert.deepEqual(chooseRoute({ ...defaultNetwork, ...settings }, origin), way);
  });
}

test("any proxy text is a route or an error", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl({ withFragments: true })), (text) => {
      const way = chooseRoute({ ...defaultNetwork, proxy: text }, service);
      if (way.kind === "unusable") assert.match(way.detail, /^http\.proxy /);
      else assert.ok(way.kind === "proxy" && URL.canParse(way.proxy.origin), way.kind);
    }),
  );
});

test("a password is only in the proxy header", () => {
  const text = fc.stringMatching(/^[!-~]{8,20}$/);
  fc.assert(
    fc.property(text, text, (user, password) => {
      const address = `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@proxy.example:8080`;
      const way = chooseRoute({ ...defaultNetwork, proxy: address }, service);
      assert.deepEqual(way, through("proxy.example:8080", basic(`${user}:${password}`)));
    }),
  );
});
