import { Loader } from "../async/loader.ts";
import { isPending, type LoadState, shownValue } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import { ServiceError } from "../failures/fault.ts";
import { resolveRange, type TimeBounds } from "../input/timeRange.ts";
import { queryThreads } from "../operations.ts";
import { inBackground, type ProjectClient } from "../projectClient.ts";
import { CallRoute } from "./callRoute.ts";
import { findThread, hasThreads } from "./findThread.ts";
import { failureOf, type ListFailure } from "./listNotice.ts";
import type { Thread } from "./thread.ts";
import { versionOf } from "./threadCache.ts";
import { type ThreadListing, ThreadPages } from "./threadPages.ts";
import { mostIds, type SortField, type ThreadQuery } from "./threadQuery.ts";
import { everyThread, isFiltered, selectionQuery, type ThreadSelection } from "./threadSelection.ts";

/** Not part of the start. */
const errorChecks = () => import("./threadsWithErrors.ts");

export interface ThreadListOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Threads per page. */
  readonly pageSize: () => number;
  /** What requests the threads with errors. */
  readonly route?: CallRoute;
}

/**
 * Pages requested after a short one: the last page is short, but so is each page of which the service drops rows, and
 * the list must not load completely because of them.
 */
const mostAfterShort = 10;

const noThreads: ThreadListing = new ThreadPages({});

/** The threads of one project in one order, loaded page by page. */
export class ThreadList {
  readonly #options: ThreadListOptions;
  readonly #loader: Loader<ThreadPages>;
  readonly #found = new Observable<Thread | null>(null);
  readonly #route: CallRoute;
  /** Whether the rows are on screen; they are requested only then. */
  watched = false;
  /** Whether the current or last refresh was started automatically. */
  isAutomatic = false;
  /** Whether the user stopped the last request. */
  isStopped = false;
  /** Whether the rows have to be requested again when they are next on screen. */
  outdated = false;
  #target: ProjectClient | null = null;
  #selection = everyThread;
  #onlyErrors = false;
  /** The failure of the last refresh, while an automatic one runs. */
  #failure: ListFailure | null = null;
  /** What automatic refreshes have found: showing `latest` would move the rows of `before`. */
  #news: { readonly before: ThreadPages; readonly latest: ThreadPages; readonly count: number } | null = null;

  constructor(options: ThreadListOptions) {
    this.#options = options;
    this.#route = options.route ?? new CallRoute();
    this.#loader = new Loader(options.now);
  }

  get load(): LoadState<ThreadPages> {
    return this.#loader.load;
  }

  get selection(): ThreadSelection {
    return this.#selection;
  }

  /** Whether only threads with errors are to be shown. */
  get onlyErrors(): boolean {
    return this.#onlyErrors;
  }

  /** The loaded threads. */
  get listing(): ThreadListing {
    return shownValue(this.load) ?? noThreads;
  }

  /** The failure of the last request; it stays while an automatic one runs, so that rows do not move. */
  get failure(): ListFailure | null {
    return this.load.kind === "loading" ? this.#failure : failureOf(this.load);
  }

  /** How many threads `showNew` would add or move. */
  get newCount(): number {
    return this.#news?.count ?? 0;
  }

  /** The threads last loaded, also those that are not shown yet. */
  get latest(): readonly Thread[] {
    return this.latestPages?.threads ?? [];
  }

  get latestPages(): ThreadPages | null {
    return this.#news?.latest ?? shownValue(this.load);
  }

  /** Whether rows on screen are to be requested. What the user canceled, and what met an unexpected error, is not. */
  get isDue(): boolean {
    if (this.#target === null || this.load.kind === "loading") return false;
    return this.outdated || isPending(this.load);
  }

  /** The primary sort field. */
  get sortedBy(): SortField {
    return this.#selection.sort[0]?.field ?? "last_updated";
  }

  /** A thread found by ID that is shown above the list, because the list does not contain it. */
  get found(): Thread | null {
    const found = this.#found.value;
    return found === null || this.#listed(found.id) !== undefined ? null : found;
  }

  /** A thread on screen. */
  threadOf(id: string): Thread | undefined {
    return this.#listed(id) ?? (this.#found.value?.id === id ? this.#found.value : undefined);
  }

  /** The time range of a thread's statistics; open for a found thread. */
  boundsOf(id: string): TimeBounds {
    return this.#listed(id) === undefined ? {} : (shownValue(this.load)?.bounds ?? {});
  }

  /** The service and project of the list; null if there is none. */
  get target(): ProjectClient | null {
    return this.#target;
  }

  /** The query for all shown threads at once, in the same time range; null if there is no target. */
  get query(): ThreadQuery | null {
    if (this.#target === null) return null;
    const { bounds } = shownValue(this.load) ?? this.#newPages();
    return selectionQuery(this.#target.project, this.#selection, { bounds, limit: this.#shownLimit, offset: 0 });
  }

  subscribe(listener: () => void): { dispose(): void } {
    const subscriptions = [this.#loader.subscribe(listener), this.#found.subscribe(listener)];
    return { dispose: () => subscriptions.forEach((subscription) => void subscription.dispose()) };
  }

  /** Drops all rows. Nothing is requested before `refresh`. */
  reset(target: ProjectClient | null, selection: ThreadSelection, onlyErrors = false): void {
    this.#target = target;
    this.#selection = selection;
    this.#onlyErrors = onlyErrors;
    this.#begin(false);
    // First, so that old rows are not drawn for the new selection.
    this.#loader.reset();
    this.#found.value = null;
  }

  /** Changes the selection and drops rows of another order or filter. Nothing is requested before `refresh`. */
  select(selection: Partial<ThreadSelection>, onlyErrors = this.#onlyErrors): void {
    this.reset(this.#target, { ...this.#selection, ...selection }, onlyErrors);
  }

  /** Cancels the current request; rows of a next page that have arrived stay. */
  cancel(): void {
    this.#loader.cancel();
  }

  /** Cancels the current request and keeps all rows that have arrived. */
  stop(): void {
    this.isStopped ||= this.load.kind === "loading";
    this.#loader.stop();
  }

  /** Resolves when nothing is loading. */
  async settled(): Promise<void> {
    if (this.#target === null || !isPending(this.load)) return;
    await new Promise<void>((resolve) => {
      const subscription = this.#loader.subscribe(() => {
        if (this.#target !== null && isPending(this.load)) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  /** Shows a thread above the list while the list does not contain it. */
  showFound(thread: Thread): void {
    this.#found.value = thread;
  }

  /** Reloads as much as is shown; rows on screen stay until the reload is complete. Resolves to the resulting state. */
  async refresh(isAutomatic = false): Promise<LoadState<ThreadPages> | null> {
    this.outdated = false;
    this.#begin(isAutomatic);
    const { threads, reach } = this.listing;
    const limit = this.#shownLimit;
    // What is checked now may have been known before, however much the range contains.
    const rows = limit === null && reach === "checked" ? null : Math.max(threads.length, this.#options.pageSize());
    return this.#fetch(this.#newPages(), limit, threads.length === 0, rows);
  }

  /** Shows what automatic refreshes have found. */
  async showNew(): Promise<void> {
    const news = this.#news;
    if (news === null) return;
    this.#begin(false);
    await this.#loader.run(async () => news.latest);
  }

  /** Loads the next page, showing rows as they arrive. */
  async loadMore(): Promise<LoadState<ThreadPages> | null> {
    return this.#loadRest(this.#options.pageSize());
  }

  /** Loads all the rest, showing rows as they arrive. */
  async loadAll(): Promise<LoadState<ThreadPages> | null> {
    return this.#loadRest(null);
  }

  #listed(id: string): Thread | undefined {
    return shownValue(this.load)?.threadOf(id);
  }

  #begin(isAutomatic: boolean): void {
    this.#failure = isAutomatic ? this.failure : null;
    if (!isAutomatic) this.#news = null;
    this.isAutomatic = isAutomatic;
  }

  /** What an automatic refresh shows at once: threads that are on screen stay in their places. */
  #inPlace(latest: ThreadPages): ThreadPages {
    const before = this.#news?.before ?? shownValue(this.load);
    const isChanged = (thread: Thread) => {
      const shown = before?.threadOf(thread.id);
      return shown === undefined || versionOf(shown) !== versionOf(thread);
    };
    const isOther = before === null || before.threads.length === 0 || before.reach !== latest.reach;
    const count = isOther || latest.hasOrderOf(before) ? 0 : latest.threads.filter(isChanged).length;
    this.#news = before === null || count === 0 ? null : { before, latest, count };
    return this.#news?.before.updatedBy(latest) ?? latest;
  }

  async #loadRest(limit: number | null): Promise<LoadState<ThreadPages> | null> {
    const pages = shownValue(this.load) ?? this.#newPages();
    this.#begin(false);
    return pages.ended ? this.load : this.#fetch(pages, limit, true);
  }

  /**
   * `limit` is null for no limit; with `showParts`, rows are shown as they arrive. Where threads are checked for errors,
   * they are requested until `rows` more are listed; null for all.
   */
  async #fetch(
    pages: ThreadPages,
    limit: number | null,
    showParts: boolean,
    rows = limit,
  ): Promise<LoadState<ThreadPages> | null> {
    if (this.#target === null) return null;
    this.isStopped = false;
    const { isAutomatic } = this;
    const target = isAutomatic ? inBackground(this.#target) : this.#target;
    const { service, project } = target;
    const { filter } = this.#selection;
    const { bounds } = pages;
    return this.#loader.run(async (signal, show) => {
      if (this.#onlyErrors && pages.reach === "all") await this.#findErrors(pages, target, signal);
      const threadIds = pages.ids ?? filter.threadIds;
      const selection = { ...this.#selection, filter: { ...filter, threadIds } };
      const ask = async (most: number | null) => {
        const query = selectionQuery(project, selection, { bounds, limit: most, offset: pages.nextOffset });
        const page: Thread[] = [];
        pages.startPage();
        // As part of the next page: if it fails, the list is incomplete, not outdated.
        if (pages.threads.length > 0 && showParts) show(pages);
        for await (const batch of service.rows(queryThreads, query, signal)) {
          if (pages.reach === "checked") page.push(...batch);
          else pages.add(batch);
          if (showParts) show(pages);
        }
        if (page.length > 0) {
          const ids = page.map(({ id }) => id);
          const { withErrors } = await errorChecks();
          const failed = await withErrors(target, ids, bounds, signal);
          pages.add(page, ({ id }) => failed.has(id));
        }
        const hasAllAskedFor = threadIds.length > 0 && pages.threads.length === threadIds.length;
        pages.endPage(hasAllAskedFor ? null : most);
      };
      if (pages.reach === "checked") {
        const enough = pages.threads.length + (rows ?? Number.POSITIVE_INFINITY);
        do await ask(mostIds);
        while (!pages.ended && pages.threads.length < enough);
      } else {
        // An empty list would request all threads.
        if (pages.ids?.length === 0) pages.endPage(null);
        else await ask(pages.ids === null ? limit : null);
        for (let more = 0; pages.isShort && more < mostAfterShort; more++) await ask(this.#options.pageSize());
      }
      await this.#findAgain(target, signal);
      if (pages.threads.length === 0 && (this.#onlyErrors || isFiltered(filter)))
        pages.othersExist = await hasThreads(target, signal);
      return isAutomatic && !signal.aborted ? this.#inPlace(pages) : pages;
    });
  }

  /** As many as are shown, in whole pages; null for all: a complete list stays complete. */
  get #shownLimit(): number | null {
    const shown = shownValue(this.load);
    const pageSize = this.#options.pageSize();
    if (shown === null || shown.threads.length === 0) return pageSize;
    return shown.ended ? null : Math.ceil(shown.nextOffset / pageSize) * pageSize;
  }

  #newPages(): ThreadPages {
    const asOf = this.#options.now();
    return new ThreadPages(resolveRange(this.#selection.filter.time, asOf), asOf);
  }

  /** Finds the threads with errors in the whole time range, unless there are too many for one request. */
  async #findErrors(pages: ThreadPages, target: ProjectClient, signal: AbortSignal): Promise<void> {
    const { threadIds } = this.#selection.filter;
    const { failedThreadIds } = await errorChecks();
    try {
      pages.ids = await this.#route.ask(() => failedThreadIds(target, threadIds, pages.bounds, signal), signal);
      pages.reach = pages.ids === null ? "checked" : "known";
    } catch (error) {
      const kind = error instanceof ServiceError ? error.fault.kind : null;
      if (kind === "routeMissing") pages.reach = "unknown";
      // Checking page by page is less work for the service at a time.
      else if (kind === "tooExpensive") pages.reach = "checked";
      else throw error;
    }
  }

  /** The thread above the list is as old as the list being replaced. */
  async #findAgain(target: ProjectClient, signal: AbortSignal): Promise<void> {
    const { found } = this;
    if (found === null) return;
    const again = await findThread(target, found.id, signal);
    if (!signal.aborted && this.found?.id === found.id) this.#found.value = again;
  }
}
