import { badRequest } from "../http/requestFailure.ts";
import type { CallStatsRequest } from "../http/requestSchema.ts";
import { callFilterCondition } from "./callFilter.ts";
import type { CallDatabase } from "./database.ts";
import { expressionCondition } from "./expression.ts";
import type { FieldScope } from "./fields.ts";
import { joinConditions, type Sql, sql } from "./sql.ts";

/** The answer of `POST /calls/query_stats`. */
export interface CallStats {
  readonly count: number;
  readonly has_more: boolean;
  readonly total_storage_size_bytes: number | null;
}

/** Counts the calls of a project that is there. */
export function callStats(database: CallDatabase, projectKey: number, request: CallStatsRequest): CallStats {
  const limit = request.limit ?? null;
  if (limit !== null && limit < 0) throw badRequest("Limit must be a positive integer");
  const wantsStorage = request.include_total_storage_size ?? false;
  const calls = limit === 1 && !wantsStorage ? probedCalls(request, projectKey) : matchingCalls(request, projectKey);
  const row = database.row(
    wantsStorage
      ? sql`SELECT count(*) AS count, coalesce(sum(${traceSize}), 0) AS size FROM
          (SELECT calls.project, calls.trace_id, calls.parent_id FROM calls WHERE ${calls} LIMIT ${limit ?? -1}) AS found`
      : sql`SELECT count(*) AS count FROM (SELECT 1 FROM calls WHERE ${calls} LIMIT ${limit ?? -1})`,
  );
  const count = Number(row.count);
  return {
    count,
    has_more: limit !== null && count >= limit,
    total_storage_size_bytes: wantsStorage ? Number(row.size) : null,
  };
}

/** The size of a trace counts once, at its root; calls below a root add nothing of their own. */
const traceSize = sql`CASE WHEN found.parent_id IS NULL THEN (
  SELECT sum(below.storage_size_bytes) FROM calls AS below
  WHERE below.project = found.project AND below.trace_id = found.trace_id) END`;

/** The condition on `calls` that a request's filter and query stand for. */
export function matchingCalls(
  request: Pick<CallStatsRequest, "project_id" | "filter" | "query" | "expand_columns">,
  projectKey: number,
): Sql {
  const conditions = [sql`calls.project = ${projectKey}`, sql`calls.deleted_at IS NULL`];
  if (request.filter) conditions.push(callFilterCondition(request.filter, request.project_id));
  if (request.query) {
    const expandColumns = request.expand_columns ?? [];
    const scope: FieldScope = { projectId: request.project_id, projectKey, expandColumns };
    conditions.push(expressionCondition(request.query.$expr, scope));
  }
  return joinConditions("AND", conditions);
}

/**
 * The service answers two questions of its own when the limit is 1. Without filter and query: has the project any row,
 * deleted ones included? With a query and nothing set in the filter: is there a call that belongs to a run? The query
 * goes unread then. A client that takes either for a count of one is wrong here as it would be there.
 */
function probedCalls(request: CallStatsRequest, projectKey: number): Sql {
  const filter = request.filter ?? null;
  if (filter === null && !request.query) return sql`calls.project = ${projectKey}`;
  const filterIsEmpty =
    filter === null || Object.values(filter).every((value) => value === null || value === undefined);
  if (request.query && filterIsEmpty) {
    return sql`calls.project = ${projectKey} AND calls.wb_run_id IS NOT NULL AND calls.deleted_at IS NULL`;
  }
  return matchingCalls(request, projectKey);
}
