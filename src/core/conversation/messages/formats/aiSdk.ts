import { isList, type Json } from "../../../json.ts";
import { mediaPart } from "../mediaPart.ts";
import type { Members } from "../members.ts";
import type { MessagePart } from "../message.ts";
import type { MessageFormat, PartReader, Parts } from "../messageFormat.ts";
import { parsedJson, toolCallPart, toolResultPart } from "../toolPart.ts";

/** A call and its result in one part of type `tool-<name>`. */
const invocation: PartReader = (part, type): Parts => {
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
  recognizedBy: "parts of type `tool-call`, `tool-result` or `tool-<name>`; `toolCalls` with `text` or `finishReason`",
  since: "0.1.0",
  parts: [
    ["tool-call", (part) => toolCallPart(part)],
    ["tool-result tool-error", (part, _type, reading) => toolResultPart(part, reading)],
    ["tool-* dynamic-tool", invocation],
    ["step-start", () => []],
    ["source-url source-document", (part, type) => mediaPart(part, type)],
  ],
  document: (document, side, reading) => {
    if (side === "inputs") return [];
    const calls = parsedJson(document.at("toolCalls") ?? null);
    const isResponse = ["text", "finishReason"].some((key) => document.at(key) !== undefined);
    if (!isList(calls) || calls.length === 0 || !isResponse) return [];
    return answer(document, calls, reading);
  },
};

function answer(
  document: Members,
  calls: readonly Json[],
  reading: Parameters<PartReader>[2],
): ReturnType<typeof reading.list> {
  const { text = "", reasoningText = null } = document.object;
  const said = reading.message({ role: "assistant", content: text, reasoningText, tool_calls: calls }) ?? [];
  if (said.length > 0) for (const key of ["text", "reasoningText", "toolCalls"]) document.take(key);
  return said;
}
