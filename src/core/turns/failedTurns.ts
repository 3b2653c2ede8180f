import type { CallListQuery } from "../calls/callService.ts";
import type { Operand, Query } from "../counts/expression.ts";
import type { TimeBounds } from "../input/timeRange.ts";
import type { Target } from "../target.ts";
import { isFailed } from "./turnList.ts";

/** Turns of threads that are known already, after which the others are asked about anew. */
const mostRepeats = 500;

const startedAt: Operand = { $getField: "started_at" };
const status: Operand = { $getField: "summary.weave.status" };

/** Turns that went wrong, or have a call below them that did, in operators that every service knows. */
function failedTurnsQuery({ after, before }: TimeBounds): Query {
  const failed: Operand = { $in: [status, [{ $literal: "error" }, { $literal: "descendant_error" }]] };
  const seconds = (time: number): Operand => ({ $literal: time / 1000 });
  return {
    $expr: {
      $and: [
        failed,
        ...(after === undefined ? [] : [{ $gt: [startedAt, seconds(after)] } as const]),
        ...(before === undefined ? [] : [{ $not: [{ $gte: [startedAt, seconds(before)] }] } as const]),
      ],
    },
  };
}

/**
 * Which of these threads, 1000 at the most, have a turn within the bounds that went wrong or has a call below it that
 * did; each as soon as one is found, none twice. Rejects as `CallService` does.
 */
export async function* threadsWithErrors(
  { service, project }: Target,
  threadIds: readonly string[],
  bounds: TimeBounds,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const left = new Set(threadIds);
  const asked = { project, query: failedTurnsQuery(bounds), turnsOnly: true } satisfies Partial<CallListQuery>;
  for (;;) {
    const before = left.size;
    let repeats = 0;
    // The service has no way to give one turn of each thread, and one with very many of them must not hold up the others.
    const isHeldUp = () => repeats >= mostRepeats && left.size < before;
    for await (const batch of service.queryCalls({ ...asked, filter: { threadIds: [...left] } }, signal)) {
      const found: string[] = [];
      for (const call of batch) {
        if (call.id !== call.turnId || call.threadId === null || !isFailed(call)) continue;
        if (left.delete(call.threadId)) found.push(call.threadId);
        else repeats++;
      }
      if (found.length > 0) yield found;
      if (left.size === 0) return;
      if (isHeldUp()) break;
    }
    if (!isHeldUp()) return;
  }
}
