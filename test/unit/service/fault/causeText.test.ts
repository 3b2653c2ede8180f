import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "../../../../src/core/failures/fault.ts";
import { BrokenBody } from "../../../../src/service/body/brokenBody.ts";
import { causeText } from "../../../../src/service/fault/causeText.ts";

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
