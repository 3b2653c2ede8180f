import { sortFields } from "../../core/query/threadQuery.ts";
import type { ThreadsBody } from "../http/bodySchema.ts";
import { badRequest } from "../http/requestFailure.ts";
import type { CallDatabase } from "./database.ts";
import { formatDatetime } from "./datetime.ts";
import { directions, joinConditions, listOf, pageSql, rowsOf, type Sql, sql } from "./sql.ts";

/**
 * The threads of an existing project, generated lazily. The limit applies before threads without a finished turn are
 * dropped, so a page can be shorter than its limit without being the last. The complete table drops none: a running
 * turn has its end in 1970. Both include deleted turns.
 */
export function* selectThreads(database: CallDatabase, projectKey: number, request: ThreadsBody): Iterable<object> {
  for (const row of database.rows(threadsQuery(projectKey, request))) {
    if (row.last_updated === null) continue;
    const [start_time, last_updated] = [row.start_time, row.last_updated].map((time) => formatDatetime(Number(time)));
    yield { ...row, start_time, last_updated };
  }
}

function threadsQuery(projectKey: number, request: ThreadsBody): Sql {
  const turns = turnsCondition(projectKey, request);
  const order = sortOrder(request.sort_by ?? []);
  const sortsByDuration = request.sort_by?.some((key) => key.field.startsWith("p")) ?? false;
  const page = sql`
    ${sortsByDuration ? threadsWithPercentiles(turns) : threadsAlone(turns)}
    ORDER BY ${order} ${pageSql(request)}`;
  const inThread = sql`${turns} AND thread_id = page.thread_id`;
  return sql`
    SELECT thread_id, turn_count, start_time, last_updated,
      (SELECT id FROM calls WHERE ${inThread} ORDER BY started_at LIMIT 1) AS first_turn_id,
      (SELECT id FROM calls WHERE ${inThread} AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1) AS last_turn_id,
      ${sortsByDuration ? sql`p50_turn_duration_ms` : percentile(50, inThread)} AS p50_turn_duration_ms,
      ${sortsByDuration ? sql`p99_turn_duration_ms` : percentile(99, inThread)} AS p99_turn_duration_ms
    FROM (${page}) AS page`;
}

/** The calls that the response covers: turns only, and with time bounds only those that started within them. */
function turnsCondition(projectKey: number, { filter }: ThreadsBody): Sql {
  const threadIds = filter?.thread_ids ?? [];
  const conditions = [
    sql`project = ${projectKey}`,
    sql`id = turn_id`,
    threadIds.length > 0 ? sql`thread_id IN ${rowsOf(threadIds)}` : sql`thread_id <> ''`,
  ];
  const { after_datetime: after, before_datetime: before } = filter ?? {};
  if (typeof after === "number") conditions.push(sql`started_at > ${Math.round(after * 1000)}`);
  if (typeof before === "number") conditions.push(sql`started_at < ${Math.round(before * 1000)}`);
  return joinConditions("AND", conditions);
}

/** Computes percentiles only for the threads of the page: they are by far the most expensive part. */
function threadsAlone(turns: Sql): Sql {
  return sql`
    SELECT thread_id, count(*) AS turn_count, min(started_at) AS start_time, max(ended_at) AS last_updated
    FROM calls WHERE ${turns} GROUP BY thread_id`;
}

/** For sorting by percentiles: computes all of them in one pass. */
function threadsWithPercentiles(turns: Sql): Sql {
  return sql`
    SELECT thread_id, count(*) AS turn_count, min(started_at) AS start_time, max(ended_at) AS last_updated,
      ${interpolated(50)} AS p50_turn_duration_ms, ${interpolated(99)} AS p99_turn_duration_ms
    FROM (
      SELECT thread_id, started_at, ended_at, ${duration} AS duration,
        row_number() OVER (PARTITION BY thread_id ORDER BY ${duration} NULLS LAST) - 1 AS rank,
        count(ended_at) OVER (PARTITION BY thread_id) AS size
      FROM calls WHERE ${turns})
    GROUP BY thread_id`;
}

/** Whole milliseconds between the truncated start and end. */
const duration = sql`(ended_at / 1000 - started_at / 1000)`;

function percentile(percent: number, turns: Sql): Sql {
  return sql`(
    SELECT ${interpolated(percent)} FROM (
      SELECT ${duration} AS duration,
        row_number() OVER (ORDER BY ${duration}) - 1 AS rank,
        count(*) OVER () AS size
      FROM calls WHERE ${turns} AND ended_at IS NOT NULL))`;
}

/**
 * The value at position (n - 1) * percent / 100 of the sorted durations, with linear interpolation: each duration has
 * the weight max(0, 1 - distance to that position), so only the two closest ranks count. In hundredths, all terms are
 * integers, and the single division at the end is as exact as possible.
 */
function interpolated(percent: number): Sql {
  return sql`sum(duration * max(0, 100 - abs(100 * rank - (size - 1) * ${percent}))) / 100.0`;
}

/** The service does not break ties. */
function sortOrder(keys: NonNullable<ThreadsBody["sort_by"]>): Sql {
  const wanted = keys.length > 0 ? keys : [{ field: "last_updated", direction: "desc" } as const];
  return listOf(
    wanted.map(({ field, direction }) => {
      const column = sortFields.find((known) => known === field);
      // No thread lacks its ID, and only without NULLS LAST does SQLite read the index in order.
      if (column === "thread_id") return { text: `${column} ${direction}`, values: [] };
      if (column !== undefined) return sql`${{ text: column, values: [] }} ${directions[direction]}`;
      throw badRequest(`Unsupported sort field: ${field}. Supported fields: ${sortFields.join(", ")}`);
    }),
  );
}
