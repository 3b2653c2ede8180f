import type { Call } from "../calls/call.ts";
import { isTurn } from "../calls/call.ts";
import type { CallListQuery } from "../calls/callQueries.ts";
import { startedSince } from "../conversations/startedWithin.ts";
import { queryCalls } from "../operations.ts";
import type { ProjectClient } from "../projectClient.ts";

/** Maximum number of calls per response, unless another is asked for. */
const mostCalls = 2000;

/** How many calls to list at most, by default 2000, and whether with their costs. */
export interface InsideAsked {
  readonly limit?: number;
  readonly costs?: boolean;
}

export interface InsideCalls {
  /** The calls inside each turn, including the turn itself, in order of start. */
  readonly byTurn: ReadonlyMap<string, readonly Call[]>;
  /** Whether there are more than are listed. */
  readonly more: boolean;
}

/**
 * The calls inside turns. A call that is not a turn, of which there may be one, is treated as one: all calls of its trace
 * that started since are read, and those inside it are kept. Rejects with a `ServiceError`, or the signal's reason.
 */
export async function callsIn(
  turns: readonly Call[],
  { limit = mostCalls, costs = false }: InsideAsked,
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
