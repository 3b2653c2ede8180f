import assert from "node:assert/strict";
import { test } from "node:test";
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
];

for (const [header, seconds] of headers) {
  test(`${JSON.stringify(header)} asks for a wait of ${seconds} seconds`, () => {
    assert.equal(parseRetryAfter(header, now), seconds);
  });
}
