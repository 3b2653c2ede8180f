import type { Operand } from "../../core/counts/expression.ts";
import { badRequest } from "../http/requestFailure.ts";
import type { CallStatsRequest } from "../http/requestSchema.ts";
import { callFilterCondition } from "./callFilter.ts";
import { isAbsent, isPresent } from "./callTable.ts";
import type { CallDatabase } from "./database.ts";
import { expressionCondition } from "./expression.ts";
import { type FieldScope, fieldScope } from "./fields.ts";
import { joinConditions, type Sql, sql } from "./sql.ts";

/** The answer of `POST /calls/query_stats`. */
export interface CallStats {
  readonly count: number;
  readonly has_more: boolean;
  readonly total_storage_size_bytes: number | null;
}

/** Counts the calls of a project that is there. On the complete table a limit and refs are ignored. */
export function callStats(database: CallDatabase, projectKey: number, request: CallStatsRequest): CallStats {
  const limit = request.limit ?? null;
  if (limit !== null && limit < 0) throw badRequest("Limit must be a positive integer");
  const complete = database.table === "complete";
  // There, the limit is one of the rows of the answer, of which there is one.
  if (complete && limit === 0) return { count: 0, has_more: false, total_storage_size_bytes: null };
  const wantsStorage = request.include_total_storage_size ?? false;
  const scope = fieldScope(database, projectKey, complete ? { ...request, expand_columns: null } : request);
  const probe = limit === 1 && !wantsStorage ? probedCalls(request, scope) : undefined;
  const most = complete && probe === undefined ? null : limit;
  // Elsewhere, as many as the limit are taken for more.
  const margin = most !== null && most > 1 && !wantsStorage && countsBeyondLimit(request) ? 1 : 0;
  const size = limit === null && isWhole(request) ? projectSize : traceSizes(scope);
  const row = database.row(sql`
    SELECT count(*) AS count, ${wantsStorage ? size : sql`NULL`} AS size FROM (
      SELECT calls.project, calls.trace_id, calls.parent_id FROM calls
      WHERE ${probe ?? matchingCalls(request, scope)} LIMIT ${most === null ? -1 : most + margin}) AS calls`);
  const count = Number(row.count);
  return {
    count: Math.min(count, most ?? count),
    has_more: probe === undefined && most !== null && count >= most + margin,
    total_storage_size_bytes: wantsStorage ? Number(row.size) : null,
  };
}

/** The size of a trace counts once, at its root; calls below a root add nothing of their own. */
function traceSizes({ table }: FieldScope): Sql {
  return sql`coalesce(sum(CASE WHEN ${isAbsent("parent_id", table)} THEN (
    SELECT sum(below.storage_size_bytes) FROM calls AS below
    WHERE below.project = calls.project AND below.trace_id = calls.trace_id) END), 0)`;
}

/** Of a project as a whole, deleted calls count as well. */
const projectSize = sql`coalesce((
  SELECT sum(every.storage_size_bytes) FROM calls AS every WHERE every.project = calls.project), 0)`;

/** The condition on `calls` that a request's filter and query stand for. */
export function matchingCalls({ filter, query }: Pick<CallStatsRequest, "filter" | "query">, scope: FieldScope): Sql {
  const conditions = [sql`calls.project = ${scope.projectKey}`, isAbsent("deleted_at", scope.table)];
  if (filter) conditions.push(callFilterCondition(filter, scope));
  if (query) conditions.push(expressionCondition(query.$expr, scope));
  return joinConditions("AND", conditions);
}

/**
 * The service answers two questions of its own when the limit is 1. Without filter and query: has the project any row,
 * deleted ones included? With a query and nothing set in the filter: is there a call that belongs to a run? The query
 * goes unread then. A client that takes either for a count of one is wrong here as it would be there.
 */
function probedCalls(request: CallStatsRequest, { projectKey, table }: FieldScope): Sql | undefined {
  if (!request.filter && !request.query) return sql`calls.project = ${projectKey}`;
  if (!request.query || !isUnset(request.filter)) return undefined;
  return sql`calls.project = ${projectKey} AND ${isPresent("wb_run_id", table)} AND ${isAbsent("deleted_at", table)}`;
}

/** Whether the service counts all that there is before it applies a limit: without a condition, or with one on the start alone. */
function countsBeyondLimit(request: CallStatsRequest): boolean {
  if (isWhole(request)) return true;
  const { filter, query, expand_columns } = request;
  return isUnset(filter) && !expand_columns?.length && (startBounds(query?.$expr)?.includes("lower") ?? false);
}

function isWhole({ filter, query, expand_columns }: CallStatsRequest): boolean {
  return !query && isUnset(filter) && !expand_columns?.length;
}

function isUnset(filter: CallStatsRequest["filter"]): boolean {
  return Object.values(filter ?? {}).every((value) => value === null || value === undefined);
}

/** The bounds that an expression sets to the start by numbers; undefined for one that says anything else. */
function startBounds(operand: Operand | undefined): readonly ("lower" | "upper")[] | undefined {
  if (operand === undefined) return undefined;
  if ("$and" in operand) {
    const bounds = operand.$and.map(startBounds);
    return bounds.includes(undefined) ? undefined : bounds.flatMap((bound) => bound ?? []);
  }
  const lower = "$gt" in operand ? operand.$gt : "$gte" in operand ? operand.$gte : undefined;
  const upper = "$lt" in operand ? operand.$lt : "$lte" in operand ? operand.$lte : undefined;
  const [field, value] = lower ?? upper ?? [];
  if (field === undefined || value === undefined || !("$getField" in field) || !("$literal" in value)) return undefined;
  if (field.$getField !== "started_at" || typeof value.$literal !== "number") return undefined;
  return [lower === undefined ? "upper" : "lower"];
}
