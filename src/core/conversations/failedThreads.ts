import { Loader } from "../async/loader.ts";
import { type LoadState, shownValue } from "../async/loadState.ts";
import type { Semaphore } from "../async/semaphore.ts";
import { inBackground, type ProjectClient } from "../projectClient.ts";
import type { CallRoute } from "./callRoute.ts";
import type { ThreadList } from "./threadList.ts";
import { hasOnlyErrors, type ThreadPages } from "./threadPages.ts";
import { mostIds } from "./threadQuery.ts";

export interface FailedThreadsOptions {
  readonly threads: ThreadList;
  readonly route: CallRoute;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly automatic: () => Semaphore;
}

/** The threads with errors among the first `end` of these pages. It grows in place as they do. */
interface CheckedPages {
  readonly pages: ThreadPages;
  end: number;
  readonly failed: Set<string>;
}

/**
 * Which threads at the head of the list have errors: a failed turn, or a failed call inside one, in the time range of
 * the list. They are checked whenever they are loaded, in one request per page, so that their rows stand out. A list of
 * only threads with errors needs no check.
 */
export class FailedThreads {
  readonly #options: FailedThreadsOptions;
  readonly #loader: Loader<CheckedPages>;
  /** The last check, of the first `end` threads of these pages. */
  #last: { readonly pages: ThreadPages; readonly end: number } | null = null;
  /** The result of the last check. */
  #ended: Promise<LoadState<unknown> | null> = Promise.resolve(null);
  #target: ProjectClient | null = null;

  constructor(options: FailedThreadsOptions) {
    this.#options = options;
    this.#loader = new Loader(options.now);
  }

  /** Calls `listener` whenever the known threads may have changed. */
  subscribe(listener: () => void): { dispose(): void } {
    return this.#loader.subscribe(listener);
  }

  /** Whether a thread is known to have an error. */
  has(threadId: string): boolean {
    return this.#isListed(threadId) || (shownValue(this.#loader.load)?.failed.has(threadId) ?? false);
  }

  /** Whether it is known if a thread has an error. A thread that is not loaded has not been checked. */
  knows(threadId: string): boolean {
    const checked = shownValue(this.#loader.load);
    const place = checked?.pages.placeOf(threadId);
    return this.#isListed(threadId) || (place !== undefined && place < (checked?.end ?? 0));
  }

  reset(target: ProjectClient | null): void {
    this.#target = target;
    this.#last = null;
    this.#loader.reset();
  }

  /** Cancels the current check; the next one continues from there. */
  cancel(): void {
    this.#last = null;
    this.#loader.cancel();
  }

  /** Checks the threads loaded since the last check. Resolves to its result; null if there is none or it was canceled. */
  async look(): Promise<LoadState<unknown> | null> {
    const { load } = this.#options.threads;
    const pages = load.kind === "shown" || load.kind === "stale" ? load.value : null;
    const target = this.#target;
    if (pages === null || hasOnlyErrors(pages) || target === null || this.#options.route.missing !== null) return null;
    // As many as one request covers.
    const end = Math.min(pages.threads.length, mostIds);
    if (this.#last?.pages !== pages || this.#last.end !== end) {
      // First, because listeners request the same check as soon as it starts.
      this.#last = { pages, end };
      this.#ended = this.#run(inBackground(target), pages, end);
    }
    return this.#ended;
  }

  #run(target: ProjectClient, pages: ThreadPages, end: number): Promise<LoadState<unknown> | null> {
    const { route, automatic } = this.#options;
    const known = shownValue(this.#loader.load);
    const checked = known?.pages === pages ? known : { pages, end: 0, failed: new Set<string>() };
    return this.#loader.run(async (signal) => {
      const ids = pages.threads.slice(checked.end, end).map(({ id }) => id);
      if (ids.length === 0) return checked;
      const { withErrors } = await import("./threadsWithErrors.ts");
      const look = () => withErrors(target, ids, pages.bounds, signal);
      for (const id of await automatic().run(() => route.ask(look, signal), signal)) checked.failed.add(id);
      // A check that was canceled as it ended continues next to the following one.
      checked.end = Math.max(checked.end, end);
      return checked;
    });
  }

  /** Whether a thread is in the list, which has only threads with errors. */
  #isListed(threadId: string): boolean {
    const pages = shownValue(this.#options.threads.load);
    return pages !== null && hasOnlyErrors(pages) && pages.placeOf(threadId) !== undefined;
  }
}
