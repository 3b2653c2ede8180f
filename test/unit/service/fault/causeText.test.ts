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
  ["nothing", failure(), null],
  ["a value that is no error", failure("text"), null],
  ["a code in the message", failure(coded("ECONNRESET", "read ECONNRESET")), "read ECONNRESET"],
  ["a code beside the message", failure(coded("CERT_HAS_EXPIRED", "too old")), "too old (CERT_HAS_EXPIRED)"],
  ["a code alone", failure(coded("ETIMEDOUT", "")), "ETIMEDOUT"],
  [
    "a chain",
    failure(new TypeError("fetch failed", { cause: coded("EPIPE", "broken") })),
    "fetch failed; broken (EPIPE)",
  ],
  [
    "several addresses",
    failure(Object.assign(new AggregateError(refused), { code: "ECONNREFUSED" })),
    "ECONNREFUSED; connect ECONNREFUSED ::1:80; no way (ENETUNREACH)",
  ],
  [
    "what the fault says",
    failure(new BrokenBody("cutShort", null, "ended", coded("EPIPE", "broken"))),
    "broken (EPIPE)",
  ],
  ["a quotation of the answer", failure(new SyntaxError('Unexpected token "secret"')), null],
  ["a circle", failure(circle), "round"],
  ["a long story", failure(new Error("x".repeat(5000))), `${"x".repeat(299)}…`],
];

for (const [what, error, text] of causes) {
  test(`the cause that is ${what} is told as ${text?.slice(0, 60) ?? "nothing"}`, () =>
    assert.equal(causeText(error, asItIs), text));
}

test("a chain of causes has an end in the log", () => {
  let cause = new Error("first");
  for (let count = 0; count < 10_000; count++) cause = new Error(`after ${count}`, { cause });
  assert.equal(causeText(failure(cause), asItIs)?.split("; ").length, 8);
});

test("a key that a cause repeats is left out, even where the text is cut in the midst of it", () => {
  const error = failure(new Error(`${"x".repeat(295)}topsecret`));
  const text = causeText(error, (said) => said.replaceAll("topsecret", "[redacted]"));
  assert.equal(text, `${"x".repeat(295)}[red…`);
});
