import type { Json, JsonObject } from "../../core/text/json.ts";

/** A tool call of a model and its result. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result: Json;
  readonly failed?: boolean;
}

/** A user message with its tool calls and answer, before formatting. */
export interface Round {
  readonly user: string;
  /** In order of use. */
  readonly tools?: readonly ToolUse[];
  /** Null without an answer: in the current round, and in a failed one. */
  readonly assistant: string | null;
}

/** A request to a model: the last round is the current one. */
export interface Talk {
  readonly system: string;
  /** Model name. */
  readonly model: string;
  readonly rounds: readonly Round[];
}

/** The response: text, tool calls, or both. */
export interface Answer {
  readonly id: string;
  readonly model: string;
  readonly text: string | null;
  readonly thinking?: string | undefined;
  readonly tools?: readonly ToolUse[];
  /** Sources of the text. */
  readonly sources?: readonly Json[];
}

/** The message format of a kind of program. */
export interface DocumentShape {
  inputs(talk: Talk): JsonObject;
  output(answer: Answer): Json;
}

/** OpenAI chat completions: a list of messages, and choices of which the first one counts. */
export const openaiChat: DocumentShape = {
  inputs: ({ system, model, rounds }) => {
    const tools = toolDefinitions(rounds);
    return { model, messages: chatOf(system, rounds), ...(tools.length > 0 && { tools }) };
  },
  output: ({ id, model, text, tools = [] }) => {
    const message = { role: "assistant", content: text, ...(tools.length > 0 && { tool_calls: tools.map(toolCall) }) };
    const choice = { index: 0, message, finish_reason: tools.length > 0 ? "tool_calls" : "stop" };
    return { id: `chatcmpl-${id}`, object: "chat.completion", model, choices: [choice] };
  },
};

/** Generic chat: a list of input messages and one output message. */
export const chatMessages: DocumentShape = {
  inputs: ({ system, rounds }) => ({ messages: chatOf(system, rounds) }),
  output: ({ text }) => ({ role: "assistant", content: text }),
};

function chatOf(system: string, rounds: readonly Round[]): readonly Json[] {
  const messages = rounds.flatMap(({ user, tools = [], assistant }): readonly Json[] => [
    { role: "user", content: user },
    ...tools.flatMap((use) => [
      { role: "assistant", content: null, tool_calls: [toolCall(use)] },
      { role: "tool", tool_call_id: use.id, content: resultText(use) },
    ]),
    ...(assistant === null ? [] : [{ role: "assistant", content: assistant }]),
  ]);
  return [{ role: "system", content: system }, ...messages];
}

function toolCall({ id, name, arguments: given }: ToolUse): JsonObject {
  return { id, type: "function", function: { name, arguments: JSON.stringify(given) } };
}

function resultText({ result }: ToolUse): string {
  return typeof result === "string" ? result : JSON.stringify(result);
}

/** Definitions of the used tools. */
function toolDefinitions(rounds: readonly Round[]): readonly Json[] {
  const byName = new Map(rounds.flatMap(({ tools = [] }) => tools).map((use) => [use.name, use]));
  return [...byName.values()].map(({ name, arguments: given }) => {
    const properties = Object.fromEntries(Object.keys(given).map((key) => [key, { type: typeof given[key] }]));
    return { type: "function", function: { name, parameters: { type: "object", properties } } };
  });
}

/** OpenAI responses: messages, reasoning and tool calls are items of one list, for input and output. */
export const openaiResponses: DocumentShape = {
  inputs: ({ system, model, rounds }) => ({ model, instructions: system, input: rounds.flatMap(itemsOf) }),
  output: ({ id, model, text, thinking, tools = [] }) => {
    const summary = [{ type: "summary_text", text: thinking ?? "" }];
    const content = [{ type: "output_text", text, annotations: [] }];
    const output = [
      ...(thinking === undefined ? [] : [{ id: `rs_${id}`, type: "reasoning", summary }]),
      ...tools.map(functionCall),
      ...(text === null ? [] : [{ id: `msg_${id}`, type: "message", status: "completed", role: "assistant", content }]),
    ];
    return { id: `resp_${id}`, object: "response", status: "completed", model, output };
  },
};

function itemsOf({ user, tools = [], assistant }: Round): readonly Json[] {
  const message = (role: string, type: string, text: string) => ({ type: "message", role, content: [{ type, text }] });
  return [
    message("user", "input_text", user),
    ...tools.flatMap((use) => [
      functionCall(use),
      { type: "function_call_output", call_id: use.id, output: JSON.stringify(use.result) },
    ]),
    ...(assistant === null ? [] : [message("assistant", "output_text", assistant)]),
  ];
}

function functionCall({ id, name, arguments: given }: ToolUse): JsonObject {
  return { type: "function_call", call_id: id, name, arguments: JSON.stringify(given), status: "completed" };
}

/** Anthropic messages: a separate system prompt, content parts, and tool results in user messages. */
export const anthropicMessages: DocumentShape = {
  inputs: ({ system, model, rounds }) => ({
    model,
    max_tokens: 4096,
    system,
    messages: rounds.flatMap(({ user, tools = [], assistant }): readonly Json[] => [
      { role: "user", content: user },
      ...tools.flatMap((use) => [
        { role: "assistant", content: [toolUse(use)] },
        { role: "user", content: [toolResult(use)] },
      ]),
      ...(assistant === null ? [] : [{ role: "assistant", content: [{ type: "text", text: assistant }] }]),
    ]),
  }),
  output: ({ id, model, text, thinking, tools = [] }) => {
    const content = [
      ...(thinking === undefined ? [] : [{ type: "thinking", thinking, signature: "EqQBCkgIARABGAIiQL8w" }]),
      ...(text === null ? [] : [{ type: "text", text }]),
      ...tools.map(toolUse),
    ];
    const stop_reason = tools.length > 0 ? "tool_use" : "end_turn";
    return { id: `msg_${id}`, type: "message", role: "assistant", model, content, stop_reason };
  },
};

function toolUse({ id, name, arguments: input }: ToolUse): JsonObject {
  return { type: "tool_use", id, name, input };
}

function toolResult(use: ToolUse): JsonObject {
  const content = [{ type: "text", text: resultText(use) }];
  return { type: "tool_result", tool_use_id: use.id, content, ...(use.failed && { is_error: true }) };
}

/** Custom records: a text with its session, and an answer with its sources. */
export const answerRecord: DocumentShape = {
  inputs: (talk) => ({
    text: question(talk),
    session: { turn: talk.rounds.length, locale: "en-GB", channel: "web" },
  }),
  output: ({ text, sources = [] }) => ({ answer: text, sources, confidence: 0.82 }),
};

/** A function from string to string, with the history as text. */
export const plainDocument: DocumentShape = {
  inputs: (talk) => {
    const earlier = talk.rounds
      .slice(0, -1)
      .map(({ user, assistant }) => `User: ${user}\nAssistant: ${assistant ?? ""}`);
    return { question: question(talk), ...(earlier.length > 0 && { history: earlier.join("\n\n") }) };
  },
  output: ({ text }) => text,
};

/** The last user message. */
function question({ rounds }: Talk): string {
  return rounds.at(-1)?.user ?? "";
}
