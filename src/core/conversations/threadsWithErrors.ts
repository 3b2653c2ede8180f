import { isError } from "../calls/failedCalls.ts";
import { queryCallPlaces } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import { isTurn } from "../query/call.ts";
import type { Operand, Operation, Query } from "../query/expression.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import { startedWithin } from "../query/startedWithin.ts";
import { mostIds } from "../query/threadQuery.ts";

/** Failed turns per request about known threads. */
const mostAtOnce = 1000;

/** Failed turns of a time range. */
const mostInRange = 10_000;

const status: Operand = { $getField: "summary.weave.status" };
const hasEnded: Operand = { $gt: [{ $getField: "ended_at" }, { $literal: 0 }] };

/** Neither null nor empty, in an operator that every service supports. */
const hasThread: Operation = { $gt: [{ $getField: "thread_id" }, { $literal: "" }] };

/** The service finds a running turn by an error inside it, too, and still reports it as running. */
const isFailed: Operand = {
  $or: [isError.$expr, { $and: [{ $eq: [status, { $literal: "descendant_error" }] }, hasEnded] }],
};

/** Failed turns and turns with a failed call inside, in operators that every service supports. */
function failedTurnsQuery(bounds: TimeBounds, ...others: readonly Operation[]): Query {
  return { $expr: { $and: [isFailed, ...startedWithin(bounds), ...others] } };
}

/**
 * The threads that have a turn within the bounds that failed or has a failed call inside, as the list counts turns: a
 * failed call alone may be outside the turns of a thread, or in a turn that started before. Null if there are more than
 * one request for threads can name, or too many turns. An empty `threadIds` means all. Rejects as `Service` does.
 */
export async function failedThreadIds(
  threadIds: readonly string[],
  bounds: TimeBounds,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const query = failedTurnsQuery(bounds, hasThread);
  const requested = { project, query, turnsOnly: true, limit: mostInRange };
  const found = new Set<string>();
  let received = 0;
  for await (const batch of service.rows(
    queryCallPlaces,
    threadIds.length === 0 ? requested : { ...requested, filter: { threadIds } },
    signal,
  )) {
    received += batch.length;
    for (const call of batch) if (isTurn(call) && call.conversation?.id) found.add(call.conversation.id);
    if (found.size > mostIds) return null;
  }
  return received < mostInRange ? [...found] : null;
}

/**
 * Which of these threads, at most 1000, have a turn within the bounds that failed or has a failed call inside. Rejects
 * as `Service` does.
 */
export async function withErrors(
  threadIds: readonly string[],
  bounds: TimeBounds,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const left = new Set(threadIds);
  const found = new Set<string>();
  const requested = { project, query: failedTurnsQuery(bounds), turnsOnly: true, limit: mostAtOnce };
  for (;;) {
    const before = left.size;
    let received = 0;
    for await (const batch of service.rows(
      queryCallPlaces,
      { ...requested, filter: { threadIds: [...left] } },
      signal,
    )) {
      received += batch.length;
      for (const call of batch)
        if (isTurn(call) && call.conversation !== null && left.delete(call.conversation.id))
          found.add(call.conversation.id);
      if (left.size === 0) return found;
    }
    // The service cannot return one turn per thread: if one thread has very many, the others are requested again.
    if (received < mostAtOnce || left.size === before) return found;
  }
}
