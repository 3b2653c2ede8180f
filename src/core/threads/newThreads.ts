import type { Fault } from "../failures/fault.ts";
import { shownValue } from "../load.ts";
import { Loader } from "../loader.ts";
import { Observable } from "../observable.ts";
import type { Target } from "../target.ts";
import type { LastLook } from "./lastLook.ts";
import type { ThreadList } from "./threadList.ts";

/** How many threads are new; `atLeast` when there may be more. */
export interface NewCount {
  readonly count: number;
  readonly atLeast: boolean;
}

const none: NewCount = { count: 0, atLeast: false };

/** No badge needs a higher number. */
const mostCounted = 1000;
/**
 * The service takes the time of a query for the start of turns, and what is new is told by their end: a turn may have
 * begun this long before the last look and ended after it.
 */
const longestTurn = 3_600_000;

/** How many threads were updated since the last look: among those loaded, or asked for while none are. */
export class NewThreads {
  readonly #threads: ThreadList;
  readonly #look: LastLook;
  readonly #asked: Loader<NewCount>;
  readonly #count = new Observable(none);

  /** `now` gives milliseconds since the epoch. */
  constructor(threads: ThreadList, look: LastLook, now: () => number) {
    this.#threads = threads;
    this.#look = look;
    this.#asked = new Loader(now);
    // Also while the view is hidden: nothing else would take a number off the badge whose threads have been seen.
    look.subscribe(() => this.countLoaded());
  }

  get count(): NewCount {
    return this.#count.value;
  }

  subscribe(listener: () => void): { dispose(): void } {
    return this.#count.subscribe(listener);
  }

  reset(): void {
    this.#asked.reset();
    this.#set(none);
  }

  /** Counts those among the loaded threads. */
  countLoaded(): void {
    this.#asked.reset();
    const threads = shownValue(this.#threads.load)?.threads ?? [];
    let count = 0;
    for (const thread of threads) if (this.#look.isNew(thread)) count++;
    this.#set({ count, atLeast: false });
  }

  /** Counts again after rows arrived: among them, where the order has the new ones first, else by asking the service. */
  async update(): Promise<Fault | null> {
    const { sort, filter } = this.#threads.selection;
    const [first] = sort;
    const showsNewestFirst = first?.field === "last_updated" && first.direction === "desc";
    if (!showsNewestFirst || filter.threadIds.length > 0) return this.ask();
    this.countLoaded();
    return null;
  }

  /** Asks the service. Resolves to what went wrong; null where nothing did. */
  async ask(): Promise<Fault | null> {
    const { target } = this.#threads;
    const look = this.#look.time;
    if (target === null || look === null) return null;
    const ended = await this.#asked.run((signal) => this.#counted(target, look, signal));
    if (ended?.kind === "shown") this.#set(ended.value);
    return ended?.kind === "failed" || ended?.kind === "stale" ? ended.fault : null;
  }

  async #counted({ service, project }: Target, look: number, signal: AbortSignal): Promise<NewCount> {
    const query = { project, after: look - longestTurn, limit: mostCounted };
    let count = 0;
    for await (const batch of service.queryThreads(query, signal)) {
      count += batch.filter((thread) => this.#look.isNew(thread)).length;
    }
    // They come with the last updated first, so that older ones among them show that these are all.
    return { count, atLeast: count === mostCounted };
  }

  #set(count: NewCount): void {
    if (count.count !== this.count.count || count.atLeast !== this.count.atLeast) this.#count.value = count;
  }
}
