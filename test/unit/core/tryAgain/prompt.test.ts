import assert from "node:assert/strict";
import { test } from "node:test";
import { projectClient } from "../../../../src/core/conversations/conversationSources.ts";
import type { Message, MessagePart } from "../../../../src/core/messages/message.ts";
import { defaultNetwork } from "../../../../src/core/settings/network.ts";
import type { Json } from "../../../../src/core/text/json.ts";
import {
  type PromptPart,
  partsToSend,
  promptOptions,
  readTried,
  requestMessages,
} from "../../../../src/core/tryAgain/prompt.ts";
import { serveCalls } from "../../../../src/localService/http/server.ts";
import { CallDatabase } from "../../../../src/localService/query/database.ts";
import { HttpThreadService } from "../../../../src/service/client.ts";
import { agentTurn } from "../../localService/agents/agentSpans.ts";
import { call } from "../../localService/testService.ts";

const message = (role: string, ...parts: readonly MessagePart[]): Message => ({
  ...{ role, name: null, choice: null, rest: null, parts },
});
const said = (text: string) => ({ kind: "text", text }) as const;
const calling = (id: string | null, given: Json = {}) =>
  ({ kind: "toolCall", id, name: "f", arguments: given }) as const;
const result = (id: string | null, content: Json, parts: readonly MessagePart[] = []) =>
  ({ kind: "toolResult", id, name: null, content, parts, failed: false }) as const;
const image = { kind: "media", mediaType: "image/png", name: null, address: "x", bytes: null, data: null } as const;
const called = (id: string, given = {}): PromptPart => ({ kind: "tool call", id, name: "f", arguments: given });
const found = (id: string, text: string): PromptPart => ({ kind: "tool result", id, text });

const kept: readonly (readonly [
  what: string,
  messages: readonly Message[],
  parts: readonly PromptPart[],
  leftOut?: number,
])[] = [
  [
    "texts of any role",
    ["system", "developer", "user", "critic", "assistant"].map((role) => message(role, said(role))),
    [
      ...(["system", "developer"] as const).map((text) => ({ kind: "system", text }) as const),
      ...(["user", "critic"] as const).map((text) => ({ kind: "user", text }) as const),
      { kind: "assistant", text: "assistant" },
    ],
  ],
  ["no empty text", [message("assistant", said(" \n"))], []],
  ["no image or reasoning", [message("user", image, { kind: "thinking", text: "hm" })], [], 2],
  [
    "the text of results",
    [message("tool", result("7 8", 0, [said("a"), image, said("b")]))],
    [found("7 8", "a\n\nb")],
    1,
  ],
  ["results as JSON", [message("tool", result("7", { a: 1 }))], [found("7", '{\n  "a": 1\n}')]],
  [
    "IDs that repeat",
    [calling("0"), result("0", "A"), calling("0"), result("0", "B")].map((part) => message("assistant", part)),
    [called("call_1"), found("call_1", "A"), called("call_2"), found("call_2", "B")],
  ],
  [
    "arguments as objects",
    [message("assistant", calling(null, { a: 1 }), calling(null, "x"))],
    [called("call_1", { a: 1 }), called("call_2", { input: "x" })],
  ],
];

for (const [what, messages, parts, leftOut = 0] of kept) {
  test(`of messages, a prompt has ${what}`, () => assert.deepEqual(partsToSend(messages), { parts, leftOut }));
}

test("a request has what the assistant says and calls as one message, and results as another", () => {
  const kinds = [
    "system",
    "user",
    "user",
    "assistant",
    "tool call",
    "tool result",
    "tool result",
    "assistant",
  ] as const;
  const parts = kinds.map((kind): PromptPart => {
    if (kind === "tool call") return called("1");
    return kind === "tool result" ? found("1", "") : { kind, text: "a" };
  });
  assert.deepEqual(
    requestMessages(parts).map((each) => each.map(({ kind }) => kind).join("+")),
    ["system", "user", "user", "assistant+tool call", "tool result+tool result", "assistant"],
  );
});

const schema = { type: "object", properties: { q: { type: "string" } } };
const find = { name: "find", description: "Finds" };
const tool = { ...find, inputSchema: schema };
const functions = [{ ...find, parameters: schema }];

const optionRows: readonly (readonly [what: string, inputs: Json, parameters: Json, others?: readonly string[]])[] = [
  [
    "OpenAI",
    {
      ...{ model: "m", temperature: 0, max_tokens: 5, stop: ["a"], top_p: null, stream: true, user: "u" },
      tools: [{ type: "function", function: functions[0] ?? null }],
    },
    { temperature: 0, max_tokens: 5, stop: ["a"] },
    ["user"],
  ],
  ["OpenAI Responses", { tools: [{ type: "function", ...functions[0] }, { type: "web_search" }] }, {}],
  ["Anthropic", { temperature: 1, tools: [{ ...find, input_schema: schema }] }, { temperature: 1 }],
  ["Google", { config: { topK: 3, tools: [{ functionDeclarations: functions }] } }, { topK: 3 }],
  [
    "Bedrock",
    {
      inferenceConfig: { maxTokens: 9 },
      toolConfig: { tools: [{ toolSpec: { ...find, inputSchema: { json: schema } } }] },
    },
    { maxTokens: 9 },
  ],
];

for (const [what, inputs, parameters, others = []] of optionRows) {
  test(`parameters and tools are found in the inputs of ${what}`, () => {
    const model = others.length > 0 ? "m" : "";
    assert.deepEqual(promptOptions(inputs), { options: { parameters, tools: [tool] }, others, model });
  });
}

test("parameters, tools and the model are found in the attributes of a span; a tool is sent once, with a schema", () => {
  const definitions = [{ name: "f" }, { name: "f" }];
  const attributes = { gen_ai: { request: { model: "m", temperature: 0.5 }, tool: { definitions } } };
  const tools = [{ name: "f", description: "", inputSchema: { type: "object", properties: {} } }];
  const options = { parameters: { temperature: 0.5 }, tools };
  assert.deepEqual(promptOptions(null, attributes), { options, others: [], model: "m" });
});

test("calls and spans are read with all that they sent, what is left out, and the response", async (t) => {
  const content = [
    { type: "text", text: "Two?" },
    { type: "image_url", image_url: { url: "https://a/b.png" } },
  ];
  const messages = [
    { role: "system", content: "Be brief." },
    ...[
      { role: "user", content: "One?" },
      { role: "assistant", content: "One." },
      { role: "user", content },
    ],
  ];
  const inputs = { model: "gpt-5", messages, temperature: 0.5, response_format: { type: "text" } };
  const output = { choices: [{ message: { role: "assistant", content: "## [user]\nTwo." } }] };
  const calls = [call({ id: "c1", inputs, output }), call({ id: "c2", inputs: { query: 1 }, output: null })];
  const project = { id: "acme/desk", calls, objects: [], spans: agentTurn("a", 0, 0) } as const;
  const running = await serveCalls(new CallDatabase([project]), 0);
  const network = () => defaultNetwork;
  const service = new HttpThreadService({ ...running, network, fetch, onRequest: () => undefined });
  t.after(async () => {
    await service.close();
    await running.close();
  });
  const target = projectClient(service, project.id);
  const read = (id: string) => readTried(id, target, new AbortController().signal);
  assert.deepEqual(await read("c1"), {
    model: "gpt-5",
    prompt: {
      parts: [
        { kind: "system", text: "Be brief." },
        { kind: "user", text: "One?" },
        { kind: "assistant", text: "One." },
        { kind: "user", text: "Two?" },
      ],
      options: { parameters: { temperature: 0.5 }, tools: [] },
    },
    leftOut: ["images and other parts (1)", "response_format"],
    original: "## [assistant]\n\n\\## [user]\nTwo.\n",
  });
  // It does not carry the ID of its conversation.
  const span = await read("a/0/chat2");
  assert.deepEqual(
    [span?.model, span?.prompt.parts.map(({ kind }) => kind), span?.original],
    ["gpt-5", ["system", "user"], "## [assistant]\n\nanswer 0\n"],
  );
  assert.deepEqual((await read("c2"))?.prompt.parts, []);
  assert.equal(await read("c3"), null);
});
