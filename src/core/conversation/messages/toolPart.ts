import type { Json } from "../../json.ts";
import { isList, isObject, type Members } from "./members.ts";
import type { ToolCallPart, ToolResultPart } from "./message.ts";
import { parsedJson } from "./parsedJson.ts";

const callIds = ["call_id", "toolCallId", "tool_call_id", "toolUseId", "tool_use_id", "id"] as const;
const names = ["name", "toolName"] as const;
const callWrappers = ["function", "custom", "toolUse", "functionCall", "function_call", "toolInvocation"] as const;
const resultWrappers = ["toolResult", "functionResponse", "function_response", "toolInvocation"] as const;

/** A tool call in any format: flat, or in an object next to ID and type. */
export function toolCallPart(part: Members): ToolCallPart {
  const inner = part.inner(...callWrappers);
  return {
    kind: "toolCall",
    id: part.text(...callIds) ?? inner?.text(...callIds) ?? null,
    name: inner?.text(...names) ?? part.text(...names) ?? "",
    arguments: parsedJson(inner?.any("arguments", "args", "input") ?? part.any("arguments", "args", "input") ?? null),
  };
}

/** The result of a tool. */
export function toolResultPart(part: Members): ToolResultPart {
  const inner = part.inner(...resultWrappers) ?? part;
  const failed = isFailure(inner) || isFailure(part);
  const content = inner.any("content", "output", "result", "response");
  const error = content === undefined ? inner.any("errorText", "error") : undefined;
  return {
    kind: "toolResult",
    id: inner.text(...callIds) ?? part.text(...callIds),
    name: inner.text(...names) ?? part.text(...names),
    content: parsedJson(plain(content ?? error ?? null)),
    failed: failed || error !== undefined,
  };
}

function isFailure(part: Members): boolean {
  const marks: readonly [key: string, said: Json][] = [
    ["is_error", true],
    ["isError", true],
    ["status", "error"],
    ["state", "output-error"],
  ];
  const mark = marks.find(([key, said]) => part.at(key) === said);
  if (mark !== undefined) part.take(mark[0]);
  return mark !== undefined;
}

/** The text of a list that contains only one text. */
function plain(content: Json): Json {
  if (!isList(content) || content.length !== 1) return content;
  const [only] = content;
  if (!isObject(only) || typeof only.text !== "string") return content;
  return Object.keys(only).every((key) => key === "text" || (key === "type" && only.type === "text"))
    ? only.text
    : content;
}
