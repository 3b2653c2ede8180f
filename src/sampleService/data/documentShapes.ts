import type { Json } from "../../core/json.ts";
import type { DocumentShape, Round, ToolUse } from "./talk.ts";

/** OpenAI chat completions: a list of messages, and choices of which the first one counts. */
export const openaiChat: DocumentShape = {
  inputs: ({ system, model, rounds }) => {
    const tools = toolsOf(rounds);
    return {
      model,
      messages: [{ role: "system", content: system }, ...rounds.flatMap(messagesOf)],
      ...(tools.length > 0 && { tools }),
    };
  },
  output: ({ id, model, text, tools = [] }) => ({
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text,
          ...(tools.length > 0 && { tool_calls: tools.map(toolCall) }),
        },
        finish_reason: tools.length > 0 ? "tool_calls" : "stop",
      },
    ],
  }),
};

function messagesOf({ user, tools = [], assistant }: Round): readonly Json[] {
  return [
    { role: "user", content: user },
    ...tools.flatMap((use): Json[] => [
      { role: "assistant", content: null, tool_calls: [toolCall(use)] },
      { role: "tool", tool_call_id: use.id, content: resultText(use) },
    ]),
    ...(assistant === null ? [] : [{ role: "assistant", content: assistant }]),
  ];
}

function toolCall({ id, name, arguments: given }: ToolUse): Json {
  return { id, type: "function", function: { name, arguments: JSON.stringify(given) } };
}

function resultText({ result }: ToolUse): string {
  return typeof result === "string" ? result : JSON.stringify(result);
}

/** Definitions of the used tools. */
function toolsOf(rounds: readonly Round[]): readonly Json[] {
  const byName = new Map(rounds.flatMap(({ tools = [] }) => tools).map((use) => [use.name, use]));
  return [...byName.values()].map(({ name, arguments: given }) => {
    const properties = Object.fromEntries(Object.keys(given).map((key) => [key, { type: typeof given[key] }]));
    return { type: "function", function: { name, parameters: { type: "object", properties } } };
  });
}
