import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { mediaPart } from "../mediaPart.ts";
import type { Members } from "../members.ts";
import type { FormatParts, MessageFormat, PartReader } from "../messageFormat.ts";
import { toolCallPart, toolResultPart } from "../toolPart.ts";
import { mergedPieces, withArguments } from "./pieces.ts";

/** Plain text documents; others are media. */
const documentPart: PartReader = (part, type) => {
  const source = part.inner("source");
  const text = source?.at("type") === "text" ? source.text("data") : null;
  if (text === null) return mediaPart(part, type);
  source?.mark("type", "text");
  return { kind: "text", text };
};

const toolResult: PartReader = (part, _type, reading) => toolResultPart(part, reading);

export const anthropic: MessageFormat = {
  name: "Anthropic Messages",
  source: "https://docs.anthropic.com/en/api/messages",
  recognizedBy: "parts of type `tool_use`, `tool_result`, `document`, and those of tools that the service runs",
  since: "0.1.0",
  parts: [
    ["document", documentPart],
    ["tool_use server_tool_use mcp_tool_use", toolCallPart],
    [
      `tool_result mcp_tool_result web_search_tool_result web_fetch_tool_result code_execution_tool_result
      bash_code_execution_tool_result text_editor_code_execution_tool_result`,
      toolResult,
    ],
  ],
};

/** Events of a stream, and the field of those that have content. */
const eventFields: ReadonlyMap<string, string | null> = new Map([
  ["message_start", "message"],
  ["content_block_start", "content_block"],
  ["content_block_delta", "delta"],
  ["message_delta", "delta"],
  ...["content_block_stop", "message_stop", "ping"].map((type) => [type, null] as const),
]);

export const anthropicEvents: MessageFormat = {
  name: "Streamed events of Anthropic Messages",
  source: "https://docs.anthropic.com/en/docs/build-with-claude/streaming",
  recognizedBy: "a list of nothing but events such as `message_start` and `content_block_delta`, with their fields",
  since: "0.2.0",
  list: (values, side, reading) => {
    const events = values.filter(isObject).filter(isEvent);
    const hasContent = events.some(({ type }) => type === "content_block_start" || type === "content_block_delta");
    return hasContent && events.length === values.length ? reading.messages(mergedEvents(events), side) : undefined;
  },
};

function isEvent(value: JsonObject): boolean {
  const field = typeof value.type === "string" ? eventFields.get(value.type) : undefined;
  return field === null || (field !== undefined && isObject(value[field]));
}

/** The message that the events make: deltas belong to the block of their index. Other fields are in its `events`. */
function mergedEvents(events: readonly JsonObject[]): Json {
  const blocks = new Map<Json, JsonObject[]>();
  const whole: JsonObject[] = [{ role: "assistant" }];
  const others: Json[] = [];
  for (const { type, index = null, ...fields } of events) {
    const field = eventFields.get(typeof type === "string" ? type : "") ?? "";
    const { [field]: piece, usage, ...rest } = fields;
    const isBlock = field === "content_block" || type === "content_block_delta";
    if (isObject(piece) && isBlock) blocks.set(index, [...(blocks.get(index) ?? []), piece]);
    else if (isObject(piece)) whole.push(piece);
    if (usage !== undefined) whole.push({ usage });
    if (Object.keys(rest).length > 0) others.push(rest);
  }
  const merged = mergedPieces(whole);
  const content = [...blocks.values()].map((pieces) => withArguments(mergedPieces(pieces)));
  const left = others.length === 0 ? {} : { events: others };
  return isObject(merged) ? { ...merged, content, ...left } : merged;
}

export const bedrock: MessageFormat = {
  name: "Amazon Bedrock Converse",
  source: "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html",
  recognizedBy: "parts with one of `toolUse`, `toolResult`, `image`, `document`, `video` and `reasoningContent`",
  since: "0.1.0",
  untyped: (part, reading) => {
    if (part.inner("toolUse") !== undefined) return toolCallPart(part);
    if (part.inner("toolResult") !== undefined) return toolResultPart(part, reading);
    if (part.inner("image", "document", "video") !== undefined) return mediaPart(part, null);
    return reasoning(part.inner("reasoningContent"));
  },
};

function reasoning(content: Members | undefined): FormatParts {
  const text = content?.inner("reasoningText")?.text("text") ?? null;
  const isHidden = content?.at("redactedContent") !== undefined;
  return text !== null || isHidden ? { kind: "thinking", text: text ?? "" } : undefined;
}

/** The objects of a content without their types, as Weave's integration and other programs write them. */
export const untypedBlocks: MessageFormat = {
  name: "Blocks without a type",
  source: "wandb/weave claude_agent_sdk_integration.py, microsoft/autogen",
  recognizedBy:
    "`text` alone; `thinking`; `name` and `id` with `input` or `arguments`; the ID of a call with `content`",
  since: "0.1.0",
  untyped: (part, reading) => {
    const has = (...keys: readonly string[]) => keys.some((key) => part.at(key) !== undefined);
    if (has("type")) return undefined;
    const thinking = part.text("thinking");
    if (thinking !== null) return { kind: "thinking", text: thinking };
    if (typeof part.at("name") === "string" && has("id", "call_id") && has("input", "arguments", "args")) {
      return toolCallPart(part);
    }
    if (has("tool_use_id", "tool_call_id", "call_id") && has("content")) return toolResultPart(part, reading);
    if (part.inner("source") !== undefined) return mediaPart(part, "image");
    const text = part.text("text");
    return text === null ? undefined : { kind: "text", text };
  },
};
