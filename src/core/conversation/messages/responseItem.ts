import type { JsonObject } from "../../json.ts";
import { type Members, names } from "./members.ts";
import { type Message, type MessagePart, message } from "./message.ts";
import { contentParts } from "./messagePart.ts";
import { toolCallPart, toolResultPart } from "./toolPart.ts";

const results = new Set(["function_call_output", "custom_tool_call_output"]);
const calls = new Set(["function_call", "custom_tool_call", "mcp_call"]);
/** Steps taken by the model service, without text to show. */
const others = new Set(
  names(`
    reasoning item_reference compaction mcp_list_tools mcp_approval_request mcp_approval_response web_search_call
    file_search_call computer_call computer_call_output code_interpreter_call image_generation_call local_shell_call
    local_shell_call_output shell_call shell_call_output apply_patch_call apply_patch_call_output`),
);

/** Whether an object is an item of OpenAI's Responses API without a role. */
export function isResponseItem({ type }: JsonObject): boolean {
  return typeof type === "string" && (calls.has(type) || results.has(type) || others.has(type));
}

/** An item of OpenAI's Responses API as a message. */
export function responseItem(item: Members): Message {
  const type = String(item.at("type"));
  const role = type.endsWith("_output") ? "tool" : "assistant";
  if (others.has(type)) return { ...message(role, []), ...contentParts(item.object) };
  item.take("type");
  return message(role, results.has(type) ? [toolResultPart(item)] : callParts(item, type), item);
}

function callParts(item: Members, type: string): readonly MessagePart[] {
  const call = toolCallPart(item);
  const { output, error } = item.object;
  if (type !== "mcp_call" || (typeof output !== "string" && !error)) return [call];
  const result = toolResultPart(item);
  return [call, { ...result, id: result.id ?? call.id, name: result.name ?? call.name }];
}
