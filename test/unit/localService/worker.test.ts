import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

const entry = new URL("../../../src/localService/worker.ts", import.meta.url);

test("in a worker, the service reports itself and ends with the worker", async () => {
  const worker = new Worker(entry, { workerData: { threads: 4, calls: 40 } });
  const [message] = await once(worker, "message");
  assert.deepEqual(Object.keys(message).sort(), ["password", "projects", "url", "username"]);
  assert.equal((await fetch(`${message.url}/health`)).status, 200);
  await worker.terminate();
  await assert.rejects(fetch(`${message.url}/health`));
});

test("invalid options are an error of the worker", async () => {
  const worker = new Worker(entry, { workerData: { threads: "many" } });
  const [error] = await once(worker, "error");
  assert.match(String(error), /whole number/);
});
