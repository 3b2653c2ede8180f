import type { Json } from "../../json.ts";
import type { JsonObject, Members } from "./members.ts";
import type { Message, MessagePart } from "./message.ts";
import { contentParts } from "./messagePart.ts";
import { toolCallPart, toolResultPart } from "./toolPart.ts";

const results = new Set(["function_call_output", "custom_tool_call_output"]);
const calls = new Set(["function_call", "custom_tool_call"]);
/** Steps taken by the model service, without text to show. */
const others = new Set([
  "reasoning",
  "item_reference",
  "compaction",
  "mcp_call",
  "mcp_list_tools",
  "mcp_approval_request",
  "mcp_approval_response",
  "web_search_call",
  "file_search_call",
  "computer_call",
  "computer_call_output",
  "code_interpreter_call",
  "image_generation_call",
  "local_shell_call",
  "local_shell_call_output",
  "shell_call",
  "shell_call_output",
  "apply_patch_call",
  "apply_patch_call_output",
]);

/** Whether an object is an item of OpenAI's Responses API without a role. */
export function isResponseItem({ type }: JsonObject): boolean {
  return typeof type === "string" && (calls.has(type) || results.has(type) || others.has(type));
}

/** An item of OpenAI's Responses API as a message. */
export function responseItem(item: Members): Message {
  const type = String(item.at("type"));
  const role = type.endsWith("_output") ? "tool" : "assistant";
  const { parts, rest } = itemParts(item, type);
  return { role, name: null, choice: null, parts, rest };
}

function itemParts(
  item: Members,
  type: string,
): { readonly parts: readonly MessagePart[]; readonly rest: Json | null } {
  if (calls.has(type) || type === "mcp_call") {
    item.take("type");
    const call = toolCallPart(item);
    const { output, error } = item.object;
    if (type !== "mcp_call" || (typeof output !== "string" && !error)) return { parts: [call], rest: item.rest() };
    const result = toolResultPart(item);
    const { id, name } = { id: result.id ?? call.id, name: result.name ?? call.name };
    return { parts: [call, { ...result, id, name }], rest: item.rest() };
  }
  if (results.has(type)) {
    item.take("type");
    return { parts: [toolResultPart(item)], rest: item.rest() };
  }
  return contentParts(item.object);
}
