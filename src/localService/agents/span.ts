import type { JsonObject } from "../../core/text/json.ts";

/** A message of a span: plain text, or its parts as JSON. */
export interface SpanMessage {
  readonly role: string;
  readonly content: string;
  readonly finish_reason?: string;
}

/** A span of an agent's trace, as its program sends it. Times are milliseconds since the epoch. */
export interface SpanRow {
  readonly trace_id: string;
  readonly span_id: string;
  /** Empty for a root. */
  readonly parent_span_id: string;
  readonly span_name: string;
  readonly started_at: number;
  /** 0 for a span that is stored open. */
  readonly ended_at: number;
  readonly status_code: "UNSET" | "OK" | "ERROR";
  readonly status_message: string;
  readonly error_type: string;
  /** `invoke_agent`, `chat`, `execute_tool`; empty for others. */
  readonly operation_name: string;
  readonly provider_name: string;
  readonly agent_name: string;
  readonly agent_version: string;
  readonly request_model: string;
  /** Empty if the program puts it on other spans of the trace only. */
  readonly conversation_id: string;
  readonly conversation_name: string;
  readonly tool_name: string;
  readonly tool_call_id: string;
  readonly tool_call_arguments: string;
  readonly tool_call_result: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly reasoning_content: string;
  readonly compaction_summary: string;
  readonly compaction_items_before: number;
  readonly compaction_items_after: number;
  readonly input_messages: readonly SpanMessage[];
  readonly output_messages: readonly SpanMessage[];
  readonly system_instructions: readonly string[];
  /** Attributes outside the conventions, by name. */
  readonly custom_attrs_string: Readonly<Record<string, string>>;
  /** Attributes by the parts of their names; `time` is milliseconds since the epoch. */
  readonly events: readonly { readonly name: string; readonly time: number; readonly attributes: JsonObject }[];
}

/** An ordinary span, with changes. */
export function span(changes: Partial<SpanRow> & Pick<SpanRow, "trace_id" | "span_id" | "started_at">): SpanRow {
  const texts = {
    ...{ parent_span_id: "", span_name: changes.operation_name ?? "", status_message: "", error_type: "" },
    ...{ operation_name: "", provider_name: "", agent_name: "", agent_version: "", request_model: "" },
    ...{ conversation_id: "", conversation_name: "", tool_name: "", tool_call_id: "" },
    ...{ tool_call_arguments: "", tool_call_result: "", reasoning_content: "", compaction_summary: "" },
  };
  const numbers = {
    ...{ input_tokens: 0, output_tokens: 0, reasoning_tokens: 0, cache_read_input_tokens: 0 },
    ...{ cache_creation_input_tokens: 0, compaction_items_before: 0, compaction_items_after: 0 },
  };
  const lists = {
    input_messages: [],
    output_messages: [],
    system_instructions: [],
    custom_attrs_string: {},
    events: [],
  };
  return { ...texts, ...numbers, ...lists, status_code: "UNSET", ended_at: changes.started_at + 1000, ...changes };
}
