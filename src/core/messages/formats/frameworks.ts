import { isList, isObject, type Json } from "../../text/json.ts";
import { mediaPart } from "../mediaPart.ts";
import { Members } from "../members.ts";
import { type Message, message, textMessage } from "../message.ts";
import type { FormatParts, MessageFormat, Reading } from "../messageFormat.ts";
import { spokenAs } from "../spoken.ts";
import { toolCallPart, toolResultPart } from "../toolPart.ts";

const autoGenEvents = new Set([
  ..."TextMessage MultiModalMessage StopMessage HandoffMessage ToolCallRequestEvent ToolCallExecutionEvent".split(" "),
  ..."ToolCallSummaryMessage ThoughtEvent StructuredMessage SystemMessage UserMessage AssistantMessage".split(" "),
  "FunctionExecutionResultMessage",
]);

export const autoGen: MessageFormat = {
  name: "AutoGen",
  source: "https://microsoft.github.io/autogen (autogen_agentchat.messages, autogen_core.models)",
  recognizedBy: "`type` of a message class with `content`, and its `source`",
  since: "0.2.0",
  message: (value, reading) => {
    const { type, source, content } = value;
    const isKnown = typeof type === "string" && autoGenEvents.has(type) && content !== undefined;
    if (!isKnown || (typeof source !== "string" && !/^(?:System|FunctionExec)/.test(type))) return undefined;
    const members = new Members(value);
    members.take("type");
    if (type === "ThoughtEvent" && typeof content === "string") {
      members.take("content");
      return [
        { ...message("assistant", [{ kind: "thinking", text: content }], members), name: members.text("source") },
      ];
    }
    const isResult = type === "ToolCallExecutionEvent" || type === "FunctionExecutionResultMessage";
    const role = isResult ? "tool" : type === "SystemMessage" ? "system" : source === "user" ? "user" : "assistant";
    if (role !== "assistant") members.mark("source", "user");
    const spoken = spokenAs(role, members, reading);
    const name = role === "assistant" ? members.text("source") : null;
    return [{ ...spoken, name, rest: members.rest() }];
  },
};

export const llamaIndex: MessageFormat = {
  name: "LlamaIndex",
  source: "run-llama/llama_index llama_index/core/base/llms/types.py",
  recognizedBy: "`role` with `blocks`, of which each has a `block_type`",
  since: "0.2.0",
  message: spokenIn("role", { content: "blocks", type: "block_type" }),
};

export const semanticKernel: MessageFormat = {
  name: "Semantic Kernel",
  source: "microsoft/semantic-kernel python/semantic_kernel/contents",
  recognizedBy: "`role` with `items`, of which each has a `content_type`",
  since: "0.2.0",
  parts: [["function_result", (part, _type, reading) => toolResultPart(part, reading)]],
  message: spokenIn("role", { content: "items", type: "content_type" }),
};

export const haystack: MessageFormat = {
  name: "Haystack",
  source: "deepset-ai/haystack haystack/dataclasses/chat_message.py",
  recognizedBy: "`_role` with `_content`; parts with `tool_call` or `tool_call_result`",
  since: "0.2.0",
  untyped: (part, reading) => {
    if (part.at("type") !== undefined) return undefined;
    if (part.inner("tool_call") !== undefined) return toolCallPart(part);
    return part.inner("tool_call_result") === undefined ? undefined : toolResultPart(part, reading);
  },
  message: spokenIn("_role", { content: "_content", type: "type" }),
};

/** Messages whose role and content have names of their own. */
function spokenIn(
  roleKey: string,
  fields: { readonly content: string; readonly type: string },
): NonNullable<MessageFormat["message"]> {
  return (value, reading) => {
    if (typeof value[roleKey] !== "string" || !isList(value[fields.content])) return undefined;
    const members = new Members(value);
    const role = members.text(roleKey) ?? "";
    return [spokenAs(role, members, reading, { fields })];
  };
}

type KindReader = readonly [role: string, read: (part: Members, reading: Reading) => FormatParts];

/** Parts of Pydantic AI's messages, by their kind: who says them, and what they are. */
const pydanticParts: Readonly<Record<string, KindReader>> = {
  "system-prompt": ["system", content],
  "user-prompt": ["user", content],
  "tool-return": ["tool", (part, reading) => toolResultPart(part, reading)],
  "builtin-tool-return": ["tool", (part, reading) => toolResultPart(part, reading)],
  "retry-prompt": ["tool", (part, reading) => ({ ...toolResultPart(part, reading), failed: true })],
  text: ["assistant", content],
  thinking: ["assistant", (part) => ({ kind: "thinking", text: part.text("content") ?? "" })],
  "tool-call": ["assistant", toolCallPart],
  "builtin-tool-call": ["assistant", toolCallPart],
};

function content(part: Members, reading: Reading): FormatParts {
  const { parts, rest } = reading.content(part.at("content"), "kind");
  part.leave("content", rest);
  return parts;
}

export const pydanticAi: MessageFormat = {
  name: "Pydantic AI",
  source: "https://ai.pydantic.dev/api/messages/",
  recognizedBy: "`kind` (`request` or `response`) with `parts`, of which each has a `part_kind`",
  since: "0.2.0",
  parts: [["image-url audio-url video-url document-url binary", (part, type) => mediaPart(part, type)]],
  message: (value, reading) => {
    const { kind, parts } = value;
    if ((kind !== "request" && kind !== "response") || !isList(parts) || parts.length === 0) return undefined;
    if (!parts.every(isKinded)) return undefined;
    const whole = new Members(value);
    whole.take("kind");
    whole.take("parts");
    const messages = parts.filter(isObject).map((each): Message => {
      const part = new Members(each);
      const [role, read] = pydanticParts[part.text("part_kind") ?? ""] ?? ["", () => undefined];
      return message(role, [read(part, reading) ?? ({ kind: "json", value: each } as const)].flat(), part);
    });
    const rest = whole.rest();
    return rest === null || messages[0] === undefined
      ? messages
      : [{ ...messages[0], rest: [messages[0].rest, rest] }, ...messages.slice(1)];
  },
};

function isKinded(part: Json): boolean {
  return isObject(part) && typeof part.part_kind === "string" && Object.hasOwn(pydanticParts, part.part_kind);
}

export const crewAi: MessageFormat = {
  name: "CrewAI",
  source: "crewAIInc/crewAI crewai/crews/crew_output.py, crewai/tasks/task_output.py",
  recognizedBy: "output: `raw` with `tasks_output` or `agent`",
  since: "0.2.0",
  document: (document, side) => {
    const isOutput = ["tasks_output", "agent"].some((key) => document.at(key) !== undefined);
    const raw = side === "output" && isOutput ? document.text("raw") : null;
    return raw === null || raw === "" ? [] : [textMessage("assistant", raw)];
  },
};

export const adk: MessageFormat = {
  name: "Google Agent Development Kit",
  source: "https://google.github.io/adk-docs/events/",
  recognizedBy: "an event: `author` with a `content` that has `parts`; those with `partial` only if none is complete",
  since: "0.2.0",
  list: (values, side, reading) => {
    const last = values.findLastIndex((each) => isObject(each) && typeof each.author === "string" && !each.partial);
    const isRepeated = (each: Json, at: number) => isObject(each) && each.partial === true && at < last;
    const repeated = values.filter(isRepeated);
    if (repeated.length === 0) return undefined;
    const whole = values.filter((each, at) => !isRepeated(each, at));
    const messages = reading.list(whole, side === "inputs" ? "user" : "assistant");
    return messages.length === 0 ? undefined : { messages, rest: repeated };
  },
  message: (value, reading) => {
    const { author, content: inner } = value;
    if (typeof author !== "string" || !isObject(inner) || !isList(inner.parts)) return undefined;
    const whole = new Members(value);
    const members = whole.inner("content");
    if (members === undefined) return undefined;
    whole.mark("author", "user");
    const role = members.text("role") ?? (author === "user" ? "user" : "model");
    const spoken = spokenAs(role, members, reading, { whole });
    return spoken.role === "user" ? [spoken] : [{ ...spoken, name: whole.text("author"), rest: whole.rest() }];
  },
};
