import { Loader } from "../async/loader.ts";
import { faultOf, isPending, type LoadState, shownValue } from "../async/loadState.ts";
import { callsMatching } from "../counts/callCondition.ts";
import { callQueryOf } from "../counts/callConditions.ts";
import type { CallCount } from "../counts/callQuery.ts";
import { type FoundErrors, findErrors } from "../errors/foundErrors.ts";
import type { Fault } from "../failures/fault.ts";
import { resolveRange, type TimeBounds } from "../input/timeRange.ts";
import { inBackground, type ProjectClient } from "../projectClient.ts";
import type { Thread } from "../threads/thread.ts";
import type { ThreadList } from "../threads/threadList.ts";
import { stableSort } from "../threads/threadQuery.ts";
import { isSameFilter, type ThreadFilter } from "../threads/threadSelection.ts";
import { FilterSteps } from "./filterSteps.ts";
import { GrowingColumns } from "./growingColumns.ts";
import type { OverviewState } from "./protocol.ts";

/** The threads of one query. They grow in place, as `ThreadPages` do. */
export class OverviewThreads {
  readonly filter: ThreadFilter;
  readonly bounds: TimeBounds;
  /** When they were requested, in milliseconds since the epoch. */
  readonly asOf: number;
  readonly columns = new GrowingColumns();
  /** Whether all have arrived. */
  whole = false;
  readonly #ids = new Set<string>();

  constructor(filter: ThreadFilter, asOf: number) {
    this.filter = filter;
    this.bounds = resolveRange(filter.time, asOf);
    this.asOf = asOf;
  }

  /** A thread that occurs twice in the response counts once. */
  add(arrived: readonly Thread[]): void {
    this.columns.add(arrived.filter(({ id }) => !this.#ids.has(id) && this.#ids.add(id)));
  }
}

export interface OverviewOptions {
  /** The list whose project and filter it follows. */
  readonly threads: Pick<ThreadList, "target" | "selection">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onChange: () => void;
}

/** All threads of the list's filter, and the calls and errors of its time range. Nothing is requested before `refresh`. */
export class Overview {
  readonly #options: OverviewOptions;
  readonly #threads: Loader<OverviewThreads>;
  readonly #calls: Loader<CallCount>;
  readonly #errors: Loader<FoundErrors>;
  /** The filters created by brushing here. */
  readonly steps = new FilterSteps();
  #target: ProjectClient | null;
  #filter: ThreadFilter;
  #stopped = false;

  constructor(options: OverviewOptions) {
    const { threads, now, onChange } = options;
    this.#options = options;
    this.#target = threads.target;
    this.#filter = threads.selection.filter;
    this.#threads = new Loader(now);
    this.#calls = new Loader(now);
    this.#errors = new Loader(now);
    for (const loader of [this.#threads, this.#calls, this.#errors]) loader.subscribe(onChange);
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

  get progress(): OverviewState["progress"] {
    const { load } = this;
    if (isPending(load)) return "loading";
    return shownValue(load)?.whole === true ? "complete" : "stopped";
  }

  /** Follows the list's target and filter, and drops the content if they changed; returns whether they did. */
  follow(): boolean {
    const { target, selection } = this.#options.threads;
    if (target === this.#target && isSameFilter(selection.filter, this.#filter)) return false;
    if (target?.project !== this.#target?.project) this.steps.clear();
    this.#target = target;
    this.#filter = selection.filter;
    this.#stopped = false;
    // First, so that old threads are not drawn for another filter.
    this.#threads.reset();
    this.#calls.reset();
    this.#errors.reset();
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
  }

  /** Cancels all requests. */
  dispose(): void {
    this.#calls.reset();
    this.#errors.reset();
    this.#threads.reset();
  }

  async #ask(what: "all" | "withoutErrors"): Promise<Fault | null> {
    if (this.#target === null) return null;
    const target = what === "all" ? this.#target : inBackground(this.#target);
    this.#stopped = false;
    const asked = new OverviewThreads(this.#filter, this.#options.now());
    const threads = this.#askThreads(target, asked);
    const errors = what === "all" ? this.#askErrors(target, asked) : null;
    const [load] = await Promise.all([threads, this.#askCalls(target, asked), errors]);
    return load && faultOf(load);
  }

  #askThreads({ service, project }: ProjectClient, asked: OverviewThreads) {
    const before = shownValue(this.load);
    const least = before === null ? 1 : before.columns.length;
    // All at once, the latest first: what has arrived is the latest part, without gaps.
    const sort = stableSort([{ field: "start_time", direction: "desc" }]);
    const query = { project, ...asked.bounds, threadIds: asked.filter.threadIds, sort };
    return this.#threads.run(async (signal, show) => {
      for await (const batch of service.queryThreads(query, signal)) {
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

  /** A range of calls includes its start, a range of threads does not: they differ in the first millisecond. */
  #askCalls({ service, project }: ProjectClient, { filter, asOf }: OverviewThreads) {
    const query = callQueryOf({ ...callsMatching(filter), includeStorageSize: true }, project, asOf);
    return this.#calls.run((signal) => service.countCalls(query, signal));
  }
}
