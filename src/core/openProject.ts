import { ProjectCount } from "./counts/projectCount.ts";
import { SavedCounts } from "./counts/savedCounts.ts";
import type { SavedCountStore } from "./counts/storedCounts.ts";
import type { ShownThreads } from "./display.ts";
import { askedPause, type Fault } from "./failures/fault.ts";
import { faultOf } from "./load.ts";
import { Observable } from "./observable.ts";
import { Slots } from "./slots.ts";
import type { Target } from "./target.ts";
import { LastLook, type SeenStore } from "./threads/lastLook.ts";
import { NewThreads } from "./threads/newThreads.ts";
import { ThreadDetails } from "./threads/threadDetails.ts";
import { isFiltered } from "./threads/threadFilter.ts";
import { ThreadList } from "./threads/threadList.ts";
import type { ThreadSelection } from "./threads/threadSelection.ts";
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
  /** Hears of a failure that is no answer of the service. */
  readonly onBug: (error: unknown) => void;
}

/** What is on screen beside the project's views; each resolves to what went wrong. */
export interface ShownBeside {
  refresh(): Promise<Fault | null>;
  /** As `refresh`, by itself: a person's own request is not cut off. */
  poll(): Promise<Fault | null>;
}

/** Everything that this window knows of the project on screen. */
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
  /** Asked again together with the project. */
  readonly beside = new Set<ShownBeside>();
  readonly #route = new CallRoute();
  #slots = new Slots(mostRequests);

  constructor({ now, pageSize, seen, savedCounts, onBug }: OpenProjectOptions) {
    this.threads = new ThreadList({ now, pageSize });
    const slots = () => this.#slots;
    this.details = new ThreadDetails({ now, slots, onBug });
    this.turns = new ThreadTurns(this.#route, { now, slots, onBug });
    this.failed = new FailedThreads({ threads: this.threads, route: this.#route, now, slots });
    this.look = new LastLook(seen, now);
    this.news = new NewThreads(this.threads, this.look, now);
    this.count = new ProjectCount(now);
    this.saved = new SavedCounts(savedCounts, now);
  }

  /** What the threads view has to show. */
  get shown(): ShownThreads {
    const { load, found, selection } = this.threads;
    const { listing, wanted: onlyErrors } = this.failed;
    const filtered = isFiltered(selection.filter) || onlyErrors;
    return { load, listing, found, filtered, onlyErrors, unseen: this.news.count.count > 0 };
  }

  /** Calls `listener` whenever `shown` may have changed. */
  subscribe(listener: () => void): { dispose(): void } {
    const subscriptions = [this.threads, this.failed, this.news].map((part) => part.subscribe(listener));
    return { dispose: () => subscriptions.forEach((each) => void each.dispose()) };
  }

  /**
   * Forgets everything and turns to another project, null for none, of whose threads those with errors alone are to be
   * on screen or all. Nothing is requested.
   */
  reset(target: Target | null, selection: ThreadSelection, onlyErrors = false): void {
    this.#slots = new Slots(mostRequests);
    this.#route.reset();
    this.look.reset(target?.project ?? null);
    this.news.reset();
    this.details.reset(target);
    this.turns.reset(target);
    this.count.reset(target);
    this.saved.reset(target);
    this.threads.reset(target, selection);
    // Last, so that nobody is asked about threads of the project before.
    this.failed.reset(target, onlyErrors);
  }

  /**
   * Asks again about what is watched: rows where they are on screen, else how many are new, and all counts. Resolves to
   * what went wrong, first of all that the service wants to be left alone for a while; null where nothing did.
   */
  async refresh(): Promise<Fault | null> {
    const { rows, others } = await this.#ask((one) => one.poll());
    return worstOf([rows, ...others]);
  }

  /** As `refresh`, by itself: a person's own request for rows is not cut off. */
  async poll(): Promise<Fault | null> {
    if (this.threads.watched && this.threads.load.kind === "loading") return null;
    return this.refresh();
  }

  /**
   * As `refresh`, for a person who asks: nothing that is older is kept to be shown later, but turns until the others come. Resolves to what went wrong
   * with the rows on screen, which is to be told; counts tell it where they stand.
   */
  async refreshAll(): Promise<Fault | null> {
    this.#slots = new Slots(mostRequests);
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
