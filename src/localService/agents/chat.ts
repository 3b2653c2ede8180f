import type { CallDatabase, Row } from "../query/database.ts";
import { rowsOf, type Sql, sql } from "../query/sql.ts";
import type { ChatRequest } from "./spanRequest.ts";
import { nakedDatetime } from "./spans.ts";

/** `POST /agents/conversations/chat`: the latest turns of a conversation, of each page the earliest first. */
export function chatOfConversation(database: CallDatabase, projectKey: number, request: ChatRequest): object {
  const { conversation_id: id, limit, offset } = request;
  const traces = sql`FROM spans WHERE project = ${projectKey} AND own_conversation_id = ${id} GROUP BY trace_id`;
  const page = [
    ...database.rows(sql`SELECT trace_id ${traces}
      ORDER BY min(started_at) DESC, trace_id DESC LIMIT ${limit} OFFSET ${offset}`),
  ].map(({ trace_id }) => String(trace_id));
  const own = sql`trace_id IN ${rowsOf(page)} AND own_conversation_id IN (${id}, '')`;
  const spans = Map.groupBy(spansOf(database, projectKey, own), ({ trace_id }) => String(trace_id));
  const turns = page.toReversed().map((traceId) => turnOf(traceId, spans.get(traceId) ?? []));
  const total = Number(database.row(sql`SELECT count(*) AS total FROM (SELECT 1 ${traces})`).total);
  const has_more = limit > 0 && offset + turns.length < total;
  const cost = costOf(turns);
  return {
    ...{ conversation_id: id, turns, total_turns: total, has_more, limit, offset },
    ...{ total_cost_usd: cost, feedback: null },
  };
}

/** `POST /agents/traces/chat`: one turn; an empty one of an unknown trace. */
export function chatOfTrace(database: CallDatabase, projectKey: number, traceId: string): object {
  return turnOf(traceId, spansOf(database, projectKey, sql`trace_id = ${traceId}`));
}

function spansOf(database: CallDatabase, projectKey: number, condition: Sql): readonly Row[] {
  return [
    ...database.rows(
      sql`SELECT * FROM spans WHERE project = ${projectKey} AND ${condition} ORDER BY started_at, ended_at DESC, span_id`,
    ),
  ];
}

function costOf(rows: readonly { readonly total_cost_usd?: unknown }[]): number | null {
  const costs = rows.flatMap(({ total_cost_usd: cost }) => (typeof cost === "number" ? cost : []));
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

/** A running turn has no root yet: the child that ended last stands for it. */
function rootOf(spans: readonly Row[]): Row | undefined {
  const known = new Set(spans.map(({ span_id }) => span_id));
  const roots = spans.filter(({ parent_span_id: parent }) => parent === "");
  const tops = roots.length > 0 ? roots : spans.filter(({ parent_span_id: parent }) => !known.has(parent ?? null));
  return tops.toSorted((a, b) => Number(b.ended_at) - Number(a.ended_at))[0];
}

function turnOf(traceId: string, spans: readonly Row[]) {
  const root = rootOf(spans);
  const sum = (column: string) => spans.reduce((total, span) => total + Number(span[column]), 0);
  const time = (column: string) => (root === undefined ? null : nakedDatetime(Number(root[column])));
  return {
    trace_id: traceId,
    root_span_name: root === undefined ? null : root.own_agent_name || root.span_name,
    agent_name: root?.own_agent_name ?? null,
    agent_version: root?.own_agent_version ?? null,
    status_code: root?.status_code ?? null,
    provider: root?.provider_name ?? null,
    started_at: time("started_at"),
    ended_at: time("ended_at"),
    wb_user_id: null,
    total_duration_ms: root === undefined ? null : durationOf(root),
    total_cost_usd: costOf(spans.map(({ total_cost_usd }) => ({ total_cost_usd }))),
    total_input_tokens: sum("input_tokens"),
    total_output_tokens: sum("output_tokens"),
    total_reasoning_tokens: sum("reasoning_tokens"),
    total_cache_creation_input_tokens: sum("cache_creation_input_tokens"),
    total_cache_read_input_tokens: sum("cache_read_input_tokens"),
    messages: messagesOf(spans),
    feedback: null,
  };
}

function durationOf(span: Row): number {
  return Math.max(0, Math.round((Number(span.ended_at) - Number(span.started_at)) / 1000));
}

type ChatEntry = { readonly type: string };

const payloads = {
  ...{ user_message: null, assistant_message: null, tool_call: null, agent_start: null },
  ...{ agent_handoff: null, context_compacted: null, feedback: null },
};

/** The messages of a turn in the order of its spans' tree: the prompt, then what each span did. */
function messagesOf(spans: readonly Row[]): readonly ChatEntry[] {
  const known = new Set(spans.map(({ span_id }) => span_id));
  const children = Map.groupBy(spans, ({ parent_span_id: parent }) => (known.has(parent ?? null) ? parent : ""));
  const messages: ChatEntry[] = [];
  /** Whether a span, or one inside, has said something; `agent` is the nearest around it. */
  const walk = (given: Row, agent: Row[string] = ""): boolean => {
    const span: Row = { ...given, agent_name: given.own_agent_name || agent };
    if (span.operation_name === "execute_tool") messages.push(toolCall(span));
    if (span.operation_name === "invoke_agent") {
      messages.push(agentStart(span));
      if (Number(span.compaction_items_before) > 0 || span.compaction_summary !== "") messages.push(compaction(span));
    }
    // An agent repeats what its model said.
    const isModel = span.operation_name !== "execute_tool" && span.operation_name !== "invoke_agent";
    const hasFailed = span.status_code === "ERROR";
    const isShown = isModel && (span.output_text !== "" || span.reasoning_content !== "" || hasFailed);
    if (isShown) messages.push(answer(span));
    const inside = (children.get(given.span_id ?? null) ?? [])
      .map((child) => walk(child, span.agent_name))
      .includes(true);
    const isAgent = span.operation_name === "invoke_agent";
    if (!inside && isAgent && (span.output_text !== "" || hasFailed)) messages.push(answer(span));
    return isShown || inside;
  };
  for (const top of children.get("") ?? []) walk(top);
  const prompt = spans.find(({ operation_name, user_text }) => operation_name !== "execute_tool" && user_text !== "");
  if (prompt !== undefined) {
    const user = {
      ...{ type: "user_message", span_id: null, agent_name: "User", agent_version: null, status_code: null },
      ...{ error_type: null, status_message: null, started_at: nakedDatetime(Number(prompt.started_at)) },
      ...{ ...payloads, user_message: { text: prompt.user_text, content_refs: [] } },
    };
    // Before the start of its agent, unless its context was replaced in between.
    messages.splice(messages[1]?.type === "context_compacted" ? 2 : 0, 0, user);
  }
  return messages;
}

function messageOf(span: Row, type: keyof typeof payloads, payload: object): ChatEntry {
  const { span_id, agent_name, own_agent_version: agent_version, status_code, status_message } = span;
  return {
    ...{ type, span_id, agent_name, agent_version, status_code, error_type: null, status_message },
    ...{ started_at: nakedDatetime(Number(span.started_at)), ...payloads, [type]: payload },
  };
}

function toolCall(span: Row): ChatEntry {
  return messageOf(span, "tool_call", {
    tool_name: span.tool_name,
    tool_arguments: span.tool_call_arguments,
    tool_result: span.tool_call_result,
    duration_ms: durationOf(span),
    status: span.status_code,
    content_refs: [],
  });
}

function agentStart(span: Row): ChatEntry {
  const instructions: readonly string[] = JSON.parse(String(span.system_instructions));
  return messageOf(span, "agent_start", {
    model: span.request_model,
    system_instructions: instructions.length === 0 ? null : instructions.join("\n"),
    tool_definitions: null,
    status: span.status_code,
  });
}

function compaction(span: Row): ChatEntry {
  const { compaction_summary, compaction_items_before, compaction_items_after } = span;
  return messageOf(span, "context_compacted", { compaction_summary, compaction_items_before, compaction_items_after });
}

function answer(span: Row): ChatEntry {
  return messageOf(span, "assistant_message", {
    text: span.output_text,
    model: span.request_model,
    reasoning_content: span.reasoning_content,
    reasoning_tokens: span.reasoning_tokens,
    input_tokens: span.input_tokens,
    output_tokens: span.output_tokens,
    input_cost_usd: span.input_cost_usd,
    output_cost_usd: span.output_cost_usd,
    total_cost_usd: span.total_cost_usd,
    duration_ms: durationOf(span),
    status: span.status_code,
    content_refs: [],
  });
}
