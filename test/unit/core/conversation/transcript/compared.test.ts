import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { TurnDocuments } from "../../../../../src/core/conversation/protocol.ts";
import { comparedTurn } from "../../../../../src/core/conversation/transcript/compared.ts";
import type { TranscriptTurn } from "../../../../../src/core/conversation/transcript/transcript.ts";
import { createFormats } from "../../../../../src/core/text/format.ts";
import type { Json } from "../../../../../src/core/text/json.ts";
import { anyId, anyJson, leafChanged, renamed } from "../../messages/anyJson.ts";
import { formatRows } from "../../messages/formatRows.ts";
import { call } from "../calls.ts";

const turn = (inputs: Json, output: Json): TranscriptTurn => ({ call: call("answer"), documents: { inputs, output } });

const formats = createFormats("en");
const compared = (one: TranscriptTurn) => comparedTurn({ ...one, steps: [] }, formats);

const user = (content: Json): Json => ({ role: "user", content });
const assistant = (content: Json): Json => ({ role: "assistant", content });

test("a compared turn has its op and messages, with sorted keys and names for IDs, without other JSON", () => {
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
    compared(turn(inputs, output)),
    `## answer

### system

Be kind.

### user

Where is my **order**?

### assistant

**Tool call \`look_up\` ‹call 1›**

\`\`\`json
{
  "by": "mail",
  "id": 7
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
  test(`a compared turn shows ${name}`, () => {
    const [, shown] = compared(turn([message], null)).split(/^### .*\n\n/m);
    assert.equal(shown, `${text}\n`);
  });
}

test("different images have different names", () => {
  const picture = (data: string) =>
    compared(turn([user([{ type: "image", source: { type: "base64", media_type: "image/png", data } }])], null));
  assert.notEqual(picture("AAAAAAAA"), picture("AAAAAAAB"));
});

test("a failed turn has its status and exception", () => {
  const failed = { ...turn("hi", null), call: call("answer", { status: "error", exception: "KeyError: 'order_id'" }) };
  assert.equal(
    compared(failed),
    "## answer\n\nStatus: error\n\n### user\n\nhi\n\n**Exception**\n\n```text\nKeyError: 'order_id'\n```\n",
  );
});

test("an exception stored as JSON is formatted as a traceback", () => {
  const traceback = [{ filename: "tools.py", line_number: 88, function_name: "look_up", text: "return orders[id]" }];
  const exception = JSON.stringify({ type: "KeyError", message: "'order_id'", traceback });
  const text = compared({ ...turn("hi", null), call: call("answer", { status: "error", exception }) });
  assert.ok(
    text.includes("  File \"tools.py\", line 88, in look_up\n    return orders[id]\nKeyError: 'order_id'\n```"),
    text,
  );
});

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

test("turns that differ only in IDs are compared as equal", () => {
  fc.assert(
    fc.property(anyDocuments, fc.array(anyId, { maxLength: 4 }), fc.nat(), (documents, more, seed) => {
      const value = { documents, more };
      const found = JSON.stringify(value).match(
        /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:call_|chatcmpl-|toolu_01|run-)[0-9a-f]{20}(?:1?a)/g,
      );
      const ids = [...new Set(found ?? [])];
      if (ids.length === 0) return;
      const others: typeof value = JSON.parse(JSON.stringify(renamed(JSON.parse(JSON.stringify(value)), ids, seed)));
      const text = ({ inputs, output }: TurnDocuments) => compared(turn(inputs, output));
      assert.equal(text(others.documents), text(documents));
    }),
  );
});

test("turns that differ in what was said are compared as different", () => {
  const spoken = fc.array(fc.record({ role: fc.constantFrom("user", "assistant"), content: fc.string() }));
  fc.assert(
    fc.property(spoken, fc.nat(), fc.string({ unit: "binary", minLength: 1 }), (said, which, text) => {
      const own = said.slice(said.findLastIndex(({ role }) => role === "user"));
      const changed = leafChanged(own, which, text);
      if (changed !== undefined) assert.notEqual(compared(turn(own, null)), compared(turn(changed, null)));
    }),
    { numRuns: 300 },
  );
});

const long = "a".repeat(45_000);
const cuts: readonly [name: string, inputs: Json, output: Json, shown: RegExp, most: number][] = [
  [
    "a long message",
    long,
    "It comes.",
    /a…\n\n_Cut: 1,000 of 45,010 characters_\n\n### assistant\n\nIt comes\.\n$/,
    1200,
  ],
  [
    "many messages",
    "hi",
    Array.from({ length: 40 }, () => assistant("b".repeat(700))),
    /_Cut: 6,000 of 28,\d+ characters_\n$/,
    6100,
  ],
  ["a value without messages", "hi", { rows: [1] }, /\*\*Other output\*\*\n\n```json\n\{\n {2}"rows"/, 200],
  ["repeated messages", [user("old"), assistant("known"), user("new")], "ok", /^## answer\n\n### user\n\nnew\n/, 100],
];
for (const [name, inputs, output, shown, most] of cuts) {
  test(`a compared turn has ${name} in at most ${most} characters`, () => {
    const text = compared(turn(inputs, output));
    assert.match(text, shown);
    assert.ok(text.length <= most, `${text.length}`);
  });
}

test("IDs of calls and messages make no difference in any format", () => {
  const anew = (value: Json): Json => JSON.parse(JSON.stringify(value).replaceAll(/"([a-z])(\d)(\\?")/g, '"$1$29$3'));
  for (const [what, inputs, output] of formatRows) {
    assert.equal(compared(turn(anew(inputs), anew(output))), compared(turn(inputs, output)), what);
  }
});
