import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { detailText } from "../../../../src/core/failures/fault.ts";
import { readErrorBody } from "../../../../src/service/fault/errorBody.ts";
import { responseFault } from "../../../../src/service/fault/responseFault.ts";

const longest = 2000;
const url = new URL("https://service.example/calls/query_stats");

const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ minLength: 1000, maxLength: 6000 }));
const path = fc.array(fc.oneof(texts, fc.integer(), fc.anything()));
const issues = fc.array(
  fc.record({ loc: path, msg: fc.oneof(texts, fc.anything()), type: texts }, { requiredKeys: ["msg"] }),
);
const said = fc.oneof(texts, issues, fc.jsonValue());
const objects = fc.record({ reason: said, detail: said, message: said, error: said }, { requiredKeys: [] });
const bodies = fc.oneof(
  texts,
  fc.json(),
  objects.map((value) => JSON.stringify(value)),
  objects.map((value) => JSON.stringify(value).slice(0, -1)),
  issues.map((detail) => JSON.stringify({ detail })),
);

const unchanged = (text: string) => text;

test("any error body is read as texts of limited length", () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const answer = readErrorBody(body, unchanged);
      assert.ok([...detailText(answer.detail)].length <= longest);
      assert.ok(answer.reason === null || typeof answer.reason === "string");
      for (const issue of answer.issues) {
        assert.ok([...issue.message].length <= 500 && [...issue.type].length <= 200);
        assert.ok(issue.path.every((part) => typeof part === "string" || typeof part === "number"));
      }
    }),
    { numRuns: 100 },
  );
});

const words = Array.from({ length: 3000 }, (_, index) => `w${index}`);
const issue = { loc: ["body"], msg: "Bad", type: "int" };

const large: readonly [what: string, detail: readonly object[]][] = [
  ["thousands of issues", words.map((word) => ({ ...issue, loc: [word] }))],
  ["a path of thousands of parts", [{ ...issue, loc: words }]],
  ["a path part of 39 KB", [{ ...issue, loc: ["body", "🧵".repeat(20_000), 7] }]],
  ["a path part of 78 KB with many commas", [{ ...issue, loc: [",x".repeat(39_000)] }]],
  ["a message of 200 KB", [{ ...issue, msg: "🧵".repeat(100_000) }]],
  ["a type of 200 KB", [{ ...issue, type: "x".repeat(200_000) }]],
];
for (const [what, detail] of large) {
  test(`an error body with ${what} is truncated`, () => {
    const { issues } = readErrorBody(JSON.stringify({ detail }), unchanged);
    assert.equal(issues.length, Math.min(detail.length, 500));
    for (const { path, message, type } of issues) {
      assert.ok(path.length <= 64);
      for (const part of path.filter((each) => typeof each === "string")) {
        assert.ok([...part].length <= 200 && part.isWellFormed());
      }
      assert.ok([...message].length <= 500 && message.isWellFormed());
      assert.ok([...type].length <= 200);
    }
  });
}

test("invalid parts beyond the limits are ignored", () => {
  const detail = [...Array.from({ length: 500 }, () => issue), { loc: 7 }];
  assert.equal(readErrorBody(JSON.stringify({ detail }), unchanged).issues.length, 500);
  const loc = [...Array.from({ length: 64 }, () => "a"), null];
  assert.equal(readErrorBody(JSON.stringify({ detail: [{ ...issue, loc }] }), unchanged).issues[0]?.path.length, 64);
});

test("every status above 200 is a fault with any body and headers", () => {
  const headers = fc.dictionary(
    fc.constantFrom("retry-after", "location", "date", "content-type", "__proto__"),
    fc.oneof(texts, fc.webUrl(), fc.array(fc.string())),
  );
  const statuses = fc.integer({ min: 201, max: 999 });
  fc.assert(
    fc.property(statuses, bodies, headers, fc.integer(), (status, body, named, time) => {
      const fault = responseFault({ head: { status, headers: named }, body, redact: unchanged, url, time });
      assert.ok(fault.kind.length > 0);
      if ("retryAfter" in fault) assert.ok(fault.retryAfter === null || fault.retryAfter >= 0);
      if ("detail" in fault) assert.ok([...detailText(fault.detail)].length <= longest);
    }),
    { numRuns: 500 },
  );
});

test("the detail of an error is the first of reason, detail, message and error", () => {
  const word = fc.option(fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text === text.trim()));
  fc.assert(
    fc.property(word, word, word, word, (reason, detail, message, error) => {
      const expected = reason ?? detail ?? message ?? error ?? "";
      const read = readErrorBody(JSON.stringify({ error, message, detail, reason }), unchanged);
      assert.deepEqual(read, { detail: expected, reason, issues: [] });
    }),
  );
});
