import assert from "node:assert/strict";
import { test } from "node:test";
import { networkLines } from "../../../../src/core/diagnostics/networkLines.ts";
import { defaultNetwork, type NetworkSettings } from "../../../../src/core/network.ts";

const environment = { httpsProxy: "http://env.example:3128", httpProxy: null, noProxy: null };
const service = "trace.example";

const cases: readonly [settings: Partial<NetworkSettings>, service: string | null, line: string][] = [
  [{}, service, "Way by the settings: direct, because no proxy is set"],
  [{}, null, "Way by the settings: direct, because no proxy is set"],
  [{ proxy: "http://p.example" }, service, "Way by the settings: by http.proxy"],
  [{ proxy: "http://p.example", environment }, service, "Way by the settings: by http.proxy"],
  [{ environment }, service, "Way by the settings: by HTTPS_PROXY"],
  [{ proxy: "http://p.example" }, "127.0.0.1", "Way by the settings: direct, to this machine"],
  [
    { proxySupport: "off", proxy: "http://p.example" },
    service,
    "Way by the settings: direct, because http.proxySupport is off",
  ],
  [{ client: "editor", proxySupport: "off" }, service, "Way by the settings: VS Code finds it"],
  [{ client: "editor" }, service, "Requests are sent by: VS Code"],
  [{ proxy: "http://u:secret@p.example:81" }, service, "http.proxy: http://p.example:81, with a user name"],
  [{ proxy: "p.example:81" }, service, "http.proxy: http://p.example:81"],
  [{ proxy: "http://secret word" }, service, "http.proxy: set, but no address"],
  [{ proxyAuthorization: "Basic secret" }, service, "http.proxyAuthorization: set"],
  [{ noProxy: ["a.example", " ", "*"] }, service, "http.noProxy: a.example, *"],
  [
    { environment: { ...environment, noProxy: "a.example, .b.example,, " } },
    service,
    "NO_PROXY: a.example, .b.example",
  ],
  [{ environment }, service, "HTTPS_PROXY: http://env.example:3128"],
  [{ strictTls: false }, service, "Certificates are checked: no"],
  [{ systemCertificates: false }, service, "The system's certificates are trusted: no"],
];

for (const [settings, host, line] of cases) {
  test(`${JSON.stringify(settings)} for ${host} is told as ${line}`, () => {
    const lines = networkLines({ ...defaultNetwork, ...settings }, host, (name) => name);
    assert.ok(lines.includes(line), lines.join("\n"));
    assert.doesNotMatch(lines.join("\n"), /secret/);
  });
}
