import assert from "node:assert/strict";
import { test } from "node:test";
import { createFormats } from "../../../../src/core/text/format.ts";
import { type Attempt, attemptLabel, attemptTitle } from "../../../../src/core/tryAgain/attempt.ts";
import type { LeftOut, Prompt } from "../../../../src/core/tryAgain/prompt.ts";
import {
  attemptQuestion,
  modelFailureText,
  modelName,
  promptHead,
  promptProblemText,
} from "../../../../src/core/tryAgain/promptFacts.ts";

const formats = createFormats("en");
const parts = [{ kind: "text", text: "a" }] as const;
const user = { role: "user", name: null, parts };
const nothing: LeftOut = { media: 0, others: 0, inputs: [] };
const plain: Prompt = { messages: [user], options: { parameters: {}, tools: [] } };
const whole: Prompt = {
  messages: [{ ...user, role: "system" }, user, { ...user, role: "assistant" }, user],
  options: { parameters: { temperature: 0, top_p: 1 }, tools: [{ name: "find](command:x)", description: "" }] },
};
const model = { name: "GPT\u202e", vendor: "probe", maxInputTokens: 12_000 };

test("the question names the model, and says all that is sent and left out", () => {
  const leftOut = { media: 2, others: 1, inputs: ["response_format"] };
  assert.deepEqual(attemptQuestion(model, 1234, whole, leftOut, formats), {
    title: "Send these messages to GPT‹U+202E› (probe)?",
    detail: [
      "Messages: 1 system, 2 user, 1 assistant",
      "The system prompt is sent as a user message.",
      "Parameters, which the model may ignore: temperature, top_p",
      "Tools, which are not run: find] (command:x)",
      "Left out: images and files (2), other parts (1), response_format",
      "Tokens, estimated without tools: 1,234 of 12,000",
    ].join("\n"),
  });
});

test("the question has no lines about what there is not, and no number that is not known", () => {
  const { detail } = attemptQuestion(model, null, plain, nothing, formats);
  assert.equal(detail, "Messages: 1 user\nTokens, estimated without tools: unknown of 12,000");
});

test("many names are cut", () => {
  const inputs = Array.from({ length: 12 }, (_, at) => `i${at}`);
  const { detail } = attemptQuestion(model, 1, plain, { ...nothing, inputs }, formats);
  assert.match(detail, /Left out: i0, i1, i2, i3, i4, i5, i6, i7, …\n/);
});

test("a document says that VS Code keeps a backup on disk, and what is sent", () => {
  assert.equal(
    promptHead("gpt-4o\n## [user]", plain, nothing, formats),
    [
      "# Try Again: gpt-4o‹U+000A›## [user]\n",
      "Edit the messages, then select Run in the title of this editor.",
      "VS Code keeps a backup of this document on disk until you close it.\n",
      "- Messages: 1 user",
    ].join("\n"),
  );
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

test("a problem of a document has its line", () => {
  assert.equal(promptProblemText({ kind: "json", line: 7 }), "Line 7: the JSON below this heading is invalid.");
  assert.match(promptProblemText({ kind: "part", line: 7 }), /^Line 7: this heading is unknown\./);
  assert.match(promptProblemText({ kind: "empty", line: 1 }), /^There are no messages to send\./);
});

test("an attempt is listed with its number, model, time and what became of it", () => {
  const attempt: Attempt = {
    ...{ id: "1", service: "s", project: "a/b", callId: "c", number: 2, model: "M\u202e", startedAt: 0 },
    state: "complete",
  };
  const time = formats.timeOfDay(0);
  assert.equal(attemptLabel(attempt, formats), `Attempt 2: M‹U+202E›, ${time}`);
  assert.equal(attemptLabel({ ...attempt, state: "canceled" }, formats), `Attempt 2: M‹U+202E›, ${time}, canceled`);
  assert.equal(attemptTitle(attempt), "Original ↔ Attempt 2: M‹U+202E›");
});
