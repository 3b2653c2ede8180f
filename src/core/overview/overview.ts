import { Loader } from "../async/loader.ts";
import { faultOf, isBroken, isPending, type LoadState, shownValue } from "../async/loadState.ts";
import type { Thread } from "../conversations/thread.ts";
import type { ThreadList } from "../conversations/threadList.ts";
import type { ThreadPages } from "../conversations/threadPages.ts";
import { stableSort } from "../conversations/threadQuery.ts";
import { isSameFilter, type ThreadFilter } from "../conversations/threadSelection.ts";
import { callsMatching } from "../counts/callCondition.ts";
import { callQueryOf } from "../counts/callConditions.ts";
import type { CallCount } from "../counts/callQuery.ts";
import { type FoundErrors, findErrors } from "../errors/foundErrors.ts";
import { type Fault, ServiceError } from "../failures/fault.ts";
import { resolveRange, type TimeBounds } from "../input/timeRange.ts";
import { countCalls, queryThreads } from "../operations.ts";
import { inBackground, type ProjectClient } from "../projectClient.ts";
import { countFailedTurns, type FailedTurns } from "./failedTurns.ts";
import { FilterSteps } from "./filterSteps.ts";
import { GrowingColumns } from "./growingColumns.ts";
import type { OverviewState } from "./protocol.ts";

/** The threads of one query, or of the list. They grow in place, as `ThreadPages` do. */
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
  add(arrived: readonly Thread[]): void {
    this.columns.add(arrived.filter(({ id }) => !this.#ids.has(id) && this.#ids.add(id)));
  }
}

export interface OverviewOptions {
  /** The list whose project and filter it follows. */
  readonly threads: ThreadList;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onChange: () => void;
}

/**
 * All threads of the list's filter, and the calls and errors of its time range. The list loads the threads, unless it
 * shows only errors. Nothing is requested before `refresh`.
 */
export class Overview {
  readonly #options: OverviewOptions;
  readonly #threads: Loader<OverviewThreads>;
  readonly #calls: Loader<CallCount>;
  readonly #errors: Loader<FoundErrors>;
  readonly #turns: Loader<FailedTurns>;
  /** The filters created by brushing here. */
  readonly steps = new FilterSteps();
  #target: ProjectClient | null;
  #filter: ThreadFilter;
  #stopped = false;
  /** The list's threads that are shown. */
  #source: ThreadPages | null = null;
  /** Whether the list loads for the overview, and not for the user of the list. */
  #drives = false;
  #shares = false;

  constructor(options: OverviewOptions) {
    const { threads, now, onChange } = options;
    this.#options = options;
    this.#target = threads.target;
    this.#filter = threads.selection.filter;
    this.#threads = new Loader(now);
    this.#calls = new Loader(now);
    this.#errors = new Loader(now);
    this.#turns = new Loader(now);
    for (const loader of [this.#threads, this.#calls, this.#errors, this.#turns]) loader.subscribe(onChange);
  }

  get target(): ProjectClient | null {
    return this.#target;
  }

  get filter(): ThreadFilter {
    return this.#filter;
  }

  get load(): LoadState<OverviewThreads> {
    return this.#threads.load;
  }

  get calls(): LoadState<CallCount> {
    return this.#calls.load;
  }

  get errors(): LoadState<FoundErrors> {
    return this.#errors.load;
  }

  /** Null until they are counted, and if no call failed. */
  get failedTurns(): FailedTurns | null {
    return shownValue(this.#turns.load);
  }

  get progress(): OverviewState["progress"] {
    const { load } = this;
    if (isPending(load)) return "loading";
    return shownValue(load)?.whole === true ? "complete" : "stopped";
  }

  /** Follows the list's target and filter, and drops the content if they changed; returns whether they did. */
  follow(): boolean {
    const { target, selection } = this.#options.threads;
    const isOther = this.#shares && this.#options.threads.onlyErrors && this.load.kind === "loading";
    if (target === this.#target && isSameFilter(selection.filter, this.#filter) && !isOther) return false;
    if (target?.project !== this.#target?.project) this.steps.clear();
    this.#target = target;
    this.#filter = selection.filter;
    this.#stopped = false;
    // First, so that old threads are not drawn for another filter.
    this.#threads.reset();
    this.#calls.reset();
    this.#errors.reset();
    this.#turns.reset();
    return true;
  }

  /**
   * Requests everything. Threads are shown as they arrive, unless an earlier list is complete: then it stays until
   * the new one is complete. Resolves to the fault of the threads.
   */
  async refresh(): Promise<Fault | null> {
    return this.#ask("all");
  }

  /**
   * Like `refresh`, but automatic: does not cancel the user's request, does not restart what the user stopped, and does
   * not request errors again, which may take a request for the calls of each op.
   */
  async poll(): Promise<Fault | null> {
    const isStopped = this.#stopped && this.progress === "stopped";
    return this.load.kind === "loading" || isStopped ? null : this.#ask("withoutErrors");
  }

  /** Cancels the requests and keeps what has arrived. */
  stop(): void {
    if (this.load.kind !== "loading") return;
    this.#stopped = true;
    this.#calls.cancel();
    this.#errors.stop();
    this.#threads.stop();
    this.#release();
  }

  /** Cancels all requests, but not what the user loads in the list. */
  dispose(): void {
    this.#release();
    this.#calls.reset();
    this.#errors.reset();
    this.#turns.reset();
    this.#threads.reset();
  }

  async #ask(what: "all" | "withoutErrors"): Promise<Fault | null> {
    if (this.#target === null) return null;
    const target = what === "all" ? this.#target : inBackground(this.#target);
    this.#stopped = false;
    const { threads: list, now } = this.#options;
    this.#shares = !list.onlyErrors;
    const isShown = this.#source === list.latestPages && this.#source?.ended !== false;
    const isKept = this.#shares && list.load.kind !== "loading" && !list.outdated && !isShown;
    const asked = new OverviewThreads(this.#filter, (isKept ? list.latestPages?.asOf : null) ?? now());
    const threads = this.#shares
      ? this.#shareThreads(list, what === "all" ? !isKept : "automatic")
      : this.#askThreads(target, asked);
    const errors = what === "all" ? this.#askErrors(target, asked) : null;
    const [load] = await Promise.all([threads, this.#askCalls(target, asked), errors]);
    if (errors !== null) await this.#askTurns(inBackground(target));
    return load && faultOf(load);
  }

  /** The list's rows and, through its own loading, the rest. `again` requests those that are there as well. */
  #shareThreads(list: ThreadList, again: boolean | "automatic") {
    const before = shownValue(this.load);
    const least = before?.columns.length ?? 0;
    let due = again !== false && list.load.kind !== "loading" && list.latestPages !== null;
    return this.#threads.run(async (signal, show) => {
      let threads = new OverviewThreads(this.#filter, this.#options.now());
      let source: ThreadPages | null = null;
      const take = () => {
        const pages = list.latestPages;
        if (signal.aborted || pages === null || due) return;
        if (pages !== source) threads = new OverviewThreads(this.#filter, pages.asOf, pages.bounds);
        source = pages;
        threads.add(pages.threads.slice(threads.columns.length));
        threads.whole = pages.ended;
        if (before?.whole !== true && threads.columns.length >= Math.max(least, 1)) show(threads);
      };
      const subscription = list.subscribe(take);
      try {
        while (!signal.aborted && list.target === this.#target && !list.onlyErrors) {
          if (list.load.kind === "loading") await nextEnd(list);
          else if (due || list.outdated) await this.#drive(() => list.refresh(again === "automatic"));
          else if (list.latestPages?.ended === true) break;
          else await this.#drive(() => list.loadAll());
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
      if (list.isStopped && !threads.whole) this.#stopped = true;
      if (list.latestPages === null && !signal.aborted) this.#threads.stop();
      return threads;
    });
  }

  async #drive(load: () => Promise<unknown>): Promise<void> {
    this.#drives = true;
    try {
      await load();
    } finally {
      this.#drives = false;
    }
  }

  #release(): void {
    if (this.#drives) this.#options.threads.stop();
  }

  #askThreads({ service, project }: ProjectClient, asked: OverviewThreads) {
    const before = shownValue(this.load);
    const least = before === null ? 1 : before.columns.length;
    // All at once, the latest first: what has arrived is the latest part, without gaps.
    const sort = stableSort([{ field: "start_time", direction: "desc" }]);
    const query = { project, ...asked.bounds, threadIds: asked.filter.threadIds, sort };
    return this.#threads.run(async (signal, show) => {
      for await (const batch of service.rows(queryThreads, query, signal)) {
        asked.add(batch);
        if (before?.whole !== true && asked.columns.length >= least) show(asked);
      }
      asked.whole = true;
      return asked;
    });
  }

  /** As with the threads, an earlier complete result stays until the new one is complete. */
  #askErrors(target: ProjectClient, asked: OverviewThreads) {
    const before = shownValue(this.errors);
    const isShown = before === null || before.reach === "some";
    return this.#errors.run((signal, show) => findErrors(target, asked, (part) => isShown && show(part), signal));
  }

  async #askTurns(target: ProjectClient): Promise<void> {
    const [threads, failures] = [shownValue(this.load), shownValue(this.errors)];
    if (target.project !== this.#target?.project || threads?.whole !== true || failures === null) return;
    if (failures.groups.length === 0) this.#turns.reset();
    else await this.#turns.run((signal) => countFailedTurns(target, threads, signal));
  }

  /** A range of calls includes its start, a range of threads does not: they differ in the first millisecond. */
  #askCalls({ service, project }: ProjectClient, { filter, asOf }: OverviewThreads) {
    const query = callQueryOf({ ...callsMatching(filter), includeStorageSize: true }, project, asOf);
    return this.#calls.run((signal) => service.ask(countCalls, query, signal));
  }
}

/** Resolves when the request of the list in progress has ended in any way. */
function nextEnd(list: ThreadList): Promise<void> {
  return new Promise((resolve) => {
    const subscription = list.subscribe(() => {
      if (list.load.kind === "loading") return;
      subscription.dispose();
      resolve();
    });
  });
}
