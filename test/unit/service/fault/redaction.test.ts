import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialForms } from "../../../../src/core/credentials.ts";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import { withoutCredentials } from "../../../../src/service/fault/redaction.ts";
import { answer, startClient, startRawServer } from "../rawServer.ts";
import { everything } from "../threads.ts";

const password = "wandb_v1_K3y/with+signs=";
const pair = Buffer.from(`api:${password}`).toString("base64");

const echoes: readonly [sentence: string, status: number, body: string][] = [
  ["a reason", 500, JSON.stringify({ reason: `bad header Basic ${pair}, key ${password}` })],
  ["a detail", 401, JSON.stringify({ detail: `no such key: ${password}` })],
  ["a detail with JSON escapes", 401, JSON.stringify({ detail: password }).replaceAll("/", "\\/")],
  ["an encoded key", 403, JSON.stringify({ detail: encodeURIComponent(password) })],
  ["a validation issue", 422, JSON.stringify({ detail: [{ loc: [password], msg: pair, type: "x" }] })],
  ["a text truncated within the key", 501, `${"x".repeat(1990)}${password}`],
  ["a malformed thread", 200, `{"thread_id": "${password}"}\n`],
  ["invalid JSON", 200, `key ${password}\n`],
];

for (const [sentence, status, body] of echoes) {
  test(`credentials in ${sentence} are in no fault, error or log entry`, async (t) => {
    const server = await startRawServer(t, (socket) => socket.end(answer(status, body)));
    const { service, entries } = startClient(t, { url: server.url, password });
    await assert.rejects(
      async () => {
        for await (const _ of service.queryThreads(everything, t.signal));
      },
      (error: unknown) => {
        assert.ok(error instanceof ServiceError);
        const told = JSON.stringify([error.fault, error.message, entries]);
        for (const form of [password, pair, encodeURIComponent(password)]) assert.ok(!told.includes(form), told);
        assert.ok(!told.includes(password.slice(0, 10)), told);
        return true;
      },
    );
    assert.equal(entries.length, status === 500 ? 3 : 1);
  });
}

test("a redirect to a host named like the key is redacted", async (t) => {
  const key = "K3y0123456789";
  const server = await startRawServer(t, (socket) =>
    socket.end(answer(302, "", [`location: https://${key}.elsewhere.example/`])),
  );
  const { service, entries } = startClient(t, { url: server.url, password: key });
  await assert.rejects(service.countCalls(everything, t.signal), (error: unknown) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual(error.fault, { kind: "redirect", status: 302, origin: "[redacted]" });
    assert.ok(!JSON.stringify([error.message, entries]).toLowerCase().includes(key.toLowerCase()));
    return true;
  });
});

test("a fault without credentials is unchanged", () => {
  const error = new ServiceError({
    kind: "serviceFailure",
    status: 500,
    detail: "Internal server error",
    retryAfter: null,
  });
  assert.equal(withoutCredentials(error, credentialForms("api", password)), error);
});
