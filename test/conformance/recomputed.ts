import type { TimeBounds } from "../../src/core/query/startedWithin.ts";
import { serviceStamp, type ThreadRecord } from "../../src/core/query/thread.ts";
import { type SortKey, type ThreadSortField, threadKeys } from "../../src/core/query/threadQuery.ts";
import type { StoredCall } from "../../src/localService/query/storedCall.ts";
import type { DataSet } from "./dataSet.ts";

// Expected results, computed in plain loops over the calls of the data set.

/** All calls except deleted ones. */
export function liveCalls({ calls }: DataSet): readonly StoredCall[] {
  return calls.filter(({ deleted_at }) => deleted_at === null);
}

export function isTurn({ id, turn_id }: StoredCall): boolean {
  return id === turn_id;
}

export function latency({ started_at, ended_at }: StoredCall): number | null {
  return ended_at === null ? null : ended_at - started_at;
}

/** `summary.weave.status`, as the service returns it. */
export function statusOf({ exception, ended_at, summary }: StoredCall): string {
  if (exception !== null) return "error";
  if (ended_at === null) return "running";
  return Number(valueAt(summary, "status_counts", "error") ?? 0) > 0 ? "descendant_error" : "success";
}

/** The value of a document at a path, if any. */
export function valueAt(document: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (holder, key) => (typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined),
    document,
  );
}

/** The value of a document at a path as a string, as the service reads it: empty if missing. */
export function textAt(document: unknown, ...path: readonly (string | number)[]): string {
  const value = valueAt(document, ...path) ?? "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The storage size in bytes of the traces whose root is among the calls. */
export function storageOf(counted: readonly StoredCall[], { calls }: DataSet): number {
  const traces = new Set(counted.filter(({ parent_id }) => parent_id === null).map(({ trace_id }) => trace_id));
  return calls.reduce((sum, call) => sum + (traces.has(call.trace_id) ? call.storage_size_bytes : 0), 0);
}

export interface RequestedThreads extends TimeBounds {
  readonly threadIds?: readonly string[];
  /** Includes `thread_id` to break ties. */
  readonly sort: readonly SortKey[];
}

/** A thread with its sort values. */
interface Computed {
  readonly id: string;
  readonly turns: readonly StoredCall[];
  readonly figures: Readonly<Record<ThreadSortField, string | number | null>>;
  readonly lastTurnId: string | null;
}

/**
 * The threads as the extension exports them, sorted like the service. The service counts only turns, including deleted ones,
 * that started inside the time range. A thread without a finished turn is not listed on the merged table; on the complete
 * table it is, without an end and durations.
 */
export function threadsOf(
  data: DataSet,
  { after, before, threadIds = [], sort }: RequestedThreads,
): readonly ThreadRecord[] {
  const byThread = new Map<string, StoredCall[]>();
  for (const call of data.calls) {
    const { thread_id: id, started_at } = call;
    if (id === null || !isTurn(call) || (threadIds.length > 0 && !threadIds.includes(id))) continue;
    if ((after !== undefined && started_at <= after) || (before !== undefined && started_at >= before)) continue;
    byThread.set(id, [...(byThread.get(id) ?? []), call]);
  }
  const threads = [...byThread].map(([id, turns]) => computed(id, turns, data));
  const listed = threads.filter(({ figures }) => figures.last_updated !== null);
  return listed.toSorted((a, b) => compare(a, b, sort)).map(recordOf);
}

/** Sort values of a thread. A running turn ends at the epoch on the complete table, and has no end on the merged one. */
function computed(id: string, turns: readonly StoredCall[], { table }: DataSet): Computed {
  const running = table === "complete" ? 0 : null;
  const ends = turns.flatMap((turn) => {
    const end = turn.ended_at ?? running;
    return end === null ? [] : [{ id: turn.id, end, duration: end - turn.started_at }];
  });
  const latest = ends.toSorted((a, b) => b.end - a.end)[0];
  const durations = ends.map(({ duration }) => duration).toSorted((a, b) => a - b);
  return {
    id,
    turns: turns.toSorted((a, b) => a.started_at - b.started_at),
    lastTurnId: latest?.id ?? null,
    figures: {
      thread_id: id,
      turn_count: turns.length,
      start_time: Math.min(...turns.map(({ started_at }) => started_at)),
      last_updated: latest?.end ?? null,
      p50_turn_duration_ms: percentile(durations, 0.5),
      p99_turn_duration_ms: percentile(durations, 0.99),
    },
  };
}

/** Interpolates between the two closest ranks, like `quantile` of ClickHouse. */
export function percentile(sorted: readonly number[], level: number): number | null {
  const place = (sorted.length - 1) * level;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (place - Math.floor(place));
}

function compare(a: Computed, b: Computed, sort: readonly SortKey[]): number {
  for (const { field, direction } of threadKeys(sort)) {
    const [left, right] = [a.figures[field], b.figures[field]];
    if (left === right || left === null || right === null) continue;
    const order = typeof left === "string" ? bytewise(left, String(right)) : left - Number(right);
    return direction === "asc" ? order : -order;
  }
  return 0;
}

export function bytewise(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** An end at the epoch and negative durations are caused by running turns and are not shown. */
function recordOf({ id, turns, lastTurnId, figures }: Computed): ThreadRecord {
  const { start_time, last_updated, p50_turn_duration_ms: p50, p99_turn_duration_ms: p99 } = figures;
  const areShown = Number(p50) >= 0 && Number(p99) >= 0;
  return {
    thread_id: id,
    turn_count: turns.length,
    start_time: serviceStamp(Number(start_time), 0),
    last_updated: last_updated ? serviceStamp(Number(last_updated), 0) : null,
    first_turn_id: turns[0]?.id ?? null,
    last_turn_id: last_updated ? lastTurnId : null,
    p50_turn_duration_ms: areShown ? p50 : null,
    p99_turn_duration_ms: areShown ? p99 : null,
  };
}
