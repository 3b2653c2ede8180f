import assert from "node:assert/strict";
import { test } from "node:test";
import { exceptionText } from "../../../../../src/core/conversation/drawing/exceptionText.ts";

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
    "Python's message of several lines",
    "Traceback (most recent call last):\n  x\nValueError: a\nb line 2",
    "ValueError: a",
    "Traceback (most recent call last):\n  x\nValueError: a\nb line 2",
  ],
  ...[
    "During handling of the above exception, another exception occurred",
    "The above exception was the direct cause of the following exception",
  ].map((joint) => {
    const text = `Traceback (most recent call last):\n  x\nKeyError: 1\n\n${joint}:\n\nTraceback (most recent call last):\n  y\nRuntimeError: 2`;
    return ["Python's exception that another led to", text, "RuntimeError: 2", text] as const;
  }),
  [
    "a worker's traceback inside a message",
    "Traceback (most recent call last):\n  x\nRemoteError: \nTraceback (most recent call last):\n  y\nKeyError: 1",
    "RemoteError:",
    "Traceback (most recent call last):\n  x\nRemoteError: \nTraceback (most recent call last):\n  y\nKeyError: 1",
  ],
  [
    "Java's stack with its cause",
    "X: no\n\tat f(A.java:1)\nCaused by: Y\n\t... 3 more\nCaused by: Z",
    "X: no",
    "X: no\n\tat f(A.java:1)\nCaused by: Y\n\t... 3 more\nCaused by: Z",
  ],
  [
    "the SDK's JSON",
    sdk({ type: "KeyError", message: "'id'", traceback: [frame] }),
    "KeyError: 'id'",
    "Traceback (most recent call last):\n  File \"a.py\", line 8, in f\n    x[id]\nKeyError: 'id'",
  ],
  ["the SDK's JSON without frames", sdk({ type: "KeyError", message: "" }), "KeyError", ""],
  [
    "frames that say more",
    sdk({ type: "E", message: "m", traceback: [{ ...frame, locals: { id: 3 } }] }),
    "E: m",
    'Traceback (most recent call last):\n  File "a.py", line 8, in f\n    x[id]\n    {\n      "locals": {\n        "id": 3\n      }\n    }\nE: m',
  ],
  ...[
    { type: "A", message: ["x"], traceback: "str" },
    { type: "A", message: null, traceback: [3, {}] },
    { type: "A", traceback: "File x" },
    { type: "A", message: { code: 1 } },
  ].map((value) => [`JSON of the shape ${sdk(value)}`, sdk(value), "A", sdk(value)] as const),
  ["what else the JSON says", sdk({ type: "E", message: "m", code: 7 }), "E: m", 'E: m\n{\n  "code": 7\n}'],
  ["JSON of another kind", '{"error": 1}', '{"error": 1}', ""],
  ["broken JSON", '{"type": "E"', '{"type": "E"', ""],
  ["nothing", "", "", ""],
];
for (const [what, exception, headline, trace] of cases) {
  test(`of ${what}, what went wrong is said first`, () => {
    assert.deepEqual(exceptionText(exception), { headline, trace });
  });
}
