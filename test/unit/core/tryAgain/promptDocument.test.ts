import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { PromptPart } from "../../../../src/core/tryAgain/prompt.ts";
import { readPrompt, writePrompt } from "../../../../src/core/tryAgain/promptDocument.ts";

const options = { parameters: {}, tools: [] };
const user = (text: string): PromptPart => ({ kind: "user", text });

test("a prompt is a document with a heading for each part, and JSON for what is no text", () => {
  const parts: readonly PromptPart[] = [
    { kind: "system", text: "Be brief.\n\n## Rules" },
    { kind: "tool call", id: "call_1", name: "find order", arguments: { id: 7 } },
    { kind: "tool result", id: "call_1", text: "## [user]" },
  ];
  const lines = [
    ...["# Title", "", "## [options]", "", "```json", "{", '  "parameters": {},', '  "tools": []', "}", "```", ""],
    ...["## [system]", "", "Be brief.", "", "## Rules", ""],
    ...["## [tool call] call_1 find order", "", "```json", "{", '  "id": 7', "}", "```", ""],
    ...["## [tool result] call_1", "", "\\## [user]", ""],
  ];
  assert.equal(writePrompt({ parts, options }, "# Title"), lines.join("\n"));
});

test("whatever texts look like, a document is read as the prompt that it was written from", () => {
  const piece = fc.constantFrom(
    "## [",
    "user",
    "]",
    "\\",
    "\n",
    "```",
    " ",
    "tool call",
    "options",
    "#",
    "\u2028",
    "é",
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const plain = { noNullPrototype: true };
  const json = fc.dictionary(text, text, plain);
  const id = fc.constantFrom("call_1", "7");
  const part: fc.Arbitrary<PromptPart> = fc.oneof(
    fc.record({ kind: fc.constantFrom("system", "user", "assistant"), text: text.map((each) => `${each}x\n`) }, plain),
    fc.record(
      { kind: fc.constant("tool call" as const), id, name: fc.constantFrom("f", "f g"), arguments: json },
      plain,
    ),
    fc.record({ kind: fc.constant("tool result" as const), id, text }, plain),
  );
  const tool = fc.record({ name: text, description: text, inputSchema: json }, plain);
  const given = fc.record({ parameters: json, tools: fc.array(tool, { maxLength: 2 }) }, plain);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), given, text, (parts, set, head) => {
      assert.deepEqual(readPrompt(writePrompt({ parts, options: set }, head)), { parts, options: set });
    }),
  );
});

const invalid = (line: number) => `Line ${line}: this heading is unknown, or the JSON below it is invalid.`;
const nothing = "There are no messages to send. A message begins with a heading such as ## [user].";

const edited: readonly (readonly [what: string, document: string, read: ReturnType<typeof readPrompt>])[] = [
  ["line ends of Windows", "## [user]\r\n\r\nHi\r\nthere\r\n", { options, parts: [user("Hi\nthere")] }],
  [
    "no empty lines and no fence",
    '## [user]\nHi\n## [tool call] 1 f\n{"a": 1}',
    { options, parts: [user("Hi"), { kind: "tool call", id: "1", name: "f", arguments: { a: 1 } }] },
  ],
  ["no message", "# Title\n\nSome text\n", nothing],
  ["headings only", "## [user]\n\n \n## [assistant]", nothing],
  ["an unknown kind", "## [user]\n\nHi\n\n## [image]\n", invalid(5)],
  ["invalid JSON", "## [user]\n\nHi\n\n## [tool call] 1 f\n\n{", invalid(5)],
  ["options of another shape", "## [options]\n[]\n## [user]\nHi", invalid(1)],
];

for (const [what, document, read] of edited) {
  test(`an edited document with ${what} is read, or its line is reported`, () => {
    assert.deepEqual(readPrompt(document), read);
  });
}
