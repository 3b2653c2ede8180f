import type { Json } from "../../json.ts";
import { mediaPart } from "./mediaPart.ts";
import { isEmpty, isList, isObject, Members } from "./members.ts";
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
  const rests = read.flatMap(({ rest }) => (rest === null ? [] : [rest]));
  return { parts: read.flatMap(({ parts }) => parts), rest: rests.length === 0 ? null : rests };
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

function typedPart(part: Members, type: string | null): Parts {
  switch (type) {
    case "text":
    case "input_text":
    case "output_text":
    case "summary_text":
    case "reasoning_text":
    case "text_delta":
      return textPart(part);
    case "refusal":
      return texts(part, "refusal", "refusal");
    case "thinking":
    case "reasoning":
      return thinkingPart(part);
    case "image":
    case "image_url":
    case "input_image":
    case "output_image":
    case "input_audio":
    case "output_audio":
    case "audio":
    case "video":
    case "video_url":
    case "media":
    case "file":
    case "input_file":
    case "document":
      return documentText(part) ?? mediaPart(part, type);
    case "function":
    case "custom":
    case "function_call":
    case "custom_tool_call":
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
    case "tool-call":
    case "tool_call":
      return toolCallPart(part);
    case "tool_result":
    case "mcp_tool_result":
    case "web_search_tool_result":
    case "tool-result":
    case "tool-error":
    case "tool_call_response":
    case "function_call_output":
    case "custom_tool_call_output":
      return toolResultPart(part);
    default:
      return type !== null && (type.startsWith("tool-") || type === "dynamic-tool")
        ? invocation(part, type)
        : undefined;
  }
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

function textPart(part: Members): Parts {
  return texts(part, "text", "text", "content") ?? innerText(part);
}

/** OpenAI's assistants wrap a text as `{text: {value, annotations}}`. */
function innerText(part: Members): Parts {
  const inner = part.inner("text");
  return inner === undefined ? undefined : texts(inner, "text", "value");
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
    const rests: Json[] = [];
    for (const value of list) {
      const members = new Members(isObject(value) ? value : {});
      const thought = typeof value === "string" ? value : members.text("text");
      members.mark("type", "summary_text", "reasoning_text", "text");
      found.push(thought === null ? { kind: "json", value } : { kind: "thinking", text: thought });
      const rest = thought === null ? null : members.rest();
      if (rest !== null) rests.push(rest);
    }
    part.leave(key, rests.length === 0 ? null : rests);
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
