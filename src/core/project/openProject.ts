import { Lazy } from "../async/lazy.ts";
import { faultOf } from "../async/loadState.ts";
import { LongWait } from "../async/longWait.ts";
import { Observable } from "../async/observable.ts";
import type { Clock, PollState } from "../async/poller.ts";
import { Semaphore } from "../async/semaphore.ts";
import { FailedThreads } from "../conversations/failedThreads.ts";
import { FirstMessages } from "../conversations/firstMessages.ts";
import { LastFailures } from "../conversations/lastFailure.ts";
import { LastSeen, type SeenStore } from "../conversations/lastSeen.ts";
import { NewThreads } from "../conversations/newThreads.ts";
import { RecentThreads } from "../conversations/recentThreads.ts";
import { ThreadDetailsCache } from "../conversations/threadCache.ts";
import { ThreadList } from "../conversations/threadList.ts";
import type { PinnedGroup } from "../conversations/threadRows.ts";
import { isSameFilter, type ThreadFilter, type ThreadSelection, unfiltered } from "../conversations/threadSelection.ts";
import { ThreadTurns } from "../conversations/threadTurns.ts";
import { CountCalls } from "../counts/countCalls.ts";
import { ProjectCount } from "../counts/projectCount.ts";
import type { SavedCountStore } from "../counts/savedCount.ts";
import { SavedCounts } from "../counts/savedCounts.ts";
import { type Fault, worstOf } from "../failures/fault.ts";
import { CallRoute } from "../port/callRoute.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { RowCacheOptions } from "../port/rowCache.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import { ServiceStanding } from "../requests/serviceStanding.ts";
import type { ShownThreads } from "./display.ts";

/** Requests about single threads that run at a time. */
const mostRequests = 4;

export interface OpenProjectOptions extends Pick<RowCacheOptions, "now" | "onBug"> {
  readonly clock: Clock;
  /** Threads to ask for at a time. */
  readonly pageSize: () => number;
  /** Whether the first messages of threads may be requested. */
  readonly threadMessages: () => boolean;
  readonly seen: SeenStore;
  readonly savedCounts: SavedCountStore;
}

/** What is refreshed along with the views of the project; each method resolves to the fault, if any. */
export interface Refreshable {
  refresh(): Promise<Fault | null>;
  /** As `refresh`, but automatic: a request by the user is not interrupted. */
  poll(): Promise<Fault | null>;
}

/** The state of the open project in this window. */
export class OpenProject {
  readonly threads: ThreadList;
  readonly details: ThreadDetailsCache;
  readonly turns: ThreadTurns;
  readonly failed: FailedThreads;
  readonly failures: LastFailures;
  readonly messages: FirstMessages;
  readonly lastSeen: LastSeen;
  readonly news: NewThreads;
  readonly count: ProjectCount;
  readonly saved: SavedCounts;
  readonly calls: CountCalls;
  readonly standing: ServiceStanding;
  readonly wait: LongWait;
  readonly recent = new RecentThreads();
  readonly feedbackChange = new Observable<void>(undefined);
  /** What people and scorers wrote, of conversations that were opened. */
  readonly feedback = new Lazy(async () => {
    const { ProjectFeedback } = await import("../feedback/projectFeedback.ts");
    return new ProjectFeedback(this.feedbackChange);
  });
  readonly pinned = new Observable<PinnedGroup["pins"]>([]);
  /** The conversation whose row, or one of the rows in it, is selected; null for none. */
  readonly selected = new Observable<ConversationKey | null>(null);
  /** Whether new threads, turns and counts are requested automatically. */
  readonly following = new Observable<PollState>("off");
  /** Refreshed together with the project. */
  readonly refreshables = new Set<Refreshable>();
  /** The filter of a project without a choice. A field, because `shown` is read for every batch of rows. */
  defaultFilter: ThreadFilter = unfiltered;
  /** The name under which the project's state is stored, which tells services apart; null without a project. */
  place: string | null = null;
  readonly #route = new CallRoute();
  #semaphore = new Semaphore(mostRequests);
  #automatic = new Semaphore(mostRequests);

  constructor({ now, clock, pageSize, threadMessages: wanted, seen, savedCounts, onBug }: OpenProjectOptions) {
    this.threads = new ThreadList({ now, pageSize, route: this.#route });
    const semaphore = () => this.#semaphore;
    const automatic = () => this.#automatic;
    this.details = new ThreadDetailsCache({ now, semaphore, onBug });
    this.turns = new ThreadTurns(this.#route, { now, semaphore, onBug });
    this.failures = new LastFailures(this.#route, { now, semaphore, onBug });
    this.failed = new FailedThreads({ threads: this.threads, route: this.#route, now, automatic });
    this.messages = new FirstMessages({ threads: this.threads, route: this.#route, now, semaphore: automatic, wanted });
    this.lastSeen = new LastSeen(seen, now);
    this.news = new NewThreads(this.threads, this.lastSeen, now);
    this.count = new ProjectCount(now);
    this.saved = new SavedCounts(savedCounts, now);
    this.calls = new CountCalls(this.#route, { now, semaphore, onBug });
    this.standing = new ServiceStanding(clock, now);
    this.wait = new LongWait(clock);
    for (const part of [this.threads, this.turns, this.details, this.calls, this.count, this.saved])
      part.subscribe(() => this.wait.follow(this.#isWaitedFor));
  }

  /** Whether the threads are filtered by more than the default. */
  get isFiltered(): boolean {
    return !isSameFilter(this.threads.selection.filter, this.defaultFilter) || this.threads.onlyErrors;
  }

  get shown(): ShownThreads {
    const { load, listing, found, onlyErrors } = this.threads;
    const filtered = this.isFiltered;
    const isFollowing = this.following.value !== "off";
    const [unseen, slow] = [this.news.count.count > 0, this.wait.isLong];
    return { load, listing, found, filtered, onlyErrors, unseen, isFollowing, slow };
  }

  /** Calls `listener` whenever `shown` may have changed. */
  subscribe(listener: () => void): { dispose(): void } {
    const subscriptions = [this.threads, this.news, this.following, this.wait].map((part) => part.subscribe(listener));
    return { dispose: () => subscriptions.forEach((each) => void each.dispose()) };
  }

  /** Clears everything and opens another project, or none, with all threads or those with errors. Requests nothing. */
  reset(
    target: ProjectClient | null,
    selection: ThreadSelection,
    onlyErrors = false,
    place: string | null = target?.project ?? null,
  ): void {
    this.place = place;
    this.#semaphore = new Semaphore(mostRequests);
    this.#automatic = new Semaphore(mostRequests);
    this.#route.reset();
    this.standing.reset();
    this.lastSeen.reset(place);
    this.news.reset();
    this.recent.reset();
    this.feedback.forget();
    this.pinned.value = [];
    for (const part of [this.details, this.turns, this.failures, this.messages]) part.reset(target);
    this.count.open(target);
    this.saved.reset(target, place);
    this.calls.reset(target);
    this.threads.reset(target, selection, onlyErrors);
    // Last, so that no request is sent for the threads of the previous project.
    this.failed.reset(target);
  }

  /**
   * Refreshes automatically what is watched: rows if they are shown, else the number of new threads, and counts. A
   * request for rows by the user is not interrupted. Resolves to the worst fault, a rate limit first; null for none.
   */
  async poll(): Promise<Fault | null> {
    if (this.threads.watched && this.threads.load.kind === "loading") return null;
    const { rows, others, dependents } = await this.#ask(true);
    return worstOf([rows, ...others, ...dependents]);
  }

  /** Cancels what is loading in the views, and keeps what has arrived. */
  cancel(): void {
    for (const part of [this.threads, this.turns, this.details, this.calls, this.count, this.saved]) part.stop();
  }

  /**
   * Refreshes on demand: nothing older is kept, except turns until they are replaced. Resolves to the fault to report:
   * null if there is none, or if a visible view or page already shows it.
   */
  async refreshAll(): Promise<Fault | null> {
    this.#semaphore = new Semaphore(mostRequests);
    this.#route.reset();
    this.threads.target?.agentRoute.reset();
    this.details.forget();
    this.failures.forget();
    this.turns.outdate();
    if (!this.threads.watched) this.threads.outdated = true;
    const { rows, others, dependents } = await this.#ask(false);
    const isShown = this.threads.watched || this.saved.isViewed || dependents.some((fault) => fault !== null);
    return isShown ? null : worstOf([rows, ...others]);
  }

  get #isWaitedFor(): boolean {
    const { threads, turns, details, calls, count, saved } = this;
    const loads = [threads.load, count.load, ...saved.all.map(({ load }) => load)];
    const isLoading = [turns, details, calls].some((part) => part.isLoading);
    return isLoading || loads.some(({ kind }) => kind === "loading");
  }

  async #ask(isAutomatic: boolean) {
    const { threads, news, count, saved, calls } = this;
    calls.outdate();
    // First: the refreshables wait for the rows instead of requesting them.
    const requested = threads.watched ? threads.refresh(isAutomatic) : null;
    const dependents = Promise.all([...this.refreshables].map((one) => (isAutomatic ? one.poll() : one.refresh())));
    const [rows, unseen, ...counts] = await Promise.all([
      requested,
      threads.watched ? null : news.ask(),
      count.refresh(isAutomatic),
      isAutomatic ? saved.poll() : saved.refresh(),
    ]);
    const faults = counts.flat().map((load) => load && faultOf(load));
    return { rows: rows && faultOf(rows), others: [unseen, ...faults], dependents: await dependents };
  }
}
