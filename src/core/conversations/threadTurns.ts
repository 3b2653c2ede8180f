import type { LoadState } from "../async/loadState.ts";
import { isFailed } from "../calls/failedCalls.ts";
import type { CallRoute } from "../port/callRoute.ts";
import type { RowCacheOptions } from "../port/rowCache.ts";
import { type ConversationKey, keyText } from "../query/conversationKey.ts";
import { anyVersion } from "../query/opRef.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { ThreadCache, versionOf } from "./threadCache.ts";
import { latestTurns, type TurnList } from "./turnList.ts";

/** The latest turns of the threads that the user expanded. */
export class ThreadTurns extends ThreadCache<TurnList> {
  readonly #route: CallRoute;

  constructor(route: CallRoute, options: RowCacheOptions) {
    super(options, (requested, signal) => latestTurns(route, requested, signal));
    this.#route = route;
  }

  /** Whether the service supports conversations, as far as is known. */
  get canBeShown(): boolean {
    return this.#route.missing === null;
  }

  override of(thread: ConversationSummary): LoadState<TurnList> {
    const { missing } = this.#route.to(thread.kind);
    return missing === null ? super.of(thread) : { kind: "failed", fault: missing };
  }

  /** The ops of the loaded turns and of the failed calls in them, each once and in any version. */
  get ops(): readonly string[] {
    const lists = this.keys.flatMap((key) => this.known(key) ?? []);
    const calls = lists.flatMap(({ turns, failed }) => [...turns, ...(failed ?? [])]);
    return [...new Set(calls.map(({ op }) => anyVersion(op)))];
  }

  /** A thread checked against its turns, without a request. `bounds` is the time range of its statistics. */
  checked(thread: ConversationSummary, bounds: TimeBounds): CheckedThread {
    return checkedThread(thread, this.known(keyText(thread)), bounds);
  }

  /** Whether a loaded turn of a thread failed. */
  hasFailed(thread: ConversationKey): boolean {
    return this.known(keyText(thread))?.turns.some(isFailed) ?? false;
  }
}

/** A thread whose statistics were checked against its loaded turns. */
export interface CheckedThread {
  /** Without p50 and p99 if a turn is running: the service treats running turns as finished in 1970. */
  readonly thread: ConversationSummary;
  /** The thread as the service lists it. */
  readonly listed: ConversationSummary;
  /** The service counts more turns than exist: it keeps deleted ones in the statistics. */
  readonly countsDeleted: boolean;
}

/** Checks a thread against its turns; `list` is null if none are loaded. `bounds` is the time range of its statistics. */
export function checkedThread(listed: ConversationSummary, list: TurnList | null, bounds: TimeBounds): CheckedThread {
  const turns = list !== null && versionOf(list.requested) === versionOf(listed) ? turnsWithin(list, bounds) : null;
  const hasRunning = listed.hasRunning || (turns?.turns.some(({ endedAt }) => endedAt === null) ?? false);
  return {
    thread: hasRunning ? { ...listed, hasRunning, p50TurnDuration: null, p99TurnDuration: null } : listed,
    listed,
    countsDeleted: turns?.isWhole === true && turns.turns.length < listed.turnCount,
  };
}

/** The turns that started in a range; the latest are loaded, so an earlier one completes them. */
function turnsWithin({ turns, earlier }: TurnList, { after, before }: TimeBounds) {
  return {
    isWhole: !earlier || (after !== undefined && turns.some(({ startedAt }) => startedAt < after)),
    // The service compares microseconds: a turn that started within the first millisecond may be in the range.
    turns: turns.filter(
      ({ startedAt }) => (after === undefined || startedAt >= after) && (before === undefined || startedAt < before),
    ),
  };
}
