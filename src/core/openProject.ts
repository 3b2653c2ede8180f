import { faultOf } from "./async/loadState.ts";
import { Observable } from "./async/observable.ts";
import { Semaphore } from "./async/semaphore.ts";
import { ProjectCount } from "./counts/callCounter.ts";
import type { SavedCountStore } from "./counts/savedCount.ts";
import { SavedCounts } from "./counts/savedCounts.ts";
import type { ShownThreads } from "./display.ts";
import { askedPause, type Fault } from "./failures/fault.ts";
import type { ProjectClient } from "./projectClient.ts";
import { LastLook, type SeenStore } from "./threads/lastLook.ts";
import { NewThreads } from "./threads/newThreads.ts";
import { ThreadDetails } from "./threads/threadAnswers.ts";
import { ThreadList } from "./threads/threadList.ts";
import { isFiltered, type ThreadSelection } from "./threads/threadSelection.ts";
import { CallRoute } from "./turns/callRoute.ts";
import { FailedThreads } from "./turns/failedThreads.ts";
import { ThreadTurns } from "./turns/threadTurns.ts";

/** Requests about single threads that run at a time. */
const mostRequests = 4;

export interface OpenProjectOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Threads to ask for at a time. */
  readonly pageSize: () => number;
  readonly seen: SeenStore;
  readonly savedCounts: SavedCountStore;
  /** Called with unexpected errors, which are not faults of the service. */
  readonly onBug: (error: unknown) => void;
}

/** What is shown besides the project's views; each method resolves to the fault, if any. */
export interface ShownBeside {
  refresh(): Promise<Fault | null>;
  /** As `refresh`, but automatic: a request by the user is not interrupted. */
  poll(): Promise<Fault | null>;
}

/** The state of the open project in this window. */
export class OpenProject {
  readonly threads: ThreadList;
  readonly details: ThreadDetails;
  readonly turns: ThreadTurns;
  readonly failed: FailedThreads;
  readonly look: LastLook;
  readonly news: NewThreads;
  readonly count: ProjectCount;
  readonly saved: SavedCounts;
  /** The thread whose row, or one of the rows in it, is selected; null for none. */
  readonly selected = new Observable<string | null>(null);
  /** Refreshed together with the project. */
  readonly beside = new Set<ShownBeside>();
  readonly #route = new CallRoute();
  #semaphore = new Semaphore(mostRequests);

  constructor({ now, pageSize, seen, savedCounts, onBug }: OpenProjectOptions) {
    this.threads = new ThreadList({ now, pageSize, errors: () => this.failed.errors });
    const semaphore = () => this.#semaphore;
    this.details = new ThreadDetails({ now, semaphore, onBug });
    this.turns = new ThreadTurns(this.#route, { now, semaphore, onBug });
    this.failed = new FailedThreads({ threads: this.threads, route: this.#route, now, semaphore });
    this.look = new LastLook(seen, now);
    this.news = new NewThreads(this.threads, this.look, now);
    this.count = new ProjectCount(now);
    this.saved = new SavedCounts(savedCounts, now);
  }

  /** The content of the threads view. */
  get shown(): ShownThreads {
    const { load, listing, found, selection } = this.threads;
    const { wanted: onlyErrors } = this.failed;
    const filtered = isFiltered(selection.filter) || onlyErrors;
    return { load, listing, found, filtered, onlyErrors, unseen: this.news.count.count > 0 };
  }

  /** Calls `listener` whenever `shown` may have changed. */
  subscribe(listener: () => void): { dispose(): void } {
    const subscriptions = [this.threads, this.failed, this.news].map((part) => part.subscribe(listener));
    return { dispose: () => subscriptions.forEach((each) => void each.dispose()) };
  }

  /**
   * Clears everything and opens another project, null for none, with all its threads or only those with errors.
   * No requests are sent.
   */
  reset(target: ProjectClient | null, selection: ThreadSelection, onlyErrors = false): void {
    this.#semaphore = new Semaphore(mostRequests);
    this.#route.reset();
    this.look.reset(target?.project ?? null);
    this.news.reset();
    this.details.reset(target);
    this.turns.reset(target);
    this.count.reset(target);
    this.saved.reset(target);
    this.threads.reset(target, selection);
    // Last, so that no request is sent for the threads of the previous project.
    this.failed.reset(target, onlyErrors);
  }

  /**
   * Refreshes what is watched: rows if they are shown, else the number of new threads, and all counts. Resolves to
   * the worst fault, a rate limit first; null if there is none.
   */
  async refresh(): Promise<Fault | null> {
    const { rows, others } = await this.#ask((one) => one.poll());
    return worstOf([rows, ...others]);
  }

  /** As `refresh`, but automatic: a request for rows by the user is not interrupted. */
  async poll(): Promise<Fault | null> {
    if (this.threads.watched && this.threads.load.kind === "loading") return null;
    return this.refresh();
  }

  /**
   * As `refresh`, but on demand: nothing older is kept, except turns until they are replaced. Resolves to the fault
   * of the rows shown, which is to be reported; counts report their own.
   */
  async refreshAll(): Promise<Fault | null> {
    this.#semaphore = new Semaphore(mostRequests);
    this.#route.reset();
    this.details.forget();
    this.turns.outdate();
    if (!this.threads.watched) this.threads.outdated = true;
    return (await this.#ask((one) => one.refresh())).rows;
  }

  async #ask(
    askBeside: (one: ShownBeside) => Promise<Fault | null>,
  ): Promise<{ readonly rows: Fault | null; readonly others: readonly (Fault | null)[] }> {
    const { threads, news, count, saved } = this;
    const besides = Promise.all([...this.beside].map(askBeside));
    const [rows, unseen, ...counts] = await Promise.all([
      threads.watched ? threads.refresh() : null,
      threads.watched ? null : news.ask(),
      count.refresh(),
      saved.refresh(),
    ]);
    const faults = counts.flat().map((load) => load && faultOf(load));
    return { rows: rows && faultOf(rows), others: [unseen, ...faults, ...(await besides)] };
  }
}

function worstOf(faults: readonly (Fault | null)[]): Fault | null {
  const pause = (fault: Fault) => askedPause(fault) ?? (fault.kind === "rateLimited" ? 0 : -1);
  const [worst = null] = faults.filter((fault) => fault !== null).sort((a, b) => pause(b) - pause(a));
  return worst;
}
