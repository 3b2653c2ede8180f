import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import type { Call } from "../../../../src/core/query/call.ts";
import { type ModelRequest, modelRequest, spanRequest } from "../../../../src/core/snippets/modelRequest.ts";
import { requestAdvice, requestCautions, requestForms } from "../../../../src/core/snippets/modelRequestText.ts";
import { testCase } from "../../../../src/core/snippets/testCase.ts";
import type { JsonObject } from "../../../../src/core/text/json.ts";
import { oddJson, oddText } from "./oddJson.ts";
import { readPython } from "./pythonReader.ts";
import { curlCall, optionIn } from "./shellCurl.ts";

const messages = [{ role: "user", content: "Where is my order?" }];
const chat = { model: "gpt-5", messages, temperature: 0.2, tools: [] };

function made(request: ReturnType<typeof modelRequest>): ModelRequest {
  assert.ok(typeof request === "object", String(request));
  return request;
}

/** Checks that all forms have the body; URL and headers as a shell sends them, and the Python code around the body. */
function sent(request: ModelRequest) {
  const [json = "", curl = "", python = ""] = requestForms.map(({ write }) => write(request));
  const call = curlCall(curl, { [request.key]: "k'e y$", MODEL_URL: "https://own.example/v1" });
  assert.deepEqual([call.status, call.errors], [0, ""]);
  const text = optionIn(call, "--data-binary") === "@-" ? call.input : (optionIn(call, "--data-raw") ?? "");
  const start = python.indexOf("\nbody = ") + "\nbody = ".length;
  const { value, end } = readPython(python, start);
  const body = JSON.stringify(request.body);
  for (const form of [JSON.parse(json), JSON.parse(text), value]) assert.equal(JSON.stringify(form), body);
  const headers = call.given.filter((_, at) => call.given[at - 1] === "--header").slice(0, -1);
  return { url: call.given.at(-1), headers, code: python.slice(0, start) + python.slice(end) };
}

const bearer = ["Authorization: Bearer k'e y$"];
const own = "https://own.example/v1";
const generated = { contents: "Hi", config: { temperature: 0, system_instruction: "Be brief.", tools: [] } };

/** `body` is that of the inputs by default. */
type Row = readonly [
  op: string,
  inputs: JsonObject,
  url: string,
  body?: JsonObject | undefined,
  headers?: readonly string[],
];

const calls: readonly Row[] = [
  [
    "weave:///acme/desk/op/openai.chat.completions.create:v1",
    { self: { client: { base_url: "https://api.openai.com/v1/" } }, ...chat, extra_body: { top_k: 3 }, timeout: 30 },
    "https://api.openai.com/v1/chat/completions",
    { ...chat, top_k: 3 },
  ],
  ["openai.beta.chat.completions.parse", { self: { client: { base_url: "https://llm.example" } }, ...chat }, own, chat],
  [
    "openai.responses.create",
    { self: "<openai.resources.responses.Responses object at 0x10>", model: "gpt-5", input: "Hi", user: "NOT_GIVEN" },
    "https://api.openai.com/v1/responses",
    { model: "gpt-5", input: "Hi" },
  ],
  [
    "anthropic.AsyncMessages.create",
    { model: "claude-sonnet-4-5", max_tokens: 100, system: "Be brief.", messages },
    "https://api.anthropic.com/v1/messages",
    undefined,
    ["x-api-key: k'e y$", "anthropic-version: 2023-06-01"],
  ],
  ["anthropic.AnthropicBedrock.messages.create", chat, own],
  [
    "google.genai.models.Models.generate_content",
    { model: "gemini-2.5-pro", ...generated },
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent",
    {
      contents: [{ parts: [{ text: "Hi" }] }],
      system_instruction: { parts: [{ text: "Be brief." }] },
      tools: [],
      generationConfig: { temperature: 0 },
    },
    ["x-goog-api-key: k'e y$"],
  ],
  [
    "litellm.acompletion",
    { ...chat, api_base: "https://evil.example", litellm_call_id: "1", kwargs: { top_p: 1 } },
    own,
    { ...chat, top_p: 1 },
  ],
];

for (const [op, inputs, url, body = inputs, headers = bearer] of calls) {
  test(`a request of ${op} is sent where its library sends it`, () => {
    const request = made(modelRequest({ op }, inputs));
    assert.deepEqual(request.body, body);
    const { code, ...given } = sent(request);
    assert.deepEqual(given, { url, headers });
    assert.ok(code.includes(url === own ? 'os.environ["MODEL_URL"],' : `"${url}",`), code);
    const advice = url === own ? /^The endpoint is not known\. Set MODEL_URL and MODEL_API_KEY/ : /^Set [A-Z]+_API_KEY/;
    assert.match(requestAdvice(request), advice);
  });
}

test("values of keys are left out of all forms and named, but not the properties of a schema", () => {
  const tools = [{ name: "login", parameters: { type: "object", properties: { api_key: { type: "string" } } } }];
  const secrets = {
    ...{ api_key: "sk-1", "X-Api-Key": ["sk-2"], azureADToken: "sk-3", aws_secret_access_key: { value: "sk-4" } },
    metadata: { Authorization: "Bearer sk-5", "x-goog-api-key": "sk-6", "X-Trace": "kept" },
    ...{ http_options: { base_url: "https://evil.example" }, max_tokens: 5 },
  };
  const request = made(modelRequest({ op: "openai.chat.completions.create" }, { ...chat, ...secrets, tools }));
  assert.deepEqual(request.body, { ...chat, tools, metadata: { "X-Trace": "kept" }, max_tokens: 5 });
  for (const { write } of requestForms) assert.doesNotMatch(write(request), /sk-|evil/);
  assert.match(requestCautions(request).join(" "), /^Left out: api_key, X-Api-Key, azure/);
  assert.match(requestForms[1].write(request), /: 'Left out: api_key/);
});

test("any texts of a request reach a shell's curl and Python unchanged, and run nothing", () => {
  const ops = fc.constantFrom("openai.chat.completions.create", "google.genai.Models.generate_content", "x");
  const any = fc.property(ops, oddText, oddJson, fc.dictionary(oddText, oddText), (op, model, content, others) => {
    sent(made(modelRequest({ op }, { ...others, model, messages: [{ role: "user", content }] })));
  });
  fc.assert(any, { numRuns: 60 });
});

test("Python compiles the code", () => {
  if (spawnSync("python3", ["--version"]).status !== 0) return;
  const hostile = '"""\\\n\'); import os; os.system("calc") #\u2028\u202e';
  for (const [op, inputs] of calls) {
    const input = requestForms[2].write(made(modelRequest({ op }, { ...inputs, [`${hostile}_api_key`]: "sk" })));
    const parse = ["-c", "import ast, sys; ast.parse(sys.stdin.read())"];
    assert.equal(spawnSync("python3", parse, { input, encoding: "utf8" }).stderr, "", input);
  }
});

const span: Pick<Call, "usage"> = {
  usage: [{ model: "gpt-5-mini", promptTokens: 1, completionTokens: 1, totalTokens: 2, cost: null }],
};

test("inputs that are no whole request say why", () => {
  const op = "openai.chat.completions.create";
  const cut = '[{"type": "text", "content": "Where is my';
  const reasons: readonly (readonly [request: ModelRequest | string, why: string])[] = [
    [modelRequest({ op }, {}), "other"],
    [modelRequest({ op }, { order_id: "81-4420" }), "other"],
    [modelRequest({ op }, { _weave: { error: "<EXCEEDS_LIMITS>" } }), "notKept"],
    [spanRequest(span, { messages: [{ role: "user", content: cut }] }, null), "cut"],
    [spanRequest(span, { messages: [] }, null), "other"],
  ];
  for (const [request, why] of reasons) assert.equal(request, why);
  const refs = made(modelRequest({ op }, { ...chat, messages: "weave:///acme/desk/object/prompt:v1" }));
  assert.match(requestCautions(refs).join(), /refs instead of values/);
});

const text = (content: string) => [{ type: "text", content }];
const recorded = {
  system_instructions: ["Be brief."],
  messages: [
    { role: "user", content: text("Where is it?") },
    {
      role: "assistant",
      content: [
        { type: "reasoning", content: "Look it up." },
        ...text("One moment."),
        { type: "tool_call", id: "c1", name: "lookup", arguments: { id: 5 } },
      ],
    },
    { role: "tool", content: [{ type: "tool_call_response", id: "c1", response: "In Graz" }] },
  ],
};
const attributes = {
  gen_ai: {
    provider: { name: "anthropic" },
    request: { temperature: 0.5, top_k: 3, stop_sequences: ["END"] },
    tool: { definitions: [{ type: "function", name: "lookup", description: "Finds", parameters: { type: "object" } }] },
  },
};

test("a span's messages, model, parameters and tools are a request as Chat Completions", () => {
  const request = made(spanRequest(span, recorded, attributes));
  assert.deepEqual(request.body, {
    model: "gpt-5-mini",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Where is it?" },
      {
        role: "assistant",
        content: "One moment.",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "lookup", arguments: '{"id":5}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "In Graz" },
    ],
    temperature: 0.5,
    stop: ["END"],
    tools: [
      {
        type: "function",
        function: { name: "lookup", description: "Finds", parameters: { type: "object", properties: {} } },
      },
    ],
  });
  // The reasoning.
  assert.deepEqual(requestCautions(request), ["Left out: images and other parts (1)."]);
  assert.equal(sent(request).url, "https://api.anthropic.com/v1/chat/completions");
  assert.equal(made(spanRequest(span, recorded, { gen_ai: { system: "aws.bedrock" } })).url, null);
});

test("a test case is one line with the documents as they are", () => {
  const line = testCase({ inputs: { question: "a\nb\u2028" }, output: { answer: 1 } });
  assert.equal(line, '{"inputs":{"question":"a\\nb\u2028"},"expected":{"answer":1}}');
});
