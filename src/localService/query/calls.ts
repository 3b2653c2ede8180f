import { isObject, type Json, type JsonObject } from "../../core/text/json.ts";
import type { CallsBody } from "../http/bodySchema.ts";
import { invalidField } from "../http/requestFailure.ts";
import { matchingCalls } from "./callStats.ts";
import { callColumns, neverExpires, traceSize } from "./callTable.ts";
import type { CallDatabase, Row } from "./database.ts";
import { formatDatetime } from "./datetime.ts";
import { derivedSummary } from "./derivedSummary.ts";
import { type FieldScope, fieldScope, fieldValue, isColumn, isExpanded } from "./fields.ts";
import { externalRun, externalUser, type InternalIds } from "./internalIds.ts";
import { directions, listOf, pageSql, type Sql, sql } from "./sql.ts";

/** The calls of an existing project, generated lazily. */
export function* selectCalls(database: CallDatabase, projectKey: number, request: CallsBody): Iterable<JsonObject> {
  const scope = fieldScope(database, projectKey, request);
  const columns = listOf(chosenColumns(request).map((name) => columnSql(name, scope)));
  const rows = database.rows(sql`
    SELECT ${columns} FROM calls WHERE ${matchingCalls(request, scope)} ${callOrder(request, scope)}
    ${pageSql(request)}`);
  const object = objectReader(database, projectKey);
  const paths = request.return_expanded_column_values === false ? [] : (request.expand_columns ?? []);
  for (const row of rows) {
    const record = callRecord(request.project_id, row, scope.ids);
    yield { ...expandedRefs(record, paths, object), summary: derivedSummary(record, row, request) };
  }
}

const byStart: NonNullable<CallsBody["sort_by"]> = [{ field: "started_at", direction: "asc" }];

/**
 * The order of calls: by start if unspecified, none for an empty list. IDs break ties, descending unless the start is
 * the last key. Values in a document are sorted by presence, as a number, then as text.
 */
function callOrder(request: CallsBody, scope: FieldScope): Sql {
  const requested = request.sort_by ?? byStart;
  const last = requested.at(-1);
  if (last === undefined) return sql``;
  const keys = requested.flatMap(({ field, direction }) => {
    const value = fieldValue(field, scope);
    const towards = directions[direction];
    if (value.kind !== "json" && !isExpanded(field, scope)) return [sql`${value.sql} ${towards}`];
    const exists = value.kind === "json" ? value.exists : sql`(${value.sql} IS NOT NULL)`;
    return [sql`${exists} DESC`, sql`to_double(${value.sql}) ${towards}`, sql`${value.sql} ${towards}`];
  });
  if (requested.every(({ field }) => field !== "id")) {
    keys.push(sql`calls.id ${directions[last.field === "started_at" ? last.direction : "desc"]}`);
  }
  return sql`ORDER BY ${listOf(keys)}`;
}

/** The value of a document that was not requested. */
const emptyDocuments: Readonly<Record<string, Json>> = { attributes: {}, inputs: {}, output: null, summary: {} };

/** Columns of a call by their names in requests, except those that no record contains. */
const recordColumns: readonly string[] = [
  ...[...callColumns].flatMap(([name, kind]) => (kind === "list" ? [] : [name])),
  "total_storage_size_bytes",
];

const always = ["id", "trace_id", "op_name", "started_at"];
/** The columns that a summary is derived from. */
const behindSummary = ["summary", "ended_at", "exception", "display_name"];

const sizes = ["storage_size_bytes", "total_storage_size_bytes"];

/** A dotted path selects its whole document. Sizes are returned only if requested. */
function chosenColumns(request: CallsBody): readonly string[] {
  const requested = (request.columns ?? []).map((name) => name.split(".", 1)[0] ?? "");
  const unknown = requested.find((name) => !isColumn(name));
  if (unknown !== undefined) throw invalidField(`Field ${unknown} is not allowed.`);
  const wanted = new Set(
    requested.length > 0 ? [...always, ...requested] : recordColumns.filter((name) => !sizes.includes(name)),
  );
  if (request.include_costs || wanted.has("summary")) for (const name of behindSummary) wanted.add(name);
  if (request.include_usernames) wanted.add("wb_user_id");
  if (request.include_storage_size) wanted.add("storage_size_bytes");
  if (request.include_total_storage_size) wanted.add("total_storage_size_bytes");
  return recordColumns.filter((name) => wanted.has(name));
}

function columnSql(name: string, { table }: FieldScope): Sql {
  if (name === "total_storage_size_bytes") return sql`${traceSize(table)} AS total_storage_size_bytes`;
  return { text: `calls.${name} AS ${name}`, values: [] };
}

/**
 * Converts a row to a line of the response of `POST /calls/stream_query`, without derived values: all fields, those not
 * requested are empty. Sentinels of the complete table become null, except for run steps, where 0 stays 0.
 */
function callRecord(projectId: string, row: Row, ids: InternalIds): JsonObject {
  const read = (name: string): Json => {
    const value = row[name];
    const kind = callColumns.get(name);
    if (kind === "json")
      return typeof value === "string" ? JSON.parse(ids.toExternal(value)) : (emptyDocuments[name] ?? null);
    if (typeof value === "string") return value === "" ? null : externalText(name, value, ids);
    if (typeof value !== "number") return null;
    if (kind !== "datetime") return value;
    return value === 0 || value === neverExpires ? null : formatDatetime(value);
  };
  return { project_id: projectId, ...Object.fromEntries(recordColumns.map((name) => [name, read(name)])) };
}

function externalText(name: string, value: string, ids: InternalIds): string {
  if (name === "op_name") return ids.toExternal(value);
  if (name === "wb_user_id") return externalUser(value);
  return name === "wb_run_id" ? externalRun(value) : value;
}

/**
 * Replaces the refs at these dotted paths in a record with their objects, each with its ref as `_ref`; shorter paths
 * first, because others may be inside their objects.
 */
function expandedRefs(record: JsonObject, paths: readonly string[], object: (ref: string) => Json): JsonObject {
  const nearestFirst = paths.map((path) => path.split(".")).toSorted((a, b) => a.length - b.length);
  return nearestFirst.reduce((changed, path) => expanded(changed, path, object), record);
}

function expanded(
  place: JsonObject,
  [key = "", ...rest]: readonly string[],
  object: (ref: string) => Json,
): JsonObject {
  const held = Object.hasOwn(place, key) ? place[key] : undefined;
  if (rest.length > 0) return isObject(held) ? { ...place, [key]: expanded(held, rest, object) } : place;
  const found = typeof held === "string" ? object(held) : null;
  if (found === null || held === undefined) return place;
  return { ...place, [key]: isObject(found) ? { ...found, _ref: held } : found };
}

/** Reads published objects of a project; null if not found. */
function objectReader(database: CallDatabase, projectKey: number): (ref: string) => Json {
  return (ref) => {
    const query = sql`SELECT value FROM objects WHERE project = ${projectKey} AND ref = ${database.ids.toInternal(ref)}`;
    for (const { value } of database.rows(query)) return JSON.parse(database.ids.toExternal(String(value)));
    return null;
  };
}
