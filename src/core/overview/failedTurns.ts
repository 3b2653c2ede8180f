import { Semaphore } from "../async/semaphore.ts";
import type { ThreadFilter } from "../conversations/threadSelection.ts";
import { type CallCondition, callsMatching, isFailedCall, isTurnCall } from "../counts/callCondition.ts";
import { callQueryOf } from "../counts/countedQuery.ts";
import { countCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { calendarEdges, type Interval, intervalFor, intervalWithin, timesCovered } from "./activity.ts";
import { brushedRange } from "./filterSteps.ts";
import type { OverviewThreads } from "./overviewThreads.ts";

/** Turns by the interval in which they started, and those of them whose call failed, as counted by the service. */
export interface FailedTurns {
  readonly interval: Interval;
  /** One more than there are intervals, as in `Activity`. */
  readonly edges: readonly number[];
  readonly turns: readonly number[];
  readonly failed: readonly number[];
}

/** Each takes two requests. */
const mostIntervals = 14;
const mostRequests = 4;

/** Counts the turns of the threads. Rejects as `Service` does. */
export async function countFailedTurns(
  { service, project }: ProjectClient,
  { filter, asOf, bounds, columns }: Pick<OverviewThreads, "filter" | "asOf" | "bounds" | "columns">,
  signal: AbortSignal,
): Promise<FailedTurns> {
  const [first, last] = timesCovered(columns.view());
  const interval = intervalFor(first, last, mostIntervals);
  const edges = [...calendarEdges(interval, first, last)];
  const semaphore = new Semaphore(mostRequests);
  const count = (bin: number, ...more: readonly CallCondition[]) =>
    semaphore.run(async () => {
      const conditions = turnsBetween(filter, intervalWithin(bounds, edges[bin] ?? 0, edges[bin + 1] ?? 0), ...more);
      if (conditions === null) return 0;
      return (await service.ask(countCalls, callQueryOf(conditions, project, asOf), signal)).count;
    }, signal);
  const bins = Array.from({ length: edges.length - 1 }, (_, bin) => bin);
  const [turns, failed] = await Promise.all([
    Promise.all(bins.map((bin) => count(bin))),
    Promise.all(bins.map((bin) => count(bin, isFailedCall))),
  ]);
  return { interval, edges, turns, failed };
}

/** The turns of a filter that started in an interval, in milliseconds since the epoch; null if there is none. */
export function turnsBetween(
  filter: ThreadFilter,
  interval: readonly [from: number, before: number] | null,
  ...more: readonly CallCondition[]
) {
  const time = interval && brushedRange(...interval);
  return time && callsMatching({ ...filter, time }, isTurnCall, ...more);
}
