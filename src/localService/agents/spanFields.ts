import type { Operation } from "../../core/query/expression.ts";
import { badRequest } from "../http/requestFailure.ts";
import type { CallDatabase } from "../query/database.ts";
import { expressionCondition } from "../query/expressionSql.ts";
import type { FieldScope } from "../query/fields.ts";
import { type Sql, sql } from "../query/sql.ts";
import type { Value } from "../query/value.ts";
import type { SpanMeasure } from "./spanRequest.ts";
import { spanColumns } from "./spanTable.ts";

/** Names of the semantic conventions, without `gen_ai.`, and the columns that hold them. */
const conventions: Readonly<Record<string, string>> = {
  "agent.name": "agent_name",
  "agent.version": "agent_version",
  "conversation.id": "conversation_id",
  "conversation.name": "conversation_name",
  "operation.name": "operation_name",
  "provider.name": "provider_name",
  "request.model": "request_model",
  "tool.name": "tool_name",
};

/** What the service can compare: not messages and what it computes from them. */
const hidden: readonly string[] = [
  "input_messages",
  "output_messages",
  "system_instructions",
  "user_text",
  "output_text",
  "events",
];

/** The column of a field; undefined for an attribute outside the conventions. */
export function spanColumn(name: string): string | undefined {
  const column = conventions[name.replace(/^gen_ai\./, "")] ?? name;
  return hidden.includes(column) || !spanColumns.has(column) ? undefined : column;
}

/** Resolves `$getField` on spans: a column, or else an attribute outside the conventions, empty if missing. */
export function spanField(name: string): Value {
  const column = spanColumn(name);
  if (column === undefined) {
    const attribute = attributeSql(name.replace(/^custom_attrs_string\./, ""));
    return { kind: "text", sql: sql`coalesce(${attribute}, '')` };
  }
  const kind = spanColumns.get(column) ?? "text";
  const value = columnSql(column);
  // Times are compared with seconds since the epoch.
  if (kind === "datetime") return { kind: "decimal", sql: sql`(${value} / 1000000.0)` };
  return { kind: kind === "json" ? "text" : kind, sql: value };
}

/** An attribute outside the conventions; null if missing. */
export function attributeSql(key: string): Sql {
  return sql`(spans.custom_attrs_string ->> ${`$."${key.replaceAll('"', "")}"`})`;
}

export function columnSql(column: string): Sql {
  return { text: `spans.${column}`, values: [] };
}

export function spanScope({ table, ids }: CallDatabase, projectKey: number): FieldScope {
  return { table, ids, projectId: "", projectKey, expandColumns: [], field: spanField };
}

/** What a request groups by or aggregates: a column, an attribute, or a value that the service derives. */
export function measuredValue({ source, key }: { readonly source: string; readonly key: string }): {
  readonly sql: Sql;
  readonly kind: string;
} {
  if (source === "derived") {
    const derived: Readonly<Record<string, Sql>> = {
      is_error: sql`(spans.status_code = 'ERROR')`,
      duration_ms: sql`((spans.ended_at - spans.started_at) / 1000)`,
      total_cost_usd: sql`spans.total_cost_usd`,
      total_tokens: sql`(spans.input_tokens + spans.output_tokens)`,
    };
    const found = derived[key];
    if (found === undefined) throw badRequest(`unknown derived metric: '${key}'`);
    return { sql: found, kind: key === "is_error" ? "boolean" : "number" };
  }
  const column = spanColumn(key);
  if (column === undefined) return { sql: spanField(key).sql, kind: "text" };
  return { sql: columnSql(column), kind: spanColumns.get(column) ?? "text" };
}

export function conditionOf(database: CallDatabase, projectKey: number, operation: Operation): Sql {
  return expressionCondition(operation, spanScope(database, projectKey));
}

export function aggregateOf(
  database: CallDatabase,
  projectKey: number,
  { aggregation, value, filter }: SpanMeasure,
): { readonly sql: Sql; readonly isTime: boolean } {
  const where = filter ? conditionOf(database, projectKey, filter.$expr) : sql`1`;
  if (aggregation === "count") {
    const counted = value ? measuredValue(value).sql : sql`*`;
    return { sql: sql`count(${counted}) FILTER (WHERE ${where})`, isTime: false };
  }
  if (!value) throw badRequest(`aggregation '${aggregation}' requires a value`);
  const { sql: measured, kind } = measuredValue(value);
  if (kind === "text" && aggregation !== "count_distinct") {
    throw badRequest(`aggregation '${aggregation}' is not valid for value_type 'string'`);
  }
  const isTime = kind === "datetime" && ["min", "max"].includes(aggregation);
  const made = {
    ...{ sum: sql`sum(${measured})`, avg: sql`avg(${measured})`, min: sql`min(${measured})` },
    ...{ max: sql`max(${measured})`, count_distinct: sql`count(DISTINCT ${measured})` },
    ...{ count_true: sql`count(nullif(${measured}, 0))`, count_false: sql`sum(${measured} = 0)` },
  }[aggregation];
  return { sql: sql`${made} FILTER (WHERE ${where})`, isTime };
}
