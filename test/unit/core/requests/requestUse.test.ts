import assert from "node:assert/strict";
import { test } from "node:test";
import {
  noRequests,
  type RequestUse,
  useLines,
  useText,
  waitText,
  withRequest,
} from "../../../../src/core/requests/requestUse.ts";
import { createFormats } from "../../../../src/core/text/format.ts";

const formats = createFormats("en-US");

const cases: readonly [use: Partial<RequestUse>, lines: readonly string[], log: string][] = [
  [{}, [], "window: 0 requests, 0 bytes"],
  [
    { requests: 1, bytes: 1, latest: 840 },
    ["This window: 1 request, 1 byte, latest took 840ms"],
    "window: 1 request, 1 byte",
  ],
  [
    { requests: 1234, bytes: 2_500_000, latest: 1200, waiting: 3 },
    ["This window: 1,234 requests, 2.5 MB, latest took 1.2s", "Requests waiting: 3 (limit: 1,200 per minute)"],
    "window: 1234 requests, 2500000 bytes",
  ],
];

for (const [use, lines, log] of cases) {
  test(`the use of ${log} is worded`, () => {
    const whole = { ...noRequests, ...use };
    assert.deepEqual(useLines(whole, 1200, formats), lines);
    assert.equal(useText(whole), log);
  });
}

test("a request adds to the use of the window", () => {
  const entry = { bytes: 10, milliseconds: 20 };
  const use = withRequest({ ...noRequests, requests: 1, bytes: 5, latest: 3, waiting: 1 }, entry);
  assert.deepEqual(use, { requests: 2, bytes: 15, latest: 20, waiting: 1 });
  assert.equal(waitText(use, 120), "Background requests waiting: 1, weaveThreads.maxRequestsPerMinute: 120");
});
