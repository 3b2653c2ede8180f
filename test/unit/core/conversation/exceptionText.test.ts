import assert from "node:assert/strict";
import { test } from "node:test";
import { exceptionText } from "../../../../src/core/conversation/exceptionText.ts";

const sdk = (value: unknown) => JSON.stringify(value);
const frame = { filename: "a.py", line_number: 8, function_name: "f", text: "x[id]" };

const cases: readonly (readonly [what: string, exception: string, headline: string, trace: string])[] = [
  ["one line", "Error: no", "Error: no", ""],
  [
    "Python's traceback",
    "Traceback (most recent call last):\n  x\nKeyError: 1\n",
    "KeyError: 1",
    "Traceback (most recent call last):\n  x\nKeyError: 1",
  ],
  [
    "JavaScript's stack",
    "TypeError: no\n    at f (a.js:1)\n    at g",
    "TypeError: no",
    "TypeError: no\n    at f (a.js:1)\n    at g",
  ],
  [
    "the SDK's JSON",
    sdk({ type: "KeyError", message: "'id'", traceback: [frame] }),
    "KeyError: 'id'",
    "a.py:8  f\n    x[id]",
  ],
  ["the SDK's JSON without frames", sdk({ type: "KeyError", message: "" }), "KeyError", ""],
  ["odd frames", sdk({ type: "E", message: "m", traceback: [3, {}] }), "E: m", "3\n"],
  ["what else the JSON says", sdk({ type: "E", message: "m", code: 7 }), "E: m", '{\n  "code": 7\n}'],
  ["JSON of another kind", '{"error": 1}', '{"error": 1}', ""],
  ["broken JSON", '{"type": "E"', '{"type": "E"', ""],
  ["nothing", "", "", ""],
];
for (const [what, exception, headline, trace] of cases) {
  test(`of ${what}, what went wrong is said first`, () => {
    assert.deepEqual(exceptionText(exception), { headline, trace });
  });
}
