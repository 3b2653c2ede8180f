import { isList, isObject, type Json, jsonIn, memberOf } from "../../core/text/json.ts";
import { type SpanMessage, type SpanRow, span } from "../agents/span.ts";
import { nested, type OtlpSpan } from "./otlp.ts";

// As the service reads spans (wandb/weave, `genai_extraction.py`, `semconv.py`, release 0.53.12): its own names first, then
// those of OpenTelemetry's semantic conventions.

const names = {
  operation: ["weave.operation.name", "gen_ai.operation.name"],
  provider: ["weave.provider.name", "gen_ai.provider.name", "weave.system", "gen_ai.system"],
  agent: ["weave.agent.name", "gen_ai.agent.name"],
  agentVersion: ["weave.agent.version", "gen_ai.agent.version"],
  conversation: ["weave.conversation.id", "gen_ai.conversation.id"],
  conversationName: ["weave.conversation.name", "gen_ai.conversation.name"],
  model: ["weave.request.model", "gen_ai.request.model"],
  tool: ["weave.tool.name", "gen_ai.tool.name"],
  toolCall: ["weave.tool.call.id", "gen_ai.tool.call.id"],
  toolArguments: ["weave.tool.call.arguments", "gen_ai.tool.call.arguments"],
  toolResult: ["weave.tool.call.result", "gen_ai.tool.call.result"],
  inputTokens: ["weave.usage.input_tokens", "gen_ai.usage.input_tokens"],
  outputTokens: ["weave.usage.output_tokens", "gen_ai.usage.output_tokens"],
  reasoningTokens: [
    ...["weave.usage.reasoning_tokens", "gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_tokens"],
    "gen_ai.usage.experimental.reasoning_tokens",
  ],
  cacheRead: [
    ...["weave.usage.cache_read.input_tokens", "gen_ai.usage.cache_read.input_tokens"],
    ...["gen_ai.usage.prompt_tokens_details.cached_tokens", "gen_ai.usage.input_tokens_details.cached_tokens"],
  ],
  // The SDK of release 0.54.0 writes the last one, which the service does not read.
  cacheWrite: [
    ...["weave.usage.cache_creation.input_tokens", "gen_ai.usage.cache_creation.input_tokens"],
    "gen_ai.usage.cache_write.input_tokens",
  ],
  input: ["weave.input.messages", "gen_ai.input.messages", "weave.prompt", "gen_ai.prompt"],
  output: ["weave.output.messages", "gen_ai.output.messages", "weave.completion", "gen_ai.completion"],
  instructions: ["weave.system_instructions", "gen_ai.system_instructions"],
  errorType: ["weave.error.type", "error.type"],
  compaction: ["weave.compaction.summary"],
  itemsBefore: ["weave.compaction.items_before"],
  itemsAfter: ["weave.compaction.items_after"],
} as const;

type Name = keyof typeof names;

const known: ReadonlySet<string> = new Set(Object.values(names).flat());
const operations = ["invoke_agent", "execute_tool", "chat", "text_completion", "generate_content", "embeddings"];
const mostAttributes = 256;

/** A span in the columns of the service. */
export function spanRowOf(sent: OtlpSpan): SpanRow {
  const { attributes, events } = sent;
  const value = (name: Name): Json | undefined => {
    for (const key of names[name]) if (Object.hasOwn(attributes, key) && attributes[key] !== "") return attributes[key];
    return undefined;
  };
  const text = (name: Name) => textOf(value(name) ?? "");
  const count = (name: Name) => Math.max(0, Math.trunc(Number(value(name) ?? 0)) || 0);
  const ofEvent = (event: string, key: string) => events.find(({ name }) => name === event)?.attributes[key];
  const input = value("input") ?? indexed(attributes, "gen_ai.prompt.");
  const output =
    value("output") ??
    indexed(attributes, "gen_ai.completion.") ??
    ofEvent("gen_ai.content.completion", "gen_ai.completion");
  const status = (["UNSET", "OK", "ERROR"] as const)[sent.status] ?? "UNSET";
  const failure = events.find(({ name }) => name === "exception" && status === "ERROR")?.attributes ?? {};
  const operation = text("operation") || (operations.find((each) => sent.name.toLowerCase().startsWith(each)) ?? "");
  const agent = /^invoke_agent (.+)/i.exec(sent.name)?.[1]?.trim() ?? "";
  return span({
    ...{ trace_id: sent.traceId, span_id: sent.spanId, parent_span_id: sent.parentSpanId, span_name: sent.name },
    ...{ started_at: sent.start, ended_at: sent.end, status_code: status },
    status_message: sent.statusMessage || textOf(failure["exception.message"] ?? ""),
    error_type: text("errorType") || textOf(failure["exception.type"] ?? ""),
    ...{ operation_name: operation, provider_name: text("provider").toLowerCase() },
    ...{ agent_name: text("agent") || agent, agent_version: text("agentVersion"), request_model: text("model") },
    ...{ conversation_id: text("conversation"), conversation_name: text("conversationName") },
    ...{ tool_name: text("tool"), tool_call_id: text("toolCall") },
    tool_call_arguments: text("toolArguments") || textOf(ofEvent("gen_ai.tool.input", names.toolArguments[1]) ?? ""),
    tool_call_result: text("toolResult") || textOf(ofEvent("gen_ai.tool.output", names.toolResult[1]) ?? ""),
    ...{ input_tokens: count("inputTokens"), output_tokens: count("outputTokens") },
    ...{ reasoning_tokens: count("reasoningTokens"), cache_read_input_tokens: count("cacheRead") },
    cache_creation_input_tokens: count("cacheWrite"),
    ...{ compaction_summary: text("compaction"), compaction_items_before: count("itemsBefore") },
    compaction_items_after: count("itemsAfter"),
    input_messages: messagesIn(input, "user"),
    ...outputOf(messagesIn(output, "assistant")),
    system_instructions: instructionsIn(value("instructions")),
    custom_attrs_string: customAttributes(attributes),
    events: events.map((event) => ({ ...event, attributes: nested(event.attributes) })),
  });
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Older conventions number messages: `gen_ai.prompt.0.role`. */
function indexed(attributes: OtlpSpan["attributes"], prefix: string): Json | undefined {
  const messages: Record<string, Record<string, Json>> = {};
  for (const [key, value] of Object.entries(attributes)) {
    const [, index, name] = key.startsWith(prefix) ? (/^(\d+)\.(.+)$/.exec(key.slice(prefix.length)) ?? []) : [];
    if (index === undefined || name === undefined) continue;
    messages[index] ??= {};
    messages[index][name] = value;
  }
  const all = Object.values(messages);
  return all.length === 0 ? undefined : all;
}

function messagesIn(given: Json | undefined, role: string): readonly SpanMessage[] {
  if (given === undefined || given === null) return [];
  const value = typeof given === "string" ? (jsonIn(given) ?? given) : given;
  if (typeof value === "string") return [{ role, content: value }];
  const list = isList(value) ? value : isObject(value) && "role" in value ? [value] : [];
  return list.flatMap((each): SpanMessage[] => {
    if (typeof each === "string") return [{ role, content: each }];
    if (!isObject(each)) return [];
    const parts = each.parts ?? each.content ?? "";
    const reason = textOf(each.finish_reason ?? "");
    const ownRole = typeof each.role === "string" && each.role !== "" ? each.role : role;
    return [{ role: ownRole, content: textOf(parts), ...(reason !== "" && { finish_reason: reason }) }];
  });
}

/** The table adds reasoning to the output as a part: it is taken out here. */
function outputOf(messages: readonly SpanMessage[]): Pick<SpanRow, "output_messages" | "reasoning_content"> {
  const thoughts: string[] = [];
  const output = messages.flatMap((message): SpanMessage[] => {
    const parts = message.content.startsWith("[") ? jsonIn(message.content) : undefined;
    if (!isList(parts) || !parts.some((part) => memberOf(part, "type") === "reasoning")) return [message];
    const others = parts.filter((part) => memberOf(part, "type") !== "reasoning");
    for (const part of parts) if (!others.includes(part) && isObject(part)) thoughts.push(textOf(part.content ?? ""));
    return others.length === 0 ? [] : [{ ...message, content: JSON.stringify(others) }];
  });
  return { output_messages: output, reasoning_content: thoughts.filter((thought) => thought !== "").join("\n") };
}

function instructionsIn(given: Json | undefined): readonly string[] {
  const value = typeof given === "string" ? (jsonIn(given) ?? given) : (given ?? []);
  const list = isList(value) ? value : [value];
  return list.flatMap((each) => {
    const text = typeof each === "string" ? each : (memberOf(each, "content") ?? memberOf(each, "text"));
    return typeof text === "string" && text !== "" ? text : [];
  });
}

/** What has no column of its own, as text. */
function customAttributes(attributes: OtlpSpan["attributes"]): Readonly<Record<string, string>> {
  const custom = Object.entries(attributes).filter(
    ([name, value]) =>
      !known.has(name) && !/^gen_ai\.(?:prompt|completion)\.\d/.test(name) && value !== "" && value !== null,
  );
  return Object.fromEntries(custom.slice(0, mostAttributes).map(([name, value]) => [name, textOf(value)]));
}
