import { type AgentFigures, type Cost, noCost, tokenParts } from "../../core/query/agentFigures.ts";
import type { AgentErrors, AgentList } from "../../core/query/agentQueries.ts";
import { boundedName, type Call } from "../../core/query/call.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import * as z from "../../zod.ts";
import { converted } from "../schema/converted.ts";
import { preciseTimestamp, timestamp } from "../schema/timestamp.ts";
import { cost, end, number, spanUsageOf, text } from "./agentFields.ts";

/** Sorted, because the service returns sets in any order. */
const names = converted(z.nullish(z.array(z.string())), (values) =>
  (values ?? [])
    .filter((value) => value !== "")
    .map(boundedName)
    .sort(),
);
const message = converted(z.nullish(z.object({ text })), (value) => value?.text ?? "");

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

const row = converted(
  z.object({
    ...figures,
    group_keys: z.object({ conversation_id: z.string() }),
    conversation_names: names,
    first_message: message,
    metrics: z.extend(metrics, { turns: z.int(), tokens: number, claude: number, codex: number }),
  }),
  ({ group_keys, metrics: { turns, last_end, ...counts }, ...record }): ConversationSummary => {
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
  },
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
export const agentList = converted(
  z.object({ groups: z.array(row), total_count: z.int() }),
  ({ groups, total_count }): AgentList => ({ rows: groups, total: total_count }),
);

/** The answer with failed spans as groups. */
export const agentErrors = groupsOf(
  converted(
    z.object({
      group_keys: z.object({ operation_name: text, tool_name: text, error_type: text }),
      ...{ span_count: z.int(), conversation_count: number, last_seen: timestamp },
    }),
    ({ group_keys: keys, ...record }): AgentErrors => ({
      operation: boundedName(keys.operation_name),
      tool: boundedName(keys.tool_name),
      type: boundedName(keys.error_type),
      spans: record.span_count,
      conversations: record.conversation_count,
      last: record.last_seen,
    }),
  ),
);

function groupsOf<Group>(group: z.ZodType<Group>) {
  return converted(z.object({ groups: z.array(group) }), ({ groups }) => groups);
}

const turn = converted(
  z.object({ ...figures, group_keys: z.object({ trace_id: z.string(), conversation_id: z.string() }), metrics }),
  ({ group_keys: { trace_id: id, conversation_id }, metrics: counts, ...record }): Call => {
    const hasEnded = counts.roots > 0 && counts.open === 0;
    const endState = hasEnded ? "success" : "running";
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
      status: exception !== null ? "error" : record.error_count > 0 ? "descendant_error" : endState,
      usage: spanUsageOf(record.request_models, tokensOf(record), costOf(record, counts)),
      storedBytes: null,
    };
  },
);

/** The answer with turns as groups. */
export const agentTurns = groupsOf(turn);

/** The answer of a search: messages by conversation. */
export const agentHits = converted(
  z.object({
    results: z.array(
      z.object({ matched_messages: z.array(z.object({ trace_id: z.string(), started_at: timestamp })) }),
    ),
  }),
  ({ results }) => {
    const all = results.flatMap(({ matched_messages }) => matched_messages);
    const latest = all.toSorted((a, b) => b.started_at - a.started_at);
    return { traceIds: [...new Set(latest.map(({ trace_id }) => trace_id))], messages: all.length };
  },
);

/** The answer with attributes; only texts can be compared with what a user selects. */
export const attributeNames = converted(
  z.object({ attributes: z.array(z.object({ key: z.string(), value_type: z.string() })) }),
  ({ attributes }) => attributes.flatMap(({ key, value_type }) => (value_type === "string" ? key : [])),
);

/** The answer with the values of an attribute; spans without it are one group of them. */
export const attributeValuesSchema = converted(
  groupsOf(z.object({ group_keys: z.object({ value: text }) })),
  (groups) => groups.flatMap(({ group_keys: { value } }) => value || []),
);
