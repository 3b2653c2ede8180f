import type { Json } from "../../core/json.ts";
import { badRequest } from "../http/requestFailure.ts";
import type { CallsRequest } from "../http/requestSchema.ts";
import { matchingCalls } from "./callStats.ts";
import type { CallDatabase, Row } from "./database.ts";
import { formatDatetime } from "./datetime.ts";
import { fieldValue } from "./fields.ts";
import { type Sql, sql } from "./sql.ts";

/** One line of the answer of `POST /calls/stream_query`: the columns asked for. */
export type CallRecord = Readonly<Record<string, Json>>;

/** The calls of a project that is there, each made as it is asked for. */
export function queryCalls(database: CallDatabase, projectKey: number, request: CallsRequest): Iterable<CallRecord> {
  const columns = chosenColumns(request);
  const rows = database.rows(sql`
    SELECT ${columns.map(({ sql }) => sql).reduce((list, next) => sql`${list}, ${next}`)}
    FROM calls WHERE ${matchingCalls(request, projectKey)}
    ORDER BY ${sortOrder(request, projectKey)}
    LIMIT ${rowCount("Limit", request.limit) ?? -1} OFFSET ${rowCount("Offset", request.offset) ?? 0}`);
  return records(rows, columns);
}

interface Column {
  readonly name: string;
  readonly sql: Sql;
  readonly read: (value: Row[string] | undefined) => Json;
}

const text = (value: Row[string] | undefined): Json => (typeof value === "string" ? value : null);
const number = (value: Row[string] | undefined): Json => (typeof value === "number" ? value : null);
const time = (value: Row[string] | undefined): Json => (typeof value === "number" ? formatDatetime(value) : null);
const document = (value: Row[string] | undefined): Json => {
  if (typeof value !== "string") return null;
  const json: Json = JSON.parse(value);
  return json;
};

const summary = sql`json_set(calls.summary,
  '$.weave.status', ${statusSql()},
  '$.weave.trace_name', coalesce(nullif(calls.display_name, ''), op_base_name(calls.op_name)),
  '$.weave.latency_ms', calls.ended_at - calls.started_at)`;

const known: readonly Column[] = [
  { name: "id", sql: sql`calls.id`, read: text },
  { name: "op_name", sql: sql`calls.op_name`, read: text },
  { name: "display_name", sql: sql`calls.display_name`, read: text },
  { name: "trace_id", sql: sql`calls.trace_id`, read: text },
  { name: "parent_id", sql: sql`calls.parent_id`, read: text },
  { name: "thread_id", sql: sql`calls.thread_id`, read: text },
  { name: "turn_id", sql: sql`calls.turn_id`, read: text },
  { name: "started_at", sql: sql`calls.started_at`, read: time },
  { name: "ended_at", sql: sql`calls.ended_at`, read: time },
  { name: "exception", sql: sql`calls.exception`, read: text },
  { name: "wb_user_id", sql: sql`calls.wb_user_id`, read: text },
  { name: "wb_run_id", sql: sql`calls.wb_run_id`, read: text },
  { name: "wb_run_step", sql: sql`calls.wb_run_step`, read: number },
  { name: "attributes", sql: sql`calls.attributes`, read: document },
  { name: "inputs", sql: sql`calls.inputs`, read: document },
  { name: "output", sql: sql`calls.output`, read: document },
  { name: "summary", sql: summary, read: document },
];

const storageSize: Column = { name: "storage_size_bytes", sql: sql`calls.storage_size_bytes`, read: number };

function statusSql(): Sql {
  const status = fieldValue("summary.weave.status", { projectId: "", projectKey: 0, expandColumns: [] });
  return status.sql;
}

/** A dotted path asks for the document that it is in; a name that there is none for brings nothing. */
function chosenColumns(request: CallsRequest): readonly Column[] {
  const roots = new Set(request.columns?.map((name) => name.split(".", 1)[0]));
  const always = ["id", "op_name", "trace_id", "started_at"];
  const chosen = known.filter(({ name }) => roots.size === 0 || roots.has(name) || always.includes(name));
  return request.include_storage_size ? [...chosen, storageSize] : chosen;
}

function* records(rows: Iterable<Row>, columns: readonly Column[]): Iterable<CallRecord> {
  for (const row of rows) {
    const values = Object.values(row);
    yield Object.fromEntries(columns.map(({ name, read }, index) => [name, read(values[index])]));
  }
}

/** Without an order asked for, by start. */
function sortOrder(request: CallsRequest, projectKey: number): Sql {
  const keys = request.sort_by?.length ? request.sort_by : [{ field: "started_at", direction: "asc" }];
  const scope = { projectId: request.project_id, projectKey, expandColumns: request.expand_columns ?? [] };
  return keys
    .map(({ field, direction }) => {
      const { sql: value } = fieldValue(field, scope);
      return direction === "asc" ? sql`${value} ASC NULLS LAST` : sql`${value} DESC NULLS LAST`;
    })
    .reduce((order, key) => sql`${order}, ${key}`);
}

function rowCount(name: string, value: number | null | undefined): number | undefined {
  if (typeof value === "number" && value < 0) throw badRequest(`${name} must be a positive integer`);
  return value ?? undefined;
}
