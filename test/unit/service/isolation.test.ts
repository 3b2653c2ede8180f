import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultNetwork } from "../../../src/core/network.ts";
import { answer, startRawServer } from "./rawServer.ts";

const slots = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) => Symbol.for(name));

function dispatchers(): unknown[] {
  return slots.map((slot) => Reflect.get(globalThis, slot));
}

test("the client leaves the process's own fetch and its dispatcher alone", async (t) => {
  const server = await startRawServer(t, (socket) => socket.write(answer(200, '{"count":1}')));
  // Node makes its own dispatcher at the first use of fetch.
  await (await fetch(server.url, { method: "POST", body: "{}" })).text();
  const before = { dispatchers: dispatchers(), fetch: globalThis.fetch };
  const { HttpThreadService } = await import("../../../src/service/client.ts");
  const service = new HttpThreadService({
    url: server.url,
    username: "api",
    password: "secret",
    network: () => defaultNetwork,
    fetch,
    onRequest: () => undefined,
  });
  t.after(() => service.close());
  await service.countCalls({ project: "entity/project" }, new AbortController().signal);
  assert.deepEqual(
    dispatchers().map((dispatcher, index) => dispatcher === before.dispatchers[index]),
    [true, true],
  );
  assert.equal(globalThis.fetch, before.fetch);
  assert.ok(before.dispatchers.some((dispatcher) => dispatcher !== undefined));
});
