import { isList, isObject, type Json, type JsonObject } from "../../text/json.ts";
import { mediaPart, partsOfMedia } from "../mediaPart.ts";
import { leftOf, Members, names } from "../members.ts";
import { message } from "../message.ts";
import type { MessageFormat, PartReader } from "../messageFormat.ts";
import { spokenAs, wrappedMessage } from "../spoken.ts";
import { thinkingPart } from "../thoughts.ts";
import { takeId, toolCallPart, toolResultPart } from "../toolPart.ts";
import { answers, mergedPieces, messageAt, textOf } from "./pieces.ts";

const contents = ["content", "parts", "tool_calls", "function_call", "toolInvocations", "refusal", "audio"];

/** OpenAI's assistants wrap a text as `{text: {value, annotations}}`. */
const textPart: PartReader = (part) => {
  const text = part.text("text", "content") ?? part.inner("text")?.text("value") ?? null;
  return text === null ? undefined : { kind: "text", text };
};

const refusalPart: PartReader = (part) => {
  const text = part.text("refusal");
  return text === null ? undefined : { kind: "refusal", text };
};

export const chatCompletions: MessageFormat = {
  name: "OpenAI Chat Completions",
  source: "https://platform.openai.com/docs/api-reference/chat; also Mistral, Ollama, vLLM, LiteLLM, OpenRouter",
  recognizedBy: "messages: `role` with `content`, `tool_calls` or `refusal`; responses: `choices`",
  since: "0.1.0",
  parts: [
    ["text input_text output_text summary_text reasoning_text text_delta", textPart],
    ["refusal", refusalPart],
    ["thinking reasoning redacted_thinking", thinkingPart],
    [
      "image image_url input_image output_image video video_url media file input_file",
      (part, type) => mediaPart(part, type),
    ],
    ["function custom function_call custom_tool_call tool_call", toolCallPart],
  ],
  message: (value, reading) => {
    if (typeof value.role !== "string" || !contents.some((key) => Object.hasOwn(value, key))) return undefined;
    const members = new Members(value);
    const role = members.text("role") ?? "";
    members.mark("type", "message");
    return [spokenAs(role, members, reading)];
  },
  document: (document, side, reading) =>
    side === "inputs"
      ? []
      : answers(document, "choices", (choice) => {
          const usual = { role: "assistant", content: null };
          const found = messageAt(choice, "message", reading, usual);
          if (found.length > 0) return found;
          const delta = messageAt(choice, "delta", reading, usual);
          return delta.length > 0 ? delta : textOf(choice);
        }),
};

export const chatChunks: MessageFormat = {
  name: "Streamed chunks of OpenAI and Ollama",
  source: "https://platform.openai.com/docs/api-reference/chat-streaming, https://docs.ollama.com/api/streaming",
  recognizedBy: "a list in which each value has `choices`, one of them with a `delta`; or `done` and a `message`",
  since: "0.2.0",
  list: (values, side, reading) => {
    const deltas = values.filter((each) => isObject(each) && isList(each.choices));
    const isDelta = (value: Json) => isList(value) && value.some((each) => isObject(each) && isObject(each.delta));
    const isChunks =
      deltas.length === values.length && deltas.some((each) => isObject(each) && isDelta(each.choices ?? null));
    const isOllama = values.every((each) => isObject(each) && typeof each.done === "boolean" && isAnswer(each));
    return isChunks || isOllama ? reading.messages(mergedPieces(values), side) : undefined;
  },
};

function isAnswer({ message, response }: JsonObject): boolean {
  return isObject(message) || typeof response === "string";
}

const itemResults = new Set(["function_call_output", "custom_tool_call_output"]);
const itemCalls = new Set(["function_call", "custom_tool_call", "mcp_call"]);
/** Steps taken by the model service, without text to show. */
const otherItems = new Set(
  names(`
    item_reference compaction mcp_list_tools mcp_approval_request mcp_approval_response web_search_call
    file_search_call computer_call computer_call_output code_interpreter_call image_generation_call local_shell_call
    local_shell_call_output shell_call shell_call_output apply_patch_call apply_patch_call_output`),
);

export const responses: MessageFormat = {
  name: "OpenAI Responses",
  source: "https://platform.openai.com/docs/api-reference/responses",
  recognizedBy:
    "items with a `type` such as `function_call`, `function_call_output` and `reasoning`; `raw_item` of a run",
  since: "0.1.0",
  parts: [["function_call_output custom_tool_call_output", toolResult]],
  message: (value, reading) => {
    const { type } = value;
    if (typeof type !== "string") return undefined;
    const item = new Members(value);
    const role = type.endsWith("_output") ? "tool" : "assistant";
    // An item of a run of the Agents SDK, which has it once more for programs.
    if (type.endsWith("_item") && isObject(value.raw_item)) return wrappedMessage(value, "raw_item", reading);
    if (type.endsWith("_call") && otherItems.has(type)) {
      item.take("type");
      item.mark("status", "completed");
      const [id, name] = [takeId(item), type.slice(0, -"_call".length)];
      return [message(role, [{ kind: "toolCall", id, name, arguments: item.rest() }])];
    }
    if (otherItems.has(type)) return [{ ...message(role, []), ...reading.content(value) }];
    if (type === "reasoning" && (isList(value.summary) || isList(value.content))) {
      item.take("type");
      return [message(role, thinkingPart(item), item)];
    }
    if (itemResults.has(type)) {
      item.take("type");
      return [message(role, [toolResultPart(item, reading, "output")], item)];
    }
    if (!itemCalls.has(type)) return undefined;
    item.take("type");
    const call = toolCallPart(item);
    if (type !== "mcp_call" || (typeof value.output !== "string" && !value.error)) return [message(role, [call], item)];
    const result = toolResultPart(item, reading, "output");
    return [message(role, [call, { ...result, id: result.id ?? call.id, name: result.name ?? call.name }], item)];
  },
};

function toolResult(...[part, , reading]: Parameters<PartReader>): ReturnType<PartReader> {
  return toolResultPart(part, reading, "output");
}

const spokenDelta = /^response\.(?:output_text|(?:output_)?audio_transcript)\.delta$/;

export const responseEvents: MessageFormat = {
  name: "Streamed events of OpenAI Responses",
  source: "https://platform.openai.com/docs/api-reference/responses-streaming",
  recognizedBy: "a list of events whose `type` begins with `response.`",
  since: "0.2.0",
  list: (values, side, reading) => {
    const events = values.filter(isObject).filter(({ type }) => typeof type === "string" && /^response\./.test(type));
    if (events.length === 0 || events.length < values.length) return undefined;
    const whole = events.findLast(({ response }) => isObject(response) && isFilled(response))?.response;
    const pieces = events.flatMap(({ type, delta }) =>
      spokenDelta.test(String(type)) && typeof delta === "string" ? [delta] : [],
    );
    const { messages, rest } = reading.messages(whole ?? pieces.join(""), side);
    if (messages.length === 0) return undefined;
    // Without the whole response, only its texts are in the messages.
    const known = whole === undefined ? eventFields : [...eventFields, ...repeatedFields];
    const others = events.flatMap((event) => {
      const isSaid = spokenDelta.test(String(event.type)) && typeof event.delta === "string";
      const left = Object.entries(event).filter(([key]) => !known.includes(key) && !(isSaid && key === "delta"));
      return left.length === 0 ? [] : [Object.fromEntries(left)];
    });
    return {
      messages,
      rest: leftOf([rest, others.length === 0 ? null : { events: others }].filter((each) => each !== null)),
    };
  },
};

/** What says where in the response an event belongs. */
const eventFields = names("type sequence_number item_id output_index content_index summary_index event_id response_id");
/** Parts of the response that an event repeats. */
const repeatedFields = names("response delta item part text arguments transcript logprobs obfuscation");

function isFilled({ output }: JsonObject): boolean {
  return isList(output) && output.length > 0;
}

export const voice: MessageFormat = {
  name: "OpenAI Realtime",
  source: "https://platform.openai.com/docs/api-reference/realtime; wandb/weave openai_realtime, openai-agents-python",
  recognizedBy: "parts of type `input_audio`, `output_audio` or `audio`, with a `transcript`",
  since: "0.2.0",
  parts: [["input_audio output_audio audio", partsOfMedia]],
};
