import { badRequest, invalidField } from "../http/requestFailure.ts";
import type { CallsRequest } from "../http/requestSchema.ts";
import { callOrder } from "./callOrder.ts";
import { type CallRecord, callColumns, callRecord } from "./callRecord.ts";
import { matchingCalls } from "./callStats.ts";
import { isAbsent } from "./callTable.ts";
import type { CallDatabase, Row } from "./database.ts";
import { derivedSummary } from "./derivedSummary.ts";
import { expandedRefs, objectReader } from "./expandedRefs.ts";
import { type FieldScope, fieldScope, isColumn } from "./fields.ts";
import { type Sql, sql } from "./sql.ts";

/** The calls of an existing project, generated lazily. */
export function queryCalls(database: CallDatabase, projectKey: number, request: CallsRequest): Iterable<CallRecord> {
  const scope = fieldScope(database, projectKey, request);
  const columns = chosenColumns(request)
    .map((name) => columnSql(name, scope))
    .reduce((list, next) => sql`${list}, ${next}`);
  const rows = database.rows(sql`
    SELECT ${columns} FROM calls WHERE ${matchingCalls(request, scope)} ${callOrder(request, scope)}
    LIMIT ${rowCount("Limit", request.limit) ?? -1} OFFSET ${rowCount("Offset", request.offset) ?? 0}`);
  return records(rows, request, scope, objectReader(database, projectKey));
}

const always = ["id", "trace_id", "op_name", "started_at"];
/** The columns that a summary is derived from. */
const behindSummary = ["summary", "ended_at", "exception", "display_name"];

const sizes = ["storage_size_bytes", "total_storage_size_bytes"];

/** A dotted path selects its whole document. Sizes are returned only if requested. */
function chosenColumns(request: CallsRequest): readonly string[] {
  const asked = (request.columns ?? []).map((name) => name.split(".", 1)[0] ?? "");
  const unknown = asked.find((name) => !isColumn(name));
  if (unknown !== undefined) throw invalidField(`Field ${unknown} is not allowed.`);
  const wanted = new Set(
    asked.length > 0 ? [...always, ...asked] : callColumns.filter((name) => !sizes.includes(name)),
  );
  if (request.include_costs || wanted.has("summary")) for (const name of behindSummary) wanted.add(name);
  if (request.include_usernames) wanted.add("wb_user_id");
  if (request.include_storage_size) wanted.add("storage_size_bytes");
  if (request.include_total_storage_size) wanted.add("total_storage_size_bytes");
  return callColumns.filter((name) => wanted.has(name));
}

function columnSql(name: string, { table }: FieldScope): Sql {
  if (name !== "total_storage_size_bytes") return { text: `calls.${name} AS ${name}`, values: [] };
  // The root has the total size of its trace; nested calls have none.
  return sql`CASE WHEN ${isAbsent("parent_id", table)} THEN (
    SELECT sum(below.storage_size_bytes) FROM calls AS below
    WHERE below.project = calls.project AND below.trace_id = calls.trace_id) END AS total_storage_size_bytes`;
}

function* records(
  rows: Iterable<Row>,
  request: CallsRequest,
  { ids }: FieldScope,
  object: ReturnType<typeof objectReader>,
): Iterable<CallRecord> {
  const extras = { costs: request.include_costs ?? false, feedback: request.include_feedback ?? false };
  const paths = request.return_expanded_column_values === false ? [] : (request.expand_columns ?? []);
  for (const row of rows) {
    const record = callRecord(request.project_id, row, ids);
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
  return typeof value === "string" && value !== "" ? value : null;
}

function numberOf(value: Row[string] | undefined): number | null {
  return typeof value === "number" && value !== 0 ? value : null;
}

function rowCount(name: string, value: number | null | undefined): number | undefined {
  if (typeof value === "number" && value < 0) throw badRequest(`${name} must be a positive integer`);
  return value ?? undefined;
}
