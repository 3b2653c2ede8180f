import { Loader } from "../async/loader.ts";
import { isPending, type LoadState, shownValue } from "../async/loadState.ts";
import { Observable } from "../async/observable.ts";
import { resolveRange, type TimeBounds } from "../input/timeRange.ts";
import { inBackground, type ProjectClient } from "../projectClient.ts";
import { CallRoute } from "./callRoute.ts";
import { type ConversationKey, isSameConversation } from "./conversationKey.ts";
import { commonOrder } from "./conversationOrder.ts";
import { type ConversationListing, ConversationPages } from "./conversationPages.ts";
import type { PagesAsked } from "./fetchPages.ts";
import { findThread, hasThreads } from "./findThread.ts";
import { failureOf, type ListFailure } from "./listNotice.ts";
import type { SourceCursor } from "./sourceCursor.ts";
import type { ConversationSummary } from "./thread.ts";
import { versionOf } from "./threadCache.ts";
import type { SortField, ThreadQuery } from "./threadQuery.ts";
import { everyThread, isFiltered, selectionQuery, type ThreadSelection } from "./threadSelection.ts";

export interface ThreadListOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Conversations per page of a source. */
  readonly pageSize: () => number;
  /** What requests those with errors. */
  readonly route?: CallRoute;
}

const none: ConversationListing = new ConversationPages([]);

/** What a request for rows resolves to: the resulting state, or null if it was canceled. */
type Ended = Promise<LoadState<ConversationPages> | null>;

/** The conversations of one project in one order, loaded page by page from all of its sources. */
export class ThreadList {
  readonly #options: ThreadListOptions;
  readonly #loader: Loader<ConversationPages>;
  readonly #found = new Observable<ConversationSummary | null>(null);
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
  #news: { readonly before: ConversationPages; readonly latest: ConversationPages; readonly count: number } | null =
    null;

  constructor(options: ThreadListOptions) {
    this.#options = options;
    this.#route = options.route ?? new CallRoute();
    this.#loader = new Loader(options.now);
  }

  get load(): LoadState<ConversationPages> {
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
  get listing(): ConversationListing {
    return shownValue(this.load) ?? none;
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
  get latest(): readonly ConversationSummary[] {
    return this.latestPages?.threads ?? [];
  }

  get latestPages(): ConversationPages | null {
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
  get found(): ConversationSummary | null {
    const found = this.#found.value;
    return found === null || this.#listed(found) !== undefined ? null : found;
  }

  /** A thread on screen. */
  threadOf(key: ConversationKey): ConversationSummary | undefined {
    const found = this.#found.value;
    return this.#listed(key) ?? (found !== null && isSameConversation(found, key) ? found : undefined);
  }

  /** The time range of a thread's statistics; open for a found thread. */
  boundsOf(key: ConversationKey): TimeBounds {
    return this.#listed(key) === undefined ? {} : (shownValue(this.load)?.bounds ?? {});
  }

  /** The service and project of the list; null if there is none. */
  get target(): ProjectClient | null {
    return this.#target;
  }

  /** The query for all shown threads at once, in the same time range; null if there is no target. */
  get query(): ThreadQuery | null {
    if (this.#target === null) return null;
    const { bounds, cursors } = shownValue(this.load) ?? this.#newPages();
    const limit = cursors.find(({ source }) => source.kind === "thread")?.received(this.#options.pageSize()) ?? null;
    const { project } = this.#target;
    return { project, ...selectionQuery(this.#selection, { bounds, limit, offset: 0 }) };
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
  showFound(thread: ConversationSummary): void {
    this.#found.value = thread;
  }

  /** Requests from each source as much as was received; rows on screen stay until all of its rows have arrived. */
  async refresh(isAutomatic = false): Ended {
    this.outdated = false;
    this.#begin(isAutomatic);
    const shown = shownValue(this.load);
    const before = shown !== null && shown.threads.length > 0 ? shown : null;
    const pageSize = this.#options.pageSize();
    const earlier = ({ source }: SourceCursor) => before?.cursors.find((cursor) => cursor.source === source);
    const limit = (cursor: SourceCursor) => earlier(cursor)?.received(pageSize) ?? (earlier(cursor) ? null : pageSize);
    // What is checked now may have been known before, however much the range contains.
    const rows = (cursor: SourceCursor) =>
      limit(cursor) === null && earlier(cursor)?.reach === "checked"
        ? null
        : Math.max(earlier(cursor)?.rows.length ?? 0, pageSize);
    const pages = this.#newPages();
    return this.#fetch(pages, { cursors: pages.cursors, limit, rows, before });
  }

  /** Shows what automatic refreshes have found. */
  async showNew(): Promise<void> {
    const news = this.#news;
    if (news === null) return;
    this.#begin(false);
    await this.#loader.run(async () => news.latest);
  }

  /** Loads the next page, showing rows as they arrive. */
  async loadMore(): Ended {
    return this.#loadRest(this.#options.pageSize());
  }

  /** Loads all the rest, showing rows as they arrive. */
  async loadAll(): Ended {
    return this.#loadRest(null);
  }

  #listed(key: ConversationKey): ConversationSummary | undefined {
    return shownValue(this.load)?.threadOf(key);
  }

  #begin(isAutomatic: boolean): void {
    this.#failure = isAutomatic ? this.failure : null;
    if (!isAutomatic) this.#news = null;
    this.isAutomatic = isAutomatic;
  }

  /** What an automatic refresh shows at once: threads that are on screen stay in their places. */
  #inPlace(latest: ConversationPages): ConversationPages {
    const before = this.#news?.before ?? shownValue(this.load);
    const isChanged = (thread: ConversationSummary) => {
      const shown = before?.threadOf(thread);
      return shown === undefined || versionOf(shown) !== versionOf(thread);
    };
    const isOther = before === null || before.threads.length === 0 || before.reach !== latest.reach;
    const count = isOther || latest.hasOrderOf(before) ? 0 : latest.threads.filter(isChanged).length;
    this.#news = before === null || count === 0 ? null : { before, latest, count };
    return this.#news?.before.updatedBy(latest) ?? latest;
  }

  async #loadRest(limit: number | null): Ended {
    const pages = shownValue(this.load) ?? this.#newPages();
    this.#begin(false);
    if (pages.ended) return this.load;
    return this.#fetch(pages, { cursors: pages.due(limit), limit: () => limit, rows: () => limit, before: null });
  }

  async #fetch(
    pages: ConversationPages,
    { cursors, ...part }: Pick<PagesAsked, "limit" | "rows" | "before"> & { readonly cursors: readonly SourceCursor[] },
  ): Ended {
    if (this.#target === null) return null;
    this.isStopped = false;
    const { isAutomatic, onlyErrors } = this;
    const target = isAutomatic ? inBackground(this.#target) : this.#target;
    const { sort } = this.#order(target);
    const selection = { ...this.#selection, sort };
    const pageSize = this.#options.pageSize();
    const asked = { ...part, target, selection, onlyErrors, pageSize, route: this.#route };
    return this.#loader.run(async (signal, show) => {
      const { fetchPages } = await import("./fetchPages.ts");
      await fetchPages(pages, cursors, asked, signal, () => show(pages));
      await this.#findAgain(target, signal);
      if (pages.threads.length === 0 && (onlyErrors || isFiltered(selection.filter)))
        pages.othersExist = await hasThreads(target, signal);
      return isAutomatic && !signal.aborted ? this.#inPlace(pages) : pages;
    });
  }

  #order({ sources }: ProjectClient) {
    return commonOrder(this.#selection.sort, sources);
  }

  #newPages(): ConversationPages {
    const asOf = this.#options.now();
    const { sources, sort } = this.#target === null ? { sources: [], sort: [] } : this.#order(this.#target);
    return new ConversationPages(sources, sort, { bounds: resolveRange(this.#selection.filter.time, asOf), asOf });
  }

  /** The thread above the list is as old as the list being replaced. */
  async #findAgain(target: ProjectClient, signal: AbortSignal): Promise<void> {
    const { found } = this;
    if (found === null) return;
    const again = await findThread(target, found, signal);
    if (!signal.aborted && this.found !== null && isSameConversation(this.found, found)) this.#found.value = again;
  }
}
