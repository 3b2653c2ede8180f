import assert from "node:assert/strict";
import { test } from "node:test";
import { type WholeTurn, wholeTranscript } from "../../../../../src/core/conversation/transcript/wholeTranscript.ts";
import { turnSteps } from "../../../../../src/core/conversation/turnSteps.ts";
import { call } from "../calls.ts";

const startedAt = Date.UTC(2026, 10, 3, 12, 0, 0, 250);
const turnId = "018f2f6c-7b1e-7c3d-9a10-5f6d7e8f9a0b";
const id = "call_abcDEF123456ghiJKL789mno";

const output = {
  object: "chat.completion",
  id: "chatcmpl-BqT1nYc6HrPdLf0uMsJa9",
  created: 1_764_000_000,
  choices: [
    {
      message: {
        role: "assistant",
        content: null,
        tool_calls: [{ id, type: "function", function: { name: "look_up", arguments: '{"order":7}' } }],
      },
    },
  ],
};

const [step] = turnSteps([call("refund", { startedAt, status: "error", exception: "Timeout: 8 s" })], turnId);
assert.ok(step);

const whole: WholeTurn = {
  call: call("answer", { id: turnId, startedAt, endedAt: startedAt + 1500 }),
  documents: { inputs: "Where is it?", output },
  steps: [{ ...step, documents: { inputs: { order: 7 }, output: null } }],
};

test("a transcript has the IDs, times, roles, tool calls and errors of a conversation", () => {
  assert.equal(
    wholeTranscript("support\n4711", "acme/desk", [whole]),
    `# support\\u000a4711

Project: acme/desk

## Turn 1: answer

- ID: \`${turnId}\`
- Started 2026-11-03T12:00:00.250Z
- Ended 2026-11-03T12:00:01.750Z
- Status: success

### user

Where is it?

### Tool call \`refund\`

- ID: \`refund\`
- Started 2026-11-03T12:00:00.250Z
- Status: error

**Arguments**

\`\`\`json
{
  "order": 7
}
\`\`\`

**Exception**

\`\`\`text
Timeout: 8 s
\`\`\`

### assistant

**Tool call \`look_up\` \`${id}\`**

\`\`\`json
{
  "order": 7
}
\`\`\`

**Other output**

\`\`\`json
{
  "object": "chat.completion",
  "id": "chatcmpl-BqT1nYc6HrPdLf0uMsJa9",
  "created": 1764000000
}
\`\`\`
`,
  );
});

const ids: readonly [id: string, shown: string][] = [
  ["a`b", "`` a`b ``"],
  ["a\n# b", "`a\\u000a# b`"],
];
for (const [odd, shown] of ids) {
  test(`the ID ${JSON.stringify(odd)} is one code span`, () => {
    const text = wholeTranscript("t", "acme/desk", [{ ...whole, call: call("answer", { id: odd }), steps: [] }]);
    assert.ok(text.includes(`- ID: ${shown}\n`), text);
  });
}
