import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { countCalls } from "../../../../src/core/port/operations.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import { startProxyServer } from "../../../fault/proxyServer.ts";
import { startSecureService } from "../../../fault/secureService.ts";
import { startClient, startRawServer, untilClosed, untilEnd } from "../rawServer.ts";
import { everything } from "../threads.ts";

/** Longer than any test, so requests end only because they are canceled. */
const timeout = 600_000;

/** Accepts connections and never responds. Keeps what the first one receives. */
async function startMute(t: TestContext) {
  const sockets: Socket[] = [];
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    const isFirst = sockets.push(socket) === 1;
    socket.on("error", () => socket.destroy()).on("data", (bytes) => isFirst && received.push(bytes));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  assert.ok(address !== null && typeof address !== "string");
  const until = async (count: number) => {
    while (sockets.length < count) await delay(1);
  };
  return { port: address.port, sockets, received, until };
}

function clientOf(t: TestContext, url: string, proxy: string | null) {
  const network = () => ({ ...defaultNetwork, strictTls: false, timeout, proxy });
  const { service } = startClient(t, { url, network });
  return (signal = new AbortController().signal) => service.ask(countCalls, everything, signal);
}

const reason = new Error("enough");

test("a TLS handshake with the service that stalls is closed when canceled", async (t) => {
  const mute = await startMute(t);
  const count = clientOf(t, `https://127.0.0.1:${mute.port}`, null);
  const giving = new AbortController();
  const rejected = assert.rejects(count(giving.signal), reason);
  await mute.until(1);
  giving.abort(reason);
  await rejected;
  await untilClosed(mute.sockets[0]);
});

test("a TLS handshake with a proxy that stalls is closed when canceled", async (t) => {
  const mute = await startMute(t);
  const count = clientOf(t, "https://weave.example", `https://127.0.0.1:${mute.port}`);
  const giving = new AbortController();
  const rejected = assert.rejects(count(giving.signal), reason);
  await mute.until(1);
  giving.abort(reason);
  await rejected;
  await untilClosed(mute.sockets[0]);
});

test("a proxy that never responds to CONNECT is closed when canceled, without ending another request", async (t) => {
  const options: { behavior: "tunnel" | "silent" } = { behavior: "tunnel" };
  const proxy = await untilEnd(t, startProxyServer(options));
  const finish = Promise.withResolvers<void>();
  const starting = startSecureService("valid", (_request, response) => {
    void finish.promise.then(() => response.end('{"count":7}'));
  });
  const service = await untilEnd(t, starting);
  const count = clientOf(t, `https://weave.example:${service.port}`, `http://127.0.0.1:${proxy.port}`);
  const other = count();
  while (service.heads.length < 1) await delay(1);

  options.behavior = "silent";
  const giving = new AbortController();
  const rejected = assert.rejects(count(giving.signal), reason);
  while (proxy.heads.length < 2) await delay(1);
  giving.abort(reason);
  await rejected;
  await proxy.untilUnused(1);
  finish.resolve();
  assert.equal((await other).count, 7);
  options.behavior = "tunnel";
  assert.equal((await count()).count, 7);
});

test("a handshake through a tunnel that stalls is closed when canceled", async (t) => {
  const mute = await startMute(t);
  const proxy = await untilEnd(t, startProxyServer({}));
  const count = clientOf(t, `https://weave.example:${mute.port}`, `http://127.0.0.1:${proxy.port}`);
  const giving = new AbortController();
  const rejected = assert.rejects(count(giving.signal), reason);
  await mute.until(1);
  // The client's hello has arrived: the tunnel is open, and the TLS handshake has started.
  while (mute.received.length === 0) await delay(1);
  giving.abort(reason);
  await rejected;
  await proxy.untilUnused(0);
});

test("of two requests waiting for a connection, only the canceled one ends", async (t) => {
  const mute = await startMute(t);
  const service = await untilEnd(t, startSecureService());
  const count = clientOf(t, `https://127.0.0.1:${mute.port}`, null);
  const giving = [new AbortController(), new AbortController()];
  const first = count(giving[0]?.signal);
  await mute.until(1);
  const held = mute.sockets[0];
  assert.ok(held);
  const rejected = assert.rejects(count(giving[1]?.signal), reason);
  await mute.until(2);
  giving[1]?.abort(reason);
  await rejected;
  await untilClosed(mute.sockets[1]);

  while (mute.received.length === 0) await delay(1);
  held.removeAllListeners("data");
  const onward = connect(service.port, "127.0.0.1");
  onward.on("error", () => onward.destroy());
  onward.write(Buffer.concat(mute.received));
  held.pipe(onward).pipe(held);
  assert.equal((await first).count, 1);
});

test("the editor's fetch is aborted when canceled", async (t) => {
  const server = await startRawServer(t, () => undefined);
  const { service } = startClient(t, {
    url: "https://weave.example",
    network: () => ({ ...defaultNetwork, client: "editor", timeout }),
    fetch: (_input, init) => fetch(server.url, init),
  });
  const giving = new AbortController();
  const rejected = assert.rejects(service.ask(countCalls, everything, giving.signal), reason);
  while (server.requests.length < 1) await delay(1);
  giving.abort(reason);
  await rejected;
  await untilClosed(server.sockets[0]);
});
