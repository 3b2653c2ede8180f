import { Loader } from "../async/loader.ts";
import { Observable } from "../async/observable.ts";
import type { Fault } from "../failures/fault.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import type { LastSeen } from "./lastSeen.ts";
import type { ThreadList } from "./threadList.ts";
import { kindOf } from "./threadSelection.ts";

/** How many threads are new; `atLeast` if there may be more. */
export interface NewCount {
  readonly count: number;
  readonly atLeast: boolean;
}

const none: NewCount = { count: 0, atLeast: false };

/** The badge needs no higher number. */
const mostCounted = 1000;
/**
 * The service filters by the start of turns, but new threads are determined by their end: a turn may have
 * started this long before the last look and ended after it.
 */
const longestTurn = 3_600_000;

/** How many threads were updated since the last look: counted among the loaded ones, or requested if none are loaded. */
export class NewThreads {
  readonly #threads: ThreadList;
  readonly #lastSeen: LastSeen;
  readonly #requested: Loader<NewCount>;
  readonly #count = new Observable(none);

  /** `now` returns milliseconds since the epoch. */
  constructor(threads: ThreadList, lastSeen: LastSeen, now: () => number) {
    this.#threads = threads;
    this.#lastSeen = lastSeen;
    this.#requested = new Loader(now);
    // Also while the view is hidden: nothing else removes the badge of threads that have been seen.
    lastSeen.subscribe(() => this.countLoaded());
  }

  get count(): NewCount {
    return this.#count.value;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#count.subscribe(listener);
  }

  reset(): void {
    this.#requested.reset();
    this.#set(none);
  }

  /** Counts new threads among the loaded ones. */
  countLoaded(): void {
    this.#requested.reset();
    let count = 0;
    for (const thread of this.#threads.latestPages?.threads ?? []) if (this.#lastSeen.isNew(thread)) count++;
    this.#set({ count, atLeast: false });
  }

  /** Counts again after rows arrived: among them if the sort order puts new threads first, otherwise with a request. */
  async update(): Promise<Fault | null> {
    const { sort, filter } = this.#threads.selection;
    const [first] = sort;
    const showsNewestFirst = first?.field === "last_updated" && first.direction === "desc";
    if (!showsNewestFirst || filter.threadIds.length > 0 || this.#threads.onlyErrors) return this.ask();
    this.countLoaded();
    return null;
  }

  /** Requests the count. Resolves to the fault; null if it succeeded. */
  async ask(): Promise<Fault | null> {
    const { target } = this.#threads;
    const lastSeen = this.#lastSeen.time;
    if (target === null || lastSeen === null) return null;
    const ended = await this.#requested.run((signal) => this.#counted(backgroundClient(target), lastSeen, signal));
    if (ended?.kind === "shown") this.#set(ended.value);
    return ended?.kind === "failed" || ended?.kind === "stale" ? ended.fault : null;
  }

  async #counted(target: ProjectClient, lastSeen: number, signal: AbortSignal): Promise<NewCount> {
    const requested = { after: lastSeen - longestTurn, limit: mostCounted };
    const kind = kindOf(this.#threads.selection.filter);
    const counted = target.sources.filter((source) => kind === undefined || source.kind === kind);
    const counts = counted.map(async (source) => {
      let count = 0;
      for await (const batch of source.list(requested, target, signal))
        count += batch.filter((thread) => this.#lastSeen.isNew(thread)).length;
      return count;
    });
    const all = await Promise.all(counts);
    // Sorted by last update, so an older one among them shows that these are all.
    return { count: all.reduce((sum, count) => sum + count, 0), atLeast: all.includes(mostCounted) };
  }

  #set(count: NewCount): void {
    if (count.count !== this.count.count || count.atLeast !== this.count.atLeast) this.#count.value = count;
  }
}
