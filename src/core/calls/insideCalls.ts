import type { InsideCalls, RequestedInside } from "../port/conversationSource.ts";
import { queryCalls } from "../port/operations.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Call } from "../query/call.ts";
import { isTurn } from "../query/call.ts";
import type { CallListQuery } from "../query/callQueries.ts";
import { startedSince } from "../query/startedWithin.ts";

/** Maximum number of calls per response, unless another is asked for. */
const mostCalls = 2000;

/**
 * The calls inside turns. A call that is not a turn, of which there may be one, is treated as one: all calls of its trace
 * that started since are read, and those inside it are kept. Rejects with a `ServiceError`, or the signal's reason.
 */
export async function callsIn(
  turns: readonly Call[],
  { limit = mostCalls, costs = false }: RequestedInside,
  { service, project }: ProjectClient,
  signal: AbortSignal,
): Promise<InsideCalls> {
  const other = turns.find((turn) => !isTurn(turn));
  const query: CallListQuery = {
    project,
    ...(other === undefined
      ? { filter: { turnIds: turns.map(({ id }) => id) } }
      : { filter: { traceIds: [other.traceId] }, query: startedSince(other.startedAt) }),
    sort: [{ field: "started_at", direction: "asc" }],
    costs,
    limit: limit + 1,
  };
  const calls: Call[] = [];
  for await (const batch of service.rows(queryCalls, query, signal)) calls.push(...batch);
  const more = calls.length > limit;
  const listed = calls.slice(0, limit);
  const byTurn =
    other === undefined
      ? Map.groupBy(listed, ({ turnId }) => turnId ?? "")
      : new Map([[other.id, insideOf(other.id, listed)]]);
  return { byTurn, more };
}

/** A call and those inside it, in the given order. */
function insideOf(id: string, calls: readonly Call[]): readonly Call[] {
  const childrenOf = Map.groupBy(calls, ({ parentId }) => parentId);
  const inside = new Set([id]);
  // The set grows while it is read.
  for (const each of inside) for (const child of childrenOf.get(each) ?? []) inside.add(child.id);
  return calls.filter((call) => inside.has(call.id));
}
