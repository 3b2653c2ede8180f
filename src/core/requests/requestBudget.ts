import { abortable } from "../async/abortable.ts";
import type { Clock } from "../async/poller.ts";

/**
 * Who started a request: the user, who never waits for the budget; the extension itself; or a lens, which may use a
 * quarter of the budget.
 */
export type Work = "requested" | "background" | "lens";

export interface RequestBudgetOptions {
  readonly clock: Clock;
  /** Requests per minute, read at each request. */
  readonly most: () => number;
  /** Whether requests to a host neither count nor wait. */
  readonly isExempt: (hostname: string) => boolean;
  /** Called when the number of waiting requests changes. */
  readonly onWait: (waiting: number) => void;
}

const minute = 60_000;
/** Lenses may use this part of the budget. */
const lensShare = 4;

interface Waiting {
  readonly work: Work;
  readonly start: () => void;
}

/** Limits the requests that the extension sends by itself: in any minute, no more than the user allows. */
export class RequestBudget {
  readonly #options: RequestBudgetOptions;
  /** Requests of the last minute, the oldest first. */
  #started: readonly { readonly at: number; readonly work: Work }[] = [];
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>();
  #timer: { dispose(): void } | null = null;

  constructor(options: RequestBudgetOptions) {
    this.#options = options;
  }

  /** Resolves when a request may be sent, and counts it. Rejects with the signal's reason if aborted before. */
  async turn(work: Work, hostname: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#options.isExempt(hostname)) return;
    if (work === "requested" || (!this.#hasWaiting(work) && this.#allows(work))) {
      this.#count(work);
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { work, start: resolve };
    this.#waiting.add(waiting);
    this.#plan();
    try {
      await abortable(promise, signal);
    } finally {
      if (this.#waiting.delete(waiting)) this.#plan();
    }
  }

  /** Whether an earlier request of this kind is waiting. */
  #hasWaiting(work: Work): boolean {
    return [...this.#waiting].some((other) => other.work === work);
  }

  #allows(work: Work): boolean {
    const from = this.#options.clock.now() - minute;
    this.#started = this.#started.filter(({ at }) => at > from);
    const most = this.#options.most();
    if (this.#started.length >= most) return false;
    const lenses = this.#started.filter((started) => started.work === "lens").length;
    return work !== "lens" || lenses < Math.max(Math.floor(most / lensShare), 1);
  }

  #count(work: Work): void {
    this.#started = [...this.#started, { at: this.#options.clock.now(), work }];
  }

  /** Starts the requests that fit the budget, and schedules the next check. */
  #plan(): void {
    const { clock, onWait } = this.#options;
    this.#timer?.dispose();
    this.#timer = null;
    for (const waiting of this.#waiting) {
      if (!this.#allows(waiting.work)) continue;
      this.#count(waiting.work);
      this.#waiting.delete(waiting);
      waiting.start();
    }
    onWait(this.#waiting.size);
    const [oldest] = this.#started;
    if (this.#waiting.size === 0 || oldest === undefined) return;
    this.#timer = clock.after(Math.max(oldest.at + minute - clock.now(), 1), () => this.#plan());
  }
}
