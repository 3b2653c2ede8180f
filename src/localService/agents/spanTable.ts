import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { isList, type Json, jsonIn, memberOf } from "../../core/text/json.ts";
import type { SpanMessage, SpanRow } from "./span.ts";

type Kind = "text" | "datetime" | "integer" | "decimal" | "json";

/** The columns of a span: those that its program sends, then what the service computes. */
const sent: Readonly<Record<keyof SpanRow, Kind>> = {
  ...{ trace_id: "text", span_id: "text", parent_span_id: "text", span_name: "text", started_at: "datetime" },
  ...{ ended_at: "datetime", status_code: "text", status_message: "text", error_type: "text", operation_name: "text" },
  ...{ provider_name: "text", agent_name: "text", agent_version: "text", request_model: "text" },
  ...{ conversation_id: "text", conversation_name: "text", tool_name: "text", tool_call_id: "text" },
  ...{ tool_call_arguments: "text", tool_call_result: "text", input_tokens: "integer", output_tokens: "integer" },
  ...{ reasoning_tokens: "integer", cache_read_input_tokens: "integer", cache_creation_input_tokens: "integer" },
  ...{ reasoning_content: "text", compaction_summary: "text", compaction_items_before: "integer" },
  ...{ compaction_items_after: "integer", input_messages: "json", output_messages: "json" },
  ...{ system_instructions: "json", custom_attrs_string: "json", events: "json" },
};

/**
 * `own_` columns are what the span itself carries; the others inherit from its trace. Costs are US dollars, null for a
 * model without a price.
 */
const computed: Readonly<Record<string, Kind>> = {
  ...{
    own_conversation_id: "text",
    own_conversation_name: "text",
    own_agent_name: "text",
    own_agent_version: "text",
    user_text: "text",
    output_text: "text",
  },
  ...{ input_cost_usd: "decimal", output_cost_usd: "decimal", cache_read_cost_usd: "decimal" },
  ...{ cache_creation_cost_usd: "decimal", total_cost_usd: "decimal" },
};

/** By name, in order. */
export const spanColumns: ReadonlyMap<string, Kind> = new Map(Object.entries({ ...sent, ...computed }));

const types = { text: "TEXT", json: "TEXT", datetime: "INTEGER", integer: "INTEGER", decimal: "REAL" };

export const spanTable = `CREATE TABLE spans (project INTEGER NOT NULL, ${[...spanColumns]
  .map(([name, kind]) => `${name} ${types[kind]}`)
  .join(", ")}) STRICT;`;

export const spanIndexes = `
  CREATE INDEX spans_by_conversation ON spans (project, conversation_id, trace_id);
  CREATE INDEX spans_by_own_conversation ON spans (project, own_conversation_id, trace_id, started_at);
  CREATE UNIQUE INDEX spans_by_trace ON spans (project, trace_id, span_id);`;

/** US dollars per million tokens: input, output, cache read, cache write. */
const prices: Readonly<Record<string, readonly [number, number, number, number]>> = {
  "gpt-5": [1.25, 10, 0.125, 0],
  "gpt-5-mini": [0.25, 2, 0.025, 0],
  "claude-sonnet-4-5": [3, 15, 0.3, 3.75],
};

const inheritedColumns = ["conversation_id", "conversation_name", "agent_name", "agent_version"] as const;
type Inherited = Readonly<Record<(typeof inheritedColumns)[number] | "parent_span_id", string>>;

/** What the spans of a trace that lack it have: that of a root, else of any. */
function inheritedFrom(spans: readonly Inherited[]): Omit<Inherited, "parent_span_id"> {
  const of = (column: (typeof inheritedColumns)[number]) =>
    spans.find((span) => span.parent_span_id === "" && span[column] !== "")?.[column] ??
    spans.find((span) => span[column] !== "")?.[column] ??
    "";
  return {
    ...{ conversation_id: of("conversation_id"), conversation_name: of("conversation_name") },
    ...{ agent_name: of("agent_name"), agent_version: of("agent_version") },
  };
}

function carried(row: Readonly<Record<string, SQLOutputValue>>): Inherited {
  const text = (name: keyof Inherited) => String(row[name] ?? "");
  return {
    ...{ conversation_id: text("conversation_id"), conversation_name: text("conversation_name") },
    ...{ agent_name: text("agent_name"), agent_version: text("agent_version"), parent_span_id: text("parent_span_id") },
  };
}

/**
 * Adds spans; one that is sent again replaces the earlier one. What a span does not carry itself it has from its trace,
 * whose spans may come in any order: those that are there get what the new ones carry.
 */
export function insertSpans(database: DatabaseSync, project: number, spans: readonly SpanRow[]): void {
  const names = [...spanColumns.keys()];
  const insert = database.prepare(`INSERT OR REPLACE INTO spans VALUES (?${", ?".repeat(names.length)})`);
  const find = database.prepare(`SELECT own_conversation_id AS conversation_id, own_agent_name AS agent_name,
    own_agent_version AS agent_version, own_conversation_name AS conversation_name, parent_span_id
    FROM spans WHERE project = ? AND trace_id = ?`);
  const update = database.prepare(
    `UPDATE spans SET ${inheritedColumns
      .map((name) => `${name} = CASE own_${name} WHEN '' THEN ? ELSE own_${name} END`)
      .join(", ")} WHERE project = ? AND trace_id = ?`,
  );
  for (const [traceId, trace] of Map.groupBy(spans, ({ trace_id }) => trace_id)) {
    const earlier = find.all(project, traceId).map(carried);
    const before = inheritedFrom(earlier);
    const ofTrace = inheritedFrom([...earlier, ...trace]);
    if (earlier.length > 0 && inheritedColumns.some((name) => before[name] !== ofTrace[name]))
      update.run(...inheritedColumns.map((name) => ofTrace[name]), project, traceId);
    for (const span of trace) {
      const values: Readonly<Record<string, string | number | object>> = {
        ...span,
        ...costsOf(span),
        conversation_id: span.conversation_id || ofTrace.conversation_id,
        conversation_name: span.conversation_name || ofTrace.conversation_name,
        agent_name: span.agent_name || ofTrace.agent_name,
        agent_version: span.agent_version || ofTrace.agent_version,
        started_at: Math.round(span.started_at * 1000),
        ended_at: Math.round(span.ended_at * 1000),
        // Programs send reasoning as a part of the output.
        output_messages: [...thoughtsOf(span), ...span.output_messages],
        own_conversation_id: span.conversation_id,
        own_conversation_name: span.conversation_name,
        own_agent_name: span.agent_name,
        own_agent_version: span.agent_version,
        user_text: displayText(span.input_messages.filter(({ role }) => role === "user").at(-1)?.content ?? ""),
        output_text: displayText(span.output_messages.at(-1)?.content ?? ""),
      };
      insert.run(
        project,
        ...names.map((name) => {
          const value = values[name] ?? null;
          return typeof value === "object" && value !== null
            ? JSON.stringify(value)
            : (value as string | number | null);
        }),
      );
    }
  }
}

function thoughtsOf({ reasoning_content: content }: SpanRow): readonly SpanMessage[] {
  return content === "" ? [] : [{ role: "assistant", content: JSON.stringify([{ type: "reasoning", content }]) }];
}

/** As the service computes them: cached input is subtracted from the input, whichever way its program counts it. */
function costsOf(span: SpanRow): Readonly<Record<string, number>> {
  const price = prices[span.request_model];
  if (price === undefined) return {};
  const [input, output, read, creation] = price.map((perMillion) => perMillion / 1e6);
  const { input_tokens, cache_read_input_tokens: readTokens, cache_creation_input_tokens: createdTokens } = span;
  const costs = [
    Math.fround((input_tokens - readTokens - createdTokens) * (input ?? 0)),
    Math.fround(span.output_tokens * (output ?? 0)),
    Math.fround(readTokens * (read ?? 0)),
    Math.fround(createdTokens * (creation ?? 0)),
  ] as const;
  return {
    input_cost_usd: costs[0],
    output_cost_usd: costs[1],
    cache_read_cost_usd: costs[2],
    cache_creation_cost_usd: costs[3],
    total_cost_usd: costs.reduce((sum, cost) => sum + cost, 0),
  };
}

/** The text of a message's content: of parts, those of text. */
function displayText(content: string): string {
  const parts = content.startsWith("[") ? jsonIn(content) : undefined;
  return isList(parts) ? parts.flatMap((part) => textOf(part) ?? []).join("\n") : content;
}

function textOf(part: Json): string | undefined {
  const content = memberOf(part, "content");
  return memberOf(part, "type") === "text" && typeof content === "string" ? content : undefined;
}
