import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import type { Call } from "../../../../src/core/query/call.ts";
import { type ModelRequest, modelRequest, sentBody, spanRequest } from "../../../../src/core/snippets/modelRequest.ts";
import { requestAdvice, requestCautions, requestText } from "../../../../src/core/snippets/modelRequestText.ts";
import { testCase } from "../../../../src/core/snippets/testCase.ts";
import type { Json, JsonObject } from "../../../../src/core/text/json.ts";
import { oddJson, oddText } from "./oddJson.ts";
import { readPython } from "./pythonReader.ts";
import { curlCall, optionIn } from "./shellCurl.ts";

const messages = [{ role: "user", content: "Where is my order?" }];

function made(request: ReturnType<typeof modelRequest>): ModelRequest {
  assert.ok(typeof request === "object", String(request));
  return request;
}

/** A request as a shell sends it: URL, headers and body. */
function sent(request: ModelRequest): { url: string | undefined; headers: readonly string[]; body: Json } {
  const { endpoint } = request;
  const variables = { [endpoint.key]: "k'e y$", ...(endpoint.base && { [endpoint.base]: "https://own.example/v1" }) };
  const call = curlCall(requestText("curl", request), variables);
  assert.deepEqual([call.status, call.errors], [0, ""]);
  const text = optionIn(call, "--data-binary") === "@-" ? call.input : (optionIn(call, "--data-raw") ?? "");
  const headers = call.given.filter((_, at) => call.given[at - 1] === "--header");
  return { url: call.given.at(-1), headers: headers.slice(0, -1), body: JSON.parse(text) };
}

/** What a Python program calls its library or httpx with, and with which value. */
function inPython(request: ModelRequest): { code: string; body: Json } {
  const text = requestText("python", request);
  const start = text.indexOf("\nbody = ") + "\nbody = ".length;
  const { value, end } = readPython(text, start);
  return { code: text.slice(0, start) + text.slice(end), body: value };
}

const chat = { model: "gpt-5", messages, temperature: 0.2, tools: [] };
const gemini = { model: "gemini-2.5-pro", contents: "Hi", config: { temperature: 0, system_instruction: "Be brief." } };
const key = "k'e y$";
const bearer = `Authorization: Bearer ${key}`;

type Row = readonly [op: string, inputs: JsonObject, url: string, headers: readonly string[], python: string];

const calls: readonly Row[] = [
  [
    "weave:///acme/desk/op/openai.chat.completions.create:v1",
    { self: { client: { base_url: "https://api.openai.com/v1/" } }, ...chat },
    "https://api.openai.com/v1/chat/completions",
    [bearer],
    "from openai import OpenAI\n[…]OpenAI().chat.completions.create(**body)",
  ],
  [
    "openai.beta.chat.completions.parse",
    { self: { client: { base_url: "https://llm.acme.example/v1/" } }, ...chat },
    "https://own.example/v1/chat/completions",
    [bearer],
    "OpenAI().chat.completions.create(**body)",
  ],
  [
    "openai.responses.create",
    { self: "<openai.resources.responses.Responses object at 0x10>", model: "gpt-5", input: "Hi", user: "NOT_GIVEN" },
    "https://api.openai.com/v1/responses",
    [bearer],
    "OpenAI().responses.create(**body)",
  ],
  [
    "anthropic.AsyncMessages.create",
    { self: {}, model: "claude-sonnet-4-5", max_tokens: 100, system: "Be brief.", messages },
    "https://api.anthropic.com/v1/messages",
    [`x-api-key: ${key}`, "anthropic-version: 2023-06-01"],
    "from anthropic import Anthropic\n[…]Anthropic().messages.create(**body)",
  ],
  [
    "anthropic.Messages.stream",
    { self: { client: { _base_url: "https://proxy.acme.example" } }, model: "claude-sonnet-4-5", messages },
    "https://own.example/v1/v1/messages",
    [`x-api-key: ${key}`, "anthropic-version: 2023-06-01"],
    "Anthropic().messages.create(**body)",
  ],
  [
    "litellm.acompletion",
    { ...chat, api_base: "https://evil.example", litellm_call_id: "1", kwargs: { top_p: 1 } },
    "https://own.example/v1/chat/completions",
    [bearer],
    "import litellm\n[…]litellm.completion(**body)",
  ],
  [
    "google.genai.models.Models.generate_content",
    { self: {}, ...gemini },
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent",
    [`x-goog-api-key: ${key}`],
    "from google import genai\n[…]genai.Client().models.generate_content(**body)",
  ],
  [
    "mistralai.chat.complete_async",
    chat,
    "https://api.mistral.ai/v1/chat/completions",
    [bearer],
    'httpx.post(\n    "https://api.mistral.ai/v1/chat/completions",\n    headers={"Authorization": "Bearer " + os.environ["MIS',
  ],
  [
    "groq.resources.chat.completions.AsyncCompletions.create",
    chat,
    "https://api.groq.com/openai/v1/chat/completions",
    [bearer],
    "from groq import Groq\n[…]Groq().chat.completions.create(**body)",
  ],
  ["ask_model", chat, "https://own.example/v1", [bearer], 'httpx.post(\n    os.environ["MODEL_URL"] + "",'],
];

for (const [op, inputs, url, headers, python] of calls) {
  test(`a request of ${op} is sent where its library sends it`, () => {
    const request = made(modelRequest({ op }, inputs));
    const { self: _, api_base: __, litellm_call_id: ___, kwargs, user: ____, ...own } = inputs;
    const body = { ...own, ...Object(kwargs) };
    assert.deepEqual(request.body, body);
    const given = sent(request);
    assert.deepEqual([given.url, given.headers], [url, headers]);
    assert.deepEqual(given.body, sentBody(request));
    assert.deepEqual(JSON.parse(requestText("json", request)), given.body);
    const program = inPython(request);
    for (const part of python.split("[…]")) assert.ok(program.code.includes(part), program.code);
    assert.deepEqual(program.body, body);
    const isUnknown = url.startsWith("https://own.example");
    assert.equal(/^The endpoint is not known\. Set [A-Z_]+ and [A-Z_]+/.test(requestAdvice(request)), isUnknown);
  });
}

test("the body of Gemini has the form of its REST interface, and extra fields of OpenAI's library are in the body", () => {
  assert.deepEqual(sentBody(made(modelRequest({ op: "google.genai.models.Models.generate_content" }, gemini))), {
    contents: [{ parts: [{ text: "Hi" }] }],
    system_instruction: { parts: [{ text: "Be brief." }] },
    generationConfig: { temperature: 0 },
  });
  const script = { contents: ["Hi"], config: { systemInstruction: "Be brief.", topP: 1, toolConfig: {} } };
  assert.deepEqual(sentBody(made(modelRequest({ op: "google.genai.models.generateContent" }, script))), {
    contents: [{ parts: [{ text: "Hi" }] }],
    systemInstruction: { parts: [{ text: "Be brief." }] },
    toolConfig: {},
    generationConfig: { topP: 1 },
  });
  const extra = { ...chat, extra_body: { top_k: 3 }, extra_headers: { "X-Trace": "1" }, timeout: 30 };
  assert.deepEqual(sentBody(made(modelRequest({ op: "openai.chat.completions.create" }, extra))), {
    ...chat,
    top_k: 3,
  });
});

test("values of keys are left out of all forms and named, but not the properties of a schema", () => {
  const schema = { type: "object", properties: { api_key: { type: "string" } } };
  const tools = [{ type: "function", function: { name: "login", parameters: schema } }];
  const secrets = {
    ...{ api_key: "sk-1", "X-Api-Key": ["sk-2"], azureADToken: "sk-3", aws_secret_access_key: { value: "sk-4" } },
    extra_headers: { Authorization: "Bearer sk-5", "x-goog-api-key": "sk-6", "X-Trace": "kept" },
    ...{ http_options: { base_url: "https://evil.example" }, max_tokens: 5 },
  };
  const request = made(modelRequest({ op: "openai.chat.completions.create" }, { ...chat, ...secrets, tools }));
  assert.deepEqual(request.body, { ...chat, tools, extra_headers: { "X-Trace": "kept" }, max_tokens: 5 });
  for (const form of ["json", "curl", "python"] as const) assert.doesNotMatch(requestText(form, request), /sk-|evil/);
  assert.match(
    requestCautions(request).join(" "),
    /^Left out because they may contain keys: api_key, X-Api-Key, azure/,
  );
  assert.match(requestText("curl", request), /: 'Left out .*api_key/);
});

test("any texts of a request reach a shell's curl and Python unchanged, and run nothing", () => {
  const ops = fc.constantFrom("openai.chat.completions.create", "google.genai.Models.generate_content", "x");
  fc.assert(
    fc.property(ops, oddText, oddJson, fc.dictionary(oddText, oddText), (op, model, content, others) => {
      const request = made(modelRequest({ op }, { ...others, model, messages: [{ role: "user", content }] }));
      assert.deepEqual(sent(request).body, JSON.parse(JSON.stringify(sentBody(request))));
      const { body, code } = inPython(request);
      assert.equal(JSON.stringify(body), JSON.stringify(code.includes("httpx") ? sentBody(request) : request.body));
    }),
    { numRuns: 60 },
  );
});

test("Python compiles every form", () => {
  const found = spawnSync("python3", ["--version"]);
  if (found.status !== 0) return;
  const hostile = '"""\\\n\'); import os; os.system("calc") #\u2028\u202e';
  for (const [op, inputs] of calls) {
    for (const stream of [true, false]) {
      const given = { ...inputs, stream, user_text: hostile, [`${hostile}_api_key`]: "sk" };
      const text = requestText("python", made(modelRequest({ op }, given)));
      const { status, stderr } = spawnSync("python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], {
        input: text,
        encoding: "utf8",
      });
      assert.equal(status, 0, `${stderr}${text}`);
    }
  }
});

test("inputs that are no whole request say why", () => {
  const op = "openai.chat.completions.create";
  const reasons: readonly (readonly [inputs: Json, why: string])[] = [
    [{}, "empty"],
    [null, "empty"],
    [{ _weave: { error: "<EXCEEDS_LIMITS>" } }, "notKept"],
    [{ order_id: "81-4420" }, "other"],
  ];
  for (const [inputs, why] of reasons) assert.equal(modelRequest({ op }, inputs), why);
  const refs = made(modelRequest({ op }, { ...chat, messages: "weave:///acme/desk/object/prompt:v1" }));
  assert.match(requestCautions(refs).join(), /refs instead of values/);
  const cut = '[{"type": "text", "content": "Where is my';
  assert.equal(spanRequest(span, { messages: [{ role: "user", content: cut }] }, null), "cut");
  assert.equal(spanRequest(span, { messages: [] }, null), "empty");
});

const span: Pick<Call, "usage"> = {
  usage: [{ model: "gpt-5-mini", promptTokens: 1, completionTokens: 1, totalTokens: 2, cost: null }],
};
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
const attributesOf = (provider: string, model?: string): Json => ({
  gen_ai: {
    provider: { name: provider },
    request: { ...(model && { model }), temperature: 0.5, top_k: 3, stop_sequences: ["END"] },
    tool: { definitions: [{ type: "function", name: "lookup", description: "Finds", parameters: { type: "object" } }] },
  },
});

test("a span's messages, model, parameters and tools are a request in the form of its provider", () => {
  const openAi = made(spanRequest(span, recorded, attributesOf("openai")));
  assert.deepEqual(openAi.body, {
    model: "gpt-5-mini",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Where is it?" },
      {
        role: "assistant",
        content: "One moment.",
        tool_calls: [{ id: "c1", type: "function", function: { name: "lookup", arguments: '{"id":5}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "In Graz" },
    ],
    temperature: 0.5,
    stop: ["END"],
    tools: [{ type: "function", function: { name: "lookup", description: "Finds", parameters: { type: "object" } } }],
  });
  assert.equal(sent(openAi).url, "https://api.openai.com/v1/chat/completions");
  const anthropic = made(spanRequest(span, recorded, attributesOf("anthropic", "claude-sonnet-4-5")));
  assert.deepEqual(anthropic.body, { ...openAi.body, model: "claude-sonnet-4-5" });
  assert.equal(sent(anthropic).url, "https://api.anthropic.com/v1/chat/completions");
  assert.match(requestAdvice(made(spanRequest(span, recorded, null))), /^The endpoint is not known/);
});

test("a test case is one line with the documents as they are, or with an agent's messages", () => {
  const line = testCase({ inputs: { question: "a\nb\u2028" }, output: { answer: 1 } });
  assert.equal(line, '{"inputs":{"question":"a\\nb\u2028"},"expected":{"answer":1}}');
  const said = (role: string, said: string) => {
    return [{ role, name: null, choice: null, parts: [{ kind: "text", text: said } as const], rest: null }];
  };
  const none = { repeated: [], inputRest: null, outputRest: null };
  const content = {
    ...none,
    history: said("system", "Be brief."),
    input: said("user", "Hi"),
    output: said("assistant", "Yo"),
  };
  assert.deepEqual(JSON.parse(testCase({ inputs: null, output: null, content })), {
    inputs: {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
    },
    expected: { messages: [{ role: "assistant", content: "Yo" }] },
  });
});
