import { isEmpty, isList, isObject, type Json } from "../../json.ts";
import { mediaPart } from "./mediaPart.ts";
import { leftOf, Members, names } from "./members.ts";
import type { MessagePart } from "./message.ts";
import { toolCallPart, toolResultPart } from "./toolPart.ts";

/** The parts that were read from a content, and what was not. */
export interface PartsRead {
  readonly parts: readonly MessagePart[];
  readonly rest: Json | null;
}

/** The content of a message: a text, a part, a list of both, or anything. */
export function contentParts(content: Json | undefined): PartsRead {
  if (content === undefined || isEmpty(content)) return { parts: [], rest: null };
  if (!isList(content)) return onePart(content);
  const read = content.map(onePart);
  return { parts: read.flatMap(({ parts }) => parts), rest: leftOf(read.map(({ rest }) => rest)) };
}

function onePart(value: Json): PartsRead {
  if (typeof value === "string") return { parts: [{ kind: "text", text: value }], rest: null };
  if (!isObject(value)) return { parts: [{ kind: "json", value }], rest: null };
  const members = new Members(value);
  const type = typeof value.type === "string" ? value.type : null;
  const typed = typedPart(members, type);
  const part = typed ?? untypedPart(members);
  if (part === undefined) return { parts: [{ kind: "json", value }], rest: null };
  const parts = [part].flat();
  if (typed !== undefined && type !== null && isSaid(type, parts)) members.take("type");
  return { parts, rest: members.rest() };
}

/** Whether the parts imply the type they were read by; `tool-<name>` may contain another name. */
function isSaid(type: string, parts: readonly MessagePart[]): boolean {
  const name = type.startsWith("tool-") ? type.slice("tool-".length) : "";
  const general = ["", "call", "result", "error", "invocation"].includes(name);
  return general || parts.some((part) => part.kind === "toolCall" && part.name === name);
}

type Parts = MessagePart | readonly MessagePart[] | undefined;

function kinds(types: string, read: (part: Members, type: string) => Parts) {
  return names(types).map((type) => [type, read] as const);
}

/** How a part is read, by its type. */
const readers = new Map([
  ...kinds("text input_text output_text summary_text reasoning_text text_delta", textPart),
  ...kinds("refusal", (part) => texts(part, "refusal", "refusal")),
  ...kinds("thinking reasoning", thinkingPart),
  ...kinds(
    `image image_url input_image output_image input_audio output_audio audio video video_url media file input_file
    document`,
    (part, type) => documentText(part) ?? mediaPart(part, type),
  ),
  ...kinds(
    `function custom function_call custom_tool_call tool_use server_tool_use mcp_tool_use tool-call tool_call`,
    toolCallPart,
  ),
  ...kinds(
    `tool_result mcp_tool_result web_search_tool_result tool-result tool-error tool_call_response function_call_output
    custom_tool_call_output`,
    toolResultPart,
  ),
]);

function typedPart(part: Members, type: string | null): Parts {
  if (type === null) return undefined;
  const read = readers.get(type);
  if (read !== undefined) return read(part, type);
  return type.startsWith("tool-") || type === "dynamic-tool" ? invocation(part, type) : undefined;
}

/** Parts that are identified by a field instead of a type: Google's and Bedrock's. */
function untypedPart(part: Members): Parts {
  if (part.inner("functionCall", "function_call", "toolUse") !== undefined) return toolCallPart(part);
  if (part.inner("functionResponse", "function_response", "toolResult") !== undefined) return toolResultPart(part);
  if (part.inner("inlineData", "inline_data", "fileData", "file_data", "image", "document", "video") !== undefined) {
    return mediaPart(part, null);
  }
  const reasoning = part.inner("reasoningContent")?.inner("reasoningText");
  if (reasoning !== undefined) return texts(reasoning, "thinking", "text");
  if (part.at("type") !== undefined) return undefined;
  if (part.at("thought") === true && typeof part.at("text") === "string") {
    part.take("thought");
    return texts(part, "thinking", "text");
  }
  return texts(part, "text", "text");
}

/** OpenAI's assistants wrap a text as `{text: {value, annotations}}`. */
function textPart(part: Members): Parts {
  const own = texts(part, "text", "text", "content");
  const inner = own === undefined ? part.inner("text") : undefined;
  return inner === undefined ? own : texts(inner, "text", "value");
}

function texts(part: Members, kind: "text" | "thinking" | "refusal", ...keys: readonly string[]): Parts {
  const text = part.text(...keys);
  return text === null ? undefined : { kind, text };
}

/** Reasoning as one text, or as a summary and a content of several. */
function thinkingPart(part: Members): Parts {
  const one = texts(part, "thinking", "thinking", "text", "reasoning");
  if (one !== undefined) return one;
  const found: MessagePart[] = [];
  for (const key of ["summary", "content"]) {
    const list = part.at(key);
    if (!isList(list)) continue;
    const rests = list.map((value) => {
      const members = new Members(isObject(value) ? value : {});
      const thought = typeof value === "string" ? value : members.text("text");
      members.mark("type", "summary_text", "reasoning_text", "text");
      found.push(thought === null ? { kind: "json", value } : { kind: "thinking", text: thought });
      return thought === null ? null : members.rest();
    });
    part.leave(key, leftOf(rests));
  }
  return found;
}

/** Anthropic's plain text documents. */
function documentText(part: Members): Parts {
  const source = part.inner("source");
  if (source?.at("type") !== "text") return undefined;
  const text = texts(source, "text", "data");
  if (text !== undefined) source.mark("type", "text");
  return text;
}

/** The Vercel AI SDK keeps a call and its result in one part of type `tool-<name>`. */
function invocation(part: Members, type: string): Parts {
  const holder = part.inner("toolInvocation") ?? part;
  const name = holder.text("toolName") ?? (type === "dynamic-tool" ? "" : type.slice("tool-".length));
  const id = holder.text("toolCallId");
  const call: MessagePart = { kind: "toolCall", id, name, arguments: holder.any("input", "args") ?? null };
  const error = holder.any("errorText");
  const content = error === undefined ? holder.any("output", "result") : undefined;
  if (error === undefined && content === undefined) return call;
  return [call, { kind: "toolResult", id, name, content: error ?? content ?? null, failed: error !== undefined }];
}
