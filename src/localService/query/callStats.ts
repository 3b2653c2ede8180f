import type { Operand } from "../../core/query/expression.ts";
import { comparedIn, fieldIn, literalIn } from "../../core/query/operandTree.ts";
import type { CallStatsBody, CallsFilter } from "../http/bodySchema.ts";
import { badRequest } from "../http/requestFailure.ts";
import { isAbsent, isPresent, traceSize } from "./callTable.ts";
import type { CallDatabase } from "./database.ts";
import { expressionCondition } from "./expressionSql.ts";
import { type FieldScope, fieldScope } from "./fields.ts";
import { internalRun, internalUser } from "./internalIds.ts";
import { isLike } from "./likePrefilter.ts";
import { joinConditions, pageSql, rowsOf, type Sql, sql } from "./sql.ts";

/** Counts the calls of an existing project. The complete table ignores a limit and refs. */
export function callStats(database: CallDatabase, projectKey: number, request: CallStatsBody): object {
  const limit = request.limit ?? null;
  if (limit !== null && limit < 0) throw badRequest("Limit must be a positive integer");
  const complete = database.table === "complete";
  // There, the limit applies to the rows of the response, which has one.
  if (complete && limit === 0) return { count: 0, has_more: false, total_storage_size_bytes: null };
  const wantsStorage = request.include_total_storage_size ?? false;
  const scope = fieldScope(database, projectKey, complete ? { ...request, expand_columns: null } : request);
  const probe = limit === 1 && !wantsStorage ? probedCalls(request, scope) : undefined;
  const most = complete && probe === undefined ? null : limit;
  // Unless the service counts beyond the limit, a count equal to it is reported as having more.
  const margin = most !== null && most > 1 && !wantsStorage && countsBeyondLimit(request) ? 1 : 0;
  const size = limit === null && isWhole(request) ? projectSize : sql`coalesce(sum(${traceSize(scope.table)}), 0)`;
  const row = database.row(sql`
    SELECT count(*) AS count, ${wantsStorage ? size : sql`NULL`} AS size FROM (
      SELECT calls.project, calls.trace_id, calls.parent_id FROM calls
      WHERE ${probe ?? matchingCalls(request, scope)} ${pageSql({ limit: most === null ? null : most + margin })}) AS calls`);
  const count = Number(row.count);
  return {
    count: Math.min(count, most ?? count),
    has_more: probe === undefined && most !== null && count >= most + margin,
    total_storage_size_bytes: wantsStorage ? Number(row.size) : null,
  };
}

/** The size of a whole project includes deleted calls. */
const projectSize = sql`coalesce((
  SELECT sum(every.storage_size_bytes) FROM calls AS every WHERE every.project = calls.project), 0)`;

/** The SQL condition of a filter and query on `calls`. */
export function matchingCalls({ filter, query }: Pick<CallStatsBody, "filter" | "query">, scope: FieldScope): Sql {
  const conditions = [sql`calls.project = ${scope.projectKey}`, isAbsent("deleted_at", scope.table)];
  if (filter) conditions.push(callFilterCondition(filter, scope));
  if (query) conditions.push(expressionCondition(query.$expr, scope));
  return joinConditions("AND", conditions);
}

/**
 * With a limit of 1, the service runs an existence check in two cases. Without filter and query: does the project have any row,
 * including deleted ones? With a query and an empty filter: does any call belong to a run? The query is then ignored. A
 * client that reads either result as a count is wrong, here as in the service.
 */
function probedCalls(request: CallStatsBody, { projectKey, table }: FieldScope): Sql | undefined {
  if (!request.filter && !request.query) return sql`calls.project = ${projectKey}`;
  if (!request.query || !isUnset(request.filter)) return undefined;
  return sql`calls.project = ${projectKey} AND ${isPresent("wb_run_id", table)} AND ${isAbsent("deleted_at", table)}`;
}

/** Whether the service counts everything before applying a limit: without a condition, or with one on the start only. */
function countsBeyondLimit({ query, ...others }: CallStatsBody): boolean {
  const bounds = query ? startBounds(query.$expr) : ["$gt"];
  return isWhole(others) && (bounds?.some((name) => name.startsWith("$gt")) ?? false);
}

function isWhole({ filter, query, expand_columns }: CallStatsBody): boolean {
  return !query && isUnset(filter) && !expand_columns?.length;
}

function isUnset(filter: CallStatsBody["filter"]): boolean {
  return Object.values(filter ?? {}).every((value) => value === null || value === undefined);
}

/** The operators of an expression that consists of numeric bounds of the start; undefined for any other expression. */
function startBounds(operand: Operand): readonly string[] | undefined {
  if ("$and" in operand) {
    const bounds = operand.$and.map(startBounds);
    return bounds.includes(undefined) ? undefined : bounds.flatMap((bound) => bound ?? []);
  }
  const [field, value] = ("$eq" in operand ? undefined : comparedIn(operand)) ?? [];
  if (field === undefined || value === undefined || fieldIn(field) !== "started_at") return undefined;
  return typeof literalIn(value) === "number" ? Object.keys(operand) : undefined;
}

const maximumValues = 1000;

/** The SQL condition of a filter on `calls`: AND between its fields, OR within a list. */
function callFilterCondition(filter: CallsFilter, scope: FieldScope): Sql {
  for (const [field, values] of Object.entries(filter)) {
    if (Array.isArray(values) && values.length > maximumValues) {
      throw badRequest(`Parameter: '${field}' request length is greater than max length (${maximumValues}).`);
    }
  }
  const refs = (values: readonly string[]): readonly string[] => values.map((value) => scope.ids.requested(value));
  const conditions: Sql[] = [];
  if (filter.op_names?.length) conditions.push(opCondition(refs(filter.op_names)));
  if (filter.input_refs?.length) conditions.push(refCondition(sql`calls.input_refs`, refs(filter.input_refs)));
  if (filter.output_refs?.length) conditions.push(refCondition(sql`calls.output_refs`, refs(filter.output_refs)));
  if (filter.parent_ids?.length) conditions.push(sql`calls.parent_id IN ${rowsOf(filter.parent_ids)}`);
  if (filter.trace_ids?.length) conditions.push(sql`calls.trace_id IN ${rowsOf(filter.trace_ids)}`);
  if (filter.call_ids?.length) conditions.push(sql`calls.id IN ${rowsOf(filter.call_ids)}`);
  if (filter.thread_ids) conditions.push(sql`calls.thread_id IN ${rowsOf(filter.thread_ids)}`);
  if (filter.trace_roots_only) conditions.push(isAbsent("parent_id", scope.table));
  if (filter.wb_user_ids?.length)
    conditions.push(sql`calls.wb_user_id IN ${rowsOf(filter.wb_user_ids.map(internalUser))}`);
  if (filter.wb_run_ids?.length) {
    const runs = filter.wb_run_ids.map((run) => internalRun(run.includes("/") ? run : `${scope.projectId}/${run}`));
    conditions.push(sql`calls.wb_run_id IN ${rowsOf(runs)}`);
  }
  // An empty list of turns matches nothing, but the service ignores it unless another field is set; `trace_roots_only:
  // false` is enough.
  const othersActive = conditions.length > 0 || (filter.trace_roots_only ?? null) !== null;
  if (filter.turn_ids && (filter.turn_ids.length > 0 || othersActive))
    conditions.push(sql`calls.turn_id IN ${rowsOf(filter.turn_ids)}`);
  return joinConditions("AND", conditions);
}

/** Refs of one version, and the starts of those with a trailing `:*`, for any version. */
function byVersion(refs: readonly string[]): {
  readonly exact: readonly string[];
  readonly prefixes: readonly string[];
} {
  const prefixes = refs.filter((ref) => ref.endsWith(":*")).map((ref) => ref.slice(0, -1));
  return { exact: refs.filter((ref) => !ref.endsWith(":*")), prefixes };
}

/** For any version, the rest is a LIKE pattern in which `_` and `%` are wildcards, as in the service. */
function opCondition(names: readonly string[]): Sql {
  const { exact, prefixes } = byVersion(names);
  const patterns = prefixes.map((prefix) => isLike(sql`calls.op_name`, `${prefix}%`));
  return joinConditions("OR", [sql`calls.op_name IN ${rowsOf(exact)}`, ...patterns]);
}

function refCondition(column: Sql, refs: readonly string[]): Sql {
  const { exact, prefixes } = byVersion(refs);
  return sql`EXISTS (SELECT 1 FROM json_each(${column}) AS ref WHERE ref.value IN ${rowsOf(exact)} OR EXISTS (
    SELECT 1 FROM json_each(${JSON.stringify(prefixes)}) AS prefix
    WHERE substr(ref.value, 1, length(prefix.value)) = prefix.value))`;
}
