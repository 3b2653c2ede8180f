import assert from "node:assert/strict";
import { test } from "node:test";
import { exceptionSummary, typeMark } from "../../../../src/core/calls/exceptionType.ts";
import { pythonException } from "../../../../src/localService/data/workload.ts";

const frames = 'Traceback (most recent call last):\n  File "/srv/app/a.py", line 1, in a\n    raise x\n';

const cases: readonly (readonly [name: string, exception: string | null, type: string, headline?: string])[] = [
  [
    "a Python exception as JSON",
    pythonException("RateLimitError", "Error code: 429", []),
    "RateLimitError",
    "RateLimitError: Error code: 429",
  ],
  ["a Python exception without a message", JSON.stringify({ type: "KeyError", message: "" }), "KeyError", "KeyError"],
  ["a traceback", `${frames}KeyError: 'order_id'`, "KeyError", "KeyError: 'order_id'"],
  ["a traceback of a type in a module", `${frames}openai._exceptions.RateLimitError: slow down\n`, "RateLimitError"],
  ["a traceback without a message", `${frames}asyncio.exceptions.CancelledError`, "CancelledError"],
  ["a type of a local class", `${frames}main.<locals>.Refused: no`, "Refused"],
  [
    "the last of chained exceptions",
    `${frames}KeyError: 'a'\n\nDuring handling of the above exception, another exception occurred:\n\n${frames}RuntimeError: b`,
    "RuntimeError",
  ],
  [
    "a group of exceptions",
    '  + Exception Group Traceback (most recent call last):\n  |   File "a.py", line 1\n  | ExceptionGroup: two (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | ValueError: a',
    "ExceptionGroup",
    "ExceptionGroup: two (2 sub-exceptions)",
  ],
  ["a message of several lines", `${frames}ValueError: first\nsecond line: more`, "ValueError"],
  [
    "an error of JavaScript",
    "TypeError: Cannot read properties of undefined (reading 'id')\n    at run (/srv/app/run.js:1:2)",
    "TypeError",
  ],
  ["an error of Node with a code", "TypeError [ERR_INVALID_URL]: Invalid URL", "TypeError"],
  ["an uncaught error", "Uncaught (in promise) AxiosError: 500", "AxiosError"],
  ["a name in another script", "Fehler_für_Überlauf: zu groß", "Fehler_für_Überlauf"],
  ["a name without a message", "StopIteration", "StopIteration"],
  ["a sentence", "The tool did not respond within eight seconds, sorry", "The tool did not respond within"],
  ["an address", "https://example.com/a failed", "https://example.com/a failed"],
  ["words before a colon", "HTTP 500: out of order", "HTTP 500: out of order"],
  ["JSON of another form", '{"code": 7}', '{"code": 7}'],
  ["blank text", " \n ", "", ""],
  ["no text", null, "", ""],
  ["a member of every object", "constructor: no", "constructor"],
  ["a long name", `${"A".repeat(500)}: x`, "A".repeat(80)],
  ["many characters without a space", "😀".repeat(500), "😀".repeat(80)],
];

for (const [name, exception, type, headline] of cases) {
  test(`the type of ${name}`, () => {
    const summary = exceptionSummary(exception);
    assert.equal(summary.type, type);
    if (headline !== undefined) assert.equal(summary.headline, headline);
    assert.ok([...summary.headline].length <= 300);
  });
}

const marks: readonly (readonly [name: string, exception: string | null, type: string, mark: string | null])[] = [
  ["JSON", '{"type": "KeyError", "message": "a"}', "KeyError", '"type": "KeyError"'],
  ["JSON without spaces", '{"type":"KeyError"}', "KeyError", '"type":"KeyError"'],
  ["JSON with a module", '{"type": "openai.RateLimitError"}', "RateLimitError", '"type": "openai.RateLimitError"'],
  ["JSON whose type is not that of the group", '{"type": "no name"}', "no name: a", null],
  ["JSON that begins otherwise", '{"message": "a", "type": "KeyError"}', "KeyError", null],
  ["a traceback", `${frames}KeyError: 'a'`, "KeyError", null],
  ["no text", null, "", null],
];

for (const [name, exception, type, mark] of marks) {
  test(`the mark of the type of ${name}`, () => assert.equal(typeMark(exception, type), mark));
}

test("the type of a text of a million characters is found at once", () => {
  const started = performance.now();
  for (const text of ["a.".repeat(500_000), "A".repeat(1_000_000), " ".repeat(1_000_000), "\n| ".repeat(300_000)])
    exceptionSummary(text);
  assert.ok(performance.now() - started < 1000);
});
