import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Fault, requestedPause } from "../../../src/core/failures/fault.ts";
import { retryDelay } from "../../../src/service/retry.ts";

const failed = (status: number, retryAfter: number | null = null): Fault => ({
  kind: "serviceFailure",
  status,
  detail: "",
  retryAfter,
});
const limited = (retryAfter: number | null): Fault => ({ kind: "rateLimited", retryAfter });
const unreachable = (code: string): Fault => ({ kind: "unreachable", code });
const proxy = (status: number | null): Fault => ({ kind: "proxy", proxy: "proxy:3128", status, detail: "" });
const late = (phase: "connect" | "headers" | "body" | "rate"): Fault => ({
  kind: "timeout",
  phase,
  milliseconds: 30_000,
});

const passing: readonly Fault[] = [
  unreachable("ECONNREFUSED"),
  unreachable("ECONNRESET"),
  unreachable("ENOTFOUND"),
  unreachable("EAI_AGAIN"),
  ...[408, 425, 500, 502, 503, 504].map((status) => failed(status)),
  limited(null),
  limited(60),
  failed(503, 60),
  failed(500, 1),
  proxy(503),
  { kind: "cutShort", rowsBefore: 0, detail: "" },
];

const lasting: readonly Fault[] = [
  unreachable("EPROTO"),
  unreachable("ERR_SSL_WRONG_VERSION_NUMBER"),
  ...[409, 418, 501, 505, 599].map((status) => failed(status)),
  limited(61),
  failed(503, 3600),
  proxy(null),
  proxy(407),
  proxy(403),
  late("connect"),
  late("headers"),
  late("body"),
  late("rate"),
  { kind: "certificate", code: "CERT_HAS_EXPIRED" },
  { kind: "notSignedIn", detail: "" },
  { kind: "forbidden", detail: "" },
  { kind: "routeMissing", path: "/" },
  { kind: "notFound", detail: "" },
  { kind: "tooLarge", detail: "" },
  { kind: "invalidRequest", detail: "", issues: [] },
  { kind: "unsupported", operator: "$containsToken" },
  { kind: "tooExpensive", detail: "" },
  { kind: "redirect", status: 307, origin: null },
  { kind: "malformed", line: 1, rowsBefore: 0, detail: "" },
];

for (const fault of passing) {
  test(`${JSON.stringify(fault)} is attempted three times unless rows have arrived`, () => {
    const waits = [1, 2, 3].map((attempt) => retryDelay({ fault, attempt, rows: 0, chance: 0.5 }));
    const requested = (requestedPause(fault) ?? 0) * 1000;
    assert.deepEqual(waits, [requested + 500, requested + 1000, null]);
    assert.equal(retryDelay({ fault, attempt: 1, rows: 1, chance: 0.5 }), null);
  });
}

for (const fault of lasting) {
  test(`${JSON.stringify(fault)} is attempted once`, () => {
    assert.equal(retryDelay({ fault, attempt: 1, rows: 0, chance: 0.5 }), null);
  });
}

const behindProxies: readonly (readonly [code: string, wait: number | null])[] = [
  ["ECONNREFUSED", 500],
  ["ENOTFOUND", 500],
  ["ERR_SSL_WRONG_VERSION_NUMBER", null],
  ["CERT_HAS_EXPIRED", null],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", null],
];

for (const [code, wait] of behindProxies) {
  test(`a proxy that fails with ${code} is ${wait === null ? "not " : ""}retried`, () => {
    const cause = Object.assign(new Error("no"), { code });
    assert.equal(retryDelay({ fault: proxy(null), cause, attempt: 1, rows: 0, chance: 0.5 }), wait);
  });
}

test("a wait is at least the Retry-After of the service, and at most two seconds longer", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...passing, ...lasting),
      fc.option(fc.nat(200)),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(2),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (kind, retryAfter, attempt, rows, chance) => {
        const fault = "retryAfter" in kind ? { ...kind, retryAfter } : kind;
        const wait = retryDelay({ fault, attempt, rows, chance });
        if (wait === null) return;
        const requested = (requestedPause(fault) ?? 0) * 1000;
        assert.ok(rows === 0 && attempt < 3 && requested <= 60_000);
        assert.ok(wait >= requested && wait <= requested + 1000 * attempt, `${wait}`);
      },
    ),
  );
});

test("the whole wait is random", () => {
  const wait = (chance: number) => retryDelay({ fault: failed(503), attempt: 2, rows: 0, chance });
  assert.deepEqual([0, 0.25, 0.999].map(wait), [0, 500, 1998]);
});
