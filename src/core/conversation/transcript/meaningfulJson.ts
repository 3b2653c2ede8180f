import { names } from "../../messages/members.ts";
import { copiedJson, isList, isObject, type Json, type JsonObject } from "../../text/json.ts";

/** Why a response field is meaningless: by itself, or because it duplicates another. */
export type Meaningless = "blank" | "call";

/** Fields of a model response that differ each time: its identity and time. */
const responseMarks = names(`
  id created created_at completed_at system_fingerprint request_id _request_id response_id responseId create_time
  createTime total_duration load_duration prompt_eval_duration eval_duration`);

const responseObjects = new Set(["chat.completion", "chat.completion.chunk", "text_completion", "response"]);
const callIds = ["call_id", "tool_call_id", "tool_use_id", "toolCallId", "toolUseId"];
const callTypes = new Set(names("function custom tool_use server_tool_use mcp_tool_use tool_call"));
const pairedTypes = new Set(
  names(`
    function_call function_call_output custom_tool_call custom_tool_call_output tool_result mcp_tool_result
    web_search_tool_result tool-call tool-result tool-error tool_call_response tool`),
);

/** Only the model service can read these. */
const signatures: ReadonlyMap<string, readonly string[]> = new Map([
  ["thinking", ["signature"]],
  ["redacted_thinking", ["data"]],
  ["reasoning", ["encrypted_content"]],
]);

/** A value without parts that differ in every response. Not recursive. */
export function meaningfulJson(value: Json): Json {
  return copiedJson(value, (each) => {
    if (isList(each)) return [...each];
    if (!isObject(each)) return each;
    const meaningless = meaninglessMembers(each);
    return Object.fromEntries(Object.entries(each).filter(([key]) => meaningless?.get(key) !== "blank"));
  });
}

/**
 * The meaningless fields of an object that has the shape of a model response or
 * of a part of one; null for any other object, as user data is meaningful.
 */
export function meaninglessMembers(object: JsonObject): ReadonlyMap<string, Meaningless> | null {
  const found = new Map<string, Meaningless>();
  const add = (keys: readonly string[], how: Meaningless) => {
    for (const key of keys) if (Object.hasOwn(object, key)) found.set(key, how);
  };
  const { type, role } = object;
  if (isResponse(object)) add(responseMarks, "blank");
  if (hasAny(object, "text", "functionCall", "function_call")) add(["thought_signature", "thoughtSignature"], "blank");
  if (typeof type === "string") {
    const isCall = isObject(object.function) || isObject(object.custom) || typeof object.name === "string";
    add(signatures.get(type) ?? [], "blank");
    if (isItem(object)) add(["id"], "blank");
    if (type === "tool_call_response" || (callTypes.has(type) && isCall)) add(["id"], "call");
  }
  if (role === "tool" || (typeof type === "string" && pairedTypes.has(type)) || isBedrock(object)) add(callIds, "call");
  return found.size === 0 ? null : found;
}

/** OpenAI's items have an ID in addition to the ID of the call they belong to. */
function isItem({ type, role, call_id: callId, summary, content }: JsonObject): boolean {
  if (type === "message") return typeof role === "string" && content !== undefined;
  if (type === "reasoning") return isList(summary);
  return type === "function_call" && typeof callId === "string";
}

function isResponse(object: JsonObject): boolean {
  if (typeof object.object === "string" && responseObjects.has(object.object)) return true;
  const has = (...keys: readonly string[]) => hasAny(object, ...keys);
  if (isList(object.choices)) return has("model", "usage");
  if (isList(object.candidates)) return has("usage_metadata", "usageMetadata", "model_version", "modelVersion");
  if (object.role === "assistant" && isList(object.content)) return has("stop_reason");
  if (has("created_at") && has("done")) return has("message", "response");
  // LangChain keeps them separate from the message.
  return has("system_fingerprint") && has("model_name", "token_usage");
}

function hasAny(object: JsonObject, ...keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(object, key));
}

function isBedrock(object: JsonObject): boolean {
  return typeof object.toolUseId === "string" && (object.input !== undefined || object.content !== undefined);
}
