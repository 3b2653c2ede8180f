import { testShapes } from "./chatShapes.ts";

const weather = {
  id: "call_9kQ2",
  type: "function",
  function: { name: "get_weather", arguments: '{"city": "Oslo", "days": 3}' },
};
const completion = {
  id: "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
  object: "chat.completion",
  created: 1_741_569_952,
  model: "gpt-5-mini",
  service_tier: "default",
  system_fingerprint: "fp_44709d6fcb",
  usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
};

testShapes([
  {
    name: "a chat completion as the client returns it",
    inputs: {
      self: "weave:///team/project/object/Completions:ab12",
      model: "gpt-5-mini",
      temperature: null,
      messages: [
        { role: "developer", content: "You are a helpful assistant." },
        { role: "user", content: "Hello!" },
      ],
    },
    output: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: "Hello! How can I help?",
            refusal: null,
            annotations: [],
            audio: null,
            function_call: null,
            tool_calls: null,
          },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
    },
    said: ["developer: You are a helpful assistant.", "user: Hello!"],
    answered: ["assistant: Hello! How can I help?"],
    inputRest: { self: "weave:///team/project/object/Completions:ab12", model: "gpt-5-mini", temperature: null },
    outputRest: { ...completion, choices: [{ index: 0, finish_reason: "stop" }] },
  },
  {
    name: "a tool call, its result and the response, in order",
    inputs: {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Weather in Oslo?" },
        { role: "assistant", content: null, tool_calls: [weather] },
        { role: "tool", tool_call_id: "call_9kQ2", content: '{"celsius": -3}' },
      ],
    },
    output: { role: "assistant", content: "It is −3 °C." },
    said: [
      "system: Be brief.",
      "user: Weather in Oslo?",
      'assistant: <call call_9kQ2 get_weather {"city":"Oslo","days":3}>',
      'tool: <result call_9kQ2 null {"celsius":-3}>',
    ],
    answered: ["assistant: It is −3 °C."],
  },
  {
    name: "earlier turns are history, including the leading system message",
    inputs: {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello" },
        { role: "user", content: "Weather in Oslo?" },
        { role: "assistant", content: null, tool_calls: [weather] },
        { role: "tool", tool_call_id: "call_9kQ2", content: "cold" },
      ],
    },
    history: ["system: Be brief.", "user: Hi", "assistant: Hello"],
    said: [
      "user: Weather in Oslo?",
      'assistant: <call call_9kQ2 get_weather {"city":"Oslo","days":3}>',
      'tool: <result call_9kQ2 null "cold">',
    ],
  },
  {
    name: "user messages after the last response belong to this turn, with a system message between them",
    inputs: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
      { role: "user", content: "One more" },
      { role: "system", content: "Today is Monday." },
      { role: "user", content: "and another" },
    ],
    history: ["user: Hi", "assistant: Hello"],
    said: ["user: One more", "system: Today is Monday.", "user: and another"],
  },
  {
    name: "a trailing assistant message belongs to this turn",
    inputs: [
      { role: "user", content: "Write a list." },
      { role: "assistant", content: "1." },
    ],
    said: ["user: Write a list.", "assistant: 1."],
  },
  {
    name: "messages without a user message are all shown",
    inputs: [
      { role: "system", content: "Judge this." },
      { role: "assistant", content: "An answer" },
    ],
    said: ["system: Judge this.", "assistant: An answer"],
  },
  {
    name: "several choices are numbered",
    output: {
      model: "m",
      choices: [
        { index: 0, message: { role: "assistant", content: "one" } },
        { index: 1, message: { role: "assistant", content: "two" } },
      ],
    },
    answered: ["assistant #1: one", "assistant #2: two"],
    outputRest: { model: "m", choices: [{ index: 0 }, { index: 1 }] },
  },
  {
    name: "stream deltas and text completions",
    output: { choices: [{ delta: { content: "a piece" } }, { text: "a text", finish_reason: "length" }] },
    answered: ["assistant #1: a piece", "assistant #2: a text"],
    outputRest: { choices: [{ finish_reason: "length" }] },
  },
  {
    name: "a choice without a message is unchanged",
    output: { choices: [{ message: { role: "assistant", content: "a" } }, { broken: true }, 7] },
    answered: ["assistant #1: a"],
    outputRest: { choices: [{ broken: true }, 7] },
  },
  {
    name: "text, image, audio and file parts",
    inputs: {
      messages: [
        {
          role: "user",
          name: "Ada",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image_url", image_url: { url: "https://example.com/cat.png", detail: "high" } },
            { type: "image_url", image_url: { url: "data:image/jpeg;base64,AAECAwQ=" } },
            { type: "image_url", image_url: "weave:///team/project/object/cat:ab12" },
            { type: "input_audio", input_audio: { data: "AAEC", format: "wav" } },
            { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AAECAw==" } },
            { type: "file", file: { file_id: "file-6F2ksmvXxt4VdoqmHRw6kL" } },
          ],
        },
      ],
    },
    said: [
      "user (Ada): What is this? <media image null https://example.com/cat.png> <media image/jpeg null 5 bytes> " +
        "<media image null weave:///team/project/object/cat:ab12> <media audio/wav null 3 bytes> " +
        "<media application/pdf a.pdf 4 bytes> <media null null file-6F2ksmvXxt4VdoqmHRw6kL>",
    ],
    rests: [{ content: [{ image_url: { detail: "high" } }] }],
  },
  {
    name: "refusals, thinking and audio of a response",
    output: [
      { role: "assistant", content: null, refusal: "I can't help with that." },
      { role: "assistant", content: "42", reasoning_content: "6 × 7" },
      { role: "assistant", content: "<think>\n6 × 7\n</think>\n\n42" },
      { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
      { role: "assistant", content: null, audio: { id: "audio_1", transcript: "Hello", data: "AAEC" } },
    ],
    answered: [
      "assistant: <refusal I can't help with that.>",
      "assistant: <thinking 6 × 7> 42",
      "assistant: <thinking 6 × 7> 42",
      "assistant: <refusal No.>",
      "assistant: Hello <media audio null 3 bytes>",
    ],
    rests: [{ audio: { id: "audio_1" } }],
  },
  {
    name: "unclosed thinking tags, and thinking tags within text",
    output: [
      { role: "assistant", content: "<thinking>still" },
      { role: "assistant", content: "Write <think> like this." },
    ],
    answered: ["assistant: <thinking still>", "assistant: Write <think> like this."],
  },
  {
    name: "a legacy function call and its result",
    inputs: [
      { role: "user", content: "?" },
      { role: "assistant", content: null, function_call: { name: "f", arguments: '{"a":1}' } },
      { role: "function", name: "f", content: "1" },
    ],
    said: ["user: ?", 'assistant: <call null f {"a":1}>', 'tool: <result null f "1">'],
  },
  {
    name: "custom and malformed tool calls",
    output: [
      {
        role: "assistant",
        tool_calls: [
          { id: "c1", type: "custom", custom: { name: "sql", input: "select 1" } },
          { id: "c2", type: "function", function: { name: "f", arguments: '{"a": ' } },
          { id: "c3", type: "function", function: { name: "g", arguments: '{"big": 12345678901234567890}' } },
          { id: "c4", type: "function", function: { name: "h", arguments: "" } },
          "broken",
        ],
      },
    ],
    answered: [
      'assistant: <call c1 sql "select 1"> <call c2 f "{\\"a\\": "> <call c3 g "{\\"big\\": 12345678901234567890}"> ' +
        '<call c4 h ""> <json "broken">',
    ],
  },
  {
    name: "a message with a custom role",
    inputs: [{ role: "critic", content: "Too long." }],
    said: ["critic: Too long."],
  },
  {
    name: "an empty message is preserved, and unknown parts are shown as JSON",
    inputs: [
      { role: "user", content: "" },
      { role: "user", content: [{ type: "hologram", beam: 1 }, 7, "text", null] },
      { role: "user", content: 7 },
    ],
    said: ["user:", 'user: <json {"type":"hologram","beam":1}> <json 7> text <json null>', "user: <json 7>"],
  },
  {
    name: "other values in a list of messages stay in place",
    inputs: { messages: [{ role: "user", content: "a" }, { step: 2 }, "b", null] },
    said: ["user: a", 'data: <json {"step":2}>', "user: b", "data: <json null>"],
  },
  {
    name: "other fields of a message are preserved",
    inputs: [{ role: "user", content: "a", id: 7, tags: ["x"], weight: null, more: {} }],
    said: ["user: a"],
    rests: [{ id: 7, tags: ["x"] }],
  },
  {
    name: "__proto__ keys are data",
    inputs: JSON.parse(
      '{"messages": [{"role": "user", "content": "a", "__proto__": {"x": 1}}], "__proto__": {"y": 2}}',
    ),
    said: ["user: a"],
    inputRest: JSON.parse('{"__proto__": {"y": 2}}'),
    rests: [JSON.parse('{"__proto__": {"x": 1}}')],
  },
]);
