import { badRequest } from "../http/requestFailure.ts";
import type { CallDatabase } from "../query/database.ts";
import type { FieldScope } from "../query/fields.ts";
import { type Sql, sql } from "../query/sql.ts";
import type { Value } from "../query/value.ts";
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
