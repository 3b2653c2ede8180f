import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "../../../src/core/failures/fault.ts";
import { startClient, startRawServer } from "./rawServer.ts";
import { receive } from "./threads.ts";

const timeout = 150;

test("a TLS handshake that never completes is a connection timeout", async (t) => {
  const server = await startRawServer(t, () => undefined);
  const { service } = startClient(t, { url: server.url.replace("http:", "https:"), timeout });
  const { error } = await receive(service);
  assert.ok(error instanceof ServiceError);
  assert.deepEqual(error.fault, { kind: "timeout", phase: "connect", milliseconds: timeout });
});
