import assert from "node:assert/strict";
import { test } from "node:test";
import { exceptionText } from "../../../../src/core/calls/exceptionText.ts";

const sdk = (value: unknown) => JSON.stringify(value);
const frame = { filename: "a.py", line_number: 8, function_name: "f", text: "x[id]" };

const cases: readonly (readonly [what: string, exception: string, headline: string, trace: string])[] = [
  ["an exception of one line", "Error: no", "Error: no", ""],
  [
    "a Python traceback",
    "Traceback (most recent call last):\n  x\nKeyError: 1\n",
    "KeyError: 1",
    "Traceback (most recent call last):\n  x\nKeyError: 1",
  ],
  [
    "a JavaScript stack",
    "TypeError: no\n    at f (a.js:1)\n    at g",
    "TypeError: no",
    "TypeError: no\n    at f (a.js:1)\n    at g",
  ],
  [
    "a Python traceback with a message of several lines",
    "Traceback (most recent call last):\n  x\nValueError: a\nb line 2",
    "ValueError: a",
    "Traceback (most recent call last):\n  x\nValueError: a\nb line 2",
  ],
  ...[
    "During handling of the above exception, another exception occurred",
    "The above exception was the direct cause of the following exception",
  ].map((joint) => {
    const text = `Traceback (most recent call last):\n  x\nKeyError: 1\n\n${joint}:\n\nTraceback (most recent call last):\n  y\nRuntimeError: 2`;
    return [`a Python traceback with "${joint.slice(0, 19)}…"`, text, "RuntimeError: 2", text] as const;
  }),
  [
    "a worker's traceback inside a message",
    "Traceback (most recent call last):\n  x\nRemoteError: \nTraceback (most recent call last):\n  y\nKeyError: 1",
    "RemoteError:",
    "Traceback (most recent call last):\n  x\nRemoteError: \nTraceback (most recent call last):\n  y\nKeyError: 1",
  ],
  [
    "a Java stack with its cause",
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
    "the SDK's JSON with other fields in frames",
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
  ["the SDK's JSON with other fields", sdk({ type: "E", message: "m", code: 7 }), "E: m", 'E: m\n{\n  "code": 7\n}'],
  ["other JSON", '{"error": 1}', '{"error": 1}', ""],
  ["broken JSON", '{"type": "E"', '{"type": "E"', ""],
  ["an empty text", "", "", ""],
];
for (const [what, exception, headline, trace] of cases) {
  test(`${what} is split into headline and trace`, () => {
    assert.deepEqual(exceptionText(exception), { headline, trace });
  });
}
