import { Loader } from "../async/loader.ts";
import { faultOf, isPending, type LoadState, shownValue } from "../async/loadState.ts";
import type { ThreadList } from "../conversations/threadList.ts";
import { isSameFilter, kindOf, type ThreadFilter } from "../conversations/threadSelection.ts";
import { threadSource } from "../conversations/threadSource.ts";
import { callsMatching } from "../counts/callCondition.ts";
import { callQueryOf } from "../counts/countedQuery.ts";
import { type FoundErrors, findErrors } from "../errors/foundErrors.ts";
import type { Fault } from "../failures/fault.ts";
import { countCalls } from "../port/operations.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import type { CallCount } from "../query/callQuery.ts";
import { stableSort } from "../query/threadQuery.ts";
import { countFailedTurns, type FailedTurns } from "./failedTurns.ts";
import { FilterSteps } from "./filterSteps.ts";
import type { OverviewState } from "./overviewProtocol.ts";
import { OverviewThreads, SharedThreads } from "./overviewThreads.ts";

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
  readonly #loaders: readonly Pick<Loader<unknown>, "reset" | "subscribe">[];
  /** The filters created by brushing here. */
  readonly steps = new FilterSteps();
  #target: ProjectClient | null;
  #filter: ThreadFilter;
  #stopped = false;
  readonly #shared: SharedThreads;
  #shares = false;

  constructor(options: OverviewOptions) {
    const { threads, now, onChange } = options;
    this.#options = options;
    this.#shared = new SharedThreads(threads);
    this.#target = threads.target;
    this.#filter = threads.selection.filter;
    this.#threads = new Loader(now);
    this.#calls = new Loader(now);
    this.#errors = new Loader(now);
    this.#turns = new Loader(now);
    this.#loaders = [this.#threads, this.#calls, this.#errors, this.#turns];
    for (const loader of this.#loaders) loader.subscribe(onChange);
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
    for (const loader of this.#loaders) loader.reset();
    return true;
  }

  /**
   * Requests everything. A complete list stays until the new one is complete; else threads are shown on arrival.
   * Resolves to the fault of the threads.
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
    this.#shared.release();
  }

  /** Cancels all requests, but not what the user loads in the list. */
  dispose(): void {
    this.#shared.release();
    for (const loader of this.#loaders) loader.reset();
  }

  async #ask(what: "all" | "withoutErrors"): Promise<Fault | null> {
    if (this.#target === null) return null;
    const target = what === "all" ? this.#target : backgroundClient(this.#target);
    this.#stopped = false;
    const { threads: list, now } = this.#options;
    this.#shares = !list.onlyErrors && kindOf(this.#filter) !== "agent";
    const isKept = this.#shares && list.load.kind !== "loading" && !list.outdated && !this.#shared.isRead;
    const requested = new OverviewThreads(this.#filter, (isKept ? list.latestPages?.asOf : null) ?? now());
    const threads = this.#shares
      ? this.#shareThreads(what === "all" ? !isKept : "automatic")
      : this.#askThreads(target, requested);
    const errors = what === "all" ? this.#askErrors(target, requested) : null;
    const [load] = await Promise.all([threads, this.#askCalls(target, requested), errors]);
    if (errors !== null) await this.#askTurns(backgroundClient(target));
    return load && faultOf(load);
  }

  #shareThreads(again: boolean | "automatic") {
    const { threads: list, now } = this.#options;
    const before = shownValue(this.load);
    const least = Math.max(before?.columns.length ?? 0, 1);
    return this.#threads.run(async (signal, show) => {
      const showPart = (threads: OverviewThreads) => {
        if (before?.whole !== true && threads.columns.length >= least) show(threads);
      };
      const threads = await this.#shared.read({ again, filter: this.#filter, now: now() }, showPart, signal);
      if (list.isStopped && !threads.whole) this.#stopped = true;
      if (list.latestPages === null && !signal.aborted) this.#threads.stop();
      return threads;
    });
  }

  #askThreads(target: ProjectClient, requested: OverviewThreads) {
    const before = shownValue(this.load);
    const least = before === null ? 1 : before.columns.length;
    // All at once, the latest first: what has arrived is the latest part, without gaps.
    const sort = stableSort([{ field: "start_time", direction: "desc" }]);
    const query = { ...requested.bounds, threadIds: requested.filter.threadIds, sort };
    return this.#threads.run(async (signal, show) => {
      for await (const batch of threadSource.list(query, target, signal)) {
        requested.add(batch);
        if (before?.whole !== true && requested.columns.length >= least) show(requested);
      }
      requested.whole = true;
      return requested;
    });
  }

  /** As with the threads, an earlier complete result stays until the new one is complete. */
  #askErrors(target: ProjectClient, requested: OverviewThreads) {
    const before = shownValue(this.errors);
    const isShown = before === null || before.reach === "some";
    return this.#errors.run((signal, show) => findErrors(target, requested, (part) => isShown && show(part), signal));
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
