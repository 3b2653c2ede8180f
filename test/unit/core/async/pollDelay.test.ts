import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type PollOutcome, pollDelay } from "../../../../src/core/async/poller.ts";
import type { Fault } from "../../../../src/core/failures/fault.ts";

const failure = { kind: "serviceFailure", status: 500, detail: "", retryAfter: null } as const satisfies Fault;
const limited = (retryAfter: number | null): Fault => ({ kind: "rateLimited", retryAfter });
const unavailable = (retryAfter: number | null): Fault => ({ ...failure, status: 503, retryAfter });
const fine: PollOutcome = { fault: null, took: 0, failures: 0 };
const failed = (fault: Fault, failures: number, took = 0): PollOutcome => ({ fault, took, failures });

const cases: readonly [sentence: string, interval: number, outcome: PollOutcome, seconds: number | null][] = [
  ["0 is off", 0, fine, null],
  ["a negative interval is off", -5, fine, null],
  ["60 is 60", 60, fine, 60],
  ["a refresh of 5 seconds is followed by a wait of 50", 15, { ...fine, took: 5000 }, 50],
  ["a refresh of two minutes is followed by a wait of ten", 15, { ...fine, took: 120_000 }, 600],
  ["an interval of an hour is not shortened by a slow refresh", 3600, { ...fine, took: 120_000 }, 3600],
  ["a quick refresh does not change the interval", 60, { ...fine, took: 5000 }, 60],
  ["the first failure doubles the wait", 20, failed(failure, 1), 40],
  ["the fourth failure multiplies the wait by sixteen", 20, failed(failure, 4), 320],
  ["failures raise the wait to ten minutes at most", 20, failed(failure, 400), 600],
  ["an interval of an hour is not shortened by failures", 3600, failed(failure, 3), 3600],
  ["a Retry-After of 90 seconds is respected", 15, failed(limited(90), 1), 90],
  ["a Retry-After of an hour is respected", 15, failed(limited(3600), 1), 3600],
  ["a Retry-After of a second does not shorten the wait after a failure", 15, failed(limited(1), 1), 30],
  ["a rate limit without Retry-After is a failure", 15, failed(limited(null), 2), 60],
  ["a Retry-After of two minutes is respected if the service is unavailable", 15, failed(unavailable(120), 1), 120],
  [
    "a Retry-After of a second does not shorten the wait if the service is unavailable",
    15,
    failed(unavailable(1), 1),
    30,
  ],
  ["a rejected key is not retried", 15, failed({ kind: "notSignedIn", detail: "" }, 1), null],
  ["a forbidden project is not retried", 15, failed({ kind: "forbidden", detail: "" }, 1), null],
  ["an interval of 0 stays off after a failure", 0, failed(limited(90), 1), null],
];
for (const [sentence, interval, outcome, seconds] of cases) {
  test(sentence, () => assert.equal(pollDelay(interval, outcome), seconds === null ? null : seconds * 1000));
}

test("another failure never shortens the wait, and success never waits longer than failure", () => {
  const fault = fc.constantFrom(failure, limited(null), limited(120));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4000 }), fault, fc.nat(40), (interval, kind, failures) => {
      const wait = (count: number) => pollDelay(interval, count === 0 ? fine : failed(kind, count)) ?? Number.NaN;
      assert.ok(wait(failures + 1) >= wait(failures));
      assert.ok(wait(failures) >= interval * 1000);
    }),
  );
});
