import type { Json } from "../../../core/json.ts";
import type { DocumentShape, Round, ToolUse } from "../talk.ts";

/** OpenAI responses: messages, reasoning and tool calls are items of one list, for input and output. */
export const openaiResponses: DocumentShape = {
  inputs: ({ system, model, rounds }) => ({ model, instructions: system, input: rounds.flatMap(itemsOf) }),
  output: ({ id, model, text, thinking, tools = [] }) => ({
    id: `resp_${id}`,
    object: "response",
    status: "completed",
    model,
    output: [
      ...(thinking === undefined
        ? []
        : [{ id: `rs_${id}`, type: "reasoning", summary: [{ type: "summary_text", text: thinking }] }]),
      ...tools.map(functionCall),
      ...(text === null
        ? []
        : [
            {
              id: `msg_${id}`,
              type: "message",
              status: "completed",
              role: "assistant",
              content: [{ type: "output_text", text, annotations: [] }],
            },
          ]),
    ],
  }),
};

function itemsOf({ user, tools = [], assistant }: Round): readonly Json[] {
  return [
    { type: "message", role: "user", content: [{ type: "input_text", text: user }] },
    ...tools.flatMap((use): Json[] => [
      functionCall(use),
      { type: "function_call_output", call_id: use.id, output: JSON.stringify(use.result) },
    ]),
    ...(assistant === null
      ? []
      : [{ type: "message", role: "assistant", content: [{ type: "output_text", text: assistant }] }]),
  ];
}

function functionCall({ id, name, arguments: given }: ToolUse): Json {
  return { type: "function_call", call_id: id, name, arguments: JSON.stringify(given), status: "completed" };
}
