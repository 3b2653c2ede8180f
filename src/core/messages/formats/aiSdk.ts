import { isList, isObject, type Json, type JsonObject } from "../../text/json.ts";
import { mediaPart } from "../mediaPart.ts";
import { Members } from "../members.ts";
import type { Message, MessagePart } from "../message.ts";
import type { FormatParts, MessageFormat, PartReader, Reading } from "../messageFormat.ts";
import { parsedJson, toolCallPart, toolResultPart } from "../toolPart.ts";

/** A call and its result in one part of type `tool-<name>`. */
const invocation: PartReader = (part, type): FormatParts => {
  const holder = part.inner("toolInvocation") ?? part;
  const name = holder.text("toolName") ?? (type === "dynamic-tool" ? "" : type.slice("tool-".length));
  const id = holder.text("toolCallId");
  const call: MessagePart = { kind: "toolCall", id, name, arguments: holder.any("input", "args") ?? null };
  const error = holder.any("errorText");
  const content = error === undefined ? holder.any("output", "result") : undefined;
  if (error === undefined && content === undefined) return call;
  const result = { id, name, content: error ?? content ?? null, parts: [], failed: error !== undefined };
  return [call, { kind: "toolResult", ...result }];
};

export const aiSdk: MessageFormat = {
  name: "Vercel AI SDK",
  source:
    "https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message, …/ai-sdk-ui (UI messages), …/ai-sdk-core/telemetry",
  recognizedBy:
    "parts of type `tool-call`, `tool-result` or `tool-<name>`; `toolCalls` with `text` or `finishReason`; `steps` of these",
  since: "0.1.0",
  parts: [
    ["tool-call", (part) => toolCallPart(part)],
    ["tool-result tool-error", (part, _type, reading) => toolResultPart(part, reading)],
    ["tool-* dynamic-tool", invocation],
    ["step-start", () => []],
    ["source-url source-document", (part, type) => mediaPart(part, type)],
  ],
  message: step,
  document: (document, side, reading) => {
    // The steps have what the result repeats of the last one.
    if (side === "inputs" || isList(document.at("steps"))) return [];
    const calls = parsedJson(document.at("toolCalls") ?? null);
    const isResponse = ["text", "finishReason"].some((key) => document.at(key) !== undefined);
    if (!isList(calls) || calls.length === 0 || !isResponse) return [];
    return answer(document, calls, reading);
  },
};

/** A step of a result: its parts as content, or its calls, their results and its text. */
function step(value: JsonObject, reading: Reading): readonly Message[] | undefined {
  const { role, steps, content, finishReason, toolCalls, toolResults, text } = value;
  if (role !== undefined || steps !== undefined) return undefined;
  const isContent = isList(content) && typeof finishReason === "string";
  const isCalls = isList(toolCalls) && isList(toolResults) && typeof text === "string";
  if (!isContent && !isCalls) return undefined;
  const texts = text === "" ? [] : [{ type: "text", text: text ?? "" }];
  const parts = isContent ? content : isCalls ? [...toolCalls, ...toolResults, ...texts] : [];
  if (parts.length === 0 || !parts.every((each) => isObject(each) && typeof each.type === "string")) return undefined;
  const [first] = reading.message({ role: "assistant", content: [...parts] }) ?? [];
  if (first === undefined) return undefined;
  const members = new Members(value);
  if (!isContent) for (const key of ["toolResults", "text"]) members.take(key);
  members.leave(isContent ? "content" : "toolCalls", first.rest);
  return [{ ...first, rest: members.rest() }];
}

function answer(
  document: Members,
  calls: readonly Json[],
  reading: Parameters<PartReader>[2],
): ReturnType<typeof reading.list> {
  const { text = "", reasoningText = null } = document.object;
  const messages = reading.message({ role: "assistant", content: text, reasoningText, tool_calls: calls }) ?? [];
  if (messages.length > 0) for (const key of ["text", "reasoningText", "toolCalls"]) document.take(key);
  return messages;
}
