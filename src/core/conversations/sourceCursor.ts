import type { Fault } from "../failures/fault.ts";
import type { ConversationSource } from "../port/conversationSource.ts";
import type { ConversationSummary } from "../query/thread.ts";

/**
 * The conversations of one source that have arrived, page by page, in its order, and where it continues. It grows in
 * place, because copying a long list for every arriving batch would block everything else; its entries never move and are
 * never removed.
 */
export class SourceCursor {
  readonly source: ConversationSource;
  /** See `ConversationListing`. */
  reach: "all" | "known" | "checked" | "unknown" = "all";
  /** Of `known`: their IDs. */
  ids: readonly string[] | null = null;
  /** With a filter that finds IDs first, those that it left. */
  named: readonly string[] | null = null;
  checked = 0;
  /** The offset of the next request. */
  nextOffset = 0;
  /** True once a page was empty, or everything was requested: only then there are no more. */
  ended = false;
  /** Whether the last page was shorter than requested, which does not mean that it was the last one. */
  isShort = false;
  /** Whether a page has begun to arrive and is not complete. */
  growing = false;
  /** Whether nothing has arrived for so long that the other sources are shown without it. */
  isLate = false;
  /** Why its last request failed while that of another source did not. */
  fault: Fault | null = null;
  /** Whether that was a refresh: the rows are those from before. */
  isOutdated = false;
  /** Whether rows of other sources are listed that its next ones may belong before. */
  isPassed = false;
  /** How many conversations match in all; null if the source does not know it. */
  total: number | null = null;
  readonly rows: ConversationSummary[];
  /** How many of the rows are in the merged list. */
  taken = 0;
  readonly #places: Map<string, number>;
  #pageStart = 0;

  /** With the rows of `before`, which is not used any longer: a copy of a long list blocks everything else. */
  constructor(source: ConversationSource, before?: SourceCursor) {
    this.source = source;
    this.rows = before?.rows ?? [];
    this.#places = before === undefined ? new Map() : before.#places;
  }

  rowOf(id: string): ConversationSummary | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.rows[place];
  }

  /**
   * Appends rows without duplicates: paging by offset over a live project repeats some. Rows of a page that fails midway
   * count for the offset, so continuing neither repeats nor skips any. So do those that are not listed.
   */
  add(arrived: readonly ConversationSummary[], isListed: (row: ConversationSummary) => boolean = () => true): void {
    this.nextOffset += arrived.length;
    this.checked += arrived.length;
    for (const row of arrived) {
      if (this.#places.has(row.id) || !isListed(row)) continue;
      this.#places.set(row.id, this.rows.length);
      this.rows.push(row);
    }
  }

  /**
   * Completes a page; `size` is null if everything was requested. The offset advances by the page size, not by the
   * received rows: the service drops rows after counting them, so a short page is not the last one.
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

  /** Rows that are due once the others have come so far. */
  get buffered(): number {
    return this.rows.length - this.taken;
  }

  /** As many as were received, in whole pages; null for all: a complete list stays complete. */
  received(pageSize: number): number | null {
    if (this.rows.length === 0) return pageSize;
    return this.ended ? null : Math.ceil(this.nextOffset / pageSize) * pageSize;
  }

  /** The same rows in the same places, as they are in `latest` if they are there. */
  updatedBy(latest: SourceCursor | undefined): SourceCursor {
    const cursor = new SourceCursor(this.source, latest === undefined ? this : undefined);
    if (latest !== undefined) cursor.add(this.rows.map((row) => latest.rowOf(row.id) ?? row));
    const { nextOffset, ended, reach, ids, checked, taken, fault, isOutdated, total } = this;
    return Object.assign(cursor, { nextOffset, ended, reach, ids, checked, taken, fault, isOutdated, total });
  }
}
