import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";
import { networkLines } from "../../../../src/core/diagnostics/report.ts";
import { detailText, type ProxySource, ServiceError } from "../../../../src/core/failures/fault.ts";
import { faultText } from "../../../../src/core/failures/faultText.ts";
import { countCalls } from "../../../../src/core/port/operations.ts";
import { requestLine } from "../../../../src/core/requests/requestEntry.ts";
import { defaultNetwork, type NetworkSettings } from "../../../../src/core/settings/network.ts";
import { type ProxyOptions, startProxyServer } from "../../../fault/proxyServer.ts";
import { startSecureService } from "../../../fault/secureService.ts";
import { faultOf } from "../../core/failures/faults.ts";
import { answer, type Client, closedPort, startClient, startRawServer, untilEnd } from "../rawServer.ts";
import { everything } from "../threads.ts";

// The proxies of these tests resolve every name to this machine, so that a service can have a name that is not loopback.
// Trust in certificates is tested in certificates.test.ts.

const { signal } = new AbortController();
const key = "k3y-of-the-service";
const proxyPassword = "p4ss-for-the-proxy";

const startProxy = (t: TestContext, options: ProxyOptions = {}) => untilEnd(t, startProxyServer(options));
const startService = (t: TestContext, ...options: Parameters<typeof startSecureService>) =>
  untilEnd(t, startSecureService(...options));
const countFault = ({ service }: Client) => faultOf(service.ask(countCalls, everything, signal));

interface Settings extends Partial<NetworkSettings> {}

/** A client whose settings may be replaced between requests. */
function startProxied(t: TestContext, port: number, settings: Settings): Client & { change(next: Settings): void } {
  let network = { ...defaultNetwork, strictTls: false, timeout: 10_000, ...settings };
  const client = startClient(t, {
    url: `https://weave.example:${port}`,
    password: key,
    network: () => network,
  });
  return { ...client, change: (next) => (network = { ...network, ...next }) };
}

function forms(secret: string): readonly string[] {
  const pair = (user: string) => Buffer.from(`${user}:${secret}`).toString("base64");
  return [secret, Buffer.from(secret).toString("base64"), pair("api"), pair("alice")];
}

test("only the service receives the key, and only the proxy receives the proxy password", async (t) => {
  const proxy = await startProxy(t, { credentials: `alice:${proxyPassword}` });
  const service = await startService(t);
  const client = startProxied(t, service.port, { proxy: `http://alice:${proxyPassword}@127.0.0.1:${proxy.port}` });
  assert.equal((await client.service.ask(countCalls, everything, signal)).count, 1);

  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
  const target = `weave.example:${service.port}`;
  assert.deepEqual(
    proxy.heads.map((head) => head.split("\r\n").toSorted()),
    [
      [
        `CONNECT ${target} HTTP/1.1`,
        "connection: close",
        `host: ${target}`,
        `proxy-authorization: ${basic(`alice:${proxyPassword}`)}`,
      ],
    ],
  );
  assert.match(
    service.heads[0] ?? "",
    new RegExp(`^POST /calls/query_stats\n[^]*authorization: ${basic(`api:${key}`)}\n`),
  );
  assert.doesNotMatch(service.heads.join(), /proxy-/);
  const sent = proxy.received().toString("latin1");
  assert.ok(sent.includes(basic(`alice:${proxyPassword}`)), "what is looked through holds what the proxy was sent");
  assert.ok(sent.length > 1000, "the tunnel's bytes are there as well");
  for (const form of forms(key)) assert.ok(!sent.includes(form));
  for (const form of forms(proxyPassword)) assert.ok(!service.heads.join().includes(form));
  assert.deepEqual(
    client.entries.map(({ route, outcome }) => [route, outcome]),
    [[`proxy 127.0.0.1:${proxy.port}`, "ok"]],
  );
});

test("http.proxyAuthorization is sent to the proxy unchanged", async (t) => {
  const proxy = await startProxy(t, { credentials: "alice:pass" });
  const service = await startService(t);
  const client = startProxied(t, service.port, {
    proxy: `http://127.0.0.1:${proxy.port}`,
    proxyAuthorization: `Basic ${Buffer.from("alice:pass").toString("base64")}`,
  });
  assert.equal((await client.service.ask(countCalls, everything, signal)).count, 1);
  assert.doesNotMatch(service.heads.join(), /proxy-/);
});

test("a proxy with an https URL is connected to with TLS", async (t) => {
  const proxy = await startProxy(t, { certificate: "valid" });
  const service = await startService(t);
  const client = startProxied(t, service.port, { proxy: `https://localhost:${proxy.port}` });
  assert.equal((await client.service.ask(countCalls, everything, signal)).count, 1);
  assert.equal(proxy.heads.length, 1);
});

test("consecutive requests share tunnels, and concurrent requests have one each", async (t) => {
  const proxy = await startProxy(t);
  const service = await startService(t);
  const client = startProxied(t, service.port, { proxy: `http://127.0.0.1:${proxy.port}` });
  for (let count = 0; count < 6; count++) await client.service.ask(countCalls, everything, signal);
  assert.ok(proxy.heads.length < 6, `${proxy.heads.length} tunnels`);
  await Promise.all([1, 2, 3].map(() => client.service.ask(countCalls, everything, signal)));
  assert.ok(proxy.heads.length >= 3, `${proxy.heads.length} tunnels`);
  assert.equal(service.heads.length, 9);
});

type Refusing = readonly [what: string, options: ProxyOptions, status: number | null, detail: RegExp];

const refusals: readonly Refusing[] = [
  ["requires credentials", { credentials: "alice:pass" }, 407, /^$/],
  ["forbids the service", { behavior: { refuse: 403 } }, 403, /^$/],
  ["cannot find the service", { behavior: { refuse: 502 } }, 502, /^$/],
  ["redirects", { behavior: { refuse: 302 } }, 302, /^$/],
  ["does not speak HTTP", { behavior: "garbage" }, null, /^HTTPParserError|^HPE/],
  ["closes the connection", { behavior: "hangUp" }, null, /^(UND_ERR_SOCKET|ECONNRESET)$/],
  ["closes its tunnel", { behavior: "breakOff" }, null, /^tunnel failed \(ECONNRESET\)$/],
];

for (const [what, options, status, detail] of refusals) {
  test(`a proxy that ${what} is named by host and port, and the service receives nothing`, async (t) => {
    const proxy = await startProxy(t, options);
    const service = await startService(t);
    const client = startProxied(t, service.port, { proxy: `http://bob:${proxyPassword}@127.0.0.1:${proxy.port}` });
    const fault = await countFault(client);
    assert.ok(fault.kind === "proxy", fault.kind);
    assert.equal(fault.proxy, `127.0.0.1:${proxy.port}`);
    assert.equal(fault.status, status);
    assert.match(detailText(fault.detail), detail);
    const notified = JSON.stringify(client.entries);
    assert.ok(notified.includes(`proxy 127.0.0.1:${proxy.port}`));
    for (const secret of [key, proxyPassword].flatMap(forms)) assert.ok(!notified.includes(secret));
    assert.deepEqual(service.heads, []);
    assert.ok(
      !proxy
        .received()
        .toString("latin1")
        .includes(forms(key)[2] ?? key),
    );
  });
}

const noProxy = { httpsProxy: null, httpProxy: null, noProxy: null };
const sources: readonly [ProxySource, (proxy: string) => Partial<NetworkSettings>][] = [
  ["http.proxy", (proxy) => ({ proxy, environment: { ...noProxy, httpsProxy: "http://other.example" } })],
  ["HTTPS_PROXY", (httpsProxy) => ({ environment: { ...noProxy, httpsProxy } })],
  ["HTTP_PROXY", (httpProxy) => ({ environment: { ...noProxy, httpProxy } })],
];
for (const [source, settings] of sources) {
  test(`an unreachable proxy from ${source} is named by host, port and source`, async (t) => {
    const port = await closedPort();
    const client = startProxied(t, 443, settings(`http://127.0.0.1:${port}`));
    const detail = "ECONNREFUSED";
    assert.deepEqual(await countFault(client), {
      kind: "proxy",
      proxy: `127.0.0.1:${port}`,
      status: null,
      detail,
      source,
    });
  });
}

// Its form differs in every encoding.
const odd = "p4ss/f0r+the=pr%xy~";
type Secretive = readonly [what: string, options: ProxyOptions, settings: (host: string) => Partial<NetworkSettings>];
const proxyAuthorization = `Basic ${Buffer.from(`alice:${odd}`).toString("base64")}`;
const exempt = { ...noProxy, noProxy: "weave.example" };
const secretive: readonly Secretive[] = [
  ...sources.map(
    ([source, set]): Secretive => [`from ${source}`, { behavior: "echo" }, (host) => set(`http://${host}`)],
  ),
  ["of another user", { behavior: "echo" }, (host) => ({ proxy: `http://${host}`, proxyAuthorization })],
  ["with TLS", { behavior: "echo", certificate: "valid" }, (host) => ({ proxy: `https://${host}` })],
  ["with untrusted TLS", { certificate: "selfSigned" }, (host) => ({ proxy: `https://${host}`, strictTls: true })],
  ["that intercepts TLS", { behavior: "intercept" }, (host) => ({ proxy: `http://${host}`, strictTls: true })],
  ["that NO_PROXY exempts", {}, (host) => ({ proxy: `http://${host}`, environment: exempt })],
  ["of another type", {}, (host) => ({ proxy: `socks5://${host}` })],
  ["before a service that repeats the key", {}, (host) => ({ proxy: `http://${host}` })],
];
for (const [what, options, settings] of secretive) {
  test(`a proxy ${what}: its password and the key are in no log, message, error or report`, async (t) => {
    const proxy = await startProxy(t, { ...options, credentials: `alice:${odd}` });
    const service = await startService(t, "valid", ({ headers }, response) => {
      response.writeHead(403).end(JSON.stringify({ detail: `${key} ${headers.authorization}` }));
    });
    const given = settings(`alice:${encodeURIComponent(odd)}@127.0.0.1:${proxy.port}`);
    const { service: client, entries } = startProxied(t, service.port, given);
    const error = await client.ask(countCalls, everything, signal).catch((reason: unknown) => reason);
    assert.ok(error instanceof ServiceError);
    const report = networkLines({ ...defaultNetwork, ...given }, entries[0] ?? null, String);
    const notified = [
      inspect(error, { depth: 9 }),
      faultText(error.fault),
      ...entries.map(requestLine),
      ...report,
    ].join("\n");
    assert.match(notified, /POST \/calls\/query_stats/);
    for (const secret of [...forms(key), ...forms(odd), encodeURIComponent(odd)])
      assert.ok(!notified.includes(secret), notified);
    const sent = proxy.received().toString("latin1");
    for (const form of forms(key)) assert.ok(!sent.includes(form));
  });
}

test("an unknown proxy host is a proxy fault, an unknown service host is unreachable", async (t) => {
  const proxied = await countFault(startProxied(t, 443, { proxy: "http://proxy.invalid:8080" }));
  assert.ok(proxied.kind === "proxy", proxied.kind);
  assert.equal(proxied.proxy, "proxy.invalid:8080");
  assert.match(detailText(proxied.detail), /ENOTFOUND|EAI_AGAIN/);
  const direct = await countFault(startClient(t, { url: "https://weave.invalid" }));
  assert.ok(direct.kind === "unreachable", direct.kind);
  assert.match(direct.code, /ENOTFOUND|EAI_AGAIN/);
});

test("a proxy that never responds is a connection timeout, because it may be waiting for the service", async (t) => {
  const proxy = await startProxy(t, { behavior: "silent" });
  const client = startProxied(t, 443, { proxy: `http://127.0.0.1:${proxy.port}`, timeout: 300 });
  assert.deepEqual(await countFault(client), { kind: "timeout", phase: "connect", milliseconds: 300 });
  // The connection is closed as well.
  await proxy.untilUnused(0);
});

test("an untrusted TLS proxy is a proxy fault, not a service fault", async (t) => {
  const proxy = await startProxy(t, { certificate: "selfSigned" });
  const service = await startService(t);
  const client = startProxied(t, service.port, { proxy: `https://localhost:${proxy.port}`, strictTls: true });
  assert.deepEqual(await countFault(client), {
    kind: "proxy",
    proxy: `localhost:${proxy.port}`,
    status: null,
    detail: "certificate not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)",
    source: "http.proxy",
  });
  assert.deepEqual(proxy.heads, []);
});

test("a proxy that intercepts TLS receives the key only without strictTls", async (t) => {
  const proxy = await startProxy(t, { behavior: "intercept" });
  const service = await startService(t);
  const settings = { proxy: `http://127.0.0.1:${proxy.port}`, strictTls: true };
  const client = startProxied(t, service.port, settings);
  assert.deepEqual(await countFault(client), { kind: "certificate", code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
  assert.deepEqual(proxy.intercepted, []);
  client.change({ strictTls: false });
  assert.equal((await client.service.ask(countCalls, everything, signal)).count, 666);
  assert.equal(proxy.intercepted.length, 1);
});

test("an invalid proxy setting is a fault, and nothing is sent directly", async (t) => {
  const service = await startService(t);
  const client = startProxied(t, service.port, { proxy: `alice:${proxyPassword}@127.0.0.1:1` });
  assert.deepEqual(await countFault(client), {
    kind: "proxy",
    proxy: null,
    status: null,
    detail: "http.proxy is not a URL such as http://proxy.example:8080",
    source: "http.proxy",
  });
  assert.deepEqual(
    client.entries.map(({ route }) => route),
    ["proxy"],
  );
});

test("a changed setting reroutes the next request, while one in progress ends normally", async (t) => {
  const [first, second] = [await startProxy(t), await startProxy(t)];
  let finish: (() => void) | undefined;
  const service = await startService(t, "valid", (_request, response) => {
    if (service.heads.length > 1) response.end('{"count":2}');
    else finish = () => response.end('{"count":1}');
  });
  const client = startProxied(t, service.port, { proxy: `http://127.0.0.1:${first.port}` });
  const slow = client.service.ask(countCalls, everything, signal);
  while (finish === undefined) await delay(1);
  client.change({ proxy: `http://127.0.0.1:${second.port}` });
  assert.equal((await client.service.ask(countCalls, everything, signal)).count, 2);
  finish();
  assert.equal((await slow).count, 1);
  assert.deepEqual([first.heads.length, second.heads.length], [1, 1]);

  client.change({ noProxy: ["*.example"] });
  assert.equal((await countFault(client)).kind, "unreachable");
  client.change({ noProxy: [], proxySupport: "off" });
  assert.equal((await countFault(client)).kind, "unreachable");
  client.change({
    proxySupport: "on",
    proxy: null,
    environment: { ...defaultNetwork.environment, httpsProxy: `http://127.0.0.1:${first.port}` },
  });
  assert.equal((await client.service.ask(countCalls, everything, signal)).count, 2);
  assert.deepEqual([first.heads.length, second.heads.length], [2, 1]);
  await first.untilUnused(1);
  await second.untilUnused(0);
});

test("loopback requests bypass a proxy", async (t) => {
  const proxy = await startProxy(t);
  const server = await startRawServer(t, (socket) => socket.write(answer(200, '{"count":1}')));
  const secure = await startService(t);
  const network = () => ({ ...defaultNetwork, strictTls: false, proxy: `http://127.0.0.1:${proxy.port}` });
  for (const url of [server.url, server.url.replace("127.0.0.1", "localhost"), `https://127.0.0.1:${secure.port}`]) {
    const { service, entries } = startClient(t, { url, network });
    assert.equal((await service.ask(countCalls, everything, signal)).count, 1);
    assert.deepEqual(
      entries.map(({ route }) => route),
      ["direct"],
    );
  }
  assert.deepEqual(proxy.heads, []);
});

test("no redirect is followed through a proxy", async (t) => {
  const proxy = await startProxy(t);
  const elsewhere = await startService(t);
  const service = await startService(t, "valid", (_request, response) => {
    response.writeHead(307, { location: `https://elsewhere.example:${elsewhere.port}/` }).end();
  });
  const client = startProxied(t, service.port, { proxy: `http://127.0.0.1:${proxy.port}` });
  const origin = `https://elsewhere.example:${elsewhere.port}`;
  assert.deepEqual(await countFault(client), { kind: "redirect", status: 307, origin });
  assert.deepEqual(elsewhere.heads, []);
  assert.equal(proxy.heads.length, 1);
});

test("closing the client ends its tunnels and cancels pending ones", async (t) => {
  const proxy = await startProxy(t);
  const service = await startService(t);
  const client = startProxied(t, service.port, { proxy: `http://127.0.0.1:${proxy.port}` });
  await client.service.ask(countCalls, everything, signal);
  await client.service.close();
  await proxy.untilUnused(0);
});
