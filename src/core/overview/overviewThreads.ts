import { faultOf, isBroken } from "../async/loadState.ts";
import { until } from "../async/until.ts";
import type { ConversationPages } from "../conversations/conversationPages.ts";
import type { ThreadList } from "../conversations/threadList.ts";
import type { ThreadFilter } from "../conversations/threadSelection.ts";
import { ServiceError } from "../failures/fault.ts";
import { resolveRange } from "../input/timeRange.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { GrowingColumns } from "./growingColumns.ts";

/** The threads of one query, or of the list. They grow in place, as `ConversationPages` do. */
export class OverviewThreads {
  readonly filter: ThreadFilter;
  readonly bounds: TimeBounds;
  /** When they were requested, in milliseconds since the epoch. */
  readonly asOf: number;
  readonly columns = new GrowingColumns();
  /** Whether all have arrived. */
  whole = false;
  readonly #ids = new Set<string>();

  constructor(filter: ThreadFilter, asOf: number, bounds = resolveRange(filter.time, asOf)) {
    this.filter = filter;
    this.bounds = bounds;
    this.asOf = asOf;
  }

  /** A thread that occurs twice in the response counts once. */
  add(arrived: readonly ConversationSummary[]): void {
    const isNew = ({ kind, id }: ConversationSummary) => kind === "thread" && !this.#ids.has(id) && this.#ids.add(id);
    this.columns.add(arrived.filter(isNew));
  }
}

/** The list's threads: its rows and, through its own loading, the rest. */
export class SharedThreads {
  readonly #list: ThreadList;
  /** The list's threads that were read last. */
  #source: ConversationPages | null = null;
  /** Whether the list loads for the overview, and not for its user. */
  #drives = false;

  constructor(list: ThreadList) {
    this.#list = list;
  }

  /** Whether all that the list has was read. */
  get isRead(): boolean {
    return this.#source === this.#list.latestPages && this.#source?.ended !== false;
  }

  /** Ends what the list loads for the overview. What it has shown of that does not count as its own rows. */
  release(): void {
    if (!this.#drives) return;
    this.#list.stop();
    this.#source = this.#list.latestPages;
  }

  /**
   * `again` requests those that are there as well. `show` is called with those that have arrived. Rejects with the list's
   * fault. Ends early if the list was stopped, changed its project, or shows only errors.
   */
  async read(
    { again, filter, now }: { again: boolean | "automatic"; filter: ThreadFilter; now: number },
    show: (threads: OverviewThreads) => void,
    signal: AbortSignal,
  ): Promise<OverviewThreads> {
    const list = this.#list;
    const { target } = list;
    let due = again !== false && list.load.kind !== "loading" && list.latestPages !== null;
    let threads = new OverviewThreads(filter, now);
    let source: ConversationPages | null = null;
    const take = () => {
      const pages = list.latestPages;
      if (signal.aborted || pages === null || due) return;
      if (pages !== source) threads = new OverviewThreads(filter, pages.asOf, pages.bounds);
      source = pages;
      const { rows = [], ended = true } = pages.cursors.find((cursor) => cursor.source.kind === "thread") ?? {};
      threads.add(rows.slice(threads.columns.length));
      threads.whole = ended;
      show(threads);
    };
    const subscription = list.subscribe(take);
    try {
      while (!signal.aborted && list.target === target && !list.onlyErrors) {
        if (list.load.kind === "loading") await until(list, () => list.load.kind !== "loading");
        else if (due || list.outdated) await this.#drive(() => list.refresh(again === "automatic"));
        else if (list.latestPages?.ended === true) break;
        else await this.#drive(() => list.loadMore(null));
        due = false;
        if (list.isStopped || faultOf(list.load) !== null || isBroken(list.load)) break;
      }
      take();
    } finally {
      subscription.dispose();
    }
    // A request that was stopped before its first rows leaves the earlier ones on screen.
    this.#source = source ?? this.#source;
    const fault = faultOf(list.load);
    if (fault !== null) throw new ServiceError(fault);
    return threads;
  }

  async #drive(load: () => Promise<unknown>): Promise<void> {
    this.#drives = true;
    try {
      await load();
    } finally {
      this.#drives = false;
    }
  }
}
