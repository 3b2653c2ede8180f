import { Loader } from "../async/loader.ts";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import type { Semaphore } from "../async/semaphore.ts";
import { isError } from "../calls/failedCalls.ts";
import type { Operand, Query } from "../counts/expression.ts";
import type { Fault } from "../failures/fault.ts";
import type { TimeBounds } from "../input/timeRange.ts";
import { inBackground, type ProjectClient } from "../projectClient.ts";
import type { ThreadList } from "../threads/threadList.ts";
import type { CheckedPages } from "../threads/threadListing.ts";
import type { ThreadPages } from "../threads/threadPages.ts";
import { mostIds } from "../threads/threadQuery.ts";
import type { CallRoute } from "./callRoute.ts";
import { startedWithin } from "./startedWithin.ts";

/** Threads at the head of the list that are checked automatically: as many as one request covers. */
const mostUnasked = mostIds;

export interface FailedThreadsOptions {
  readonly threads: ThreadList;
  readonly route: CallRoute;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Of requests that the user started, and of others. */
  readonly semaphore: () => Semaphore;
  readonly automatic: () => Semaphore;
}

/**
 * Which of the loaded threads have errors: a failed turn, or a failed call inside one, in the time range of the list. Those
 * at the head of the list are checked whenever they are loaded, in one request per page, so that their rows
 * stand out; the others only while the user wants to see only threads with errors.
 */
export class FailedThreads {
  readonly #options: FailedThreadsOptions;
  readonly #loader: Loader<CheckedPages>;
  readonly #wanted = new Observable(false);
  /** The last check, of the first `end` threads of these pages. */
  #last: { readonly pages: ThreadPages; readonly end: number } | null = null;
  /** The result of the last check. */
  #ended: Promise<LoadState<unknown> | null> = Promise.resolve(null);
  #target: ProjectClient | null = null;

  constructor(options: FailedThreadsOptions) {
    this.#options = options;
    this.#loader = new Loader(options.now);
  }

  /** Whether only threads with errors are to be shown. */
  get wanted(): boolean {
    return this.#wanted.value;
  }

  /** Which threads have errors, while only those are to be shown; else null. */
  get errors(): LoadState<CheckedPages> | null {
    const { missing } = this.#options.route;
    if (!this.wanted) return null;
    return missing === null ? this.#loader.load : { kind: "failed", fault: missing };
  }

  /** Why it is unknown which threads have errors; null if it is known. */
  get fault(): Fault | null {
    return this.errors && faultOf(this.errors);
  }

  /** How many of the loaded threads have been checked. */
  get looked(): number {
    return shownValue(this.#loader.load)?.end ?? 0;
  }

  /** Calls `listener` whenever the shown threads may have changed. */
  subscribe(listener: () => void): { dispose(): void } {
    const subscriptions = [this.#loader.subscribe(listener), this.#wanted.subscribe(listener)];
    return { dispose: () => subscriptions.forEach((subscription) => void subscription.dispose()) };
  }

  /** Whether a thread is known to have an error. */
  has(threadId: string): boolean {
    return shownValue(this.#loader.load)?.failed.has(threadId) ?? false;
  }

  /** Whether it is known if a thread has an error. A thread that is not loaded has not been checked. */
  knows(threadId: string): boolean {
    const place = shownValue(this.#loader.load)?.pages.placeOf(threadId);
    return place !== undefined && place < this.looked;
  }

  reset(target: ProjectClient | null, wanted: boolean): void {
    this.#target = target;
    this.#last = null;
    this.#loader.reset();
    this.#wanted.value = wanted;
  }

  /** Resolves to the result of the requested check; null if there is none or it was canceled. */
  async want(wanted: boolean): Promise<LoadState<unknown> | null> {
    // Requesting it retries an earlier failure, and a check in the background might wait.
    const { load } = this.#loader;
    if (wanted && (faultOf(load) !== null || load.kind === "loading")) this.#last = null;
    this.#wanted.value = wanted;
    return wanted ? this.look() : null;
  }

  /** Whether the user waits for the threads with errors. */
  get isWaitedFor(): boolean {
    return this.wanted && this.#loader.load.kind === "loading";
  }

  /** Cancels the current check; the next one continues from there. */
  cancel(): void {
    this.#last = null;
    this.#loader.cancel();
  }

  /** Checks the threads loaded since the last check. Resolves to its result, as `want` does. */
  async look(): Promise<LoadState<unknown> | null> {
    const { load } = this.#options.threads;
    const pages = load.kind === "shown" || load.kind === "stale" ? load.value : null;
    const target = this.#target;
    if (pages === null || target === null || this.#options.route.missing !== null) return null;
    const loaded = pages.threads.length;
    const end = this.wanted ? loaded : Math.min(loaded, mostUnasked);
    if (this.#last?.pages !== pages || this.#last.end !== end) {
      // First, because listeners request the same check as soon as it starts.
      this.#last = { pages, end };
      this.#ended = this.#run(target, pages, end);
    }
    return this.#ended;
  }

  #run(target: ProjectClient, pages: ThreadPages, end: number): Promise<LoadState<unknown> | null> {
    const { route } = this.#options;
    const isAsked = this.wanted;
    const semaphore = isAsked ? this.#options.semaphore : this.#options.automatic;
    const asked = isAsked ? target : inBackground(target);
    const known = shownValue(this.#loader.load);
    const checked = known?.pages === pages ? known : { pages, end: 0, failed: new Set<string>() };
    // Results for rows that are being replaced stay on screen until the new ones are known.
    const isShown = known === null || known === checked;
    return this.#loader.run(async (signal, show) => {
      // Rows that do not move need not be redrawn for each found thread.
      const showPart = () => isShown && this.wanted && show(checked);
      const look = async (ids: readonly string[]) => {
        for await (const found of threadsWithErrors(asked, ids, pages.bounds, signal)) {
          for (const id of found) checked.failed.add(id);
          showPart();
        }
      };
      showPart();
      while (checked.end < end) {
        const next = Math.min(checked.end + mostIds, end);
        const ids = pages.threads.slice(checked.end, next).map(({ id }) => id);
        await semaphore().run(() => route.ask(() => look(ids), signal), signal);
        // A check that was canceled as it ended continues next to the following one.
        checked.end = Math.max(checked.end, next);
      }
      return checked;
    });
  }
}

/** Failed turns per request. */
const mostAtOnce = 1000;

const status: Operand = { $getField: "summary.weave.status" };
const hasEnded: Operand = { $gt: [{ $getField: "ended_at" }, { $literal: 0 }] };

/** The service finds a running turn by an error inside it, too, and still reports it as running. */
const isFailed: Operand = {
  $or: [isError.$expr, { $and: [{ $eq: [status, { $literal: "descendant_error" }] }, hasEnded] }],
};

/** Failed turns and turns with a failed call inside, in operators that every service supports. */
function failedTurnsQuery(bounds: TimeBounds): Query {
  return { $expr: { $and: [isFailed, ...startedWithin(bounds)] } };
}

/**
 * Which of these threads, at most 1000, have a turn within the bounds that failed or has a failed call inside;
 * each as soon as it is found, without duplicates. Rejects as `CallService` does.
 */
export async function* threadsWithErrors(
  { service, project }: ProjectClient,
  threadIds: readonly string[],
  bounds: TimeBounds,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const left = new Set(threadIds);
  const asked = { project, query: failedTurnsQuery(bounds), turnsOnly: true, limit: mostAtOnce };
  for (;;) {
    const before = left.size;
    let received = 0;
    for await (const batch of service.queryCallPlaces({ ...asked, filter: { threadIds: [...left] } }, signal)) {
      received += batch.length;
      const found: string[] = [];
      for (const { id, turnId, threadId } of batch)
        if (id === turnId && threadId !== null && left.delete(threadId)) found.push(threadId);
      if (found.length > 0) yield found;
      if (left.size === 0) return;
    }
    // The service cannot return one turn per thread: if one thread has very many, the others are requested again.
    if (received < mostAtOnce || left.size === before) return;
  }
}
