import assert from "node:assert/strict";
import { test } from "node:test";
import { networkLines } from "../../../../src/core/diagnostics/report.ts";
import type { RequestEntry } from "../../../../src/core/requests/requestEntry.ts";
import { defaultNetwork, type NetworkSettings } from "../../../../src/core/settings/network.ts";

type Last = Pick<RequestEntry, "route" | "routeReason">;

const routes: readonly [last: Last | null, line: string][] = [
  [null, "Route: no requests yet"],
  [{ route: "direct", routeReason: "http.noProxy" }, "Route: direct (http.noProxy)"],
  [{ route: "direct", routeReason: "no proxy is set" }, "Route: direct (no proxy is set)"],
  [{ route: "direct", routeReason: "http.proxySupport is off" }, "Route: direct (http.proxySupport is off)"],
  [{ route: "proxy p.example:80", routeReason: "HTTP_PROXY" }, "Route: proxy p.example:80 (HTTP_PROXY)"],
  [{ route: "editor", routeReason: "weaveThreads.network" }, "Route: editor (weaveThreads.network)"],
];

for (const [last, line] of routes) {
  test(`the route is reported as ${line}`, () => assert.equal(networkLines(defaultNetwork, last, String)[0], line));
}

const environment = { httpsProxy: "http://env.example:3128", httpProxy: null, noProxy: null };

const settings: readonly [settings: Partial<NetworkSettings>, line: string][] = [
  [{ client: "editor" }, "HTTP client: VS Code"],
  [{ proxySupport: "off" }, "http.proxySupport: off"],
  [{}, "http.proxy: not set"],
  [{ proxy: "http://u:secret@p.example:81" }, "http.proxy: p.example:81"],
  [{ proxy: "https://p.example" }, "http.proxy: p.example:443"],
  [{ proxy: "u:secret@p.example:81" }, "http.proxy: set"],
  [{ proxy: "http://secret word" }, "http.proxy: set"],
  [{ proxyAuthorization: "Basic secret" }, "http.proxyAuthorization: set"],
  [{ noProxy: ["secret.example"] }, "http.noProxy: set"],
  [{}, "http.noProxy: not set"],
  [{ environment: { ...environment, noProxy: "secret.example" } }, "NO_PROXY: set"],
  [{ environment }, "HTTPS_PROXY: env.example:3128"],
  [{ environment }, "HTTP_PROXY: not set"],
  [{ strictTls: false }, "Certificate checks: off"],
  [{ systemCertificates: false }, "System certificates: not trusted"],
];

for (const [changes, line] of settings) {
  test(`${JSON.stringify(changes)} is reported as ${line}`, () => {
    const lines = networkLines({ ...defaultNetwork, ...changes }, null, String);
    assert.ok(lines.includes(line), lines.join("\n"));
    assert.doesNotMatch(lines.join("\n"), /secret/);
  });
}
