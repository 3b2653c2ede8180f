import type { LoadState } from "../async/loadState.ts";
import { loadWords, smallCalls } from "../calls/callWords.ts";
import type { CallRoute } from "../port/callRoute.ts";
import { queryCalls } from "../port/operations.ts";
import { type CacheRequest, RowCache, type RowCacheOptions } from "../port/rowCache.ts";
import type { Call } from "../query/call.ts";
import { sameConditions } from "./callCondition.ts";
import type { SavedCount } from "./savedCount.ts";

/** Calls that are requested at a time. */
export const callsAtOnce = 50;

interface RequestedCalls extends Pick<SavedCount, "id" | "conditions"> {
  readonly most: number;
}

export interface CallList {
  readonly requested: RequestedCalls;
  /** The latest first. */
  readonly calls: readonly Call[];
  /** Whether there are earlier ones within the limit of the count; null while calls arrive. */
  readonly more: boolean | null;
  /** First words of each call's inputs, empty if there are none; no entry if they were not requested. */
  readonly words: ReadonlyMap<string, string>;
  /** The base of relative times, in milliseconds since the epoch. */
  readonly asOf: number;
}

/** The calls of the counts that the user expanded. */
export class CountCalls extends RowCache<RequestedCalls, CallList> {
  readonly #route: CallRoute;
  /** Of each count that was expanded, the number of calls to list. */
  readonly #most = new Map<string, number>();

  constructor(route: CallRoute, options: RowCacheOptions) {
    super(options, versionOf, (requested, signal) => latestCalls(route, requested, options.now, signal));
    this.#route = route;
  }

  /** The calls of a count, within its limit. Requests them if that has not been done. */
  list({ id, conditions }: SavedCount): LoadState<CallList> {
    const { missing } = this.#route;
    if (missing !== null) return { kind: "failed", fault: missing };
    const before = this.known(id);
    // Calls of other conditions must not stay on screen.
    if (before !== null && !sameConditions(before.requested.conditions, conditions)) this.#drop([id]);
    const most = Math.min(this.#most.get(id) ?? callsAtOnce, conditions.limit ?? Number.POSITIVE_INFINITY);
    return this.of({ id, conditions, most });
  }

  /** Lists the next calls of a count when it is next drawn. */
  more(id: string): void {
    this.#most.set(id, (this.#most.get(id) ?? callsAtOnce) + callsAtOnce);
  }

  /** Drops the calls of all counts except these. */
  keep(ids: ReadonlySet<string>): void {
    this.#drop(this.keys.filter((id) => !ids.has(id)));
  }

  #drop(ids: readonly string[]): void {
    for (const id of ids) this.#most.delete(id);
    this.forget(ids);
  }
}

function versionOf({ conditions, most }: RequestedCalls): string {
  return JSON.stringify([conditions, most]);
}

/** First the calls, then the inputs of those that did not fail; only the first words are kept. */
async function latestCalls(
  route: CallRoute,
  { target, subject, semaphore, previous, show }: CacheRequest<RequestedCalls, CallList>,
  now: () => number,
  signal: AbortSignal,
): Promise<CallList> {
  const inTurn = <T>(task: () => Promise<T>) => semaphore.run(() => route.ask(task, signal), signal);
  const { conditions, most } = subject;
  const before = previous !== null && previous.requested.most < most ? previous : null;
  const asOf = before?.asOf ?? now();
  const calls = new Map(before?.calls.map((call) => [call.id, call]));
  // The inputs of a call do not change.
  const words = new Map(previous?.words);
  let more: boolean | null = null;
  const list = (): CallList => ({ requested: subject, calls: [...calls.values()], more, words: new Map(words), asOf });
  const showPart = () => {
    // Rows on screen stay until a refresh is complete.
    if (before !== null || previous === null) show(list());
  };
  const wanted = most - calls.size;
  const isLimited = most === conditions.limit;
  let received = 0;
  showPart();
  await inTurn(async () => {
    const { callsAfter } = await import("./countedQuery.ts");
    signal.throwIfAborted();
    const requested = callsAfter(conditions, target.project, { asOf, before: before?.calls ?? [] });
    const limit = isLimited ? wanted : wanted + 1;
    for await (const batch of target.service.rows(queryCalls, { ...requested, limit }, signal)) {
      for (const call of batch.slice(0, wanted - received)) calls.set(call.id, call);
      received += batch.length;
      showPart();
    }
  });
  more = !isLimited && received > wanted;
  showPart();
  const silent = [...calls.values()].filter(({ id, exception }) => exception === null && !words.has(id));
  const requested = smallCalls(silent);
  if (requested.length > 0) await inTurn(() => loadWords(requested, words, { target, show: showPart }, signal));
  return list();
}
