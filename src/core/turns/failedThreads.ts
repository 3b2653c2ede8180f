import type { Fault } from "../failures/fault.ts";
import { mostIds } from "../input/idList.ts";
import { faultOf, type Load, shownValue } from "../load.ts";
import { Loader } from "../loader.ts";
import { Observable } from "../observable.ts";
import type { Slots } from "../slots.ts";
import type { Target } from "../target.ts";
import type { Thread } from "../threads/thread.ts";
import type { ThreadList } from "../threads/threadList.ts";
import type { ThreadListing } from "../threads/threadListing.ts";
import type { ThreadPages } from "../threads/threadPages.ts";
import type { CallRoute } from "./callRoute.ts";
import { threadsWithErrors } from "./failedTurns.ts";

/** Threads that nobody asked to look at, but that are: the first ones, so many as one request is for. */
const mostUnasked = mostIds;

/** Threads that have been looked at, the first `end` of these pages; it grows in place as they do. */
interface Looked {
  readonly pages: ThreadPages;
  end: number;
  readonly failed: Set<string>;
}

/** A look that was begun: at the first `end` threads of these pages. */
interface Look {
  readonly pages: ThreadPages;
  readonly end: number;
}

/** The threads with errors, and what they were picked from. */
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
  readonly slots: () => Slots;
}

/**
 * Which of the loaded threads have errors: a turn that went wrong, or a call below one, in the window of the list. Those
 * at the head of the list are looked at whenever they have been loaded, in one request for each page, so that a row
 * stands out by itself; the others only while a person wants to see no threads but these.
 */
export class FailedThreads {
  readonly #options: FailedThreadsOptions;
  readonly #loader: Loader<Looked>;
  readonly #wanted = new Observable(false);
  #last: Look | null = null;
  /** How the last look ends. */
  #ended: Promise<Load<unknown> | null> = Promise.resolve(null);
  #listed: Listed | null = null;
  #target: Target | null = null;

  constructor(options: FailedThreadsOptions) {
    this.#options = options;
    this.#loader = new Loader(options.now);
  }

  /** Whether only threads with errors are to be on screen. */
  get wanted(): boolean {
    return this.#wanted.value;
  }

  /** Why it cannot be known which threads have errors; null where it can. */
  get fault(): Fault | null {
    return this.wanted ? (this.#options.route.missing ?? faultOf(this.#loader.load)) : null;
  }

  /** The loaded threads that are on screen. One that was looked up is among them in any case. */
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

  /** How many of the loaded threads have been looked at. */
  get looked(): number {
    return shownValue(this.#loader.load)?.end ?? 0;
  }

  /** Calls `listener` whenever other threads may be on screen. */
  subscribe(listener: () => void): { dispose(): void } {
    const subscriptions = [this.#loader.subscribe(listener), this.#wanted.subscribe(listener)];
    return { dispose: () => subscriptions.forEach((subscription) => void subscription.dispose()) };
  }

  /** Whether a thread is known to have an error. */
  has(threadId: string): boolean {
    return shownValue(this.#loader.load)?.failed.has(threadId) ?? false;
  }

  /** Whether it is known if a thread has an error. One that is not among those loaded has not been looked at. */
  knows(threadId: string): boolean {
    const looked = shownValue(this.#loader.load);
    const place = looked?.pages.placeOf(threadId);
    return looked !== null && place !== undefined && place < looked.end;
  }

  reset(target: Target | null, wanted: boolean): void {
    this.#target = target;
    this.#last = null;
    this.#loader.reset();
    this.#wanted.value = wanted;
  }

  /** Resolves to how the look that is wanted ended; null where none is, or it was given up. */
  async want(wanted: boolean): Promise<Load<unknown> | null> {
    // What failed before is tried again by asking for it.
    if (wanted && faultOf(this.#loader.load) !== null) this.#last = null;
    this.#wanted.value = wanted;
    return wanted ? this.look() : null;
  }

  /** Gives up the look under way; the next one goes on from there. */
  cancel(): void {
    this.#last = null;
    this.#loader.cancel();
  }

  /** Looks at the threads that have been loaded since the last look. Resolves to how that ended, as `want` does. */
  async look(): Promise<Load<unknown> | null> {
    const { load } = this.#options.threads;
    const pages = load.kind === "shown" || load.kind === "stale" ? load.value : null;
    const target = this.#target;
    if (pages === null || target === null || this.#options.route.missing !== null) return null;
    const loaded = pages.threads.length;
    const end = this.wanted ? loaded : Math.min(loaded, mostUnasked);
    if (this.#last?.pages !== pages || this.#last.end !== end) {
      // First, because listeners ask for the same look as soon as it begins.
      this.#last = { pages, end };
      this.#ended = this.#run(target, pages, end);
    }
    return this.#ended;
  }

  #run(target: Target, pages: ThreadPages, end: number): Promise<Load<unknown> | null> {
    const known = shownValue(this.#loader.load);
    const looked = known?.pages === pages ? known : { pages, end: 0, failed: new Set<string>() };
    // What is known of rows that are being replaced stays on screen until the others are known as well.
    const isShown = known === null || known === looked;
    return this.#loader.run(async (signal, show) => {
      // Rows that stay where they are need not be drawn for each of the threads that is found.
      const showPart = () => isShown && this.wanted && show(looked);
      showPart();
      while (looked.end < end) {
        const next = Math.min(looked.end + mostIds, end);
        const ids = pages.threads.slice(looked.end, next).map(({ id }) => id);
        await this.#lookAt(target, ids, looked, signal, showPart);
        // A look that was given up as it ended goes on beside the one after it.
        looked.end = Math.max(looked.end, next);
      }
      return looked;
    });
  }

  async #lookAt(
    target: Target,
    ids: readonly string[],
    looked: Looked,
    signal: AbortSignal,
    showPart: () => void,
  ): Promise<void> {
    const { route, slots } = this.#options;
    const task = async () => {
      for await (const found of threadsWithErrors(target, ids, looked.pages.bounds, signal)) {
        for (const id of found) looked.failed.add(id);
        showPart();
      }
    };
    await slots().run(() => route.ask(task, signal), signal);
  }

  /** Made once for all who ask, as long as it is the same. */
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
