import type { Operand, Query } from "../counts/expression.ts";
import type { TimeBounds } from "../input/timeRange.ts";
import type { ProjectClient } from "../projectClient.ts";

/** Failed turns per request. */
const mostAtOnce = 1000;

const startedAt: Operand = { $getField: "started_at" };
const endedAt: Operand = { $getField: "ended_at" };
const status: Operand = { $getField: "summary.weave.status" };

/** The service finds a running turn by an error inside it, too, and still reports it as running. */
const isFailed: Operand = {
  $or: [
    { $eq: [status, { $literal: "error" }] },
    { $and: [{ $eq: [status, { $literal: "descendant_error" }] }, { $gt: [endedAt, { $literal: 0 }] }] },
  ],
};

/** Failed turns and turns with a failed call inside, in operators that every service supports. */
function failedTurnsQuery({ after, before }: TimeBounds): Query {
  const seconds = (time: number): Operand => ({ $literal: time / 1000 });
  return {
    $expr: {
      $and: [
        isFailed,
        ...(after === undefined ? [] : [{ $gt: [startedAt, seconds(after)] } as const]),
        ...(before === undefined ? [] : [{ $not: [{ $gte: [startedAt, seconds(before)] }] } as const]),
      ],
    },
  };
}

/**
 * Which of these threads, at most 1000, have a turn within the bounds that failed or has a failed call inside;
 * each as soon as it is found, without duplicates. Rejects as `CallService` does.
 */
export async function* threadsWithErrors(
  { service, project }: ProjectClient,
  threadIds: readonly string[],
  bounds: TimeBounds,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const left = new Set(threadIds);
  const asked = { project, query: failedTurnsQuery(bounds), turnsOnly: true, limit: mostAtOnce };
  for (;;) {
    const before = left.size;
    let received = 0;
    for await (const batch of service.queryCallPlaces({ ...asked, filter: { threadIds: [...left] } }, signal)) {
      received += batch.length;
      const found: string[] = [];
      for (const { id, turnId, threadId } of batch)
        if (id === turnId && threadId !== null && left.delete(threadId)) found.push(threadId);
      if (found.length > 0) yield found;
      if (left.size === 0) return;
    }
    // The service cannot return one turn per thread: if one thread has very many, the others are requested again.
    if (received < mostAtOnce || left.size === before) return;
  }
}
