import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json } from "../../../../src/core/text/json.ts";
import type { Prompt, PromptPart } from "../../../../src/core/tryAgain/prompt.ts";
import { readPrompt, writeParts, writePrompt } from "../../../../src/core/tryAgain/promptDocument.ts";

const options = { parameters: {}, tools: [] };
const text = (value: string): PromptPart => ({ kind: "text", text: value });

const prompt: Prompt = {
  options: {
    parameters: { temperature: 0.2, stop: ["END"] },
    tools: [
      { name: "find_order", description: "Finds an order", inputSchema: { type: "object", properties: {} } },
      { name: "plain", description: "" },
    ],
  },
  messages: [
    { role: "system", name: null, parts: [text("Be brief.\n\n## Rules\n\n- one")] },
    { role: "user", name: "Ada", parts: [text("Where is it?")] },
    {
      role: "assistant",
      name: null,
      parts: [{ kind: "toolCall", id: "1", name: "find_order", arguments: { id: 7 } }, text("Looking.")],
    },
    { role: "tool", name: null, parts: [{ kind: "toolResult", id: "1", content: "shipped" }] },
  ],
};

test("a prompt is a document with a heading for each message, and JSON for what is no text", () => {
  const written = writePrompt({ ...prompt, options }, "# Title\n\n- a fact");
  assert.equal(
    written,
    `# Title

- a fact

## [options]

\`\`\`json
{
  "parameters": {},
  "tools": []
}
\`\`\`

## [system]

Be brief.

## Rules

- one

## [user] Ada

Where is it?

## [assistant]

### [tool call]

\`\`\`json
{
  "id": "1",
  "name": "find_order",
  "arguments": {
    "id": 7
  }
}
\`\`\`

### [text]

Looking.

## [tool]

### [tool result]

\`\`\`json
{
  "id": "1",
  "content": "shipped"
}
\`\`\`
`,
  );
});

test("a document is read as the prompt that it was written from", () => {
  assert.deepEqual(readPrompt(writePrompt(prompt, "# Title")), prompt);
});

/** Texts that look like the document around them. */
const hostileTexts: readonly string[] = [
  ...["## [user]", "### [text]", "\\## [user]", "\\\\### [tool call]", "a\n## [assistant] Eve\nb", "## [options]"],
  ...["```json\n## [user]\n```", "~~~", "# Title\n## Heading", "## [", "\\", " ## [user]", "## user", "### [x](y)"],
  ...["", "\n", "\n\n", "a\n", "\na", "\n\n## [user]\n\n", "<!-- -->", "---", "\u2028## [user]", "\t", "[user]"],
];

for (const hostile of hostileTexts) {
  test(`the text ${JSON.stringify(hostile)} stays in its message`, () => {
    const parts = [text(hostile), { kind: "toolResult", id: hostile, content: hostile } as const, text(hostile)];
    const given = { options, messages: [{ role: "user", name: null, parts }, ...prompt.messages] };
    assert.deepEqual(readPrompt(writePrompt(given, `# ${hostile}`)), given);
  });
}

const plain = { noNullPrototype: true };

test("any messages stay as they are", () => {
  const piece = fc.constantFrom("## [", "### [", "user", "]", "\\", "\n", "```", " ", "text", "tool call", "#", "é");
  const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const json: fc.Arbitrary<Json> = fc.oneof(
    anyText,
    fc.integer(),
    fc.constant(null),
    fc.dictionary(anyText, anyText, plain),
  );
  const part: fc.Arbitrary<PromptPart> = fc.oneof(
    anyText.map(text),
    fc.record({ kind: fc.constant("toolCall" as const), id: anyText, name: anyText, arguments: json }, plain),
    fc.record({ kind: fc.constant("toolResult" as const), id: anyText, content: json }, plain),
  );
  const role = fc.constantFrom("system", "user", "assistant", "tool", "options", "text");
  const name = fc.constantFrom(null, "Ada", "[user]");
  const message = fc.record({ role, name, parts: fc.array(part, { minLength: 1, maxLength: 4 }) }, plain);
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), anyText, (messages, head) => {
      assert.deepEqual(readPrompt(writePrompt({ messages, options }, head)), { messages, options });
    }),
  );
});

const edited: readonly (readonly [what: string, document: string, read: ReturnType<typeof readPrompt>])[] = [
  [
    "line ends of Windows and no options",
    "## [user]\r\n\r\nHi\r\nthere\r\n",
    { options, messages: [{ role: "user", name: null, parts: [text("Hi\nthere")] }] },
  ],
  [
    "no empty lines, and text below a tool call without a fence",
    '## [user]\nHi\n## [assistant]\n### [tool call]\n{"id": "1", "name": "f", "arguments": null}',
    {
      options,
      messages: [
        { role: "user", name: null, parts: [text("Hi")] },
        { role: "assistant", name: null, parts: [{ kind: "toolCall", id: "1", name: "f", arguments: null }] },
      ],
    },
  ],
  [
    "tools without a description",
    '## [options]\n{"tools": [{"name": "f"}]}\n## [user]\nHi',
    {
      options: { parameters: {}, tools: [{ name: "f", description: "" }] },
      messages: [{ role: "user", name: null, parts: [text("Hi")] }],
    },
  ],
  ["no message", "# Title\n\nSome text\n", { kind: "empty", line: 1 }],
  ["headings only", "## [user]\n## [assistant]", { kind: "empty", line: 1 }],
  ["an unknown part", "## [user]\n\nHi\n\n### [image]\n", { kind: "part", line: 5 }],
  ["invalid JSON", "## [user]\n\nHi\n\n### [tool result]\n\n{", { kind: "json", line: 5 }],
  ["a call without a name", '## [user]\n### [tool call]\n{"id": "1"}', { kind: "json", line: 2 }],
  ["options of another shape", "## [options]\n[]\n## [user]\nHi", { kind: "json", line: 1 }],
];

for (const [what, document, read] of edited) {
  test(`an edited document with ${what} is read, or its line is reported`, () => {
    assert.deepEqual(readPrompt(document), read);
  });
}

test("a response is written as the parts of a message are", () => {
  assert.equal(writeParts([text("Fine.\n## [user]")]), "Fine.\n\\## [user]\n");
  const call: PromptPart = { kind: "toolCall", id: "1", name: "f", arguments: {} };
  assert.match(writeParts([text("a"), call]), /^a\n\n### \[tool call\]\n\n```json\n\{\n {2}"id": "1",/);
  assert.equal(writeParts([]), "");
});
