import { testShapes } from "./chatShapes.ts";

testShapes([
  {
    name: "an OpenAI response with instructions, text and items",
    inputs: {
      self: "weave:///t/p/object/R:x",
      model: "gpt-5",
      instructions: "Talk like a pirate.",
      input: "Are semicolons optional?",
    },
    output: {
      id: "resp_67ccd2bed1ec8190b14f964abc054267",
      object: "response",
      created_at: 1_741_476_542,
      status: "completed",
      instructions: "Talk like a pirate.",
      output: [
        {
          type: "reasoning",
          id: "rs_1",
          summary: [{ type: "summary_text", text: "**Thinking** of semicolons" }],
          encrypted_content: null,
        },
        {
          type: "function_call",
          id: "fc_1",
          call_id: "call_1",
          name: "look_up",
          arguments: '{"word":"semicolon"}',
          status: "completed",
        },
        {
          type: "message",
          id: "msg_1",
          status: "completed",
          role: "assistant",
          content: [
            {
              type: "output_text",
              text: "Aye.",
              annotations: [{ type: "url_citation", url: "https://a.example" }],
              logprobs: [],
            },
            { type: "refusal", refusal: "No more." },
          ],
        },
      ],
      parallel_tool_calls: true,
      error: null,
    },
    said: ["system: Talk like a pirate.", "user: Are semicolons optional?"],
    answered: [
      "assistant: <thinking **Thinking** of semicolons>",
      'assistant: <call call_1 look_up {"word":"semicolon"}>',
      "assistant: Aye. <refusal No more.>",
    ],
    inputRest: { self: "weave:///t/p/object/R:x", model: "gpt-5" },
    outputRest: {
      id: "resp_67ccd2bed1ec8190b14f964abc054267",
      object: "response",
      created_at: 1_741_476_542,
      status: "completed",
      instructions: "Talk like a pirate.",
      parallel_tool_calls: true,
      error: null,
    },
    rests: [
      { id: "rs_1" },
      { id: "fc_1", status: "completed" },
      {
        id: "msg_1",
        status: "completed",
        content: [{ annotations: [{ type: "url_citation", url: "https://a.example" }] }],
      },
    ],
  },
  {
    name: "input items of a response, with those of an earlier turn",
    inputs: {
      input: [
        { role: "user", content: "Hi" },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello" }] },
        {
          role: "user",
          content: [
            { type: "input_text", text: "Look." },
            { type: "input_image", image_url: "https://a.example/b.png" },
          ],
        },
        { type: "function_call", call_id: "c1", name: "f", arguments: "{}" },
        { type: "function_call_output", call_id: "c1", output: '{"ok":true}' },
        { type: "item_reference", id: "rs_1" },
      ],
    },
    history: ["user: Hi", "assistant: Hello"],
    said: [
      "user: Look. <media image null https://a.example/b.png>",
      "assistant: <call c1 f {}>",
      'tool: <result c1 null {"ok":true}>',
      'assistant: <json {"type":"item_reference","id":"rs_1"}>',
    ],
  },
  {
    name: "server and custom tool calls of a response",
    output: {
      object: "response",
      output: [
        { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "weave" } },
        {
          type: "mcp_call",
          id: "mcp_1",
          name: "roll",
          arguments: '{"dice":2}',
          output: "7",
          server_label: "dnd",
          error: null,
        },
        { type: "mcp_call", id: "mcp_2", name: "roll", arguments: "{}", output: null, error: "no dice" },
        { type: "custom_tool_call", call_id: "c2", name: "sql", input: "select 1" },
        { type: "custom_tool_call_output", call_id: "c2", output: "1" },
      ],
    },
    answered: [
      'assistant: <call ws_1 web_search {"action":{"type":"search","query":"weave"}}>',
      'assistant: <call mcp_1 roll {"dice":2}> <result mcp_1 roll "7">',
      'assistant: <call mcp_2 roll {}> <failure mcp_2 roll "no dice">',
      'assistant: <call c2 sql "select 1">',
      'tool: <result c2 null "1">',
    ],
    outputRest: { object: "response" },
    rests: [{ server_label: "dnd" }],
  },
  {
    name: "encrypted reasoning",
    output: { output: [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" }] },
    answered: ["assistant: <thinking >"],
    rests: [{ id: "rs_1", encrypted_content: "gAAA" }],
  },
  {
    name: "the final output of an agent run",
    output: { final_output: "Done.", new_items: [{ raw: 1 }] },
    answered: ["assistant: Done."],
    outputRest: { new_items: [{ raw: 1 }] },
  },
]);
