import { type AgentFigures, type Cost, noCost, tokenParts } from "../../core/agents/agentFigures.ts";
import type { AgentErrors, AgentList, AgentSpan } from "../../core/agents/agentQueries.ts";
import { boundedName, type Call, type ModelUsage } from "../../core/calls/call.ts";
import type { ConversationSummary } from "../../core/conversations/thread.ts";
import { isList, isObject, type Json, jsonIn } from "../../core/json.ts";
import * as z from "../../zod.ts";
import { preciseTimestamp } from "../schema/timestamp.ts";

// Older releases lack fields: only keys, counts and IDs are required.

/** A time without a zone, which is UTC. 1970 is the end of a span that is stored open. */
const end = z.pipe(
  z.nullish(preciseTimestamp),
  z.transform((read) => (read == null || read.time < 1000 ? null : read)),
);
const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ""),
);
const number = z.pipe(
  z.nullish(z.number()),
  z.transform((value) => value ?? 0),
);
/** The service computes with 32 bits, whose last digits say nothing. */
const cost = z.pipe(
  z.nullish(z.number()),
  z.transform((value) => (value == null ? null : Number(value.toPrecision(6)))),
);
const names = z.pipe(
  z.nullish(z.array(z.string())),
  // The service returns sets in any order.
  z.transform((values) =>
    (values ?? [])
      .filter((value) => value !== "")
      .map(boundedName)
      .sort(),
  ),
);
const message = z.pipe(
  z.nullish(z.object({ text })),
  z.transform((value) => value?.text ?? ""),
);

const figures = {
  span_count: z.int(),
  total_input_tokens: number,
  total_output_tokens: number,
  total_cache_read_input_tokens: number,
  total_cache_creation_input_tokens: number,
  total_cost_usd: cost,
  total_input_cost_usd: cost,
  total_output_cost_usd: cost,
  error_count: number,
  agent_names: names,
  agent_versions: names,
  request_models: names,
  first_seen: preciseTimestamp,
};

const metrics = z.object({
  last_end: end,
  roots: number,
  open: number,
  failed_roots: number,
  used: number,
  priced: number,
});

const row = z.pipe(
  z.object({
    ...figures,
    group_keys: z.object({ conversation_id: z.string() }),
    conversation_names: names,
    first_message: message,
    metrics: z.extend(metrics, { turns: z.int(), tokens: number, claude: number, codex: number }),
  }),
  z.transform(({ group_keys, metrics: { turns, last_end, ...counts }, ...record }): ConversationSummary => {
    const agent: AgentFigures = {
      name: record.conversation_names[0] ?? "",
      opening: record.first_message,
      agents: record.agent_names,
      versions: record.agent_versions,
      models: record.request_models,
      tokens: tokensOf(record),
      tokensSorted: counts.tokens,
      cost: costOf(record, counts),
      spans: record.span_count,
      errors: record.error_count,
      failedTurns: counts.failed_roots,
      open: counts.open,
      rootless: Math.max(0, turns - counts.roots),
      coding: counts.claude > 0 ? "claude" : counts.codex > 0 ? "codex" : null,
    };
    return {
      kind: "agent",
      id: group_keys.conversation_id,
      turnCount: turns,
      startTime: record.first_seen.time,
      startMicroseconds: record.first_seen.microseconds,
      lastUpdated: last_end?.time ?? null,
      updatedMicroseconds: last_end?.microseconds ?? 0,
      ...{ firstTurnId: null, lastTurnId: null, p50TurnDuration: null, p99TurnDuration: null, hasRunning: false },
      agent,
    };
  }),
);

type Figures = z.infer<z.ZodMiniObject<typeof figures>>;

function tokensOf(record: Figures) {
  const { total_cache_read_input_tokens: read, total_cache_creation_input_tokens: created } = record;
  return tokenParts(record.total_input_tokens, read, created, record.total_output_tokens);
}

function costOf(
  { total_cost_usd: total, total_input_cost_usd: input, total_output_cost_usd: output }: Figures,
  { used, priced }: { readonly used: number; readonly priced: number },
): Cost {
  // Spans without tokens cost nothing, which says nothing.
  return used === 0 ? noCost : { total, input, output, isPart: priced < used };
}

/** The answer with conversations as groups. */
export const agentList = z.pipe(
  z.object({ groups: z.array(row), total_count: z.int() }),
  z.transform(({ groups, total_count }): AgentList => ({ rows: groups, total: total_count })),
);

/** The answer with failed spans as groups. */
export const agentErrors = z.pipe(
  z.object({
    groups: z.array(
      z.object({
        group_keys: z.object({ operation_name: text, tool_name: text, error_type: text }),
        ...{ span_count: z.int(), conversation_count: number, last_seen: preciseTimestamp },
      }),
    ),
  }),
  z.transform(({ groups }) =>
    groups.map(
      ({ group_keys: keys, ...record }): AgentErrors => ({
        operation: boundedName(keys.operation_name),
        tool: boundedName(keys.tool_name),
        type: boundedName(keys.error_type),
        spans: record.span_count,
        conversations: record.conversation_count,
        last: record.last_seen.time,
      }),
    ),
  ),
);

/** The answer with turns as groups. */
const turn = z.pipe(
  z.object({ ...figures, group_keys: z.object({ trace_id: z.string(), conversation_id: z.string() }), metrics }),
  z.transform(({ group_keys: { trace_id: id, conversation_id }, metrics: counts, ...record }): Call => {
    const hasEnded = counts.roots > 0 && counts.open === 0;
    const exception = counts.failed_roots > 0 ? "" : null;
    return {
      id,
      op: record.agent_names[0] ?? "",
      displayName: null,
      traceId: id,
      parentId: null,
      conversation: { kind: "agent", id: conversation_id },
      turnId: id,
      startedAt: record.first_seen.time,
      endedAt: hasEnded ? (counts.last_end?.time ?? null) : null,
      exception,
      status:
        counts.failed_roots > 0
          ? "error"
          : record.error_count > 0
            ? "descendant_error"
            : hasEnded
              ? "success"
              : "running",
      usage: usageOf(record.request_models, tokensOf(record), costOf(record, counts)),
      storedBytes: null,
    };
  }),
);
export const agentTurns = z.pipe(
  z.object({ groups: z.array(turn) }),
  z.transform(({ groups }) => groups),
);

function usageOf(
  models: readonly string[],
  tokens: ReturnType<typeof tokenParts>,
  { total, input, output }: Omit<Cost, "isPart">,
): readonly ModelUsage[] {
  const prompt = tokens.uncached + tokens.cacheRead + tokens.cacheWrite;
  if (prompt + tokens.output === 0) return [];
  const isNegative = [total, input, output].some((part) => part !== null && part < 0);
  return [
    {
      model: models.join(", "),
      promptTokens: prompt,
      completionTokens: tokens.output,
      totalTokens: prompt + tokens.output,
      cost: isNegative ? null : total,
    },
  ];
}

/** A message: plain text, or its parts as JSON. */
const said = z.pipe(
  z.object({ role: text, content: text }),
  z.transform(({ role, content }): Json => {
    const parts = /^[[{]/.test(content) ? jsonIn(content) : undefined;
    return { role, content: parts ?? content };
  }),
);
const saidList = z.pipe(
  z.nullish(z.array(said)),
  z.transform((value) => value ?? []),
);
const anyJson = z.pipe(
  text,
  z.transform((value): Json => (value === "" ? null : (jsonIn(value) ?? value))),
);

const span = z.pipe(
  z.object({
    ...{
      trace_id: z.string(),
      span_id: z.string(),
      parent_span_id: text,
      span_name: text,
      started_at: preciseTimestamp,
    },
    ...{ ended_at: end, status_code: text, status_message: text, error_type: text, operation_name: text },
    ...{ provider_name: text, agent_name: text, request_model: text, tool_name: text, conversation_id: text },
    ...{ input_tokens: number, output_tokens: number, reasoning_tokens: number, cache_read_input_tokens: number },
    ...{ cache_creation_input_tokens: number, input_cost_usd: cost, output_cost_usd: cost, cache_read_cost_usd: cost },
    ...{ cache_creation_cost_usd: cost, total_cost_usd: cost, input_messages: saidList, output_messages: saidList },
    ...{ reasoning_content: text, tool_call_arguments: anyJson, tool_call_result: anyJson },
    system_instructions: z.nullish(z.array(z.string())),
    raw_span_dump: anyJson,
  }),
  z.transform((record): AgentSpan => {
    const { input_tokens, output_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: created } = record;
    const isTool = record.operation_name === "execute_tool";
    const hasFailed = record.status_code === "ERROR";
    const costs = { total: record.total_cost_usd, input: record.input_cost_usd, output: record.output_cost_usd };
    const call: Call = {
      id: record.span_id,
      op: boundedName(isTool && record.tool_name !== "" ? record.tool_name : record.span_name || record.operation_name),
      displayName: null,
      traceId: record.trace_id,
      parentId: record.parent_span_id || null,
      conversation: record.conversation_id === "" ? null : { kind: "agent", id: record.conversation_id },
      turnId: record.trace_id,
      startedAt: record.started_at.time,
      endedAt: record.ended_at?.time ?? null,
      exception: hasFailed ? [record.error_type, record.status_message].filter((part) => part !== "").join(": ") : null,
      status: hasFailed ? "error" : record.ended_at === null ? "running" : "success",
      usage: usageOf([record.request_model], tokenParts(input_tokens, read, created, output_tokens), costs),
      storedBytes: null,
    };
    const messages = record.output_messages;
    return {
      call,
      documents: {
        inputs: isTool
          ? record.tool_call_arguments
          : {
              ...(record.system_instructions?.length ? { system_instructions: record.system_instructions } : {}),
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
  }),
);

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
export const agentSpans = z.pipe(
  z.object({ spans: z.array(span), total_count: z.int() }),
  z.transform(({ spans, total_count }) => ({
    spans: [...new Map(spans.map((each) => [each.call.id, each])).values()],
    total: total_count,
  })),
);

/** The answer of a search: messages by conversation. */
export const agentHits = z.pipe(
  z.object({
    results: z.array(
      z.object({ matched_messages: z.array(z.object({ trace_id: z.string(), started_at: preciseTimestamp })) }),
    ),
  }),
  z.transform(({ results }) => {
    const all = results.flatMap(({ matched_messages }) => matched_messages);
    const latest = all.toSorted((a, b) => b.started_at.time - a.started_at.time);
    return { traceIds: [...new Set(latest.map(({ trace_id }) => trace_id))], messages: all.length };
  }),
);

/** The answer with attributes; only texts can be compared with what a user selects. */
export const attributeNames = z.pipe(
  z.object({ attributes: z.array(z.object({ key: z.string(), value_type: z.string() })) }),
  z.transform(({ attributes }) => attributes.flatMap(({ key, value_type }) => (value_type === "string" ? key : []))),
);

/** The answer with the values of an attribute; spans without it are one group of them. */
export const attributeValues = z.pipe(
  z.object({ groups: z.array(z.object({ group_keys: z.object({ value: z.nullish(z.string()) }) })) }),
  z.transform(({ groups }) => groups.flatMap(({ group_keys: { value } }) => value || [])),
);
