import assert from "node:assert/strict";
import { test } from "node:test";
import { turnContent } from "../../../../src/core/messages/turnContent.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import { spoken } from "./spoken.ts";

const cases: readonly [name: string, inputs: Json, said: readonly string[]][] = [
  ["a text", "hello", ["user: hello"]],
  ["chat messages", { messages: [{ role: "user", content: "hi" }], model: "m" }, ["user: hi"]],
  ["the text of a question", { question: "why?", k: 3 }, ["user: why?"]],
  ["the only text", { ticket: "broken", self: "weave:///a/b/object/c:d" }, ["user: broken"]],
  ["the text of Google contents", { contents: "hi" }, ["user: hi"]],
];
for (const [name, inputs, said] of cases) {
  test(`${name} is read as input`, () => {
    assert.deepEqual(turnContent({ inputs, output: null }).input.map(spoken), said);
  });
}
