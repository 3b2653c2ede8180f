import { isList, isObject, type JsonObject } from "./members.ts";

/** How a member of a response means nothing: by itself, or but for being the same as another. */
export type Meaningless = "blank" | "call";

/** What models' services say of a response that differs each time: which it was, and when. */
const responseMarks = [
  "id",
  "created",
  "created_at",
  "completed_at",
  "system_fingerprint",
  "request_id",
  "_request_id",
  "response_id",
  "responseId",
  "create_time",
  "createTime",
  "total_duration",
  "load_duration",
  "prompt_eval_duration",
  "eval_duration",
] as const;

const responseObjects = new Set(["chat.completion", "chat.completion.chunk", "text_completion", "response"]);
const callIds = ["call_id", "tool_call_id", "tool_use_id", "toolCallId", "toolUseId"] as const;
const callTypes = new Set(["function", "custom", "tool_use", "server_tool_use", "mcp_tool_use", "tool_call"]);
const pairedTypes = new Set([
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "tool_result",
  "mcp_tool_result",
  "web_search_tool_result",
  "tool-call",
  "tool-result",
  "tool-error",
  "tool_call_response",
]);

/**
 * Which members of an object have no meaning of their own, because the object has the shape of a model's response or
 * of a part of one; null for any other object, as a person's own data means what it says.
 */
export function meaninglessMembers(object: JsonObject): ReadonlyMap<string, Meaningless> | null {
  const found = new Map<string, Meaningless>();
  if (isResponse(object)) for (const key of responseMarks) found.set(key, "blank");
  const { type, role } = object;
  if (type === "thinking") found.set("signature", "blank");
  if (type === "redacted_thinking") found.set("data", "blank");
  if (type === "reasoning") found.set("encrypted_content", "blank");
  if (isGooglePart(object)) found.set("thought_signature", "blank").set("thoughtSignature", "blank");
  if (typeof type === "string" && callTypes.has(type) && isCall(object)) found.set("id", "call");
  if (typeof type === "string" && type === "tool_call_response") found.set("id", "call");
  if (role === "tool" || type === "tool" || (typeof type === "string" && pairedTypes.has(type)) || isBedrock(object)) {
    for (const key of callIds) found.set(key, "call");
  }
  return found.size === 0 ? null : found;
}

function isResponse(object: JsonObject): boolean {
  if (typeof object.object === "string" && responseObjects.has(object.object)) return true;
  const has = (...keys: readonly string[]) => keys.some((key) => Object.hasOwn(object, key));
  if (isList(object.choices)) return has("model", "usage");
  if (isList(object.candidates)) return has("usage_metadata", "usageMetadata", "model_version", "modelVersion");
  if (object.role === "assistant" && isList(object.content)) return has("stop_reason");
  if (has("created_at") && has("done")) return has("message", "response");
  // LangChain keeps them apart from the message.
  return has("system_fingerprint") && has("model_name", "token_usage");
}

function isGooglePart(object: JsonObject): boolean {
  return ["text", "functionCall", "function_call"].some((key) => Object.hasOwn(object, key));
}

function isCall(object: JsonObject): boolean {
  return isObject(object.function) || isObject(object.custom) || typeof object.name === "string";
}

function isBedrock(object: JsonObject): boolean {
  return typeof object.toolUseId === "string" && (object.input !== undefined || object.content !== undefined);
}
