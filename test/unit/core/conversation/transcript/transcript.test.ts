import assert from "node:assert/strict";
import { test } from "node:test";
import { transcript, type WholeTurn } from "../../../../../src/core/conversation/transcript/transcript.ts";
import { turnSteps } from "../../../../../src/core/conversation/turnSteps.ts";
import type { Json } from "../../../../../src/core/text/json.ts";
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
    transcript("support\n4711", "acme/desk", [whole]),
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
    const text = transcript("t", "acme/desk", [{ ...whole, call: call("answer", { id: odd }), steps: [] }]);
    assert.ok(text.includes(`- ID: ${shown}\n`), text);
  });
}

const turn = (inputs: Json, output: Json): WholeTurn => ({
  call: call("answer"),
  documents: { inputs, output },
  steps: [],
});
const user = (content: Json): Json => ({ role: "user", content });
const assistant = (content: Json): Json => ({ role: "assistant", content });

const system: Json = { role: "system", content: "s" };
const histories: readonly [name: string, history: readonly Json[], shown: string][] = [
  ["all earlier messages", [system, user("a"), assistant("b")], "_Earlier messages (same as above)_"],
  ["the last earlier message", [assistant("b")], "_Earlier messages (same as the last 1 above)_"],
  ["other messages", [user("a"), assistant("c")], "**Earlier messages**\n\n### user\n\na\n\n### assistant\n\nc"],
  [
    "earlier messages in another order",
    [assistant("b"), user("a"), assistant("b")],
    "**Earlier messages**\n\n### assistant\n\nb\n\n### user\n\na\n\n### assistant\n\nb\n",
  ],
  [
    "earlier messages after another system message",
    [{ role: "system", content: "t" }, user("a"), assistant("b")],
    "**Earlier messages**",
  ],
];
for (const [name, history, shown] of histories) {
  test(`the transcript of a turn that starts with ${name}`, () => {
    const first = turn({ messages: [system, user("a")] }, assistant([{ type: "thinking", thinking: "t" }, "b"]));
    const second = turn({ messages: [...history, user("d")] }, assistant("e"));
    const [, , text = ""] = transcript("t", "acme/desk", [first, second]).split(/^## .*\n\n(?:- .*\n)+\n/m);
    assert.ok(text.startsWith(shown), text);
    assert.ok(text.endsWith("### user\n\nd\n\n### assistant\n\ne\n"), text);
  });
}
