import type { Json } from "../../../../src/core/text/json.ts";

const stored = (name: string): Json => ({
  _type: "CustomWeaveType",
  weave_type: { type: `weave.type_wrappers.Content.content.${name}` },
  files: { content: "digest1", "metadata.json": "digest2" },
});
const user = (content: Json): Json => ({ role: "user", content });
const tool = (id: string, content: Json): Json => ({ role: "tool", tool_call_id: id, content });
const calls = (...ids: readonly string[]): Json => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "oven", arguments: '{"rack":1}' } })),
});
const ask = user("Is the rye bread done?");
const delta = (...choices: readonly Json[]): Json => ({
  ...{ object: "chat.completion.chunk", id: "c1" },
  choices: choices.map((each, index) => ({ index, delta: each })),
});
const chunk = (content: Json, pieces: Json = []): Json => ({
  type: "AIMessageChunk",
  content,
  tool_call_chunks: pieces,
});
const block = (index: number, start: Json, ...deltas: readonly Json[]): readonly Json[] => [
  { type: "content_block_start", index, content_block: start },
  ...deltas.map((each): Json => ({ type: "content_block_delta", index, delta: each })),
  { type: "content_block_stop", index },
];

/** `label` is that of the row; a line begins with `<` for earlier messages, `=` for repeated ones, `>` for the output. */
export const formatRows: readonly [
  what: string,
  inputs: Json,
  output: Json,
  label: string,
  lines: readonly string[],
][] = [
  [
    "Weave's Claude Agent SDK integration: blocks without a type, a start message, the answer beside the messages",
    { prompt: "Is the rye bread done?" },
    {
      result: "Five more minutes.",
      num_turns: 2,
      messages: [
        { role: "system", subtype: "init", data: { type: "system", cwd: "/shop", tools: ["Oven"] } },
        ask,
        {
          role: "assistant",
          model: "m",
          content: [{ thinking: "Look first.", signature: "c2ln" }, { text: "A look." }],
        },
        { role: "assistant", model: "m", content: [{ id: "t1", name: "Oven", input: { rack: 1 } }] },
        { role: "user", content: [{ tool_use_id: "t1", content: "door jammed", is_error: true }] },
        { role: "assistant", model: "m", content: [{ text: "Five more minutes." }] },
      ],
    },
    "Is the rye bread done?",
    [
      "user: Is the rye bread done?",
      "= user: Is the rye bread done?",
      '> system: <json {"subtype":"init","data":{"type":"system","cwd":"/shop","tools":["Oven"]}}>',
      "> assistant: <thinking Look first.> A look.",
      '> assistant: <call t1 Oven {"rack":1}>',
      '> tool: <failure t1 null "door jammed">',
      "> assistant: Five more minutes.",
    ],
  ],
  [
    "Claude Code's stream of JSON",
    { prompt: "Is the rye bread done?" },
    [
      { type: "system", subtype: "init", tools: ["Oven"] },
      { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "A look." }] } },
      {
        type: "assistant",
        message: { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "Oven", input: {} }] },
      },
      {
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "brown" }] },
      },
      { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "Yes." }] } },
      { type: "result", subtype: "success", result: "Yes.", num_turns: 2 },
    ],
    "Is the rye bread done?",
    [
      "user: Is the rye bread done?",
      '> system: <json {"type":"system","subtype":"init","tools":["Oven"]}>',
      "> assistant: A look.",
      "> assistant: <call t1 Oven {}>",
      '> tool: <result t1 null "brown">',
      "> assistant: Yes.",
    ],
  ],
  [
    "objects of the Claude Agent SDK",
    { prompt: "Is the rye bread done?" },
    [
      { _type: "SystemMessage", subtype: "init", data: { cwd: "/shop" } },
      { _type: "AssistantMessage", content: [{ _type: "ToolUseBlock", id: "t1", name: "Oven", input: { rack: 1 } }] },
      {
        _type: "UserMessage",
        content: [{ _type: "ToolResultBlock", tool_use_id: "t1", content: "brown", is_error: null }],
      },
      { _type: "ResultMessage", subtype: "success", result: "It is brown." },
    ],
    "Is the rye bread done?",
    [
      "user: Is the rye bread done?",
      '> system: <json {"_type":"SystemMessage","subtype":"init","data":{"cwd":"/shop"}}>',
      '> assistant: <call t1 Oven {"rack":1}>',
      '> tool: <result t1 null "brown">',
      "> assistant: It is brown.",
    ],
  ],
  [
    "a thread state of LangGraph: what the turn did not add is repeated",
    { messages: [user("And the rolls?")] },
    {
      messages: [
        { type: "human", content: "Is the rye bread done?", id: "h1" },
        { type: "ai", content: "", tool_calls: [{ name: "oven", args: { rack: 1 }, id: "t1", type: "tool_call" }] },
        { type: "tool", content: "brown", name: "oven", tool_call_id: "t1" },
        { type: "ai", content: "Yes, it is." },
        { type: "human", content: "And the rolls?", id: "h2" },
        { type: "ai", content: "Not yet." },
      ],
    },
    "And the rolls?",
    [
      "user: And the rolls?",
      "= user: Is the rye bread done?",
      '= assistant: <call t1 oven {"rack":1}>',
      '= tool: <result t1 oven "brown">',
      "= assistant: Yes, it is.",
      "= user: And the rolls?",
      "> assistant: Not yet.",
    ],
  ],
  [
    "updates of LangGraph by node",
    { messages: [ask] },
    [
      { agent: { messages: [{ type: "ai", content: "", tool_calls: [{ name: "oven", args: {}, id: "t1" }] }] } },
      { tools: { messages: [{ type: "tool", content: "brown", name: "oven", tool_call_id: "t1" }] } },
      { agent: { messages: [{ type: "ai", content: "Yes, it is." }], steps: 2 } },
    ],
    "Is the rye bread done?",
    [
      "user: Is the rye bread done?",
      "> assistant: <call t1 oven {}>",
      '> tool: <result t1 oven "brown">',
      "> assistant: Yes, it is.",
    ],
  ],
  [
    "voice: transcripts of audio, which is not in the log",
    {
      history: [
        { type: "message", role: "user", content: [{ type: "input_audio", audio: null, transcript: "Any rye left?" }] },
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_audio", audio: null, transcript: "Two loaves." }],
        },
        { type: "message", role: "user", content: [{ type: "input_audio", audio: null, transcript: "I take both." }] },
      ],
    },
    { type: "message", role: "assistant", content: [{ type: "audio", audio: null, transcript: "They are yours." }] },
    "I take both.",
    [
      "< user: Any rye left? <media audio null >",
      "< assistant: Two loaves. <media audio null >",
      "user: I take both. <media audio null >",
      "> assistant: They are yours. <media audio null >",
    ],
  ],
  [
    "voice with audio that the service stores",
    { messages: [user([{ type: "input_audio", transcript: "Any rye left?", audio: stored("Content") }])] },
    { role: "assistant", content: null, audio: { id: "a1", transcript: "Two loaves.", data: stored("Content") } },
    "Any rye left?",
    ["user: Any rye left? <media audio null >", "> assistant: Two loaves. <media audio null >"],
  ],
  [
    "images that the service stores, in the parts of three model services",
    {
      messages: [
        user([
          { type: "image_url", image_url: { url: stored("Content") } },
          { type: "text", text: "Which bread?" },
        ]),
        { role: "assistant", content: "Rye." },
        user([{ type: "image", source: { type: "base64", media_type: "image/png", data: stored("Content") } }]),
        { role: "model", parts: [{ text: "Spelt." }] },
        {
          role: "user",
          parts: [{ inlineData: { mimeType: "image/jpeg", data: stored("Content") } }, { text: "And this?" }],
        },
      ],
    },
    null,
    "And this?",
    [
      "< user: <media image null > Which bread?",
      "< assistant: Rye.",
      "< user: <media image/png null >",
      "< assistant: Spelt.",
      "user: <media image/jpeg null > And this?",
    ],
  ],
  [
    "an image as an argument of an op, and audio as its result",
    {
      question: "Which bread?",
      photo: { _type: "CustomWeaveType", weave_type: { type: "PIL.Image.Image" }, files: {} },
    },
    {
      _type: "CustomWeaveType",
      weave_type: { type: "weave.type_handlers.Audio.audio.Audio" },
      files: { "a.wav": "d" },
    },
    "Which bread?",
    ["user: Which bread? <media image photo >", "> assistant: <media audio null >"],
  ],
  [
    "a reminder beside a result continues the turn",
    {
      messages: [
        ask,
        { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "Oven", input: {} }] },
        user([
          { type: "tool_result", tool_use_id: "t1", content: "brown" },
          { type: "text", text: "<reminder>Close the door.</reminder>", cache_control: { type: "ephemeral" } },
        ]),
      ],
    },
    { type: "message", role: "assistant", content: [{ type: "text", text: "Yes, it is." }] },
    "Is the rye bread done?",
    [
      "user: Is the rye bread done?",
      "assistant: <call t1 Oven {}>",
      'tool: <result t1 null "brown">',
      "user: <reminder>Close the door.</reminder>",
      "> assistant: Yes, it is.",
    ],
  ],
  [
    "chunks of OpenAI with a call in pieces",
    { messages: [ask] },
    [
      delta({ role: "assistant", content: "One " }),
      delta({ content: "look." }),
      delta({ tool_calls: [{ index: 0, id: "t1", type: "function", function: { name: "oven", arguments: "" } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '{"rack":' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: "1}" } }] }),
    ],
    "Is the rye bread done?",
    ["user: Is the rye bread done?", '> assistant: One look. <call t1 oven {"rack":1}>'],
  ],
  [
    "chunks of two choices",
    { messages: [ask] },
    [delta({ content: "Yes" }, { content: "No" }), delta({ content: "." }, { content: "!" })],
    "Is the rye bread done?",
    ["user: Is the rye bread done?", "> assistant #1: Yes.", "> assistant #2: No!"],
  ],
  [
    "events of Anthropic",
    { messages: [ask] },
    [
      { type: "message_start", message: { role: "assistant", content: [], model: "m" } },
      ...block(
        0,
        { type: "text", text: "" },
        { type: "text_delta", text: "One " },
        { type: "text_delta", text: "look." },
      ),
      ...block(
        1,
        { type: "tool_use", id: "t1", name: "oven", input: {} },
        { type: "input_json_delta", partial_json: '{"rack":' },
        { type: "input_json_delta", partial_json: "1}" },
      ),
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ],
    "Is the rye bread done?",
    ["user: Is the rye bread done?", '> assistant: One look. <call t1 oven {"rack":1}>'],
  ],
  [
    "chunks of Ollama",
    { messages: [ask] },
    [
      { model: "q", message: { role: "assistant", content: "Yes, " }, done: false },
      { model: "q", message: { role: "assistant", content: "it is." }, done: false },
      { model: "q", message: { role: "assistant", content: "" }, done: true, eval_count: 5 },
    ],
    "Is the rye bread done?",
    ["user: Is the rye bread done?", "> assistant: Yes, it is."],
  ],
  [
    "chunks of LangChain with a call in pieces",
    { question: "Is the rye bread done?" },
    [
      ...[chunk("One"), chunk(" lo"), chunk("ok.")],
      chunk("", [{ name: "oven", args: '{"rack":', id: "t1", index: 0, type: "tool_call_chunk" }]),
      chunk("", [{ name: null, args: "1}", id: null, index: 0, type: "tool_call_chunk" }]),
    ],
    "Is the rye bread done?",
    ["user: Is the rye bread done?", '> assistant: One look. <call t1 oven {"rack":1}>'],
  ],
  [
    "events of OpenAI's Responses",
    { input: "Is the rye bread done?" },
    [
      { type: "response.created", response: { id: "r1", output: [] } },
      { type: "response.output_text.delta", delta: "Yes, " },
      { type: "response.output_text.delta", delta: "it is." },
    ],
    "Is the rye bread done?",
    ["user: Is the rye bread done?", "> assistant: Yes, it is."],
  ],
  [
    "texts that are pieces",
    { question: "Is it done?" },
    ["Yes", ", it", " is", "."],
    "Is it done?",
    ["user: Is it done?", "> assistant: Yes, it is."],
  ],
  [
    "texts that are alternatives",
    { question: "Which bread?" },
    ["Rye", "Spelt", "Oat"],
    "Which bread?",
    ["user: Which bread?", "> assistant: Rye Spelt Oat"],
  ],
  [
    "one text in a list",
    { question: "Which bread?" },
    ["Rye\nor spelt."],
    "Which bread?",
    ["user: Which bread?", "> assistant: Rye\nor spelt."],
  ],
  [
    "call IDs that repeat, as each result belongs to the call before it",
    { messages: [ask, calls("c0"), tool("c0", "cold"), calls("c0"), tool("c0", "brown")] },
    { role: "assistant", content: "Yes." },
    "Is the rye bread done?",
    [
      "user: Is the rye bread done?",
      'assistant: <call c0 oven {"rack":1}>',
      'tool: <result c0 null "cold">',
      'assistant: <call c0 oven {"rack":1}>',
      'tool: <result c0 null "brown">',
      "> assistant: Yes.",
    ],
  ],
  [
    "the AI SDK's wrappers of results, one a failure",
    {
      messages: [
        ask,
        {
          role: "assistant",
          content: [
            { type: "tool-call", toolCallId: "t1", toolName: "oven", input: { rack: 1 } },
            { type: "tool-call", toolCallId: "t2", toolName: "clock", input: {} },
          ],
        },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "t1",
              toolName: "oven",
              output: { type: "error-text", value: "no power" },
            },
            { type: "tool-result", toolCallId: "t2", toolName: "clock", output: { type: "json", value: { hour: 7 } } },
          ],
        },
      ],
    },
    { text: "The oven is off." },
    "Is the rye bread done?",
    [
      "user: Is the rye bread done?",
      'assistant: <call t1 oven {"rack":1}> <call t2 clock {}>',
      'tool: <failure t1 oven "no power"> <result t2 clock {"hour":7}>',
      "> assistant: The oven is off.",
    ],
  ],
  [
    "the AI SDK's attributes, nested and flat, with calls as a text",
    {
      "ai.prompt": {
        messages:
          '[{"role":"system","content":"You bake."},{"role":"user","content":[{"type":"text","text":"Is it done?"}]}]',
      },
    },
    {
      "ai.response.text": "",
      "ai.response.toolCalls": '[{"toolCallId":"t1","toolName":"oven","args":"{\\"rack\\":1}"}]',
    },
    "Is it done?",
    ["system: You bake.", "user: Is it done?", '> assistant: <call t1 oven {"rack":1}>'],
  ],
  [
    "messages as a text",
    { messages: '[{"role":"user","content":"Is it done?"}]' },
    "Yes.",
    "Is it done?",
    ["user: Is it done?", "> assistant: Yes."],
  ],
  [
    "Pydantic AI over OpenTelemetry: the whole conversation as a text, and the answer beside it",
    {
      "pydantic_ai.all_messages": JSON.stringify([
        { role: "user", parts: [{ type: "text", content: "Is it done?" }] },
        { role: "assistant", parts: [{ type: "tool_call", id: "t1", name: "oven", arguments: "{}" }] },
        { role: "user", parts: [{ type: "tool_call_response", id: "t1", name: "oven", result: "brown" }] },
        { role: "assistant", parts: [{ type: "text", content: "Yes, it is." }] },
      ]),
    },
    { final_result: "Yes, it is." },
    "Is it done?",
    ["user: Is it done?", "assistant: <call t1 oven {}>", 'tool: <result t1 oven "brown">', "> assistant: Yes, it is."],
  ],
  [
    "OpenLLMetry: content parts as a text in flat attributes",
    { "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": '[{"type":"text","text":"Is it done?"}]' },
    { "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "Yes." },
    "Is it done?",
    ["user: Is it done?", "> assistant: Yes."],
  ],
  [
    "Strands: events, with the content as a list or a text",
    { "events.gen_ai.user.message": [{ content: [{ text: "Is it done?" }] }] },
    { "events.gen_ai.choice": [{ message: '[{"text": "Yes."}]', finish_reason: "end_turn" }] },
    "Is it done?",
    ["user: Is it done?", "> assistant: Yes."],
  ],
  [
    "OpenTelemetry: reasoning, a URL and data in parts",
    {
      "gen_ai.system_instructions": [{ type: "text", content: "You bake." }],
      "gen_ai.input.messages": [
        {
          role: "user",
          parts: [
            { type: "text", content: "Which bread?" },
            { type: "uri", modality: "image", mime_type: "image/png", uri: "https://example.test/rye.png" },
            { type: "blob", modality: "image", mime_type: "image/png", content: "AAECAw==" },
          ],
        },
      ],
    },
    {
      "gen_ai.output.messages": [
        {
          role: "assistant",
          parts: [
            { type: "reasoning", content: "It is dark." },
            { type: "text", content: "Rye." },
          ],
        },
      ],
    },
    "Which bread?",
    [
      "system: You bake.",
      "user: Which bread? <media image/png null https://example.test/rye.png> <media image/png null 4 bytes>",
      "> assistant: <thinking It is dark.> Rye.",
    ],
  ],
  [
    "Cohere: the answer beside a history that ends with it",
    {
      message: "Is it done?",
      preamble: "You bake.",
      chat_history: [
        { role: "USER", message: "Hello" },
        { role: "CHATBOT", message: "Hi there" },
      ],
    },
    {
      text: "Yes.",
      chat_history: [
        { role: "USER", message: "Hello" },
        { role: "CHATBOT", message: "Hi there" },
        { role: "USER", message: "Is it done?" },
        { role: "CHATBOT", message: "Yes." },
      ],
    },
    "Is it done?",
    [
      "< system: You bake.",
      "< user: Hello",
      "< assistant: Hi there",
      "user: Is it done?",
      "= user: Hello",
      "= assistant: Hi there",
      "= user: Is it done?",
      "> assistant: Yes.",
    ],
  ],
  [
    "an answer beside the messages",
    { messages: [ask] },
    { messages: [ask, { role: "assistant", content: "Yes." }], final_answer: "Yes." },
    "Is the rye bread done?",
    ["user: Is the rye bread done?", "= user: Is the rye bread done?", "> assistant: Yes."],
  ],
  [
    "LangChain: calls that only `additional_kwargs` have",
    {
      messages: [
        { type: "human", content: "Is it done?" },
        {
          type: "ai",
          content: "",
          additional_kwargs: {
            tool_calls: [{ id: "t1", type: "function", function: { name: "oven", arguments: '{"rack":1}' } }],
          },
        },
        { type: "tool", content: "brown", tool_call_id: "t1" },
      ],
    },
    {
      generations: [
        [
          {
            text: "",
            message: {
              type: "ai",
              content: "",
              additional_kwargs: { function_call: { name: "bell", arguments: "{}" } },
            },
          },
        ],
      ],
    },
    "Is it done?",
    [
      "user: Is it done?",
      'assistant: <call t1 oven {"rack":1}>',
      'tool: <result t1 null "brown">',
      "> assistant: <call null bell {}>",
    ],
  ],
  [
    "reasoning that only the model service can read, and a part of no known type",
    { messages: [user("Which bread?")] },
    [
      { type: "redacted_thinking", data: "QUJD" },
      { type: "hologram", beam: 7 },
      { type: "text", text: "Rye." },
    ],
    "Which bread?",
    ["user: Which bread?", '> assistant: <thinking > <json {"type":"hologram","beam":7}> Rye.'],
  ],
  [
    "Mistral: reasoning as a list of texts",
    { messages: [user("Which bread?")] },
    {
      choices: [
        {
          message: {
            role: "assistant",
            content: [
              { type: "thinking", thinking: [{ type: "text", text: "Dark crust." }] },
              { type: "text", text: "Rye." },
            ],
          },
        },
      ],
    },
    "Which bread?",
    ["user: Which bread?", "> assistant: <thinking Dark crust.> Rye."],
  ],
  [
    "AutoGen: a team's messages",
    { task: "Is it done?" },
    {
      messages: [
        { source: "user", content: "Is it done?", type: "TextMessage" },
        {
          source: "baker",
          content: [{ id: "t1", arguments: '{"rack":1}', name: "oven" }],
          type: "ToolCallRequestEvent",
        },
        {
          source: "baker",
          content: [{ content: "brown", name: "oven", call_id: "t1", is_error: false }],
          type: "ToolCallExecutionEvent",
        },
        { source: "baker", content: "Yes, done.", type: "TextMessage" },
      ],
      stop_reason: "done",
    },
    "Is it done?",
    [
      "user: Is it done?",
      "= user: Is it done?",
      '> assistant (baker): <call t1 oven {"rack":1}>',
      '> tool: <result t1 oven "brown">',
      "> assistant (baker): Yes, done.",
    ],
  ],
  [
    "AutoGen: a model call",
    {
      messages: [
        { content: "You bake.", type: "SystemMessage" },
        { content: "Is it done?", source: "user", type: "UserMessage" },
        { content: [{ id: "t1", arguments: "{}", name: "oven" }], source: "baker", type: "AssistantMessage" },
        { content: [{ content: "brown", name: "oven", call_id: "t1" }], type: "FunctionExecutionResultMessage" },
      ],
    },
    { finish_reason: "stop", content: "Yes, done." },
    "Is it done?",
    [
      "system: You bake.",
      "user: Is it done?",
      "assistant (baker): <call t1 oven {}>",
      'tool: <result t1 oven "brown">',
      "> assistant: Yes, done.",
    ],
  ],
  [
    "LlamaIndex: blocks",
    {
      messages: [
        {
          role: "user",
          blocks: [
            { block_type: "text", text: "Is it done?" },
            { block_type: "image", url: "https://example.test/rye.png", image_mimetype: "image/png" },
          ],
        },
        {
          role: "assistant",
          additional_kwargs: {
            tool_calls: [{ id: "t1", type: "function", function: { name: "oven", arguments: "{}" } }],
          },
          blocks: [],
        },
        { role: "tool", additional_kwargs: { tool_call_id: "t1" }, blocks: [{ block_type: "text", text: "brown" }] },
      ],
    },
    { message: { role: "assistant", blocks: [{ block_type: "text", text: "Yes, done." }] } },
    "Is it done?",
    [
      "user: Is it done? <media image/png null https://example.test/rye.png>",
      "assistant: <call t1 oven {}>",
      'tool: <result t1 null "brown">',
      "> assistant: Yes, done.",
    ],
  ],
  [
    "CrewAI: an output with its tasks",
    { inputs: { topic: "rye bread" } },
    { raw: "Rye needs an hour.", pydantic: null, tasks_output: [{ description: "Ask the baker", raw: "An hour." }] },
    "rye bread",
    ["> assistant: Rye needs an hour."],
  ],
  [
    "the Agent Development Kit: a stream, whose last event repeats the pieces before it",
    { new_message: { role: "user", parts: [{ text: "Is it done?" }] } },
    [
      { author: "baker", partial: true, content: { role: "model", parts: [{ text: "Yes, " }] } },
      { author: "baker", partial: true, content: { role: "model", parts: [{ text: "it is." }] } },
      { author: "baker", content: { role: "model", parts: [{ text: "Yes, it is." }] } },
    ],
    "Is it done?",
    ["user: Is it done?", "> assistant (baker): Yes, it is."],
  ],
  [
    "chunks of Gemini: parts of one text, without an index",
    { contents: "Is it done?" },
    ["Yes, ", "it is."].map((text) => ({ candidates: [{ content: { role: "model", parts: [{ text }] } }] })),
    "Is it done?",
    ["user: Is it done?", "> assistant: Yes, it is."],
  ],
  [
    "the Agent Development Kit: events of a runner",
    { user_id: "u", new_message: { parts: [{ text: "Is it done?" }], role: "user" } },
    [
      { author: "baker", content: { role: "model", parts: [{ functionCall: { id: "t1", name: "oven", args: {} } }] } },
      {
        author: "baker",
        content: {
          role: "user",
          parts: [{ functionResponse: { id: "t1", name: "oven", response: { crust: "brown" } } }],
        },
      },
      { author: "baker", content: { role: "model", parts: [{ text: "Yes, done." }] }, finish_reason: "STOP" },
    ],
    "Is it done?",
    [
      "user: Is it done?",
      "> assistant (baker): <call t1 oven {}>",
      '> tool: <result t1 oven {"crust":"brown"}>',
      "> assistant (baker): Yes, done.",
    ],
  ],
  [
    "Ollama: results with the names of tools and no IDs",
    {
      messages: [
        { role: "user", content: "Is it done?", images: ["AAEC"] },
        { role: "assistant", content: "", tool_calls: [{ function: { name: "oven", arguments: { rack: 1 } } }] },
        { role: "tool", tool_name: "oven", content: "brown" },
      ],
    },
    { message: { role: "assistant", content: "Yes, done." }, done: true },
    "Is it done?",
    [
      "user: Is it done? <media image null 3 bytes>",
      'assistant: <call null oven {"rack":1}>',
      'tool: <result null oven "brown">',
      "> assistant: Yes, done.",
    ],
  ],
  [
    "Google: parallel calls without IDs, which the user does not answer, and instructions in the configuration",
    {
      contents: [
        { role: "user", parts: [{ text: "Which is warmer?" }] },
        {
          role: "model",
          parts: [
            { functionCall: { name: "oven", args: { rack: 1 } } },
            { functionCall: { name: "oven", args: { rack: 2 } } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { name: "oven", response: { c: 180 } } },
            { functionResponse: { name: "oven", response: { c: 210 } } },
          ],
        },
      ],
      config: { system_instruction: "Use Celsius." },
    },
    { candidates: [{ content: { role: "model", parts: [{ text: "The second." }] } }] },
    "Which is warmer?",
    [
      "system: Use Celsius.",
      "user: Which is warmer?",
      'assistant: <call null oven {"rack":1}> <call null oven {"rack":2}>',
      'tool: <result null oven {"c":180}> <result null oven {"c":210}>',
      "> assistant: The second.",
    ],
  ],
  [
    "IDs that are lists",
    [{ role: "user", parts: [{ type: "text", content: "Is it done?" }] }],
    [
      { role: "assistant", parts: [{ type: "tool_call", id: ["run", "t1"], name: "oven", arguments: {} }] },
      { role: "tool", parts: [{ type: "tool_call_response", id: ["run", "t1"], response: "brown" }] },
    ],
    "Is it done?",
    ["user: Is it done?", "> assistant: <call run/t1 oven {}>", '> tool: <result run/t1 null "brown">'],
  ],
  [
    "a result of several parts",
    {
      messages: [
        ask,
        { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "camera", input: {} }] },
        user([
          {
            type: "tool_result",
            tool_use_id: "t1",
            content: [
              { type: "text", text: "Rack 1\nRack 2" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: "AAEC" } },
            ],
          },
        ]),
      ],
    },
    null,
    "Is the rye bread done?",
    [
      "user: Is the rye bread done?",
      "assistant: <call t1 camera {}>",
      "tool: <result t1 null Rack 1\nRack 2 <media image/png null 3 bytes>>",
    ],
  ],
  [
    "Haystack",
    { messages: [{ _role: "user", _content: [{ text: "Is it done?" }] }] },
    {
      replies: [
        { _role: "assistant", _content: [{ tool_call: { id: "t1", tool_name: "oven", arguments: { rack: 1 } } }] },
      ],
    },
    "Is it done?",
    ["user: Is it done?", '> assistant: <call t1 oven {"rack":1}>'],
  ],
  [
    "Pydantic AI's own messages",
    { user_prompt: "Is it done?" },
    {
      messages: [
        { kind: "request", parts: [{ part_kind: "user-prompt", content: "Is it done?" }] },
        {
          kind: "response",
          parts: [{ part_kind: "tool-call", tool_name: "oven", args: '{"rack":1}', tool_call_id: "t1" }],
        },
        {
          kind: "request",
          parts: [{ part_kind: "tool-return", tool_name: "oven", content: "brown", tool_call_id: "t1" }],
        },
        { kind: "response", parts: [{ part_kind: "text", content: "Yes, done." }] },
      ],
    },
    "Is it done?",
    [
      "user: Is it done?",
      "= user: Is it done?",
      '> assistant: <call t1 oven {"rack":1}>',
      '> tool: <result t1 oven "brown">',
      "> assistant: Yes, done.",
    ],
  ],
  [
    "Semantic Kernel",
    {
      messages: [
        { role: "user", items: [{ content_type: "text", text: "Is it done?" }] },
        { role: "assistant", items: [{ content_type: "function_call", id: "t1", name: "oven", arguments: "{}" }] },
        { role: "tool", items: [{ content_type: "function_result", id: "t1", name: "oven", result: "brown" }] },
      ],
    },
    null,
    "Is it done?",
    ["user: Is it done?", "assistant: <call t1 oven {}>", 'tool: <result t1 oven "brown">'],
  ],
  [
    "Traceloop's arguments of a function",
    { "traceloop.entity.input": '{"args":["Is it done?"],"kwargs":{}}' },
    { "traceloop.entity.output": '"Yes."' },
    "Is it done?",
    ["user: Is it done?", "> assistant: Yes."],
  ],
  [
    "the AI SDK's parts of a page",
    { messages: [user("Is it done?")] },
    {
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "tool-oven", toolCallId: "t1", state: "output-error", input: { rack: 1 }, errorText: "no power" },
        { type: "source-url", sourceId: "s1", url: "https://example.test/rye", title: "Rye" },
        { type: "text", text: "I cannot tell." },
      ],
    },
    "Is it done?",
    [
      "user: Is it done?",
      '> assistant: <call t1 oven {"rack":1}> <failure t1 oven "no power"> <media null Rye https://example.test/rye> I cannot tell.',
    ],
  ],
  [
    "the AI SDK: steps with parts, and steps with calls beside their results",
    { prompt: "Is it done?" },
    {
      steps: [
        {
          content: [
            { type: "tool-call", toolCallId: "t1", toolName: "oven", input: { rack: 1 } },
            { type: "tool-result", toolCallId: "t1", toolName: "oven", output: "brown" },
          ],
          finishReason: "tool-calls",
        },
        {
          text: "",
          toolCalls: [
            {
              type: "tool-call",
              toolCallId: "t2",
              toolName: "oven",
              args: { rack: 2 },
              providerMetadata: "kept as it is",
            },
          ],
          toolResults: [{ type: "tool-result", toolCallId: "t2", toolName: "oven", result: "pale" }],
        },
        { text: "The first is.", toolCalls: [], toolResults: [], finishReason: "stop" },
      ],
      text: "The first is.",
      finishReason: "stop",
    },
    "Is it done?",
    [
      "user: Is it done?",
      '> assistant: <call t1 oven {"rack":1}> <result t1 oven "brown">',
      '> assistant: <call t2 oven {"rack":2}> <result t2 oven "pale">',
      "> assistant: The first is.",
    ],
  ],
  [
    "OpenAI's Agents SDK: the items of a run, a search of the service among them",
    { input: "Is it done?" },
    {
      final_output: "It is brown.",
      new_items: [
        {
          type: "tool_call_item",
          raw_item: { type: "web_search_call", id: "t1", status: "completed", action: { query: "rye" } },
        },
        { type: "tool_call_item", raw_item: { type: "function_call", call_id: "t2", name: "oven", arguments: "{}" } },
        {
          type: "tool_call_output_item",
          output: "brown",
          raw_item: { type: "function_call_output", call_id: "t2", output: "brown" },
        },
        {
          type: "message_output_item",
          raw_item: { type: "message", role: "assistant", content: [{ type: "output_text", text: "It is brown." }] },
        },
      ],
    },
    "Is it done?",
    [
      "user: Is it done?",
      '> assistant: <call t1 web_search {"action":{"query":"rye"}}>',
      "> assistant: <call t2 oven {}>",
      '> tool: <result t2 null "brown">',
      "> assistant: It is brown.",
    ],
  ],
  [
    "what a user's program has under similar names is not a conversation",
    {
      rows: [
        { type: "ai", score: 3 },
        { role: "editor", name: "Jo" },
      ],
      blocks: [{ block_type: "text" }],
    },
    { parts: [{ kind: "gear", count: 2 }], author: "Jo", raw: 7 },
    "ai",
    [],
  ],
];
