import { isList, isObject, type Json, jsonIn } from "../../json.ts";
import type { Members } from "./members.ts";
import type { ToolCallPart, ToolResultPart } from "./message.ts";

const callIds = ["call_id", "toolCallId", "tool_call_id", "toolUseId", "tool_use_id", "id"];
const names = ["name", "toolName"];
const callWrappers = ["function", "custom", "toolUse", "functionCall", "function_call", "toolInvocation"];
const resultWrappers = ["toolResult", "functionResponse", "function_response", "toolInvocation"];

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

/** Marks of a failed result, of several formats. */
const failures: readonly (readonly [key: string, said: Json])[] = [
  ["is_error", true],
  ["isError", true],
  ["status", "error"],
  ["state", "output-error"],
];

function isFailure(part: Members): boolean {
  const mark = failures.find(([key, said]) => part.at(key) === said);
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

/** A number beyond the precision of a double would be displayed as another number. */
const longNumber = /[[:,\s]-?(?:\d[\d.]{15,}|[\d.]+[eE]\+?\d{3,})\s*[,\]}]/;

/** The object or list that a text contains as JSON, as models send arguments; any other value as it is. */
export function parsedJson(value: Json): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value) || longNumber.test(value)) return value;
  return jsonIn(value) ?? value;
}
