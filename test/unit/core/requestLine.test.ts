import assert from "node:assert/strict";
import { test } from "node:test";
import { type RequestEntry, requestLine } from "../../../src/core/requests/requestEntry.ts";

const entry: RequestEntry = {
  at: 0,
  route: "direct",
  routeReason: "no proxy is set",
  attempt: 1,
  nextIn: null,
  cause: null,
  path: "/threads/stream_query",
  status: 200,
  milliseconds: 12.4,
  bytes: 2,
  rows: 3,
  outcome: "ok",
};

const cases: readonly [entry: Partial<RequestEntry>, line: string][] = [
  [{}, "POST /threads/stream_query, status 200, 12 ms, 2 bytes, 3 rows, attempt 1, direct"],
  [{ rows: 1, bytes: 1 }, "POST /threads/stream_query, status 200, 12 ms, 1 byte, 1 row, attempt 1, direct"],
  [
    { outcome: "aborted", status: null, rows: 0, bytes: 0, route: "editor" },
    "POST /threads/stream_query, status none, 12 ms, 0 bytes, 0 rows, attempt 1, editor, aborted",
  ],
  [
    {
      attempt: 2,
      nextIn: 1250.6,
      status: null,
      rows: 0,
      bytes: 0,
      outcome: { kind: "unreachable", code: "ECONNRESET" },
      cause: "Error: read ECONNRESET",
    },
    'POST /threads/stream_query, status none, 12 ms, 0 bytes, 0 rows, attempt 2, direct, retry in 1251 ms, failed: {"kind":"unreachable","code":"ECONNRESET"}, cause: Error: read ECONNRESET',
  ],
];

for (const [changes, line] of cases) {
  test(`an entry is logged as ${line}`, () => assert.equal(requestLine({ ...entry, ...changes }), line));
}

test("text from a service cannot move the cursor, hide or reorder text, or start a line", () => {
  const detail = "a\u001b[2Jb\u202ec\u2028d\ne\u0007\u200b";
  const line = requestLine({ ...entry, outcome: { kind: "forbidden", detail }, cause: detail });
  assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
  assert.match(line, /cause: a‹U\+001B›\[2Jb‹U\+202E›c‹U\+2028›d‹U\+000A›e/);
});

test("a log line is bounded for any text from a service, and ends with the cause", () => {
  const issue = { path: ["\u200d".repeat(200)], message: "m".repeat(500), type: "t" };
  const outcome = { kind: "invalidRequest", detail: "", issues: Array.from({ length: 500 }, () => issue) } as const;
  const line = requestLine({ ...entry, outcome, cause: "the cause" });
  assert.ok(line.length <= 4000, `${line.length} characters`);
  assert.match(line, /^POST \/threads\/stream_query, .*…/);
  assert.match(line, /, cause: the cause$/);
});
