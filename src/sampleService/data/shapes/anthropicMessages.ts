import type { Json } from "../../../core/json.ts";
import type { DocumentShape, Round, ToolUse } from "../talk.ts";

/** Anthropic messages: a separate system prompt, content parts, and tool results in user messages. */
export const anthropicMessages: DocumentShape = {
  inputs: ({ system, model, rounds }) => ({ model, max_tokens: 4096, system, messages: rounds.flatMap(messagesOf) }),
  output: ({ id, model, text, thinking, tools = [] }) => ({
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [
      ...(thinking === undefined ? [] : [{ type: "thinking", thinking, signature: "EqQBCkgIARABGAIiQL8w" }]),
      ...(text === null ? [] : [{ type: "text", text }]),
      ...tools.map(toolUse),
    ],
    stop_reason: tools.length > 0 ? "tool_use" : "end_turn",
  }),
};

function messagesOf({ user, tools = [], assistant }: Round): readonly Json[] {
  return [
    { role: "user", content: user },
    ...tools.flatMap((use): Json[] => [
      { role: "assistant", content: [toolUse(use)] },
      { role: "user", content: [toolResult(use)] },
    ]),
    ...(assistant === null ? [] : [{ role: "assistant", content: [{ type: "text", text: assistant }] }]),
  ];
}

function toolUse({ id, name, arguments: input }: ToolUse): Json {
  return { type: "tool_use", id, name, input };
}

function toolResult({ id, result, failed = false }: ToolUse): Json {
  const text = typeof result === "string" ? result : JSON.stringify(result);
  return {
    type: "tool_result",
    tool_use_id: id,
    content: [{ type: "text", text }],
    ...(failed && { is_error: true }),
  };
}
