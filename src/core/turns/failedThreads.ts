import { Loader } from "../async/loader.ts";
import { faultOf, type LoadState, shownValue } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import type { Semaphore } from "../async/semaphore.ts";
import type { Fault } from "../failures/fault.ts";
import { mostIds } from "../input/idList.ts";
import type { ProjectClient } from "../projectClient.ts";
import type { Thread } from "../threads/thread.ts";
import type { ThreadList } from "../threads/threadList.ts";
import type { ThreadListing } from "../threads/threadListing.ts";
import type { ThreadPages } from "../threads/threadPages.ts";
import type { CallRoute } from "./callRoute.ts";
import { threadsWithErrors } from "./failedTurns.ts";

/** Threads at the head of the list that are checked automatically: as many as one request covers. */
const mostUnasked = mostIds;

/** Checked threads, the first `end` of these pages; it grows in place as they do. */
interface Looked {
  readonly pages: ThreadPages;
  end: number;
  readonly failed: Set<string>;
}

/** A check in progress of the first `end` threads of these pages. */
interface Look {
  readonly pages: ThreadPages;
  readonly end: number;
}

/** The threads with errors, and the threads they were selected from. */
interface Listed {
  readonly key: readonly unknown[];
  readonly threads: readonly Thread[];
  readonly failed: number;
}

export interface FailedThreadsOptions {
  readonly threads: ThreadList;
  readonly route: CallRoute;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly semaphore: () => Semaphore;
}

/**
 * Which of the loaded threads have errors: a failed turn, or a failed call inside one, in the time range of the list. Those
 * at the head of the list are checked whenever they are loaded, in one request per page, so that their rows
 * stand out; the others only while the user wants to see only threads with errors.
 */
export class FailedThreads {
  readonly #options: FailedThreadsOptions;
  readonly #loader: Loader<Looked>;
  readonly #wanted = new Observable(false);
  #last: Look | null = null;
  /** The result of the last check. */
  #ended: Promise<LoadState<unknown> | null> = Promise.resolve(null);
  #listed: Listed | null = null;
  #target: ProjectClient | null = null;

  constructor(options: FailedThreadsOptions) {
    this.#options = options;
    this.#loader = new Loader(options.now);
  }

  /** Whether only threads with errors are to be shown. */
  get wanted(): boolean {
    return this.#wanted.value;
  }

  /** Why it is unknown which threads have errors; null if it is known. */
  get fault(): Fault | null {
    return this.wanted ? (this.#options.route.missing ?? faultOf(this.#loader.load)) : null;
  }

  /** The loaded threads that are shown. A found thread is always one of them. */
  get listing(): ThreadListing {
    const { threads } = this.#options;
    const pages = shownValue(threads.load);
    const all = pages?.threads ?? [];
    if (!this.wanted) return { threads: all, reach: "all", failed: 0 };
    if (this.fault !== null) return { threads: all, reach: "unknown", failed: 0 };
    const looked = shownValue(this.#loader.load);
    const isWhole = looked !== null && looked.pages === pages && looked.end >= all.length;
    const reach = isWhole && this.#loader.load.kind === "shown" ? "known" : "looking";
    if (looked === null) return { threads: [], reach, failed: 0 };
    const { threads: listed, failed } = this.#among(all, looked);
    return { threads: listed, reach, failed };
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
    const looked = shownValue(this.#loader.load);
    const place = looked?.pages.placeOf(threadId);
    return looked !== null && place !== undefined && place < looked.end;
  }

  reset(target: ProjectClient | null, wanted: boolean): void {
    this.#target = target;
    this.#last = null;
    this.#loader.reset();
    this.#wanted.value = wanted;
  }

  /** Resolves to the result of the requested check; null if there is none or it was canceled. */
  async want(wanted: boolean): Promise<LoadState<unknown> | null> {
    // Requesting it retries an earlier failure.
    if (wanted && faultOf(this.#loader.load) !== null) this.#last = null;
    this.#wanted.value = wanted;
    return wanted ? this.look() : null;
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
    const known = shownValue(this.#loader.load);
    const looked = known?.pages === pages ? known : { pages, end: 0, failed: new Set<string>() };
    // Results for rows that are being replaced stay on screen until the new ones are known.
    const isShown = known === null || known === looked;
    return this.#loader.run(async (signal, show) => {
      // Rows that do not move need not be redrawn for each found thread.
      const showPart = () => isShown && this.wanted && show(looked);
      showPart();
      while (looked.end < end) {
        const next = Math.min(looked.end + mostIds, end);
        const ids = pages.threads.slice(looked.end, next).map(({ id }) => id);
        await this.#lookAt(target, ids, looked, signal, showPart);
        // A check that was canceled as it ended continues next to the following one.
        looked.end = Math.max(looked.end, next);
      }
      return looked;
    });
  }

  async #lookAt(
    target: ProjectClient,
    ids: readonly string[],
    looked: Looked,
    signal: AbortSignal,
    showPart: () => void,
  ): Promise<void> {
    const { route, semaphore } = this.#options;
    const task = async () => {
      for await (const found of threadsWithErrors(target, ids, looked.pages.bounds, signal)) {
        for (const id of found) looked.failed.add(id);
        showPart();
      }
    };
    await semaphore().run(() => route.ask(task, signal), signal);
  }

  /** Created once for all callers while it is the same. */
  #among(all: readonly Thread[], { failed }: Looked): Listed {
    const { soughtId } = this.#options.threads;
    const key = [all, all.length, failed, failed.size, soughtId];
    if (this.#listed === null || this.#listed.key.some((part, index) => part !== key[index])) {
      const withErrors = all.filter(({ id }) => failed.has(id) || id === soughtId);
      const isExtra = soughtId !== null && !failed.has(soughtId) && withErrors.some(({ id }) => id === soughtId);
      this.#listed = { key, threads: withErrors, failed: withErrors.length - (isExtra ? 1 : 0) };
    }
    return this.#listed;
  }
}
