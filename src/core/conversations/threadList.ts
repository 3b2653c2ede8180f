import { Loader } from "../async/loader.ts";
import { isPending, type LoadState, shownValue } from "../async/loadState.ts";
import { until } from "../async/until.ts";
import { resolveRange } from "../input/timeRange.ts";
import { CallRoute } from "../port/callRoute.ts";
import { backgroundClient, type ProjectClient } from "../port/projectClient.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { SortField } from "../query/threadQuery.ts";
import { commonOrder } from "./conversationOrder.ts";
import { type ConversationListing, ConversationPages } from "./conversationPages.ts";
import { fetchPages, type PagesPart, type ThreadListOptions } from "./fetchPages.ts";
import { FoundRow } from "./foundRow.ts";
import { HeldNews } from "./heldNews.ts";
import { failureOf, type ListFailure } from "./listNotice.ts";
import type { SourceCursor } from "./sourceCursor.ts";
import { everyThread, kindOf, type ThreadSelection } from "./threadSelection.ts";
import type { ListSection } from "./turnRow.ts";

/** What a request for rows resolves to: the resulting state, or null if it was canceled. */
type Ended = Promise<LoadState<ConversationPages> | null>;

/** The conversations of one project in one order, loaded page by page from all of its sources. */
export class ThreadList {
  readonly #options: ThreadListOptions;
  readonly #loader: Loader<ConversationPages>;
  readonly #found = new FoundRow();
  readonly #route: CallRoute;
  /** Whether the rows are on screen; they are requested only then. */
  watched = false;
  /** Whether the current or last refresh was started automatically. */
  isAutomatic = false;
  /** Whether the user stopped the last request. */
  isStopped = false;
  /** Whether the rows have to be requested again when they are next on screen. */
  outdated = false;
  /** The service and project of the list, null for none; changed by `reset` only. */
  target: ProjectClient | null = null;
  /** Changed by `reset` and `select` only. */
  selection: ThreadSelection = everyThread;
  /** Whether only threads with errors are to be shown; changed by `reset` and `select` only. */
  onlyErrors = false;
  /** The failure of the last refresh, while an automatic one runs. */
  #failure: ListFailure | null = null;
  /** Conversations that are shown above the list, too. */
  above: readonly ConversationSummary[] = [];
  readonly #news = new HeldNews();
  /** Shows what has arrived of the current request. */
  #release = (): void => undefined;

  constructor(options: ThreadListOptions) {
    this.#options = options;
    this.#route = options.route ?? new CallRoute();
    this.#loader = new Loader(options.now);
  }

  get load(): LoadState<ConversationPages> {
    return this.#loader.load;
  }

  /** The loaded threads. */
  get listing(): ConversationListing {
    return shownValue(this.load) ?? new ConversationPages([]);
  }

  /** The failure of the last request; it stays while an automatic one runs, so that rows do not move. */
  get failure(): ListFailure | null {
    return this.load.kind === "loading" ? this.#failure : failureOf(this.load);
  }

  /** How many threads `showNew` would add or move. */
  get newCount(): number {
    return this.#news.count;
  }

  /** The threads last loaded, also those that are not shown yet. */
  get latestPages(): ConversationPages | null {
    return this.#news.latest ?? shownValue(this.load);
  }

  /** Whether rows on screen are to be requested. What the user canceled, and what met an unexpected error, is not. */
  get isDue(): boolean {
    if (this.target === null || this.load.kind === "loading") return false;
    return this.outdated || isPending(this.load);
  }

  /** The primary sort field. */
  get sortedBy(): SortField {
    return this.selection.sort[0]?.field ?? "last_updated";
  }

  /** A thread found by ID that is shown above the list, because the list does not contain it. */
  get found(): ConversationSummary | null {
    const found = this.#found.value;
    return found === null || this.#listed(found) !== undefined ? null : found;
  }

  threadOf(key: ConversationKey): ConversationSummary | undefined {
    return this.#listed(key) ?? this.#found.with(key);
  }

  /** The time range of a thread's statistics; open for one above the list, and for agents, which the list has whole. */
  boundsOf(key: ConversationKey, section: ListSection = "list"): TimeBounds {
    const isWhole = section !== "list" || this.#listed(key) === undefined || key.kind === "agent";
    return isWhole ? {} : (shownValue(this.load)?.bounds ?? {});
  }

  /** What is shown, or an empty list with the time range of now. */
  get pages(): ConversationPages {
    return shownValue(this.load) ?? this.#newPages();
  }

  subscribe(listener: () => void): { dispose(): void } {
    const subscriptions = [this.#loader.subscribe(listener), this.#found.subscribe(listener)];
    return { dispose: () => subscriptions.forEach((subscription) => void subscription.dispose()) };
  }

  /** Drops all rows. Nothing is requested before `refresh`. */
  reset(target: ProjectClient | null, selection: ThreadSelection, onlyErrors = false): void {
    this.target = target;
    this.selection = selection;
    this.onlyErrors = onlyErrors;
    this.#begin(false);
    // First, so that old rows are not drawn for the new selection.
    this.#loader.reset();
    this.#found.value = null;
    this.above = [];
  }

  /** Changes the selection and drops rows of another order or filter. Nothing is requested before `refresh`. */
  select(selection: Partial<ThreadSelection>, onlyErrors = this.onlyErrors): void {
    this.reset(this.target, { ...this.selection, ...selection }, onlyErrors);
  }

  /** Cancels the current request; rows of a next page that have arrived stay. */
  cancel(): void {
    this.#loader.cancel();
  }

  /** Cancels the current request and keeps all rows that have arrived. */
  stop(): void {
    this.isStopped ||= this.load.kind === "loading";
    if (this.load.kind === "loading") this.#release();
    this.#loader.stop();
  }

  /** Resolves when nothing is loading. */
  settled(): Promise<void> {
    return until(this.#loader, () => this.target === null || !isPending(this.load));
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
    const pages = this.#newPages();
    return this.#fetch(pages, pages.cursors, { more: this.#options.pageSize(), before });
  }

  /** Shows what automatic refreshes have found. */
  async showNew(): Promise<void> {
    const { latest } = this.#news;
    if (latest === null) return;
    this.#begin(false);
    await this.#loader.run(async () => latest);
  }

  /** Loads the next page, or so many rows of each source, null for all, showing them as they arrive. */
  async loadMore(more: number | null = this.#options.pageSize()): Ended {
    const { pages } = this;
    this.#begin(false);
    return pages.ended ? this.load : this.#fetch(pages, pages.due(more), { more, before: null });
  }

  #listed(key: ConversationKey): ConversationSummary | undefined {
    return shownValue(this.load)?.threadOf(key);
  }

  #begin(isAutomatic: boolean): void {
    this.#failure = isAutomatic ? this.failure : null;
    if (!isAutomatic) this.#news.clear();
    this.isAutomatic = isAutomatic;
  }

  async #fetch(pages: ConversationPages, cursors: readonly SourceCursor[], part: PagesPart): Ended {
    if (this.target === null) return null;
    this.isStopped = false;
    const { isAutomatic, onlyErrors } = this;
    const target = isAutomatic ? backgroundClient(this.target) : this.target;
    const selection = { ...this.selection, sort: pages.sort };
    this.#release = () => undefined;
    const onHeld = (release: () => void) => {
      this.#release = release;
    };
    const page = { ...part, pageSize: this.#options.pageSize(), route: this.#route };
    const requested = { ...page, onHeld, target, selection, onlyErrors };
    return this.#loader.run(async (signal, show) => {
      // What was found automatically may move rows: it is shown at the end.
      const showArrived = isAutomatic ? () => undefined : () => show(pages);
      await fetchPages(pages, cursors, requested, signal, showArrived);
      if (this.found !== null) await this.#found.renew(target, signal);
      return isAutomatic && !signal.aborted ? this.#news.take(pages, shownValue(this.load)) : pages;
    });
  }

  #newPages(): ConversationPages {
    const asOf = this.#options.now();
    const { sort: chosen, filter } = this.selection;
    const { sources, sort } = commonOrder(chosen, this.target?.sources ?? [], kindOf(filter));
    return new ConversationPages(sources, sort, { bounds: resolveRange(this.selection.filter.time, asOf), asOf });
  }
}
