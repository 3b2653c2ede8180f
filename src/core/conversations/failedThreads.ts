import { Loader } from "../async/loader.ts";
import { type LoadState, shownValue } from "../async/loadState.ts";
import type { Semaphore } from "../async/semaphore.ts";
import type { CallRoute } from "../port/callRoute.ts";
import { sourceOf } from "../port/conversationSource.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import { type ConversationKey, keyText } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";
import { mostIds } from "../query/threadQuery.ts";
import { type ConversationPages, hasOnlyErrors, settledPages } from "./conversationPages.ts";
import type { ThreadList } from "./threadList.ts";

export interface FailedThreadsOptions {
  readonly threads: ThreadList;
  readonly route: CallRoute;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly automatic: () => Semaphore;
}

/** The checked threads of these pages, and those with errors, by key. It grows in place as they do. */
interface CheckedPages {
  readonly pages: ConversationPages;
  readonly checked: Set<string>;
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
  #last: { readonly pages: ConversationPages; readonly end: number } | null = null;
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
  has(thread: ConversationKey & Pick<ConversationSummary, "agent">): boolean {
    if (thread.agent !== undefined) return thread.agent.errors > 0;
    return this.#isListed(thread) || (shownValue(this.#loader.load)?.failed.has(keyText(thread)) ?? false);
  }

  /** Whether it is known if a thread has an error. A thread that is not loaded has not been checked. */
  knows(thread: ConversationKey & Pick<ConversationSummary, "agent">): boolean {
    if (thread.agent !== undefined) return true;
    return this.#isListed(thread) || (shownValue(this.#loader.load)?.checked.has(keyText(thread)) ?? false);
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
  async check(): Promise<LoadState<unknown> | null> {
    const pages = settledPages(this.#options.threads.load);
    const target = this.#target;
    if (pages === null || hasOnlyErrors(pages) || target === null || this.#options.route.missing !== null) return null;
    // As many as one request covers.
    const end = Math.min(pages.threads.length, mostIds);
    if (this.#last?.pages !== pages || this.#last.end !== end) {
      // First, because listeners request the same check as soon as it starts.
      this.#last = { pages, end };
      this.#ended = this.#run(backgroundClient(target), pages, end);
    }
    return this.#ended;
  }

  #run(target: ProjectClient, pages: ConversationPages, end: number): Promise<LoadState<unknown> | null> {
    const { route, automatic } = this.#options;
    const known = shownValue(this.#loader.load);
    const done = known?.pages === pages ? known : { pages, checked: new Set<string>(), failed: new Set<string>() };
    return this.#loader.run(async (signal) => {
      const due = pages.threads.slice(0, end).filter((thread) => !done.checked.has(keyText(thread)));
      for (const [kind, rows] of Map.groupBy(due, (thread) => thread.kind)) {
        const { withErrors } = sourceOf({ kind }, target) ?? {};
        if (withErrors === undefined) continue;
        const ids = rows.map(({ id }) => id);
        const check = () => withErrors.among(ids, pages.bounds, target, signal);
        const failed = await automatic().run(() => route.ask(check, signal), signal);
        for (const id of failed) done.failed.add(keyText({ kind, id }));
        for (const row of rows) done.checked.add(keyText(row));
      }
      return done;
    });
  }

  /** Whether a thread is in the list, which has only threads with errors. */
  #isListed(thread: ConversationKey): boolean {
    const pages = shownValue(this.#options.threads.load);
    return pages !== null && hasOnlyErrors(pages) && pages.threadOf(thread) !== undefined;
  }
}
