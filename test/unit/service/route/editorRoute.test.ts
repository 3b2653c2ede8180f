import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import * as zlib from "node:zlib";
import { type Fault, ServiceError } from "../../../../src/core/failures/fault.ts";
import { countCalls } from "../../../../src/core/port/operations.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { authorityFile } from "../../../fault/certificates.ts";
import { startClientProcess } from "../../../fault/clientProcess.ts";
import { type ProxyOptions, startProxyServer } from "../../../fault/proxyServer.ts";
import { startSecureService } from "../../../fault/secureService.ts";
import { faultOf } from "../../core/failures/faults.ts";
import { answer, closedPort, startEditorClient, startRawServer, untilEnd } from "../rawServer.ts";
import { everything, receive, record } from "../threads.ts";

const { signal } = new AbortController();
const rows = `${record("a")}\n${record("b")}\n`;

test("the editor's fetch sends the same request, and is named in the log", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, rows)));
  const { service, entries } = startEditorClient(t, { url: `${server.url}/traces` });
  assert.deepEqual(await receive(service), { ids: ["a", "b"], error: undefined });
  const [line, ...headers] = (server.requests[0]?.head ?? "").split("\r\n");
  assert.equal(line, "POST /traces/threads/stream_query HTTP/1.1");
  for (const header of [
    "content-type: application/json",
    "accept-encoding: identity",
    "accept: application/jsonl, application/x-ndjson, application/json",
    `authorization: Basic ${Buffer.from("api:secret").toString("base64")}`,
  ]) {
    assert.ok(headers.includes(header), header);
  }
  assert.deepEqual(JSON.parse(server.requests[0]?.body ?? ""), { project_id: "entity/project" });
  assert.deepEqual(
    entries.map(({ route, outcome }) => [route, outcome]),
    [["editor", "ok"]],
  );
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`the editor's fetch does not follow a ${status} redirect`, async (t) => {
    const elsewhere = await startRawServer(t, (socket) => socket.write(answer(200, rows)));
    const server = await startRawServer(t, (socket) =>
      socket.write(answer(status, "", [`location: ${elsewhere.url}/threads/stream_query`])),
    );
    const { service } = startEditorClient(t, { url: server.url });
    const fault = await faultOf(service.ask(countCalls, everything, signal));
    assert.deepEqual(fault, { kind: "redirect", status, origin: elsewhere.url });
    assert.deepEqual(elsewhere.requests, []);
    assert.equal(server.requests.length, 1);
  });
}

const encodings: readonly (readonly [name: string, encode: (text: string) => Buffer])[] = [
  ["gzip", zlib.gzipSync],
  ["br", zlib.brotliCompressSync],
  ["zstd", zlib.zstdCompressSync],
];

for (const [name, encode] of encodings) {
  test(`a list in ${name} is cutShort, because fetch hides truncation; a count is accepted`, async (t) => {
    const server = await startRawServer(t, (socket, { head }) => {
      const body = head.includes("/calls/") ? '{"count":7}' : rows;
      socket.write(answer(200, encode(body), [`content-encoding: ${name}`]));
    });
    const { service } = startEditorClient(t, { url: server.url });
    const { ids, error } = await receive(service);
    assert.deepEqual(ids, ["a", "b"]);
    assert.ok(error instanceof ServiceError && error.fault.kind === "cutShort", String(error));
    assert.equal((await service.ask(countCalls, everything, signal)).count, 7);
  });
}

test("the content encoding identity is accepted", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, rows, ["content-encoding: identity"])));
  const { service } = startEditorClient(t, { url: server.url });
  assert.deepEqual(await receive(service), { ids: ["a", "b"], error: undefined });
});

test("a changed network setting applies to the next request", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, '{"count":1}')));
  const requested: string[] = [];
  const send: typeof fetch = (input, init) => {
    requested.push(String(input));
    return fetch(String(input).replace("weave.example", "127.0.0.1"), init);
  };
  const port = new URL(server.url).port;
  let client: "own" | "editor" = "editor";
  const network = () => ({ ...defaultNetwork, client });
  const { service, entries } = startEditorClient(t, { url: `http://weave.example:${port}`, network, fetch: send });
  assert.equal((await service.ask(countCalls, everything, signal)).count, 1);
  client = "own";
  assert.equal((await faultOf(service.ask(countCalls, everything, signal))).kind, "unreachable");
  client = "editor";
  assert.equal((await service.ask(countCalls, everything, signal)).count, 1);
  assert.deepEqual(
    entries.filter(({ attempt }) => attempt === 1).map(({ route }) => route),
    ["editor", "direct", "editor"],
  );
  assert.equal(requested.length, 2);
});

test("a fetch that throws a non-error is unreachable", async (t) => {
  const { service } = startEditorClient(t, { url: "https://weave.example", fetch: () => Promise.reject("no") });
  assert.deepEqual(await faultOf(service.ask(countCalls, everything, signal)), { kind: "unreachable", code: "Error" });
});

// A real proxy: the fetch of Node.js reads it from the environment, and VS Code's from settings, with the same HTTP client.

type Refusing = readonly [what: string, options: ProxyOptions, fault: Fault];

function refused(status: number): Fault {
  return { kind: "proxy", proxy: null, status, detail: "" };
}

const refusals: readonly Refusing[] = [
  ["requires credentials", { credentials: "alice:pass" }, refused(407)],
  ["forbids the connection", { behavior: { refuse: 403 } }, refused(403)],
  ["cannot find the host", { behavior: { refuse: 502 } }, refused(502)],
  ["never responds", { behavior: "silent" }, { kind: "timeout", phase: "headers", milliseconds: 500 }],
  ["intercepts TLS", { behavior: "intercept" }, { kind: "certificate", code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }],
];

async function askThrough(t: TestContext, proxyPort: number, timeout = 10_000): Promise<Fault | number> {
  await using client = startClientProcess({
    NODE_USE_ENV_PROXY: "1",
    HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
    NO_PROXY: "",
    NODE_EXTRA_CA_CERTS: authorityFile,
  });
  const service = await untilEnd(t, startSecureService());
  const url = `https://weave.example:${service.port}`;
  const { outcome, route } = await client.ask({ url, network: { client: "editor", timeout } });
  assert.equal(route, "editor");
  assert.deepEqual(service.heads, []);
  return outcome;
}

for (const [what, options, fault] of refusals) {
  test(`a proxy of the editor that ${what} is reported as far as fetch allows`, async (t) => {
    const proxy = await untilEnd(t, startProxyServer(options));
    const timeout = fault.kind === "timeout" ? fault.milliseconds : undefined;
    assert.deepEqual(await askThrough(t, proxy.port, timeout), fault);
    assert.ok(proxy.heads.length >= 1);
    assert.deepEqual(proxy.intercepted, []);
  });
}

test("a proxy of the editor that is unreachable is named by the target of the connection", async (t) => {
  const port = await closedPort();
  assert.deepEqual(await askThrough(t, port), {
    kind: "proxy",
    proxy: `127.0.0.1:${port}`,
    status: null,
    detail: "ECONNREFUSED",
  });
});
