import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import { countCalls, queryThreads } from "../../../../src/core/port/operations.ts";
import { credentialForms } from "../../../../src/core/settings/credentials.ts";
import { BrokenBody } from "../../../../src/service/body/brokenBody.ts";
import { causeText, withoutCredentials } from "../../../../src/service/fault/redaction.ts";
import { answer, startClient, startRawServer } from "../rawServer.ts";
import { everything } from "../threads.ts";

const password = "wandb_v1_K3y/with+signs=";
const pair = Buffer.from(`api:${password}`).toString("base64");

const escaped = [...password].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const part = `${"x".repeat(185)}${escaped}`;

const echoes: readonly [sentence: string, status: number, body: string][] = [
  ["a reason", 500, JSON.stringify({ reason: `bad header Basic ${pair}, key ${password}` })],
  ["a detail", 401, JSON.stringify({ detail: `no such key: ${password}` })],
  ["a detail with JSON escapes", 401, JSON.stringify({ detail: password }).replaceAll("/", "\\/")],
  ["an encoded key", 403, JSON.stringify({ detail: encodeURIComponent(password) })],
  ["a validation issue", 422, JSON.stringify({ detail: [{ loc: [password], msg: pair, type: "x" }] })],
  ["a text truncated within the key", 501, `${"x".repeat(1990)}${password}`],
  ["a detail truncated within the escaped key", 401, `{"detail":"${"x".repeat(1985)}${escaped}"}`],
  ["an issue truncated within the escaped key", 422, `{"detail":[{"loc":["${part}"],"msg":"${part}","type":"x"}]}`],
  ["JSON in a string of JSON", 401, JSON.stringify({ detail: `{"error":"${escaped}"}` })],
  ["JSON without its end and with an escaped key", 401, `{"detail":"${escaped}`],
  ["a malformed thread", 200, `{"thread_id": "${password}"}\n`],
  ["invalid JSON", 200, `key ${password}\n`],
];

for (const [sentence, status, body] of echoes) {
  test(`credentials in ${sentence} are in no fault, error or log entry`, async (t) => {
    const server = await startRawServer(t, (socket) => socket.end(answer(status, body)));
    const { service, entries } = startClient(t, { url: server.url, password });
    await assert.rejects(
      async () => {
        for await (const _ of service.rows(queryThreads, everything, t.signal));
      },
      (error: unknown) => {
        assert.ok(error instanceof ServiceError);
        const notified = JSON.stringify([error.fault, error.message, entries]).replaceAll("\\\\", "\\");
        for (const form of [password, pair, encodeURIComponent(password)])
          assert.ok(!notified.includes(form), notified);
        for (const form of [password, escaped]) assert.ok(!notified.includes(form.slice(0, 10)), notified);
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
  await assert.rejects(service.ask(countCalls, everything, t.signal), (error: unknown) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual(error.fault, { kind: "redirect", status: 302, origin: "[redacted]" });
    assert.ok(!JSON.stringify([error.message, entries]).toLowerCase().includes(key.toLowerCase()));
    return true;
  });
});

test("a fault is redacted wherever its texts come from, and unchanged without credentials", () => {
  const failing = (detail: string) =>
    new ServiceError({ kind: "serviceFailure", status: 500, detail, retryAfter: null });
  const forms = credentialForms("api", password);
  const error = failing("Internal server error");
  assert.equal(withoutCredentials(error, forms), error);
  assert.deepEqual(withoutCredentials(failing(`key ${password}`), forms).fault, failing("key [redacted]").fault);
});

function coded(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

const asItIs = (text: string) => text;
const failure = (cause?: unknown) => new ServiceError({ kind: "unreachable", code: "X" }, cause);
const refused = [coded("ECONNREFUSED", "connect ECONNREFUSED ::1:80"), coded("ENETUNREACH", "no way")];
const circle = new Error("round");
circle.cause = circle;

const causes: readonly (readonly [what: string, error: Error, text: string | null])[] = [
  ["no cause", failure(), null],
  ["a value that is not an error", failure("text"), null],
  ["a code in the message", failure(coded("ECONNRESET", "read ECONNRESET")), "read ECONNRESET"],
  ["a code missing from the message", failure(coded("CERT_HAS_EXPIRED", "too old")), "too old (CERT_HAS_EXPIRED)"],
  ["a code without a message", failure(coded("ETIMEDOUT", "")), "ETIMEDOUT"],
  [
    "a chain of causes",
    failure(new TypeError("fetch failed", { cause: coded("EPIPE", "broken") })),
    "fetch failed; broken (EPIPE)",
  ],
  [
    "a failure of several addresses",
    failure(Object.assign(new AggregateError(refused), { code: "ECONNREFUSED" })),
    "ECONNREFUSED; connect ECONNREFUSED ::1:80; no way (ENETUNREACH)",
  ],
  [
    "a cause inside a broken body",
    failure(new BrokenBody("cutShort", null, "ended", coded("EPIPE", "broken"))),
    "broken (EPIPE)",
  ],
  ["a quotation of the response", failure(new SyntaxError('Unexpected token "secret"')), null],
  ["a circular chain", failure(circle), "round"],
  ["a long message", failure(new Error("x".repeat(5000))), `${"x".repeat(299)}…`],
];

for (const [what, error, text] of causes) {
  test(`${what} is logged as ${text?.slice(0, 60) ?? "nothing"}`, () => assert.equal(causeText(error, asItIs), text));
}

test("a long chain of causes is truncated", () => {
  let cause = new Error("first");
  for (let count = 0; count < 10_000; count++) cause = new Error(`after ${count}`, { cause });
  assert.equal(causeText(failure(cause), asItIs)?.split("; ").length, 8);
});

test("a key in a cause is redacted, even if the text is truncated within it", () => {
  const error = failure(new Error(`${"x".repeat(295)}topsecret`));
  const text = causeText(error, (said) => said.replaceAll("topsecret", "[redacted]"));
  assert.equal(text, `${"x".repeat(295)}[red…`);
});
