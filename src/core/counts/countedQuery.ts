import { latestFirst } from "../calls/failedCalls.ts";
import type { Call } from "../query/call.ts";
import type { CallListQuery } from "../query/callQueries.ts";
import type { CallFilter, CallQuery } from "../query/callQuery.ts";
import type { ProjectId } from "../query/projectId.ts";
import { startedWithin } from "../query/startedWithin.ts";
import { type CallCondition, type CallConditions, listFields, sentLimit } from "./callCondition.ts";
import { operandsOf, queryOfOperands } from "./conditionExpression.ts";

/**
 * The query for the service. `now`, in milliseconds since the epoch, is the base of relative times. Conditions on one
 * list are merged into one list. Uses only operators that every service supports.
 */
export function callQueryOf(conditions: CallConditions, project: ProjectId, now: number): CallQuery {
  const filter = filterOf(conditions.conditions);
  const query = queryOfOperands(conditions.conditions.flatMap((condition) => operandsOf(condition, now)));
  const limit = sentLimit(conditions);
  return {
    project,
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(query !== undefined && { query }),
    ...(limit !== null && { limit }),
    ...(conditions.includeStorageSize && { includeStorageSize: true }),
    ...(conditions.expandColumns.length > 0 && { expandColumns: conditions.expandColumns }),
  };
}

/** The query that lists the counted calls, the latest first; `now` as above. */
export function callListOf(conditions: CallConditions, project: ProjectId, now: number): CallListQuery {
  const { limit } = conditions;
  const { includeStorageSize: _size, limit: _limit, ...query } = callQueryOf(conditions, project, now);
  return { ...query, sort: latestFirst, ...(limit !== null && { limit }) };
}

/** The query for the calls after those of `before`, which newer calls do not move. */
export function callsAfter(
  conditions: CallConditions,
  project: ProjectId,
  { asOf, before }: { readonly asOf: number; readonly before: readonly Call[] },
) {
  const { query, ...requested } = callListOf(conditions, project, asOf);
  const [latest] = before;
  const bounds = latest === undefined ? [] : startedWithin({ before: latest.startedAt + 1 });
  const whole = queryOfOperands([...(query === undefined ? [] : [query.$expr]), ...bounds]);
  return { ...requested, ...(whole && { query: whole }), offset: before.length };
}

function filterOf(conditions: readonly CallCondition[]): CallFilter {
  const lists = listFields.flatMap((field) => {
    const values = conditions.flatMap((one) => (one.kind === "list" && one.field === field ? one.values : []));
    return values.length === 0 ? [] : [[field, [...new Set(values)]] as const];
  });
  const rootsOnly = conditions.some(({ kind }) => kind === "rootsOnly");
  return { ...Object.fromEntries(lists), ...(rootsOnly && { traceRootsOnly: true }) };
}
