import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message, MessagePart } from "../../../../src/core/messages/message.ts";
import { turnContent } from "../../../../src/core/messages/turnContent.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import {
  type PromptMessage,
  type PromptPart,
  promptMessages,
  requestMessages,
  resultText,
  toolInput,
} from "../../../../src/core/tryAgain/prompt.ts";
import { promptOptions } from "../../../../src/core/tryAgain/promptOptions.ts";

const message = (role: string, ...parts: readonly MessagePart[]): Message => ({
  ...{ role, name: null, choice: null, rest: null, parts },
});
const said = (text: string) => ({ kind: "text", text }) as const;
const call = (id: string | null, name = "find") => ({ kind: "toolCall", id, name, arguments: { q: 1 } }) as const;
const result = (id: string | null, content: Json, parts: readonly MessagePart[] = []) =>
  ({ kind: "toolResult", id, name: null, content, parts, failed: false }) as const;
const image = { kind: "media", mediaType: "image/png", name: null, address: "x", bytes: null, data: null } as const;

const kept: readonly (readonly [
  what: string,
  part: MessagePart,
  kept: readonly PromptPart[],
  media: number,
  others: number,
])[] = [
  ["text", said("a"), [said("a")], 0, 0],
  ["a refusal", { kind: "refusal", text: "no" }, [said("no")], 0, 0],
  ["text of the program", { kind: "injected", text: "now" }, [said("now")], 0, 0],
  ["an image", image, [], 1, 0],
  ["reasoning", { kind: "thinking", text: "hm" }, [], 0, 1],
  ["what is no message", { kind: "json", value: 1 }, [], 0, 1],
  ["a sub-agent", { kind: "agent", name: "a", failed: false, parts: [said("a")] }, [], 0, 1],
  ["a result", result("7", { a: 1 }), [{ kind: "toolResult", id: "7", content: { a: 1 } }], 0, 0],
  [
    "a result of text and an image",
    result("7", null, [said("a"), image, said("b")]),
    [{ kind: "toolResult", id: "7", content: "a\n\nb" }],
    1,
    0,
  ],
];

for (const [what, part, parts, media, others] of kept) {
  test(`of a message, ${what} is ${parts.length > 0 ? "kept" : "left out, and counted"}`, () => {
    const messages = parts.length > 0 ? [{ role: "user", name: null, parts }] : [];
    assert.deepEqual(promptMessages([message("user", part)]), { messages, leftOut: { media, others } });
  });
}

const paired: readonly (readonly [what: string, messages: readonly Message[], ids: readonly string[]])[] = [
  [
    "have IDs",
    [message("assistant", call("a"), call("b")), message("tool", result("b", 1), result("a", 2))],
    ["a", "b", "b", "a"],
  ],
  [
    "have none",
    [message("assistant", call(null), call(null)), message("tool", result(null, 1), result(null, 2))],
    ["call_1", "call_2", "call_1", "call_2"],
  ],
  [
    "number each response",
    [call("0"), result("0", 1), call("0"), result("0", 2)].map((part) => message("assistant", part)),
    ["0", "0", "0_2", "0_2"],
  ],
];

for (const [what, messages, ids] of paired) {
  test(`tool calls that ${what} have an ID of their own, as their results do`, () => {
    const parts = promptMessages(messages).messages.flatMap((each) => each.parts);
    assert.deepEqual(
      parts.flatMap((part) => (part.kind === "text" ? [] : part.id)),
      ids,
    );
  });
}

test("roles and names fit in a heading", () => {
  const [one] = promptMessages([{ ...message("a]\nb", said("x")), name: "Ada\nLovelace" }]).messages;
  assert.deepEqual([one?.role, one?.name], ["a b", "Ada Lovelace"]);
});

const prompted = (role: string, ...parts: readonly PromptPart[]): PromptMessage => ({ role, name: "N", parts });
const toolCall: PromptPart = { kind: "toolCall", id: "1", name: "f", arguments: null };
const toolResult: PromptPart = { kind: "toolResult", id: "1", content: "x" };

const sent: readonly (readonly [what: string, given: PromptMessage, sides: readonly string[]])[] = [
  ["a system prompt is the user's", prompted("system", said("a")), ["user N text"]],
  ["a developer's, too", prompted("developer", said("a")), ["user N text"]],
  ["the assistant's is its own", prompted("assistant", said("a"), toolCall), ["assistant N text toolCall"]],
  ["results are the user's", prompted("tool", toolResult, said("b")), ["user N toolResult text"]],
  [
    "one response with call and result is two sides",
    prompted("assistant", toolCall, toolResult, said("b")),
    ["assistant N toolCall", "user null toolResult", "assistant N text"],
  ],
  ["empty texts are not sent", prompted("user", said("")), []],
];

for (const [what, given, sides] of sent) {
  test(`in a request, ${what}`, () => {
    const lines = requestMessages([given]).map(
      ({ speaker, name, parts }) => `${speaker} ${name} ${parts.map(({ kind }) => kind).join(" ")}`,
    );
    assert.deepEqual(lines, sides);
  });
}

test("arguments are an object, and results text", () => {
  assert.deepEqual([{ a: 1 }, null, "x", [1]].map(toolInput), [{ a: 1 }, {}, { input: "x" }, { input: [1] }]);
  assert.deepEqual(["a", { b: 1 }].map(resultText), ["a", '{\n  "b": 1\n}']);
});

const schema = { type: "object", properties: { q: { type: "string" } } };
const tool = { name: "find", description: "Finds", inputSchema: schema };

const optionRows: readonly (readonly [
  what: string,
  inputs: Json,
  attributes: Json,
  parameters: Json,
  tools: readonly Json[],
  others?: readonly string[],
])[] = [
  [
    "OpenAI",
    {
      model: "m",
      temperature: 0,
      max_tokens: 5,
      stop: ["a"],
      top_p: null,
      stream: true,
      user: "u",
      tools: [{ type: "function", function: { name: "find", description: "Finds", parameters: schema } }],
    },
    null,
    { temperature: 0, max_tokens: 5, stop: ["a"] },
    [tool],
    ["top_p", "user"],
  ],
  [
    "OpenAI Responses",
    { tools: [{ type: "function", name: "find", description: "Finds", parameters: schema }, { type: "web_search" }] },
    null,
    {},
    [tool],
  ],
  [
    "Anthropic",
    { temperature: 1, tools: [{ name: "find", description: "Finds", input_schema: schema }] },
    null,
    { temperature: 1 },
    [tool],
  ],
  [
    "Google",
    {
      config: {
        topK: 3,
        tools: [{ functionDeclarations: [{ name: "find", description: "Finds", parameters: schema }] }],
      },
    },
    null,
    { topK: 3 },
    [tool],
  ],
  [
    "Bedrock",
    {
      inferenceConfig: { maxTokens: 9 },
      toolConfig: { tools: [{ toolSpec: { name: "find", description: "Finds", inputSchema: { json: schema } } }] },
    },
    null,
    { maxTokens: 9 },
    [tool],
  ],
  [
    "a span",
    null,
    {
      gen_ai: {
        request: { model: "m", temperature: 0.5 },
        tool: { definitions: [{ name: "find", description: "Finds", parameters: schema }] },
      },
    },
    { temperature: 0.5 },
    [tool],
  ],
  ["no options", null, null, {}, []],
  [
    "a tool without a description, twice",
    { tools: [{ name: "f" }, { name: "f" }] },
    null,
    {},
    [{ name: "f", description: "" }],
  ],
];

for (const [what, inputs, attributes, parameters, tools, others = []] of optionRows) {
  test(`parameters and tools are found in the inputs of ${what}`, () => {
    assert.deepEqual(promptOptions(inputs, attributes), { options: { parameters, tools }, others });
  });
}

test("a call as OpenAI's client logs it is read whole: system prompt, history, tools and question", () => {
  const inputs = {
    model: "gpt-4o",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "One?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "1", content: "x" },
      { role: "assistant", content: "One." },
      {
        role: "user",
        content: [
          { type: "text", text: "Two?" },
          { type: "image_url", image_url: { url: "https://a/b.png" } },
        ],
      },
    ],
  };
  const { history, input } = turnContent({
    inputs,
    output: { choices: [{ message: { role: "assistant", content: "2" } }] },
  });
  const { messages, leftOut } = promptMessages([...history, ...input]);
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["system", "user", "assistant", "tool", "assistant", "user"],
  );
  assert.deepEqual(leftOut, { media: 1, others: 0 });
});
