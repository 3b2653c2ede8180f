import type { ThreadSortField } from "../../../../src/core/query/threadQuery.ts";
import type { CallTable } from "../../../../src/localService/query/callTable.ts";
import type { StoredCall } from "../../../../src/localService/query/storedCall.ts";

interface Request {
  readonly filter: { readonly after_datetime?: string; readonly before_datetime?: string };
  readonly sort_by: readonly { readonly field: ThreadSortField; readonly direction: "asc" | "desc" }[];
  readonly limit?: number;
  readonly offset?: number;
}

type Thread = Record<ThreadSortField, string | number | null> & { first_turn_id: string; last_turn_id: string | null };

/** The expected response, computed in loops over the calls. */
export function recomputeThreads(data: readonly StoredCall[], request: Request, table: CallTable): readonly object[] {
  const calls = table === "complete" ? data.map((call) => ({ ...call, ended_at: call.ended_at ?? 0 })) : data;
  const after = Date.parse(request.filter.after_datetime ?? "1970-01-01");
  const before = Date.parse(request.filter.before_datetime ?? "2100-01-01");
  const turnsByThread = new Map<string, StoredCall[]>();
  for (const call of calls) {
    if (call.id !== call.turn_id || !call.thread_id) continue;
    if (call.started_at <= after || call.started_at >= before) continue;
    const turns = turnsByThread.get(call.thread_id) ?? [];
    turns.push(call);
    turnsByThread.set(call.thread_id, turns);
  }
  const threads = [...turnsByThread].map(([id, turns]) => describeThread(id, turns));
  threads.sort((a, b) => compareThreads(a, b, request.sort_by));
  const { offset = 0, limit = threads.length } = request;
  return threads
    .slice(offset, offset + limit)
    .filter((thread) => thread.last_updated !== null)
    .map((thread) => ({
      ...thread,
      start_time: stamp(Number(thread.start_time)),
      last_updated: stamp(Number(thread.last_updated)),
    }));
}

function describeThread(id: string, turns: readonly StoredCall[]): Thread {
  const byStart = turns.toSorted((a, b) => a.started_at - b.started_at);
  const ended = turns.flatMap((turn) => (turn.ended_at === null ? [] : [{ ...turn, end: turn.ended_at }]));
  const byEnd = ended.toSorted((a, b) => b.end - a.end);
  const durations = ended.map((turn) => turn.end - turn.started_at).toSorted((a, b) => a - b);
  return {
    thread_id: id,
    turn_count: turns.length,
    start_time: byStart[0]?.started_at ?? null,
    last_updated: byEnd[0]?.end ?? null,
    first_turn_id: byStart[0]?.id ?? "",
    last_turn_id: byEnd[0]?.id ?? null,
    p50_turn_duration_ms: percentile(durations, 50),
    p99_turn_duration_ms: percentile(durations, 99),
  };
}

function percentile(sorted: readonly number[], percent: number): number | null {
  if (sorted.length === 0) return null;
  const hundredths = (sorted.length - 1) * percent;
  const low = sorted[Math.floor(hundredths / 100)] ?? 0;
  const high = sorted[Math.ceil(hundredths / 100)] ?? 0;
  return (low * 100 + (high - low) * (hundredths % 100)) / 100;
}

function compareThreads(a: Thread, b: Thread, keys: Request["sort_by"]): number {
  for (const { field, direction } of keys) {
    const [left, right] = [a[field], b[field]];
    if (left === right) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const order =
      typeof left === "string" ? Buffer.compare(Buffer.from(left), Buffer.from(String(right))) : left - Number(right);
    return direction === "asc" ? order : -order;
  }
  return 0;
}

function stamp(moment: number): string {
  const iso = new Date(moment).toISOString();
  return moment % 1000 === 0 ? iso.replace(".000Z", "Z") : iso.replace("Z", "000Z");
}
