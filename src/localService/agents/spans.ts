import { badRequest } from "../http/requestFailure.ts";
import type { CallDatabase, Row } from "../query/database.ts";
import { formatDatetime, parseDatetime } from "../query/datetime.ts";
import { directions, joinConditions, listOf, pageSql, rowsOf, type Sql, sql } from "../query/sql.ts";
import { rawDump } from "./rawDump.ts";
import { aggregateOf, attributeSql, columnSql, conditionOf, measuredValue, spanColumn } from "./spanFields.ts";
import { type Previews, previewsOf } from "./spanPreviews.ts";
import type { SpansRequest } from "./spanRequest.ts";
import { spanColumns } from "./spanTable.ts";

type Window = Pick<SpansRequest, "query" | "started_after" | "started_before">;

/** The spans that a request covers. */
export function spansCondition(database: CallDatabase, projectKey: number, request: Window): Sql {
  const conditions = [sql`spans.project = ${projectKey}`];
  if (request.query) conditions.push(conditionOf(database, projectKey, request.query.$expr));
  const { started_after: after, started_before: before } = request;
  if (typeof after === "number") conditions.push(sql`spans.started_at >= ${Math.round(after * 1000)}`);
  if (typeof before === "number") conditions.push(sql`spans.started_at < ${Math.round(before * 1000)}`);
  return joinConditions("AND", conditions);
}

/** `POST /agents/spans/query`: spans, or groups of them. */
export function querySpans(database: CallDatabase, projectKey: number, request: SpansRequest): object {
  const condition = spansCondition(database, projectKey, request);
  return request.group_by?.length
    ? groupedSpans(database, projectKey, request, condition)
    : rawSpans(database, request, condition);
}

/** A time as the Agents API writes it: in UTC, without a zone. */
export function nakedDatetime(microseconds: number): string {
  return formatDatetime(microseconds).slice(0, -1);
}

/** Left out of rows without details. */
const details: readonly string[] = [
  ...["input_messages", "output_messages", "system_instructions", "reasoning_content"],
  ...["tool_call_arguments", "tool_call_result", "compaction_summary"],
];
/** What the service computes for itself. */
const isInternal = (name: string) => /^own_|^(user_text|output_text|events)$/.test(name);

function rawSpans(database: CallDatabase, request: SpansRequest, condition: Sql): object {
  const { include_costs, include_details, project_id, sort_by } = request;
  const sort = sort_by?.length ? sort_by : [{ field: "started_at", direction: "desc" as const }];
  const order = listOf([
    ...sort.map(({ field, direction }) => {
      const column = spanColumn(field);
      if (column === undefined) throw badRequest(`Invalid sort field: '${field}'`);
      return sql`${columnSql(column)} ${directions[direction]}`;
    }),
    sql`spans.span_id`,
  ]);
  const rows = database.rows(sql`SELECT * FROM spans WHERE ${condition} ORDER BY ${order} ${pageSql(request)}`);
  const spans = [...rows].map((row) => {
    const fields = [...spanColumns].flatMap(([name, kind]): readonly [string, unknown][] => {
      if (isInternal(name)) return [];
      // Only as columns that a request names.
      if (name === "custom_attrs_string") return [[name, {}]];
      if (details.includes(name) && !include_details) return [[name, kind === "json" ? [] : null]];
      if (name.endsWith("_cost_usd") && !include_costs) return [[name, null]];
      return [[name, presented(row[name], kind)]];
    });
    return { project_id, ...Object.fromEntries(fields), raw_span_dump: include_details ? rawDump(row) : null };
  });
  const total = database.row(sql`SELECT count(*) AS total FROM spans WHERE ${condition}`);
  return { spans, groups: [], total_count: total.total };
}

function presented(value: Row[string] | undefined, kind: string): unknown {
  if (kind === "datetime") return nakedDatetime(Number(value));
  return kind === "json" ? JSON.parse(String(value)) : value;
}

const sums = {
  total_input_tokens: "input_tokens",
  total_cache_creation_input_tokens: "cache_creation_input_tokens",
  total_cache_read_input_tokens: "cache_read_input_tokens",
  total_output_tokens: "output_tokens",
  total_reasoning_tokens: "reasoning_tokens",
} as const;
const costs = {
  total_cost_usd: "total_cost_usd",
  total_input_cost_usd: "input_cost_usd",
  total_output_cost_usd: "output_cost_usd",
} as const;
const lists = {
  agent_names: "agent_name",
  agent_versions: "agent_version",
  provider_names: "provider_name",
  request_models: "request_model",
  conversation_names: "conversation_name",
} as const;
const figures = {
  span_count: sql`count(*)`,
  invocation_count: sql`count(*) FILTER (WHERE spans.operation_name = 'invoke_agent')`,
  conversation_count: sql`count(DISTINCT spans.conversation_id)`,
  total_duration_ms: sql`sum((spans.ended_at - spans.started_at) / 1000)`,
  error_count: sql`count(*) FILTER (WHERE spans.status_code = 'ERROR')`,
  first_seen: sql`min(spans.started_at)`,
  last_seen: sql`max(spans.started_at)`,
} as const;
const times: readonly string[] = ["first_seen", "last_seen"];

/** The service's groups have no tiebreaker. */
function groupedSpans(database: CallDatabase, projectKey: number, request: SpansRequest, condition: Sql): object {
  const { group_by, measures, group_filters, include_costs } = request;
  const keys = (group_by ?? []).map(({ source, key, alias }) => {
    const isField = ["field", "column"].includes(source);
    if (isField && spanColumn(key) === undefined) throw badRequest(`group_by field '${key}' is not in the allowlist`);
    return {
      name: alias ?? key,
      sql: isField ? measuredValue({ source, key }).sql : attributeSql(key),
      column: source === "column" ? key : null,
    };
  });
  const measured = measures.map((measure) => ({ ...measure, ...aggregateOf(database, projectKey, measure) }));
  const columns: (readonly [string, Sql])[] = [
    ...keys.map((key, at) => [`key_${at}`, key.sql] as const),
    ...Object.entries(figures),
    ...Object.entries(sums).map(([name, column]) => [name, sql`sum(${columnSql(column)})`] as const),
    ...Object.entries(costs).map(([name, column]) => [name, sql`sum(${columnSql(column)})`] as const),
    ...Object.entries(lists).map(([name, column]) => {
      const value = columnSql(column);
      return [name, sql`json_group_array(DISTINCT ${value}) FILTER (WHERE ${value} <> '')`] as const;
    }),
    ...measured.map((measure, at) => [`measure_${at}`, measure.sql] as const),
  ];
  const having = group_filters.flatMap((filter) => {
    const { sql: value, isTime } = aggregateOf(database, projectKey, filter.measure);
    const bound = (given: number | string) => {
      const time = isTime ? parseDatetime(given)?.utc : Number(given);
      if (time === undefined) throw badRequest("datetime measures require datetime group filter bounds");
      return isTime ? Math.round(time * 1000) : time;
    };
    return [
      ...(filter.min == null ? [] : [sql`${value} >= ${bound(filter.min)}`]),
      ...(filter.max == null ? [] : [sql`${value} <= ${bound(filter.max)}`]),
    ];
  });
  const grouped = (some: typeof columns, where: Sql) => sql`
    SELECT ${listOf(some.map(([name, value]) => sql`${value} AS ${{ text: `"${name}"`, values: [] }}`))}
    FROM spans WHERE ${where}
    GROUP BY ${listOf(keys.map((key) => key.sql))} HAVING ${joinConditions("AND", having)}`;
  const sortable = new Map<string, string>([
    ...Object.keys({ ...figures, ...sums, ...(include_costs ? costs : {}) }).map((name) => [name, name] as const),
    ...keys.map(({ name }, at) => [name, `key_${at}`] as const),
    ...measures.map(({ alias }, at) => [alias, `measure_${at}`] as const),
  ]);
  const sort = request.sort_by?.length ? request.sort_by : [{ field: "last_seen", direction: "desc" as const }];
  const order = listOf(
    sort.map(({ field, direction }) => {
      const column = sortable.get(field);
      if (column === undefined) throw badRequest(`Invalid sort field: '${field}'`);
      return sql`${{ text: `"${column}"`, values: [] }} ${directions[direction]}`;
    }),
  );
  const isOfConversations = keys.length === 1 && keys[0]?.column === "conversation_id";
  const pageOfAll = (some: typeof columns) => [
    ...database.rows(sql`${grouped(some, condition)} ORDER BY ${order} ${pageSql(request)}`),
  ];
  const sorting = columns.filter(
    ([name]) => name === "key_0" || sort.some(({ field }) => sortable.get(field) === name),
  );
  // The other figures cost much more than the order: those of conversations are computed for the page only.
  const rows = isOfConversations ? figuresOf(pageOfAll(sorting).map(({ key_0 }) => key_0)) : pageOfAll(columns);
  const previews = isOfConversations ? previewsOf(database, projectKey, rows) : new Map<string, Previews>();
  const groups = rows.map((row) => ({
    group_keys: Object.fromEntries(keys.map(({ name }, at) => [name, row[`key_${at}`]])),
    ...fieldsOf(row, Object.keys(figures), (name, value) =>
      times.includes(name) ? nakedDatetime(Number(value)) : value,
    ),
    ...fieldsOf(row, Object.keys(sums), (_, value) => value),
    ...fieldsOf(row, Object.keys(costs), (_, value) => (include_costs ? value : null)),
    ...fieldsOf(row, Object.keys(lists), (_, value) => JSON.parse(String(value))),
    ...(previews.get(String(row.key_0)) ?? { first_message: null, last_message: null }),
    metrics: Object.fromEntries(
      measured.map(({ alias, isTime }, at) => {
        const value = row[`measure_${at}`];
        return [alias, isTime && value !== null ? nakedDatetime(Number(value)) : value];
      }),
    ),
    distributions: {},
  }));
  const names = columns.filter(([name]) => name.startsWith("key_"));
  const total = database.row(sql`SELECT count(*) AS total FROM (${grouped(names, condition)})`);
  return { spans: [], groups, total_count: total.total };

  function figuresOf(ids: readonly (Row[string] | undefined)[]): readonly Row[] {
    const found = database.rows(grouped(columns, sql`${condition} AND spans.conversation_id IN ${rowsOf(ids)}`));
    const byId = new Map([...found].map((row) => [row.key_0, row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }
}

function fieldsOf(
  row: Row,
  names: readonly string[],
  present: (name: string, value: Row[string] | undefined) => unknown,
): object {
  return Object.fromEntries(names.map((name) => [name, present(name, row[name])]));
}
