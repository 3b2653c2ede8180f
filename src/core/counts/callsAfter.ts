import type { Call } from "../query/call.ts";
import type { ProjectId } from "../query/projectId.ts";
import { startedWithin } from "../query/startedWithin.ts";
import type { CallConditions } from "./callCondition.ts";
import { queryOfOperands } from "./conditionExpression.ts";
import { callListOf } from "./countedQuery.ts";

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
