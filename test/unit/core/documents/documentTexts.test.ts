import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { exceptionDocument } from "../../../../src/core/documents/documentText.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { prettyJson } from "../../../../src/core/text/prettyJson.ts";

test("formatted JSON is the same value, on several lines, without hidden characters", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json: Json = JSON.parse(JSON.stringify(value));
      const text = prettyJson(json);
      assert.deepEqual(JSON.parse(text), json);
      assert.ok(text.endsWith("\n"));
      assert.doesNotMatch(text, /[\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    }),
  );
  assert.equal(
    prettyJson({ a: [1, "‮x\u2028"], b: {} }),
    '{\n  "a": [\n    1,\n    "\\u202ex\\u2028"\n  ],\n  "b": {}\n}\n',
  );
  assert.equal(prettyJson({ text: "👩‍🚀 日本語 é" }), '{\n  "text": "👩‍🚀 日本語 é"\n}\n');
});

test("a value of any depth is formatted", () => {
  for (const depth of [99, 100, 101, 20_000]) {
    const raw = `${'[{"a":1,"b":'.repeat(depth)}null${"}]".repeat(depth)}`;
    const json: Json = JSON.parse(raw);
    const text = prettyJson(json);
    assert.equal(text.replace(/\s/g, ""), raw);
    assert.ok(text.length < 1000 * raw.length);
  }
});

const exceptions: readonly (readonly [what: string, given: string, text: string])[] = [
  [
    "the Python SDK's JSON",
    JSON.stringify({
      type: "KeyError",
      message: "'order_id'",
      traceback: [
        { filename: "app/tools.py", line_number: 88, function_name: "lookup_order", text: "return orders[order_id]" },
        { filename: "app/x.py", line_number: 2, function_name: "<module>", text: "" },
      ],
    }),
    'Traceback (most recent call last):\n  File "app/tools.py", line 88, in lookup_order\n    return orders[order_id]\n  File "app/x.py", line 2, in <module>\nKeyError: \'order_id\'\n',
  ],
  ["the Python SDK's JSON without frames", JSON.stringify({ type: "Timeout", message: "" }), "Timeout\n"],
  [
    "the Python SDK's JSON with invalid frames",
    '{"type":"E","message":"m","traceback":[1]}',
    '{"type":"E","message":"m","traceback":[1]}\n',
  ],
  ["plain text", "Traceback:\n\tx\r\nError: no\n\n", "Traceback:\n\tx\nError: no\n"],
  ["hostile text", "\u001b[31mred\u001b[0m \u202eabc", "‹U+001B›[31mred‹U+001B›[0m ‹U+202E›abc\n"],
  ["other JSON", '"text"', '"text"\n'],
];

for (const [what, given, text] of exceptions) {
  test(`an exception is readable: ${what}`, () => assert.equal(exceptionDocument(given), text));
}
