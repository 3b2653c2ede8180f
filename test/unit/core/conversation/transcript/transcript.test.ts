import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { TurnDocuments } from "../../../../../src/core/conversation/protocol.ts";
import { type TranscriptTurn, transcript } from "../../../../../src/core/conversation/transcript/transcript.ts";
import type { Json } from "../../../../../src/core/json.ts";
import { call } from "../calls.ts";
import { anyId, anyJson, leafChanged, renamed } from "../messages/anyJson.ts";

const turn = (inputs: Json, output: Json): TranscriptTurn => ({ call: call("answer"), documents: { inputs, output } });

/** The transcript without its introduction. */
const body = (...turns: readonly TranscriptTurn[]) => transcript(turns).split("\n").slice(2).join("\n");

const user = (content: Json): Json => ({ role: "user", content });
const assistant = (content: Json): Json => ({ role: "assistant", content });

test("a transcript starts with what is not compared", () => {
  assert.equal(
    transcript([]),
    `_Not compared: IDs of calls, messages and responses, ref versions, response times and signatures. IDs are replaced with names such as ‹call 1›. Equal IDs have the same name._\n`,
  );
});

test("a turn has its op and messages, with sorted keys and names for IDs", () => {
  const inputs = {
    temperature: 0,
    model: "m",
    messages: [{ role: "system", content: "Be kind." }, user("Where is my **order**?")],
  };
  const output = {
    object: "chat.completion",
    id: "chatcmpl-abcDEF123456ghi",
    created: 1_764_000_000,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "x1", type: "function", function: { name: "look_up", arguments: '{"id":7,"by":"mail"}' } },
          ],
        },
      },
    ],
  };
  assert.equal(
    body(turn(inputs, output)),
    `## answer

### system

Be kind.

### user

Where is my **order**?

**Other inputs**

\`\`\`json
{
  "model": "m",
  "temperature": 0
}
\`\`\`

### assistant

**Tool call \`look_up\` ‹call 1›**

\`\`\`json
{
  "by": "mail",
  "id": 7
}
\`\`\`

**Other output**

\`\`\`json
{
  "choices": [
    {
      "index": 0
    }
  ],
  "object": "chat.completion"
}
\`\`\`
`,
  );
});

const parts: readonly [name: string, message: Json, text: string][] = [
  ["thinking as a quote", assistant([{ type: "thinking", thinking: "one\ntwo" }]), "**Thinking**\n\n> one\n> two"],
  ["a refusal", { role: "assistant", content: null, refusal: "No." }, "**Refusal**\n\n> No."],
  ["an empty message", assistant(""), "_Empty message_"],
  [
    "a failed tool result in a code block with a longer fence",
    user([{ type: "tool_result", tool_use_id: "t", content: "a\n```\nb", is_error: true }]),
    "**Failed result ‹call 1›**\n\n````text\na\n```\nb\n````",
  ],
  [
    "an image with its URL",
    user([{ type: "image_url", image_url: { url: "https://a.example/b.png" } }]),
    "**Media** image, https://a.example/b.png",
  ],
];
for (const [name, message, text] of parts) {
  test(`a transcript shows ${name}`, () => {
    const [, shown] = body(turn([message], null)).split(/^### .*\n\n/m);
    assert.equal(shown, `${text}\n`);
  });
}

test("different images have different names", () => {
  const picture = (data: string) =>
    transcript([turn([user([{ type: "image", source: { type: "base64", media_type: "image/png", data } }])], null)]);
  assert.notEqual(picture("AAAAAAAA"), picture("AAAAAAAB"));
});

test("a failed turn has its status and exception", () => {
  const failed = { ...turn("hi", null), call: call("answer", { status: "error", exception: "KeyError: 'order_id'" }) };
  assert.equal(
    body(failed),
    "## answer\n\nStatus: error\n\n### user\n\nhi\n\n**Exception**\n\n```text\nKeyError: 'order_id'\n```\n",
  );
});

test("an exception stored as JSON is formatted as a traceback", () => {
  const traceback = [{ filename: "tools.py", line_number: 88, function_name: "look_up", text: "return orders[id]" }];
  const exception = JSON.stringify({ type: "KeyError", message: "'order_id'", traceback });
  const text = body({ ...turn("hi", null), call: call("answer", { status: "error", exception }) });
  assert.ok(
    text.includes("  File \"tools.py\", line 88, in look_up\n    return orders[id]\nKeyError: 'order_id'\n```"),
    text,
  );
});

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
    const text = body(first, turn({ messages: [...history, user("d")] }, assistant("e")));
    const second = text.slice(text.lastIndexOf("## answer\n\n") + "## answer\n\n".length);
    assert.ok(second.startsWith(shown), second);
    assert.ok(second.endsWith("### user\n\nd\n\n### assistant\n\ne\n"), second);
  });
}

const plainMessage: fc.Arbitrary<Json> = fc.oneof(
  fc.record({
    role: fc.constantFrom("user", "assistant", "system", "critic"),
    content: fc.oneof(fc.string(), anyJson),
  }),
  anyJson,
);
const anyMessage: fc.Arbitrary<Json> = fc.oneof(
  plainMessage,
  fc.tuple(anyId, fc.string()).map(([id, content]): Json => ({ role: "tool", tool_call_id: id, content })),
  fc.tuple(anyId, anyJson).map(([id, args]): Json => {
    const called = { name: "f", arguments: JSON.stringify(args) };
    return { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: called }] };
  }),
);
const anyDocuments: fc.Arbitrary<TurnDocuments> = fc.record({
  inputs: fc.oneof(anyJson, fc.record({ messages: fc.array(anyMessage), model: anyJson })),
  output: fc.oneof(
    anyJson,
    anyMessage,
    fc.record({ id: anyId, choices: fc.array(fc.record({ message: anyMessage })) }),
  ),
});

test("conversations that differ only in IDs have the same transcript", () => {
  fc.assert(
    fc.property(
      fc.array(anyDocuments, { maxLength: 3 }),
      fc.array(anyId, { maxLength: 4 }),
      fc.nat(),
      (list, more, seed) => {
        const value = { list, more };
        const found = JSON.stringify(value).match(
          /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:call_|chatcmpl-|toolu_01|run-)[0-9a-f]{20}(?:1?a)/g,
        );
        const ids = [...new Set(found ?? [])];
        if (ids.length === 0) return;
        const others: typeof value = JSON.parse(JSON.stringify(renamed(JSON.parse(JSON.stringify(value)), ids, seed)));
        const text = (documents: readonly TurnDocuments[]) =>
          transcript(documents.map((each) => turn(each.inputs, each.output)));
        assert.equal(text(others.list), text(list));
      },
    ),
  );
});

const plainInputs = fc.oneof(anyJson, fc.record({ messages: fc.array(plainMessage), model: anyJson, prompt: anyJson }));

test("conversations that differ in a text have different transcripts", () => {
  fc.assert(
    fc.property(plainInputs, fc.nat(), fc.string({ unit: "binary", minLength: 1 }), (inputs, which, text) => {
      const changed = leafChanged(inputs, which, text);
      if (changed !== undefined) assert.notEqual(transcript([turn(inputs, null)]), transcript([turn(changed, null)]));
    }),
    { numRuns: 300 },
  );
});
