import type { LoadState } from "../async/loadState.ts";
import type { RowCacheOptions } from "../async/rowCache.ts";
import { isFailed } from "../calls/failedCalls.ts";
import { anyVersion } from "../counts/opRef.ts";
import type { TimeBounds } from "../input/timeRange.ts";
import type { Thread } from "../threads/thread.ts";
import { ThreadCache, versionOf } from "../threads/threadCache.ts";
import type { CallRoute } from "./callRoute.ts";
import { latestTurns, type TurnList } from "./turnList.ts";

/** The latest turns of the threads that the user expanded. */
export class ThreadTurns extends ThreadCache<TurnList> {
  readonly #route: CallRoute;

  constructor(route: CallRoute, options: RowCacheOptions) {
    super(options, (asked, signal) => latestTurns(route, asked, signal));
    this.#route = route;
  }

  /** Whether the service supports conversations, as far as is known. */
  get canBeShown(): boolean {
    return this.#route.missing === null;
  }

  override of(thread: Thread): LoadState<TurnList> {
    const { missing } = this.#route;
    return missing === null ? super.of(thread) : { kind: "failed", fault: missing };
  }

  /** The ops of the loaded turns and of the failed calls in them, each once and in any version. */
  get ops(): readonly string[] {
    const lists = this.ids.flatMap((id) => this.known(id) ?? []);
    const calls = lists.flatMap(({ turns, failed }) => [...turns, ...(failed ?? [])]);
    return [...new Set(calls.map(({ op }) => anyVersion(op)))];
  }

  /** A thread checked against its turns, without a request. `bounds` is the time range of its statistics. */
  checked(thread: Thread, bounds: TimeBounds): CheckedThread {
    return checkedThread(thread, this.known(thread.id), bounds);
  }

  /** Whether a loaded turn of a thread failed. */
  hasFailed(threadId: string): boolean {
    return this.known(threadId)?.turns.some(isFailed) ?? false;
  }
}

/** A thread whose statistics were checked against its loaded turns. */
export interface CheckedThread {
  /** With p50 and p99 of the finished turns where `isRecomputed`. */
  readonly thread: Thread;
  /** The thread as the service lists it. */
  readonly listed: Thread;
  /** The service's p50 or p99 differs, because it treats running turns as finished. */
  readonly isRecomputed: boolean;
  /** The service counts more turns than exist: it keeps deleted ones in the statistics. */
  readonly countsDeleted: boolean;
}

/**
 * Checks a thread against its turns if all turns of the time range are loaded; `list` is null if none are. `bounds` is
 * the time range of its statistics.
 */
export function checkedThread(thread: Thread, list: TurnList | null, bounds: TimeBounds): CheckedThread {
  const turns = list !== null && versionOf(list.asked) === versionOf(thread) ? turnsWithin(list, bounds) : null;
  if (turns === null) return { thread, listed: thread, isRecomputed: false, countsDeleted: false };
  const durations = turns.flatMap(({ startedAt, endedAt }) => (endedAt === null ? [] : [endedAt - startedAt]));
  const hasRunning = thread.hasRunning || durations.length < turns.length;
  durations.sort((a, b) => a - b);
  const [p50, p99] = [quantile(durations, 0.5), quantile(durations, 0.99)];
  const isRecomputed = hasRunning && (differ(p50, thread.p50TurnDuration) || differ(p99, thread.p99TurnDuration));
  return {
    thread: isRecomputed ? { ...thread, p50TurnDuration: p50, p99TurnDuration: p99 } : thread,
    listed: thread,
    isRecomputed,
    countsDeleted: turns.length < thread.turnCount,
  };
}

/** The turns that started in a range; null if some may not be loaded. The latest are, so an earlier one completes them. */
function turnsWithin({ turns, earlier }: TurnList, { after, before }: TimeBounds): TurnList["turns"] | null {
  const isWhole = !earlier || (after !== undefined && turns.some(({ startedAt }) => startedAt < after));
  if (!isWhole) return null;
  // The service compares microseconds: a turn that started within the first millisecond may be in the range.
  return turns.filter(
    ({ startedAt }) => (after === undefined || startedAt >= after) && (before === undefined || startedAt < before),
  );
}

/**
 * As ClickHouse's `quantile`: linear interpolation between the closest ranks of ascending values; null for none
 * (https://clickhouse.com/docs/sql-reference/aggregate-functions/reference/quantile).
 */
function quantile(ascending: readonly number[], level: number): number | null {
  const place = level * (ascending.length - 1);
  const [low, high] = [ascending[Math.floor(place)], ascending[Math.ceil(place)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (place % 1);
}

/** Older services report fractions of a millisecond. */
function differ(one: number | null, other: number | null): boolean {
  return one === null || other === null ? one !== other : Math.abs(one - other) >= 1;
}
