import assert from "node:assert/strict";
import { test } from "node:test";
import * as tls from "node:tls";
import { countCalls } from "../../../src/core/port/operations.ts";
import { defaultNetwork, type NetworkSettings } from "../../../src/core/settings/network.ts";
import { startProxyServer } from "../../fault/proxyServer.ts";
import { startSecureService } from "../../fault/secureService.ts";
import { answer, startRawServer, untilEnd } from "./rawServer.ts";

const semaphore = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) => Symbol.for(name));

function dispatchers(): unknown[] {
  return semaphore.map((slot) => Reflect.get(globalThis, slot));
}

test("no route changes the process's fetch, dispatchers or certificate authorities", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, '{"count":1}')));
  // Node.js creates its own dispatcher on the first use of fetch.
  await (await fetch(server.url, { method: "POST", body: "{}" })).text();
  const before = { dispatchers: dispatchers(), fetch: globalThis.fetch, authorities: tls.getCACertificates("default") };
  const { HttpThreadService } = await import("../../../src/service/client.ts");
  const proxy = await untilEnd(t, startProxyServer());
  const secure = await untilEnd(t, startSecureService());
  const far = `https://weave.example:${secure.port}`;
  const ways: readonly (readonly [url: string, network: Partial<NetworkSettings>, route: string])[] = [
    [server.url, {}, "direct"],
    // Checking a certificate reads those of the system.
    [`https://127.0.0.1:${secure.port}`, {}, "direct"],
    [far, { proxy: `http://127.0.0.1:${proxy.port}`, strictTls: false }, `proxy 127.0.0.1:${proxy.port}`],
    [far, { client: "editor" }, "editor"],
  ];
  const routes: string[] = [];
  for (const [url, network] of ways) {
    const service = new HttpThreadService({
      url,
      username: "api",
      password: "secret",
      network: () => ({ ...defaultNetwork, ...network }),
      fetch: (_input, init) => fetch(server.url, init),
      onRequest: ({ route }) => routes.push(route),
    });
    await service.ask(countCalls, { project: "entity/project" }, new AbortController().signal).catch(() => undefined);
    await service.close();
  }
  assert.deepEqual(
    routes,
    ways.map(([, , route]) => route),
  );
  assert.deepEqual(
    dispatchers().map((dispatcher, index) => dispatcher === before.dispatchers[index]),
    [true, true],
  );
  assert.equal(globalThis.fetch, before.fetch);
  assert.deepEqual(tls.getCACertificates("default"), before.authorities);
  assert.ok(before.dispatchers.some((dispatcher) => dispatcher !== undefined));
});
