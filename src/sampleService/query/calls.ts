import { badRequest } from "../http/requestFailure.ts";
import type { CallsRequest } from "../http/requestSchema.ts";
import { callOrder } from "./callOrder.ts";
import { type CallRecord, callColumns, callRecord } from "./callRecord.ts";
import { matchingCalls } from "./callStats.ts";
import type { CallDatabase, Row } from "./database.ts";
import { derivedSummary } from "./derivedSummary.ts";
import { expandedRefs, objectReader } from "./expandedRefs.ts";
import { type Sql, sql } from "./sql.ts";

/** The calls of a project that is there, each made as it is asked for. */
export function queryCalls(database: CallDatabase, projectKey: number, request: CallsRequest): Iterable<CallRecord> {
  const scope = { projectId: request.project_id, projectKey, expandColumns: request.expand_columns ?? [] };
  const columns = chosenColumns(request)
    .map(columnSql)
    .reduce((list, next) => sql`${list}, ${next}`);
  const rows = database.rows(sql`
    SELECT ${columns} FROM calls WHERE ${matchingCalls(request, projectKey)} ${callOrder(request, scope)}
    LIMIT ${rowCount("Limit", request.limit) ?? -1} OFFSET ${rowCount("Offset", request.offset) ?? 0}`);
  return records(rows, request, objectReader(database, projectKey));
}

const always = ["id", "trace_id", "op_name", "started_at"];
/** What a summary is worked out from. */
const behindSummary = ["summary", "ended_at", "exception", "display_name"];

/** A dotted path asks for the document that it is in; a name that there is none for brings nothing. */
function chosenColumns(request: CallsRequest): readonly string[] {
  const asked = request.columns?.length ? request.columns.map((name) => name.split(".", 1)[0] ?? "") : callColumns;
  const withSummary = request.include_costs || asked.includes("summary") ? behindSummary : [];
  const wanted = new Set([...always, ...asked, ...withSummary]);
  const flags: Readonly<Record<string, boolean>> = {
    storage_size_bytes: request.include_storage_size ?? false,
    total_storage_size_bytes: request.include_total_storage_size ?? false,
  };
  return callColumns.filter((name) => flags[name] ?? wanted.has(name));
}

/** The sizes of a trace's calls add up at its root; a call below it has no size of its own kind. */
const traceSize = sql`CASE WHEN calls.parent_id IS NULL THEN (
  SELECT sum(below.storage_size_bytes) FROM calls AS below
  WHERE below.project = calls.project AND below.trace_id = calls.trace_id) END AS total_storage_size_bytes`;

function columnSql(name: string): Sql {
  return name === "total_storage_size_bytes" ? traceSize : { text: `calls.${name} AS ${name}`, values: [] };
}

function* records(
  rows: Iterable<Row>,
  request: CallsRequest,
  object: ReturnType<typeof objectReader>,
): Iterable<CallRecord> {
  const extras = { costs: request.include_costs ?? false, feedback: request.include_feedback ?? false };
  const paths = request.return_expanded_column_values === false ? [] : (request.expand_columns ?? []);
  for (const row of rows) {
    const record = callRecord(request.project_id, row);
    const head = {
      summary: record.summary ?? {},
      opName: String(row.op_name),
      displayName: textOf(row.display_name),
      exception: textOf(row.exception),
      startedAt: numberOf(row.started_at),
      endedAt: numberOf(row.ended_at),
    };
    yield { ...expandedRefs(record, paths, object), summary: derivedSummary(head, extras) };
  }
}

function textOf(value: Row[string] | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function numberOf(value: Row[string] | undefined): number | null {
  return typeof value === "number" ? value : null;
}

function rowCount(name: string, value: number | null | undefined): number | undefined {
  if (typeof value === "number" && value < 0) throw badRequest(`${name} must be a positive integer`);
  return value ?? undefined;
}
