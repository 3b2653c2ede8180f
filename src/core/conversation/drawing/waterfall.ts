import type { Call } from "../../query/call.ts";

/** One call of a turn in the waterfall: below its parent, with its bar. */
export interface WaterfallRow {
  readonly call: Call;
  /** 0 for the turn's own call. */
  readonly depth: number;
  /** Start and end of the bar as a share of the time axis, 0 to 1; `from` is at most `to`. */
  readonly from: number;
  readonly to: number;
  /** How many of the following rows are inside this one. */
  readonly below: number;
  /** Whether its parent is not among the calls, so that it is shown under the turn instead. */
  readonly strayed: boolean;
}

/**
 * The calls of a turn as a tree: depth first, children in order of start. If a call occurs twice, the later one counts. A
 * call that has not ended lasts until `now` while the turn runs; in a turn that has ended (its process died, or it was not
 * awaited), until the last known end. Cycles are shown under the turn.
 */
export function waterfall(calls: readonly Call[], turnId: string, now: number): readonly WaterfallRow[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const ordered = [...byId.values()].sort((one, other) => one.startedAt - other.startedAt);
  const turn = byId.get(turnId);
  const { start, end } = timeDrawn(ordered, turn, now);
  const placed = placedCalls(ordered, turn);
  const counts = rowsBelow(placed);
  const length = end - start;
  return placed.map(({ call, depth, strayed }, index) => {
    const until = call.endedAt === null ? end : Math.max(call.startedAt, call.endedAt);
    const from = length === 0 ? 0 : (call.startedAt - start) / length;
    const to = length === 0 ? 1 : (until - start) / length;
    return { call, depth, from, to, below: counts[index] ?? 0, strayed };
  });
}

/** The time axis, in milliseconds since the epoch: from the first start to the last end. */
function timeDrawn(calls: readonly Call[], turn: Call | undefined, now: number): { start: number; end: number } {
  const start = calls[0]?.startedAt ?? now;
  let end = start;
  for (const { startedAt, endedAt } of calls) end = Math.max(end, startedAt, endedAt ?? startedAt);
  const runs = turn === undefined ? calls.some(({ endedAt }) => endedAt === null) : turn.endedAt === null;
  return { start, end: runs ? Math.max(end, now) : end };
}

type Placed = Pick<WaterfallRow, "call" | "depth" | "strayed">;

/** The calls, in order of start, placed in the tree. */
function placedCalls(ordered: readonly Call[], turn: Call | undefined): readonly Placed[] {
  const known = new Set(ordered.map(({ id }) => id));
  const childrenOf = Map.groupBy(
    ordered.filter((call) => call !== turn),
    ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null),
  );
  const strays = [...(childrenOf.get(null) ?? [])];
  const reached = new Set<Call>();
  const reach = (from: Call) => {
    const stack = [from];
    for (let call = stack.pop(); call !== undefined; call = stack.pop()) {
      if (reached.has(call)) continue;
      reached.add(call);
      for (const child of childrenOf.get(call.id) ?? []) stack.push(child);
    }
  };
  if (turn !== undefined) reach(turn);
  for (const call of strays) reach(call);
  // Only cycles are left: the first call to start in each is its root.
  for (const call of ordered) {
    if (reached.has(call)) continue;
    strays.push(call);
    reach(call);
  }
  return depthFirst(turn, strays, childrenOf);
}

function depthFirst(
  turn: Call | undefined,
  strays: readonly Call[],
  childrenOf: ReadonlyMap<string | null, readonly Call[]>,
): readonly Placed[] {
  const strayed = new Set(strays);
  const placed: Placed[] = [];
  const stack: { readonly call: Call; readonly depth: number }[] =
    turn === undefined ? strays.map((call) => ({ call, depth: 0 })).reverse() : [{ call: turn, depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { call, depth } = next;
    placed.push({ call, depth, strayed: strayed.has(call) });
    const own = (childrenOf.get(call.id) ?? []).filter((child) => !strayed.has(child));
    const children = call === turn ? [...own, ...strays].sort((one, other) => one.startedAt - other.startedAt) : own;
    for (const child of children.toReversed()) stack.push({ call: child, depth: depth + 1 });
  }
  return placed;
}

/** For each row, the number of following rows that are deeper. */
function rowsBelow(placed: readonly Placed[]): readonly number[] {
  const below: number[] = placed.map(() => 0);
  for (let index = placed.length - 1; index >= 0; index--) {
    const depth = placed[index]?.depth ?? 0;
    let next = index + 1;
    while ((placed[next]?.depth ?? -1) > depth) next += 1 + (below[next] ?? 0);
    below[index] = next - index - 1;
  }
  return below;
}
