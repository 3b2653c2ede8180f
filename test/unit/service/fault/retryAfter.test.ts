import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseRetryAfter } from "../../../../src/service/fault/retryAfter.ts";

const now = Date.UTC(2026, 10, 1, 10);

const headers: readonly (readonly [header: string | string[] | undefined, seconds: number | null])[] = [
  [undefined, null],
  ["", null],
  ["0", 0],
  ["120", 120],
  [" 5 ", 5],
  [["3", "9"], 3],
  ["1.5", null],
  ["-1", null],
  ["99999999999999999999", null],
  ["soon", null],
  ["Sun, 01 Nov 2026 10:00:30 GMT", 30],
  ["Sun, 01 Nov 2026 09:00:00 GMT", 0],
  ["Sun, 41 Nov 2026 09:00:00 GMT", null],
  ["2026-11-01T10:00:30Z", null],
  ["Sunday, 01-Nov-26 10:00:30 GMT", 30],
  ["Sun Nov  1 10:00:30 2026", 30],
  ["Sun, 01 Nov 2026 10:00:30 CET", null],
  ["Sun, 01 Nov 9999 10:00:30 GMT", (Date.UTC(9999, 10, 1, 10, 0, 30) - now) / 1000],
  ["1e3", null],
  ["\u0665", null],
];

for (const [header, seconds] of headers) {
  test(`${JSON.stringify(header)} is ${seconds === null ? "ignored" : `a wait of ${seconds} seconds`}`, () => {
    assert.equal(parseRetryAfter(header, now), seconds);
  });
}

test("any number of seconds is parsed, and any date with whole seconds", () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (seconds) => {
      assert.equal(parseRetryAfter(`${seconds}`, now), seconds);
      assert.equal(parseRetryAfter(new Date(now + seconds * 1000).toUTCString(), now), seconds);
      assert.equal(parseRetryAfter(new Date(now - seconds * 1000).toUTCString(), now), 0);
    }),
  );
});

test("any other header is parsed as a nonnegative number of seconds or null", () => {
  const pieces = fc.array(
    fc.constantFrom("Sun", ", ", "01", " ", "Nov", "2026", "10:00:30", "GMT", "-", "9", "é", "1.5"),
  );
  const headers = fc.oneof(
    fc.string({ unit: "binary" }),
    pieces.map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(headers, fc.integer(), (header, time) => {
      const seconds = parseRetryAfter(header, time);
      assert.ok(seconds === null || (Number.isSafeInteger(seconds) && seconds >= 0), `${seconds}`);
    }),
  );
});
