import { jsonIn } from "../../core/text/json.ts";
import type { Row } from "../query/database.ts";
import type { SpanRow } from "./span.ts";

/** How programs name what the service has columns for. */
const names: Readonly<Record<string, string>> = {
  operation_name: "gen_ai.operation.name",
  provider_name: "gen_ai.provider.name",
  own_agent_name: "gen_ai.agent.name",
  own_agent_version: "gen_ai.agent.version",
  own_conversation_id: "gen_ai.conversation.id",
  request_model: "gen_ai.request.model",
  tool_name: "gen_ai.tool.name",
  tool_call_id: "gen_ai.tool.call.id",
  tool_call_arguments: "gen_ai.tool.call.arguments",
  tool_call_result: "gen_ai.tool.call.result",
  error_type: "error.type",
  input_tokens: "gen_ai.usage.input_tokens",
  output_tokens: "gen_ai.usage.output_tokens",
  cache_read_input_tokens: "gen_ai.usage.cache_read.input_tokens",
  cache_creation_input_tokens: "gen_ai.usage.cache_creation.input_tokens",
  compaction_summary: "weave.compaction.summary",
  compaction_items_before: "weave.compaction.items_before",
  compaction_items_after: "weave.compaction.items_after",
};

/** A span as its program sent it, without messages: its attributes by the parts of their names. */
export function rawDump(row: Row): string {
  const custom: Readonly<Record<string, string>> = JSON.parse(String(row.custom_attrs_string));
  const sent = Object.entries(names).flatMap(([column, name]) =>
    row[column] ? [[name, sentValue(row[column])] as const] : [],
  );
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of [...sent, ...Object.entries(custom)]) place(attributes, name.split("."), value);
  const sentEvents: SpanRow["events"] = JSON.parse(String(row.events));
  return JSON.stringify({ name: row.span_name, attributes, events: sentEvents.map(eventOf) });
}

/** With the time in nanoseconds. */
function eventOf({ name, time, attributes }: SpanRow["events"][number]): object {
  return { name, timestamp: Math.round(time * 1000) * 1000, attributes, dropped_attributes_count: 0 };
}

/** What is JSON in a text is written as JSON. */
function sentValue(value: Row[string] | undefined): unknown {
  return typeof value === "string" && /^[[{]/.test(value) ? (jsonIn(value) ?? value) : value;
}

function place(holder: Record<string, unknown>, [first = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    holder[first] = value;
    return;
  }
  const inner: Record<string, unknown> = { ...Object(holder[first]) };
  holder[first] = inner;
  place(inner, rest, value);
}
