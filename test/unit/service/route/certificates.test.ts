import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Fault } from "../../../../src/core/failures/fault.ts";
import type { NetworkSettings } from "../../../../src/core/settings/network.ts";
import { authorityFile, type CertificateName } from "../../../fault/certificates.ts";
import { type ClientProcess, startClientProcess } from "../../../fault/clientProcess.ts";
import { type ProxyServer, startProxyServer } from "../../../fault/proxyServer.ts";
import { startSecureService } from "../../../fault/secureService.ts";

// Node.js reads NODE_EXTRA_CA_CERTS when it starts, so the client runs in a process that trusts the test authority. There,
// the fetch of Node.js replaces that of VS Code; NODE_USE_ENV_PROXY makes it use a proxy, as VS Code's does.

let proxy: ProxyServer;
let trusting: ClientProcess;
let unsent: ClientProcess;

before(async () => {
  proxy = await startProxyServer();
  const environment = { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: "" };
  trusting = startClientProcess({ ...environment, NODE_EXTRA_CA_CERTS: authorityFile });
  unsent = startClientProcess({ ...environment, NODE_EXTRA_CA_CERTS: "" });
});

after(async () => {
  for (const started of [trusting, unsent, proxy]) await started[Symbol.asyncDispose]();
});

type WayName = "direct" | "proxy" | "editor";

interface WayThere {
  readonly host: string;
  readonly network: () => Partial<NetworkSettings>;
  readonly route: () => string;
}

const ways: Readonly<Record<WayName, WayThere>> = {
  direct: { host: "127.0.0.1", network: () => ({}), route: () => "direct" },
  proxy: {
    host: "weave.example",
    network: () => ({ proxy: `http://127.0.0.1:${proxy.port}` }),
    route: () => `proxy 127.0.0.1:${proxy.port}`,
  },
  editor: { host: "weave.example", network: () => ({ client: "editor" }), route: () => "editor" },
};

function certificateFault(code: string): Fault {
  return { kind: "certificate", code };
}

const outcomes: readonly (readonly [name: CertificateName, trusting: number | Fault, unsent: Fault])[] = [
  ["valid", 1, certificateFault("UNABLE_TO_VERIFY_LEAF_SIGNATURE")],
  ["expired", certificateFault("CERT_HAS_EXPIRED"), certificateFault("CERT_HAS_EXPIRED")],
  ["wrongHost", certificateFault("ERR_TLS_CERT_ALTNAME_INVALID"), certificateFault("UNABLE_TO_VERIFY_LEAF_SIGNATURE")],
  ["selfSigned", certificateFault("DEPTH_ZERO_SELF_SIGNED_CERT"), certificateFault("DEPTH_ZERO_SELF_SIGNED_CERT")],
  [
    "intercepted",
    certificateFault("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    certificateFault("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
  ],
];

for (const [wayName, way] of Object.entries(ways)) {
  for (const [name, whereTrusted, whereNot] of outcomes) {
    test(`${wayName}: the certificate ${name} is checked with and without trust in the test authority`, async () => {
      await using service = await startSecureService(name);
      const request = { url: `https://${way.host}:${service.port}`, network: way.network() };
      const route = way.route();
      assert.deepEqual(await trusting.ask(request), { outcome: whereTrusted, route });
      assert.deepEqual(await unsent.ask(request), { outcome: whereNot, route });
      assert.equal(service.heads.length, whereTrusted === 1 ? 1 : 0);
    });
  }
}

test("without strictTls, any certificate is accepted", async () => {
  for (const name of ["valid", "expired", "wrongHost", "selfSigned", "intercepted"] as const) {
    await using service = await startSecureService(name);
    for (const { host, network, route } of [ways.direct, ways.proxy]) {
      const request = { url: `https://${host}:${service.port}`, network: { ...network(), strictTls: false } };
      assert.deepEqual(await unsent.ask(request), { outcome: 1, route: route() });
    }
  }
});

test("authorities from NODE_EXTRA_CA_CERTS are trusted without those of the system", async () => {
  await using service = await startSecureService();
  const request = { url: `https://127.0.0.1:${service.port}`, network: { systemCertificates: false } };
  assert.equal((await trusting.ask(request)).outcome, 1);
});

// On other platforms, no file that a test could set contains the system's authorities.
if (process.platform === "linux") {
  test("the system's authorities are trusted only if the setting is on", async () => {
    // https://docs.openssl.org/3.5/man7/openssl-env/
    await using system = startClientProcess({ SSL_CERT_FILE: authorityFile, NODE_EXTRA_CA_CERTS: "" });
    await using service = await startSecureService();
    const url = `https://127.0.0.1:${service.port}`;
    assert.equal((await system.ask({ url, network: { systemCertificates: true } })).outcome, 1);
    assert.deepEqual(
      (await system.ask({ url, network: { systemCertificates: false } })).outcome,
      certificateFault("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    );
  });
}

test("the certificate of a TLS proxy is checked with the same authorities", async () => {
  await using secure = await startProxyServer({ certificate: "valid" });
  await using wrong = await startProxyServer({ certificate: "wrongHost" });
  await using service = await startSecureService();
  const url = `https://weave.example:${service.port}`;
  const through = ({ port }: ProxyServer) => ({ url, network: { proxy: `https://localhost:${port}` } });
  assert.equal((await trusting.ask(through(secure))).outcome, 1);
  assert.deepEqual((await trusting.ask(through(wrong))).outcome, {
    kind: "proxy",
    proxy: `localhost:${wrong.port}`,
    status: null,
    detail: "certificate not trusted (ERR_TLS_CERT_ALTNAME_INVALID)",
    source: "http.proxy",
  });
});
