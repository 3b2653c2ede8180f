import type { Json } from "../../../../src/core/text/json.ts";
import { testShapes } from "./chatShapes.ts";

const constructed = (name: string, kwargs: Json): Json => ({
  lc: 1,
  type: "constructor",
  id: ["langchain", "schema", "messages", name],
  kwargs,
});

testShapes([
  {
    name: "null inputs and output have no messages",
  },
  {
    name: "empty inputs and an empty output have no messages",
    inputs: {},
    output: "",
  },
  {
    name: "Google texts",
    inputs: { model: "gemini-2.5-pro", contents: "Hi", system_instruction: "Be brief." },
    output: {
      candidates: [
        { content: { role: "model", parts: [{ text: "Hm.", thought: true }, { text: "Hello" }] }, finish_reason: 1 },
      ],
      usage_metadata: { total_token_count: 5 },
    },
    said: ["system: Be brief.", "user: Hi"],
    answered: ["assistant: <thinking Hm.> Hello"],
    inputRest: { model: "gemini-2.5-pro" },
    outputRest: { candidates: [{ finish_reason: 1 }], usage_metadata: { total_token_count: 5 } },
  },
  {
    name: "Google contents with tool calls, results and media",
    inputs: {
      contents: [
        { role: "user", parts: [{ text: "Weather?" }, { inlineData: { mimeType: "image/png", data: "AAEC" } }] },
        { role: "model", parts: [{ functionCall: { name: "f", args: { city: "Oslo" } }, thoughtSignature: "s" }] },
        { role: "user", parts: [{ functionResponse: { name: "f", response: { celsius: -3 } } }] },
        { role: "user", parts: [{ fileData: { fileUri: "gs://bucket/a.pdf", mimeType: "application/pdf" } }] },
      ],
      systemInstruction: { parts: [{ text: "Be brief." }] },
    },
    history: [
      "system: Be brief.",
      "user: Weather? <media image/png null 3 bytes>",
      'assistant: <call null f {"city":"Oslo"}>',
      'tool: <result null f {"celsius":-3}>',
    ],
    said: ["user: <media application/pdf null gs://bucket/a.pdf>"],
    rests: [{ parts: [{ thoughtSignature: "s" }] }],
  },
  {
    name: "Google parts without a role",
    inputs: { contents: ["Describe this:", { inline_data: { mime_type: "image/png", data: "AAEC" } }] },
    said: ["user: Describe this: <media image/png null 3 bytes>"],
  },
  {
    name: "a LangChain batch of serialized messages and its generations",
    inputs: {
      messages: [
        [
          constructed("SystemMessage", { content: "Be brief.", type: "system" }),
          constructed("HumanMessage", { content: "Hi", type: "human" }),
        ],
      ],
    },
    output: {
      id: "0195e5b5-0000-7000-8000-000000000000",
      name: "ChatOpenAI",
      run_type: "llm",
      outputs: [
        {
          generations: [
            [
              {
                text: "",
                type: "ChatGeneration",
                message: constructed("AIMessage", {
                  content: "",
                  type: "ai",
                  tool_calls: [{ name: "f", args: { a: 1 }, id: "call_1", type: "tool_call" }],
                  response_metadata: { model_name: "gpt-5" },
                  invalid_tool_calls: [],
                }),
              },
            ],
          ],
          llm_output: { model_name: "gpt-5" },
          run: null,
        },
      ],
    },
    said: ["system: Be brief.", "user: Hi"],
    answered: ['assistant: <call call_1 f {"a":1}>'],
    outputRest: {
      id: "0195e5b5-0000-7000-8000-000000000000",
      name: "ChatOpenAI",
      run_type: "llm",
      outputs: [{ generations: [{ type: "ChatGeneration" }], llm_output: { model_name: "gpt-5" } }],
    },
    rests: [{ kwargs: { response_metadata: { model_name: "gpt-5" } } }],
  },
  {
    name: "other LangChain message formats",
    inputs: [
      { type: "human", content: "a", id: null, additional_kwargs: {} },
      { type: "ai", data: { content: "b", type: "ai" } },
      { type: "AIMessageChunk", content: [{ type: "text", text: "c", index: 0 }] },
      { type: "tool", content: "d", tool_call_id: "t", name: "f", status: "error" },
      ["human", "e"],
      { role: "human", content: "f" },
    ],
    history: ["user: a", "assistant: b", "assistant: c", 'tool: <failure t f "d">'],
    said: ["user: e", "user: f"],
    rests: [{ content: [{ index: 0 }] }],
  },
  {
    name: "LangChain tool calls that are already in the content",
    output: {
      type: "ai",
      content: [{ type: "tool_use", id: "t", name: "f", input: { a: 1 } }],
      tool_calls: [{ id: "t", name: "f", args: { a: 1 }, type: "tool_call" }],
    },
    answered: ['assistant: <call t f {"a":1}>'],
    rests: [{ tool_calls: [{ id: "t", name: "f", args: { a: 1 }, type: "tool_call" }] }],
  },
  {
    name: "a graph that returns its whole state",
    inputs: { state: { messages: [{ role: "user", content: "Hi" }], steps: 3 } },
    output: {
      messages: [
        { type: "human", content: "Hi", id: "h1" },
        { type: "ai", content: "Hello", id: "a1" },
      ],
    },
    said: ["user: Hi"],
    repeated: ["user: Hi"],
    answered: ["assistant: Hello"],
    inputRest: { state: { steps: 3 } },
    rests: [{ id: "h1" }, { id: "a1" }],
  },
  {
    name: "model messages of the Vercel AI SDK",
    inputs: {
      prompt: [
        {
          role: "user",
          content: [
            { type: "image", image: "AAEC", mediaType: "image/png" },
            { type: "file", data: "https://a.example/b.pdf", mediaType: "application/pdf", filename: "b.pdf" },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm" },
            { type: "tool-call", toolCallId: "t", toolName: "f", args: { a: 1 } },
          ],
        },
        {
          role: "tool",
          content: [{ type: "tool-result", toolCallId: "t", toolName: "f", result: { b: 2 }, isError: true }],
        },
      ],
    },
    output: { text: "Hello", finishReason: "stop", toolCalls: [] },
    said: [
      "user: <media image/png null 3 bytes> <media application/pdf b.pdf https://a.example/b.pdf>",
      'assistant: <thinking hm> <call t f {"a":1}>',
      'tool: <failure t f {"b":2}>',
    ],
    answered: ["assistant: Hello"],
    outputRest: { finishReason: "stop", toolCalls: [] },
  },
  {
    name: "UI messages of the Vercel AI SDK",
    inputs: [
      { id: "m1", role: "user", parts: [{ type: "text", text: "Hi" }], content: "Hi" },
      {
        role: "assistant",
        parts: [
          { type: "step-start" },
          { type: "tool-weather", toolCallId: "t", state: "output-available", input: { a: 1 }, output: { b: 2 } },
          {
            type: "dynamic-tool",
            toolName: "g",
            toolCallId: "u",
            state: "output-error",
            input: {},
            errorText: "broken",
          },
          { type: "text", text: "Sunny.", state: "done" },
        ],
      },
      {
        role: "assistant",
        content: "",
        toolInvocations: [{ state: "result", toolCallId: "v", toolName: "h", args: {}, result: 1 }],
      },
    ],
    said: [
      "user: Hi",
      'assistant: <call t weather {"a":1}> <result t weather {"b":2}> ' + '<call u g {}> <failure u g "broken"> Sunny.',
      "assistant: <call v h {}> <result v h 1>",
    ],
    rests: [
      { id: "m1" },
      { parts: [{ state: "output-available" }, { state: "output-error" }, { state: "done" }] },
      { toolInvocations: [{ state: "result" }] },
    ],
  },
  {
    name: "OpenTelemetry spans",
    inputs: { "gen_ai.prompt": [{ role: "user", content: "Hi" }], "gen_ai.system": "openai" },
    output: { "gen_ai.completion": { choices: [{ message: { role: "assistant", content: "Hello" } }] } },
    said: ["user: Hi"],
    answered: ["assistant: Hello"],
    inputRest: { "gen_ai.system": "openai" },
  },
  {
    name: "OpenTelemetry spans with JSON strings and special parts",
    inputs: {
      "input.value": '{"messages":[{"role":"user","content":"Hi"}],"n":1}',
      "input.mime_type": "application/json",
    },
    output: {
      "gen_ai.output.messages": [
        {
          role: "assistant",
          parts: [
            { type: "text", content: "Hello" },
            { type: "tool_call", id: "t", name: "f", arguments: { a: 1 } },
            { type: "tool_call_response", id: "t", response: { b: 2 } },
          ],
          finish_reason: "stop",
        },
      ],
    },
    said: ["user: Hi"],
    answered: ['assistant: Hello <call t f {"a":1}> <result t null {"b":2}>'],
    inputRest: { "input.value": { n: 1 }, "input.mime_type": "application/json" },
    rests: [{ finish_reason: "stop" }],
  },
  {
    name: "a question beside its history",
    inputs: {
      question: "And now?",
      chat_history: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello" },
      ],
    },
    output: { answer: "Now this.", sources: [{ title: "a" }] },
    history: ["user: Hi", "assistant: Hello"],
    said: ["user: And now?"],
    answered: ["assistant: Now this."],
    outputRest: { sources: [{ title: "a" }] },
  },
  {
    name: "a question that repeats the last message is another input",
    inputs: { messages: [{ role: "user", content: "Why?" }], question: "Why?" },
    said: ["user: Why?"],
    inputRest: { question: "Why?" },
  },
  {
    name: "messages in any field, two levels deep",
    inputs: { request: { body: { turns: [{ role: "user", content: "Hi" }], lang: "en" } }, tries: 2 },
    output: { result: { response: { choices: [{ message: { role: "assistant", content: "Hello" } }] } } },
    said: ["user: Hi"],
    answered: ["assistant: Hello"],
    inputRest: { request: { body: { lang: "en" } }, tries: 2 },
  },
  {
    name: "Ollama and Cohere responses",
    output: { model: "m", message: { role: "assistant", content: "Hello", thinking: "hm" }, done: true },
    answered: ["assistant: <thinking hm> Hello"],
    outputRest: { model: "m", done: true },
  },
  {
    name: "conversations from data sets",
    inputs: [
      { from: "human", value: "Hi" },
      { from: "gpt", value: "Hello" },
      { author: { role: "user" }, content: { content_type: "text", parts: ["Bye"] } },
    ],
    history: ["user: Hi", "assistant: Hello"],
    said: ['user: <json {"content_type":"text","parts":["Bye"]}>'],
  },
  {
    name: "object refs are not messages",
    inputs: { self: "weave:///t/p/object/M:x", prompt: "weave:///t/p/object/P:y" },
    output: "weave:///t/p/object/D:z",
    inputRest: { self: "weave:///t/p/object/M:x", prompt: "weave:///t/p/object/P:y" },
    outputRest: "weave:///t/p/object/D:z",
  },
  {
    name: "rows, numbers and lists of strings are not messages",
    inputs: {
      rows: [{ role: "admin", name: "Ada" }],
      tags: ["user", "x"],
      vector: [
        [1, 2],
        [3, 4],
      ],
    },
    output: [{ title: "a", score: 0.9 }],
    inputRest: {
      rows: [{ role: "admin", name: "Ada" }],
      tags: ["user", "x"],
      vector: [
        [1, 2],
        [3, 4],
      ],
    },
    outputRest: [{ title: "a", score: 0.9 }],
  },
  {
    name: "values that are not objects",
    inputs: [1, null, "a"],
    output: 42,
    inputRest: [1, null, "a"],
    outputRest: 42,
  },
]);
