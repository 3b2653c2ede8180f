import type { TimeBounds } from "../input/timeRange.ts";
import type { Thread } from "./thread.ts";

/**
 * The threads loaded so far, page after page, in the order of the service. It grows in place, because copying a long
 * list for every batch that arrives would hold up everything else; what is in it never moves and never goes away.
 */
export class ThreadPages {
  /** The window that the statistics of these threads are clipped to. */
  readonly bounds: TimeBounds;
  readonly #threads: Thread[] = [];
  readonly #places = new Map<string, number>();
  #pageStart = 0;
  #nextOffset = 0;
  #ended = false;
  #shortPage: ShortPage | null = null;
  #othersExist = false;
  #growing = false;

  constructor(bounds: TimeBounds) {
    this.bounds = bounds;
  }

  get threads(): readonly Thread[] {
    return this.#threads;
  }

  /** The offset to ask from next. */
  get nextOffset(): number {
    return this.#nextOffset;
  }

  /** True once a page came back empty, or all there is was asked for: only that tells that there are no more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Set when the last page held fewer threads than asked for, which does not mean that it was the last one. */
  get shortPage(): ShortPage | null {
    return this.#shortPage;
  }

  /** Whether a page has begun to arrive and has not arrived whole. */
  get growing(): boolean {
    return this.#growing;
  }

  /** Of an empty list: whether the project has threads that the filter leaves out. */
  get othersExist(): boolean {
    return this.#othersExist;
  }

  /** Place of a thread among those loaded, from 0; undefined when it is not among them. */
  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /**
   * Appends rows, leaving out threads that are there already: paging by offset over a live project repeats some. Rows of
   * a page that breaks off count for the offset, so that going on neither asks for them again nor leaves any out.
   */
  add(arrived: readonly Thread[]): void {
    this.#nextOffset += arrived.length;
    for (const thread of arrived) {
      if (this.#places.has(thread.id)) continue;
      this.#places.set(thread.id, this.#threads.length);
      this.#threads.push(thread);
    }
  }

  /**
   * Closes a page that arrived whole; `size` is null where all the rest was asked for. The offset moves by the page's
   * size, not by the rows received: the service drops rows after it has counted them, so a short page is not the last one.
   */
  endPage(size: number | null): void {
    const rows = this.#nextOffset - this.#pageStart;
    this.#ended = size === null || rows === 0;
    this.#shortPage = size !== null && rows > 0 && rows < size ? { rows, size } : null;
    if (size !== null && rows > 0) this.#nextOffset = this.#pageStart + size;
    this.#pageStart = this.#nextOffset;
    this.#growing = false;
  }

  /** Begins anew from where the page before broke off. */
  startPage(): void {
    this.#pageStart = this.#nextOffset;
    this.#shortPage = null;
    this.#growing = true;
  }

  noteOthers(): void {
    this.#othersExist = true;
  }
}

/** Threads received and asked for. */
export interface ShortPage {
  readonly rows: number;
  readonly size: number;
}
