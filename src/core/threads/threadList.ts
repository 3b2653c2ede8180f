import { Loader } from "../async/loader.ts";
import { isPending, type LoadState, shownValue } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import { resolveRange, type TimeBounds } from "../input/timeRange.ts";
import { inBackground, type ProjectClient } from "../projectClient.ts";
import { findThread, hasThreads } from "./findThread.ts";
import type { Thread } from "./thread.ts";
import { type CheckedPages, type ThreadListing, ThreadListings } from "./threadListing.ts";
import { ThreadPages } from "./threadPages.ts";
import type { SortField, ThreadQuery } from "./threadQuery.ts";
import { everyThread, isFiltered, selectionQuery, type ThreadSelection } from "./threadSelection.ts";

export interface ThreadListOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Threads per page. */
  readonly pageSize: () => number;
  /** Which threads have errors, while only those are to be shown; null to show all. */
  readonly errors?: () => LoadState<CheckedPages> | null;
}

/** The threads of one project in one order, loaded page by page. */
export class ThreadList {
  readonly #options: ThreadListOptions;
  readonly #loader: Loader<ThreadPages>;
  readonly #found = new Observable<Thread | null>(null);
  readonly #listings = new ThreadListings();
  /** Whether the rows are on screen; they are requested only then. */
  watched = false;
  /** Whether the current or last refresh was started automatically. */
  isAutomatic = false;
  /** Whether the rows have to be requested again when they are next on screen. */
  outdated = false;
  #target: ProjectClient | null = null;
  #selection = everyThread;

  constructor(options: ThreadListOptions) {
    this.#options = options;
    this.#loader = new Loader(options.now);
  }

  get load(): LoadState<ThreadPages> {
    return this.#loader.load;
  }

  get selection(): ThreadSelection {
    return this.#selection;
  }

  /** The loaded threads that are shown. A found thread is always one of them. */
  get listing(): ThreadListing {
    return this.#listings.of(shownValue(this.load), this.#options.errors?.() ?? null, this.#found.value?.id ?? null);
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
  reset(target: ProjectClient | null, selection: ThreadSelection): void {
    this.#target = target;
    this.#selection = selection;
    // First, so that old rows are not drawn for the new selection.
    this.#loader.reset();
    this.#found.value = null;
  }

  /** Changes the selection and drops rows of another order or filter. Nothing is requested before `refresh`. */
  select(selection: Partial<ThreadSelection>): void {
    this.reset(this.#target, { ...this.#selection, ...selection });
  }

  /** Cancels the current request; rows of a next page that have arrived stay. */
  cancel(): void {
    this.#loader.cancel();
  }

  /** Cancels the current request and keeps all rows that have arrived. */
  stop(): void {
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
    this.isAutomatic = isAutomatic;
    const isEmpty = (shownValue(this.load)?.threads.length ?? 0) === 0;
    return this.#fetch(this.#newPages(), this.#shownLimit, isEmpty);
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
    const pages = shownValue(this.load);
    const place = pages?.placeOf(id);
    return place === undefined ? undefined : pages?.threads[place];
  }

  async #loadRest(limit: number | null): Promise<LoadState<ThreadPages> | null> {
    const pages = shownValue(this.load) ?? this.#newPages();
    this.isAutomatic = false;
    return pages.ended ? this.load : this.#fetch(pages, limit, true);
  }

  /** `limit` is null for no limit; with `showParts`, rows are shown as they arrive. */
  async #fetch(pages: ThreadPages, limit: number | null, showParts: boolean): Promise<LoadState<ThreadPages> | null> {
    if (this.#target === null) return null;
    const target = this.isAutomatic ? inBackground(this.#target) : this.#target;
    const { service, project } = target;
    const { filter } = this.#selection;
    const { bounds } = pages;
    return this.#loader.run(async (signal, show) => {
      const ask = async (most: number | null) => {
        const query = selectionQuery(project, this.#selection, { bounds, limit: most, offset: pages.nextOffset });
        pages.startPage();
        // As part of the next page: if it fails, the list is incomplete, not outdated.
        if (pages.threads.length > 0 && showParts) show(pages);
        for await (const batch of service.queryThreads(query, signal)) {
          pages.add(batch);
          if (showParts) show(pages);
        }
        const hasAllAskedFor = filter.threadIds.length > 0 && pages.threads.length === filter.threadIds.length;
        pages.endPage(hasAllAskedFor ? null : most);
      };
      await ask(limit);
      // Usually the last page, but the service drops rows after counting them.
      if (pages.isShort) await ask(this.#options.pageSize());
      await this.#findAgain(target, signal);
      if (pages.threads.length === 0 && isFiltered(filter)) pages.othersExist = await hasThreads(target, signal);
      return pages;
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
    return new ThreadPages(resolveRange(this.#selection.filter.time, this.#options.now()));
  }

  /** The thread above the list is as old as the list being replaced. */
  async #findAgain(target: ProjectClient, signal: AbortSignal): Promise<void> {
    const { found } = this;
    if (found === null) return;
    const again = await findThread(target, found.id, signal);
    if (!signal.aborted && this.found?.id === found.id) this.#found.value = again;
  }
}
