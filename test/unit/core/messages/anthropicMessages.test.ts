import { testShapes } from "./chatShapes.ts";

testShapes([
  {
    name: "an Anthropic message with a system prompt, thinking, text and a tool call",
    inputs: {
      model: "claude-sonnet-4-5",
      max_tokens: 1024,
      system: [{ type: "text", text: "You help customers.", cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: "Where is order 81-4420?" }],
    },
    output: {
      id: "msg_01XFDUDYJgAACzvnptvVoYEL",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [
        { type: "thinking", thinking: "I should look it up.", signature: "EqQBCgIYAhIM" },
        { type: "redacted_thinking", data: "EmwKAhgBEgy3va3" },
        { type: "text", text: "Let me look.", citations: null },
        { type: "tool_use", id: "toolu_01A09q90qw90lq917835lq9", name: "look_up", input: { order: "81-4420" } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 472, output_tokens: 58 },
    },
    said: ["system: You help customers.", "user: Where is order 81-4420?"],
    answered: [
      "assistant: <thinking I should look it up.> <thinking > " +
        'Let me look. <call toolu_01A09q90qw90lq917835lq9 look_up {"order":"81-4420"}>',
    ],
    inputRest: { model: "claude-sonnet-4-5", max_tokens: 1024 },
    rests: [
      { content: [{ cache_control: { type: "ephemeral" } }] },
      {
        id: "msg_01XFDUDYJgAACzvnptvVoYEL",
        model: "claude-sonnet-4-5",
        content: [{ signature: "EqQBCgIYAhIM" }, { data: "EmwKAhgBEgy3va3" }],
        stop_reason: "tool_use",
        usage: { input_tokens: 472, output_tokens: 58 },
      },
    ],
  },
  {
    name: "Anthropic tool results in a user message do not start a turn",
    inputs: {
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: [{ type: "text", text: "Hello" }] },
        { role: "user", content: "Order?" },
        { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "look_up", input: {} }] },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "on its way" }] },
            { type: "tool_result", tool_use_id: "t2", content: "no such order", is_error: true },
            {
              type: "tool_result",
              tool_use_id: "t3",
              content: [
                { type: "text", text: "a" },
                { type: "image", source: {} },
              ],
            },
          ],
        },
      ],
    },
    history: ["user: Hi", "assistant: Hello"],
    said: [
      "user: Order?",
      "assistant: <call t1 look_up {}>",
      'tool: <result t1 null "on its way"> <failure t2 null "no such order"> ' +
        '<result t3 null a <json {"type":"image","source":{}}>>',
    ],
  },
  {
    name: "Anthropic images and documents",
    inputs: [
      {
        role: "user",
        content: [
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAECAw==" } },
          { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
          { type: "image", source: { type: "file", file_id: "file_011CNha8iCJcU1wXNR6q4V8w" } },
          { type: "document", title: "Notes", source: { type: "text", media_type: "text/plain", data: "plain words" } },
          {
            type: "document",
            title: "Report",
            source: { type: "base64", media_type: "application/pdf", data: "AAEC" },
          },
        ],
      },
    ],
    said: [
      "user: <media image/png null 4 bytes> <media image null https://example.com/a.png> " +
        "<media image null file_011CNha8iCJcU1wXNR6q4V8w> plain words <media application/pdf Report 3 bytes>",
    ],
    rests: [{ content: [{ title: "Notes", source: { media_type: "text/plain" } }] }],
  },
  {
    name: "Anthropic server tools",
    output: {
      role: "assistant",
      content: [
        { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "weave" } },
        {
          type: "web_search_tool_result",
          tool_use_id: "srvtoolu_1",
          content: [{ type: "web_search_result", url: "https://a.example" }],
        },
        { type: "mcp_tool_use", id: "mcptoolu_1", name: "echo", server_name: "s", input: {} },
        { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: [{ type: "text", text: "x" }] },
      ],
    },
    answered: [
      'assistant: <call srvtoolu_1 web_search {"query":"weave"}> ' +
        '<result srvtoolu_1 null [{"type":"web_search_result","url":"https://a.example"}]> ' +
        '<call mcptoolu_1 echo {}> <result mcptoolu_1 null "x">',
    ],
    rests: [{ content: [{ server_name: "s" }, { is_error: false }] }],
  },
  {
    name: "the content of an Anthropic message alone",
    output: [
      { type: "text", text: "Let me look." },
      { type: "tool_use", id: "t1", name: "look_up", input: {} },
    ],
    answered: ["assistant: Let me look. <call t1 look_up {}>"],
  },
  {
    name: "a Bedrock conversation, whose parts are identified by their key",
    inputs: {
      modelId: "m",
      messages: [
        { role: "user", content: [{ text: "Weather?" }, { image: { format: "png", source: { bytes: "AAEC" } } }] },
        { role: "assistant", content: [{ toolUse: { toolUseId: "t", name: "f", input: { a: 1 } } }] },
        {
          role: "user",
          content: [{ toolResult: { toolUseId: "t", content: [{ json: { b: 2 } }], status: "success" } }],
        },
      ],
    },
    output: {
      output: {
        message: {
          role: "assistant",
          content: [{ reasoningContent: { reasoningText: { text: "hm", signature: "s" } } }, { text: "Sunny." }],
        },
      },
      stopReason: "end_turn",
    },
    said: [
      "user: Weather? <media image/png null 3 bytes>",
      'assistant: <call t f {"a":1}>',
      'tool: <result t null [{"json":{"b":2}}]>',
    ],
    answered: ["assistant: <thinking hm> Sunny."],
    inputRest: { modelId: "m" },
    outputRest: { stopReason: "end_turn" },
    rests: [
      { content: [{ toolResult: { status: "success" } }] },
      { content: [{ reasoningContent: { reasoningText: { signature: "s" } } }] },
    ],
  },
]);
