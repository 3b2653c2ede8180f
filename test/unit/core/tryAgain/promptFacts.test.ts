import assert from "node:assert/strict";
import { test } from "node:test";
import { createFormats } from "../../../../src/core/text/format.ts";
import type { Prompt } from "../../../../src/core/tryAgain/prompt.ts";
import { attemptQuestion, modelFailureText, modelName, promptHead } from "../../../../src/core/tryAgain/promptFacts.ts";

const formats = createFormats("en");
const plain: Prompt = { parts: [{ kind: "user", text: "a" }], options: { parameters: {}, tools: [] } };
const model = { name: "GPT\u202e", vendor: "probe", maxInputTokens: 12_000 };

test("the question names the model, and says all that is sent and left out", () => {
  const parts = (["system", "user", "assistant", "user"] as const).map((kind) => ({ kind, text: "a" }));
  const tools = [{ name: "find](command:x)", description: "", inputSchema: {} }];
  const prompt = { parts, options: { parameters: { temperature: 0, top_p: 1 }, tools } };
  const leftOut = Array.from({ length: 12 }, (_, at) => `i${at}`);
  assert.deepEqual(attemptQuestion(model, 1234, prompt, leftOut, formats), {
    title: "Send these messages to GPT‹U+202E› (probe)?",
    detail: [
      "Messages: 1 system, 2 user, 1 assistant",
      "The system prompt is sent as a user message.",
      "Parameters, which the model may ignore: temperature, top_p",
      "Tools, which are not run: find] (command:x)",
      "Left out: i0, i1, i2, i3, i4, i5, i6, i7, …",
      "Tokens, estimated without tools: 1,234 of 12,000",
    ].join("\n"),
  });
});

test("the question has no lines about what there is not, and no number that is not known", () => {
  const lines = "Messages: 1 user\nTokens, estimated without tools: unknown of 12,000";
  assert.equal(attemptQuestion(model, null, plain, [], formats).detail, lines);
});

test("a document is named after the model, whatever its name", () => {
  const head = promptHead({ model: "m\n## [user]", prompt: plain, leftOut: [], original: "" });
  assert.match(head, /^# Try Again: m‹U\+000A›## \[user\]\n[^#]*\n- Messages: 1 user$/);
});

const failures: readonly (readonly [code: string, message: string, text: string])[] = [
  ["NoPermissions", "x", "VS Code did not let this extension use M (v). Run again, and allow it when VS Code asks."],
  ["NotFound", "x", "M (v) is no longer available. Run again, and select another model."],
  ["Blocked", "x", "M (v) refused the request: its quota or a policy. Try again later, or use another model."],
  ["Unknown", "out of memory\u202e", "M (v) did not respond: out of memory‹U+202E›."],
  ["", "", "M (v) did not respond."],
];

for (const [code, message, text] of failures) {
  test(`a failure of code "${code}" is worded`, () => {
    assert.equal(modelFailureText(modelName({ name: "M", vendor: "v" }), code, message), text);
  });
}
