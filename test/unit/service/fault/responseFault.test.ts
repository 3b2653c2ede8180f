import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Fault, htmlPage } from "../../../../src/core/failures/fault.ts";
import { responseFault, retryAfter } from "../../../../src/service/fault/responseFault.ts";

const url = new URL("https://service.example/traces/threads/stream_query");
const path = "/traces/threads/stream_query";
const time = Date.UTC(2026, 10, 1, 10);
const page = "<!DOCTYPE html><html><body>Gateway Time-out: too slow</body></html>";

const answers: readonly (readonly [
  status: number,
  body: string,
  fault: Fault,
  headers?: Record<string, string | string[]>,
])[] = [
  [400, '{"reason":"Empty AND"}', { kind: "invalidRequest", detail: "Empty AND", issues: [] }],
  [400, '{"detail":"Bad filter"}', { kind: "invalidRequest", detail: "Bad filter", issues: [] }],
  [401, '{"detail":"Not authenticated"}', { kind: "notSignedIn", detail: "Not authenticated" }],
  [401, "", { kind: "notSignedIn", detail: "" }],
  [403, '{"detail":"Project not found"}', { kind: "forbidden", detail: "Project not found" }],
  [403, '{"reason":"Forbidden","error_type":"Forbidden"}', { kind: "forbidden", detail: "Forbidden" }],
  [403, page, { kind: "forbidden", detail: htmlPage }],
  [404, '{"detail":"Not Found"}', { kind: "routeMissing", path }],
  [404, page, { kind: "routeMissing", path }],
  [404, '{"reason":"Run not found"}', { kind: "notFound", detail: "Run not found" }],
  [405, '{"detail":"Method Not Allowed"}', { kind: "routeMissing", path }],
  [407, "", { kind: "proxy", proxy: null, status: 407, detail: "" }],
  [408, "", { kind: "serviceFailure", status: 408, detail: "", retryAfter: null }],
  [409, '{"message":"conflict"}', { kind: "serviceFailure", status: 409, detail: "conflict", retryAfter: null }],
  [413, '{"reason":"Request too large"}', { kind: "tooLarge", detail: "Request too large" }],
  [
    422,
    '{"detail":[{"type":"extra_forbidden","loc":["body","filter","op_name"],"msg":"Extra inputs are not permitted","input":1},{"type":"int","loc":["body","sort_by",0],"msg":"Bad"}]}',
    {
      kind: "invalidRequest",
      detail: "body.filter.op_name: Extra inputs are not permitted; body.sort_by.0: Bad",
      issues: [
        { path: ["body", "filter", "op_name"], message: "Extra inputs are not permitted", type: "extra_forbidden" },
        { path: ["body", "sort_by", 0], message: "Bad", type: "int" },
      ],
    },
  ],
  [
    422,
    '{"reason":"Field storage_size_bytes"}',
    { kind: "invalidRequest", detail: "Field storage_size_bytes", issues: [] },
  ],
  [422, '{"detail":[{"loc":7}]}', { kind: "invalidRequest", detail: "", issues: [] }],
  [429, "", { kind: "rateLimited", retryAfter: null }],
  [429, "", { kind: "rateLimited", retryAfter: 7 }, { "retry-after": "7" }],
  [429, "", { kind: "rateLimited", retryAfter: 90 }, { "retry-after": "Sun, 01 Nov 2026 10:01:30 GMT" }],
  [
    500,
    '{"reason":"Internal server error"}',
    { kind: "serviceFailure", status: 500, detail: "Internal server error", retryAfter: null },
  ],
  [500, '{"error":"boom"}', { kind: "serviceFailure", status: 500, detail: "boom", retryAfter: null }],
  [500, '{"reason":5,"detail":null}', { kind: "serviceFailure", status: 500, detail: "", retryAfter: null }],
  [500, "[1]", { kind: "serviceFailure", status: 500, detail: "[1]", retryAfter: null }],
  [500, "plain text", { kind: "serviceFailure", status: 500, detail: "plain text", retryAfter: null }],
  [500, "x".repeat(3000), { kind: "serviceFailure", status: 500, detail: `${"x".repeat(1999)}…`, retryAfter: null }],
  [
    501,
    '{"reason":"Not implemented"}',
    { kind: "serviceFailure", status: 501, detail: "Not implemented", retryAfter: null },
  ],
  [
    502,
    '{"reason":"Temporary backend error"}',
    { kind: "serviceFailure", status: 502, detail: "Temporary backend error", retryAfter: null },
  ],
  [502, '{"reason":"Query memory limit exceeded"}', { kind: "tooExpensive", detail: "Query memory limit exceeded" }],
  [502, page, { kind: "serviceFailure", status: 502, detail: htmlPage, retryAfter: null }],
  [503, "", { kind: "serviceFailure", status: 503, detail: "", retryAfter: null }],
  [503, "", { kind: "serviceFailure", status: 503, detail: "", retryAfter: 120 }, { "retry-after": "120" }],
  [500, "", { kind: "serviceFailure", status: 500, detail: "", retryAfter: 120 }, { "retry-after": "120" }],
  [425, "", { kind: "serviceFailure", status: 425, detail: "", retryAfter: null }],
  [
    429,
    "",
    { kind: "rateLimited", retryAfter: 20 },
    // The service's clock is a year behind.
    { "retry-after": "Sat, 01 Nov 2025 09:00:20 GMT", date: "Sat, 01 Nov 2025 09:00:00 GMT" },
  ],
  [429, "", { kind: "rateLimited", retryAfter: 90 }, { "retry-after": "Sun, 01 Nov 2026 10:01:30 GMT", date: "today" }],
  [504, '{"reason":"Read timeout"}', { kind: "serviceFailure", status: 504, detail: "Read timeout", retryAfter: null }],
  [504, '{"reason":"Query is too slow"}', { kind: "tooExpensive", detail: "Query is too slow" }],
  [504, '{"reason":"Narrow the date range"}', { kind: "tooExpensive", detail: "Narrow the date range" }],
  [504, '{"reason":"Hit the time limit"}', { kind: "tooExpensive", detail: "Hit the time limit" }],
  [
    301,
    "",
    { kind: "redirect", status: 301, origin: "https://elsewhere.example" },
    { location: "https://elsewhere.example/login?a=b" },
  ],
  [302, "", { kind: "redirect", status: 302, origin: "https://service.example" }, { location: "/login" }],
  [
    307,
    "",
    { kind: "redirect", status: 307, origin: "http://elsewhere.example:81" },
    { location: "http://elsewhere.example:81" },
  ],
  [
    308,
    "",
    { kind: "redirect", status: 308, origin: "https://elsewhere.example" },
    { location: "//elsewhere.example/" },
  ],
  [302, "", { kind: "redirect", status: 302, origin: null }, { location: "javascript:alert(1)" }],
  [302, "", { kind: "redirect", status: 302, origin: null }, { location: "https://[" }],
  [304, "", { kind: "redirect", status: 304, origin: null }],
  [204, "", { kind: "malformed", line: null, rowsBefore: 0, detail: "status 204, where 200 was expected" }],
  [206, "", { kind: "malformed", line: null, rowsBefore: 0, detail: "status 206, where 200 was expected" }],
];

for (const [status, body, fault, headers = {}] of answers) {
  test(`${status} ${body.slice(0, 60)} ${JSON.stringify(headers)} is ${JSON.stringify(fault).slice(0, 80)}`, () => {
    assert.deepEqual(responseFault({ head: { status, headers }, body, redact: (text) => text, url, time }), fault);
  });
}

const pauses: readonly (readonly [header: string | string[] | undefined, seconds: number | null])[] = [
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
  ["Sun, 01 Nov 9999 10:00:30 GMT", (Date.UTC(9999, 10, 1, 10, 0, 30) - time) / 1000],
  ["1e3", null],
  ["\u0665", null],
];

for (const [header, seconds] of pauses) {
  test(`${JSON.stringify(header)} is ${seconds === null ? "ignored" : `a wait of ${seconds} seconds`}`, () => {
    assert.equal(retryAfter({ "retry-after": header }, time), seconds);
  });
}

const inSeconds = (header: string) => retryAfter({ "retry-after": header }, time);

test("any number of seconds is parsed, and any date with whole seconds", () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (seconds) => {
      assert.equal(inSeconds(`${seconds}`), seconds);
      assert.equal(inSeconds(new Date(time + seconds * 1000).toUTCString()), seconds);
      assert.equal(inSeconds(new Date(time - seconds * 1000).toUTCString()), 0);
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
    fc.property(headers, fc.integer(), (header, at) => {
      const seconds = retryAfter({ "retry-after": header }, at);
      assert.ok(seconds === null || (Number.isSafeInteger(seconds) && seconds >= 0), `${seconds}`);
    }),
  );
});
