import { tokenParts } from "../../core/query/agentFigures.ts";
import type { AgentSpan } from "../../core/query/agentQueries.ts";
import { boundedName, type Call } from "../../core/query/call.ts";
import { isList, isObject, type Json, jsonIn } from "../../core/text/json.ts";
import * as z from "../../zod.ts";
import { converted, orElse } from "../schema/converted.ts";
import { timestamp } from "../schema/timestamp.ts";
import { cost, end, jsonText, number, spanUsageOf, text } from "./agentFields.ts";

/** A message: plain text, or its parts as JSON. */
const filled = converted(z.object({ role: text, content: text }), ({ role, content }): Json => {
  const parts = /^[[{]/.test(content) ? jsonIn(content) : undefined;
  return { role, content: parts ?? content };
});
const messageList = orElse(z.array(filled), []);

const span = converted(
  z.object({
    ...{ trace_id: z.string(), span_id: z.string(), parent_span_id: text, span_name: text, started_at: timestamp },
    ...{ ended_at: end, status_code: text, status_message: text, error_type: text, operation_name: text },
    ...{ provider_name: text, agent_name: text, request_model: text, tool_name: text, conversation_id: text },
    ...{ input_tokens: number, output_tokens: number, reasoning_tokens: number, cache_read_input_tokens: number },
    ...{ cache_creation_input_tokens: number, input_cost_usd: cost, output_cost_usd: cost, cache_read_cost_usd: cost },
    ...{
      cache_creation_cost_usd: cost,
      total_cost_usd: cost,
      input_messages: messageList,
      output_messages: messageList,
    },
    ...{ reasoning_content: text, tool_call_arguments: jsonText, tool_call_result: jsonText },
    system_instructions: orElse(z.array(z.string()), []),
    raw_span_dump: jsonText,
  }),
  (record): AgentSpan => {
    const { input_tokens, output_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: created } = record;
    const { system_instructions, output_messages: messages } = record;
    const isTool = record.operation_name === "execute_tool";
    const hasFailed = record.status_code === "ERROR";
    const costs = {
      total: record.total_cost_usd,
      input: record.input_cost_usd,
      output: record.output_cost_usd,
      isPart: false,
    };
    const call: Call = {
      id: record.span_id,
      op: boundedName(isTool && record.tool_name !== "" ? record.tool_name : record.span_name || record.operation_name),
      displayName: null,
      traceId: record.trace_id,
      parentId: record.parent_span_id || null,
      conversation: record.conversation_id === "" ? null : { kind: "agent", id: record.conversation_id },
      turnId: record.trace_id,
      startedAt: record.started_at,
      endedAt: record.ended_at?.time ?? null,
      exception: hasFailed ? [record.error_type, record.status_message].filter((part) => part !== "").join(": ") : null,
      status: hasFailed ? "error" : record.ended_at === null ? "running" : "success",
      usage: spanUsageOf([record.request_model], tokenParts(input_tokens, read, created, output_tokens), costs),
      storedBytes: null,
    };
    return {
      call,
      isDenied: isDenied(record.raw_span_dump),
      documents: {
        inputs: isTool
          ? record.tool_call_arguments
          : {
              ...(system_instructions.length > 0 && { system_instructions }),
              messages: record.input_messages,
            },
        output: isTool ? record.tool_call_result : messages.length === 0 ? null : { messages },
        attributes: attributesOf(record.raw_span_dump),
        summary: {
          tokens: { input: input_tokens, cache_read: read, cache_write: created, output: output_tokens },
          cost_usd: {
            ...{ input: costs.input, cache_read: record.cache_read_cost_usd },
            ...{ cache_write: record.cache_creation_cost_usd, output: costs.output, total: costs.total },
          },
        },
      },
    };
  },
);

/** Whether the user refused what a coding agent asked permission for, as the plugin for Claude Code records it. */
function isDenied(dump: Json): boolean {
  const events = isObject(dump) && isList(dump.events) ? dump.events : [];
  return events.some((event) => {
    if (!isObject(event) || event.name !== "weave.permission_resolved" || !isObject(event.attributes)) return false;
    const { weave } = event.attributes;
    return isObject(weave) && isObject(weave.permission) && weave.permission.approved === false;
  });
}

/** What the program sent, without the messages, and with its events. */
function attributesOf(dump: Json): Json {
  if (!isObject(dump)) return null;
  const { attributes, events } = dump;
  const { gen_ai: known, ...others } = isObject(attributes) ? attributes : {};
  const { input: _, output: __, ...named } = isObject(known) ? known : {};
  return {
    ...(Object.keys(named).length > 0 && { gen_ai: named }),
    ...others,
    ...(isList(events) && events.length > 0 && { events }),
  };
}

/** The answer with spans; one that is stored more than once until the service has merged them is there once. */
export const agentSpans = converted(
  z.object({ spans: z.array(span), total_count: z.int() }),
  ({ spans, total_count }) => ({
    spans: [...new Map(spans.map((each) => [each.call.id, each])).values()],
    total: total_count,
  }),
);
