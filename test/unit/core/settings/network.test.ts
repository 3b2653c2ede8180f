import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  defaultNetwork,
  type NetworkSettings,
  type NetworkTrust,
  readNetwork,
} from "../../../../src/core/settings/network.ts";

type Values = Readonly<Record<string, unknown>>;
type Environment = Readonly<Record<string, string>>;

function read(values: Values, environment: Environment = {}, trust = safe): NetworkSettings {
  return readNetwork((id) => values[id], environment, trust);
}

const safe: NetworkTrust = { workspaceHttp: false, machineTls: false };
const unset = { httpsProxy: null, httpProxy: null, noProxy: null };

const cases: readonly (readonly [what: string, values: Values, environment: Environment, Partial<NetworkSettings>])[] =
  [
    ["no settings", {}, {}, {}],
    [
      "VS Code's values of unset settings",
      { "http.proxy": "", "http.proxyAuthorization": null, "http.noProxy": [] },
      {},
      {},
    ],
    ["a proxy", { "http.proxy": " http://proxy.example:8080 " }, {}, { proxy: "http://proxy.example:8080" }],
    ["an authorization", { "http.proxyAuthorization": "Basic eA==" }, {}, { proxyAuthorization: "Basic eA==" }],
    [
      "exceptions",
      { "http.noProxy": [" a.example", "", 5, "10.0.0.0/8"] },
      {},
      { noProxy: ["a.example", "10.0.0.0/8"] },
    ],
    ["exceptions that are not a list", { "http.noProxy": "a.example" }, {}, {}],
    ["proxySupport off", { "http.proxySupport": "off" }, {}, { proxySupport: "off" }],
    ["an unknown proxySupport", { "http.proxySupport": "maybe" }, {}, {}],
    ["certificate checks off", { "http.proxyStrictSSL": false }, {}, { strictTls: false }],
    ["an invalid proxyStrictSSL", { "http.proxyStrictSSL": null }, {}, {}],
    ["no system certificates", { "http.systemCertificates": false }, {}, { systemCertificates: false }],
    ["VS Code's HTTP client", { "weaveThreads.network": "editor" }, {}, { client: "editor" }],
    ["an unknown HTTP client", { "weaveThreads.network": "browser" }, {}, {}],
    ["a timeout", { "weaveThreads.requestTimeout": 5 }, {}, { timeout: 5000 }],
    ["a timeout below the minimum", { "weaveThreads.requestTimeout": 0.5 }, {}, { timeout: 1000 }],
    ["a negative timeout", { "weaveThreads.requestTimeout": -1 }, {}, { timeout: 1000 }],
    ["a timeout above the maximum", { "weaveThreads.requestTimeout": 1e9 }, {}, { timeout: 600_000 }],
    ["a timeout that is a string", { "weaveThreads.requestTimeout": "5" }, {}, {}],
    [
      "environment variables",
      {},
      { HTTPS_PROXY: "a", HTTP_PROXY: "b", NO_PROXY: "c" },
      { environment: { httpsProxy: "a", httpProxy: "b", noProxy: "c" } },
    ],
    [
      "lowercase environment variables, which take precedence",
      {},
      { https_proxy: "a", HTTPS_PROXY: "A", http_proxy: "b", no_proxy: "c", NO_PROXY: "C" },
      { environment: { httpsProxy: "a", httpProxy: "b", noProxy: "c" } },
    ],
    [
      "empty environment variables, which are ignored",
      {},
      { https_proxy: "", HTTPS_PROXY: "A", NO_PROXY: " " },
      { environment: { ...unset, httpsProxy: "A" } },
    ],
  ];

for (const [what, values, environment, settings] of cases) {
  test(`the network settings are read from ${what}`, () => {
    assert.deepEqual(read(values, environment), { ...defaultNetwork, ...settings });
  });
}

test("settings of any shape are read", () => {
  const ids = [
    "http.proxy",
    "http.noProxy",
    "http.proxySupport",
    "weaveThreads.network",
    "weaveThreads.requestTimeout",
  ];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...ids), fc.anything()), (values) => {
      const { timeout, proxySupport, client } = read(values);
      assert.ok(timeout >= 1000 && timeout <= 600_000, String(timeout));
      assert.ok(["off", "on", "fallback", "override"].includes(proxySupport));
      assert.ok(["own", "editor"].includes(client));
    }),
  );
});

const own = {};
const editor = { "weaveThreads.network": "editor" };
const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };

const dangers: readonly (readonly [
  values: Values,
  environment: Environment,
  trust: NetworkTrust,
  danger: NetworkSettings["danger"],
])[] = [
  [own, {}, safe, null],
  [own, unchecked, safe, null],
  [own, {}, { ...safe, workspaceHttp: true }, null],
  [own, {}, { ...safe, machineTls: true }, "machineTls"],
  [editor, {}, safe, null],
  [editor, { NODE_TLS_REJECT_UNAUTHORIZED: "1" }, safe, null],
  [editor, unchecked, safe, "environmentTls"],
  [editor, {}, { ...safe, workspaceHttp: true }, "workspaceHttp"],
  [editor, {}, { ...safe, machineTls: true }, "machineTls"],
];

for (const [values, environment, trust, danger] of dangers) {
  const given = JSON.stringify({ ...values, ...environment, ...trust });
  test(`with ${given} the danger is ${danger}`, () => assert.equal(read(values, environment, trust).danger, danger));
}
