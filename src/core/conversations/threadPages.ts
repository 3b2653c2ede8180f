import type { TimeBounds } from "../input/timeRange.ts";
import type { Thread } from "./thread.ts";

/** Which of the loaded threads are on screen, and which threads of the time range these are. */
export interface ThreadListing {
  readonly threads: readonly Thread[];
  /**
   * `all` if nothing is filtered out. Otherwise only those with errors: all (`known`), or those among the `checked` ones;
   * or all threads, because the service cannot report which have errors (`unknown`).
   */
  readonly reach: "all" | "known" | "checked" | "unknown";
  readonly checked: number;
}

/** Whether no thread without errors is on screen. */
export function hasOnlyErrors({ reach }: Pick<ThreadListing, "reach">): boolean {
  return reach === "known" || reach === "checked";
}

/**
 * The threads loaded so far, page by page, in the order of the service. It grows in place, because copying a long
 * list for every arriving batch would block everything else; its entries never move and are never removed.
 */
export class ThreadPages implements ThreadListing {
  /** The time range that the statistics are clipped to. */
  readonly bounds: TimeBounds;
  /** When they were requested, in milliseconds since the epoch. */
  readonly asOf: number;
  reach: ThreadListing["reach"] = "all";
  /** Of `known`: their IDs. */
  ids: readonly string[] | null = null;
  checked = 0;
  /** Of an empty list: whether the project has threads that the filter hides. */
  othersExist = false;
  /** The offset of the next request. */
  nextOffset = 0;
  /** True once a page was empty, or everything was requested: only then there are no more. */
  ended = false;
  /** Whether the last page was shorter than requested, which does not mean that it was the last one. */
  isShort = false;
  /** Whether a page has begun to arrive and is not complete. */
  growing = false;
  readonly #threads: Thread[] = [];
  readonly #places = new Map<string, number>();
  #pageStart = 0;

  constructor(bounds: TimeBounds, asOf = 0) {
    this.bounds = bounds;
    this.asOf = asOf;
  }

  get threads(): readonly Thread[] {
    return this.#threads;
  }

  /** Index of a thread among the loaded ones; undefined if it is not loaded. */
  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  threadOf(id: string): Thread | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#threads[place];
  }

  /**
   * Appends rows without duplicates: paging by offset over a live project repeats some. Rows of
   * a page that fails midway count for the offset, so continuing neither repeats nor skips any. So do those that are
   * not listed.
   */
  add(arrived: readonly Thread[], isListed: (thread: Thread) => boolean = () => true): void {
    this.nextOffset += arrived.length;
    this.checked += arrived.length;
    for (const thread of arrived) {
      if (this.#places.has(thread.id) || !isListed(thread)) continue;
      this.#places.set(thread.id, this.#threads.length);
      this.#threads.push(thread);
    }
  }

  hasOrderOf({ threads }: ThreadPages): boolean {
    return threads.length === this.#threads.length && threads.every(({ id }, place) => this.#places.get(id) === place);
  }

  /** These threads in the same places, as they are in `latest` if they are there. */
  updatedBy(latest: ThreadPages): ThreadPages {
    const pages = new ThreadPages(latest.bounds, latest.asOf);
    pages.add(this.#threads.map((thread) => latest.threadOf(thread.id) ?? thread));
    const { nextOffset, ended, reach, ids, checked } = this;
    return Object.assign(pages, { nextOffset, ended, reach, ids, checked });
  }

  /**
   * Completes a page; `size` is null if everything was requested. The offset advances by the page
   * size, not by the received rows: the service drops rows after counting them, so a short page is not the last one.
   */
  endPage(size: number | null): void {
    const rows = this.nextOffset - this.#pageStart;
    this.ended = size === null || rows === 0;
    this.isShort = size !== null && rows > 0 && rows < size;
    if (size !== null && rows > 0) this.nextOffset = this.#pageStart + size;
    this.#pageStart = this.nextOffset;
    this.growing = false;
  }

  /** Resumes where the failed page ended. */
  startPage(): void {
    this.#pageStart = this.nextOffset;
    this.isShort = false;
    this.growing = true;
  }
}
