import { type LoadState, shownValue } from "../async/loadState.ts";
import type { ConversationSource } from "../port/conversationSource.ts";
import { type ConversationKey, isSameConversation } from "../query/conversationKey.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { SortKey } from "../query/threadQuery.ts";
import { compareBy } from "./conversationOrder.ts";
import { SourceCursor } from "./sourceCursor.ts";

/** Which of the loaded conversations are on screen, and which conversations of the time range these are. */
export interface ConversationListing {
  readonly threads: readonly ConversationSummary[];
  /**
   * `all` if nothing is filtered out. Otherwise only those with errors: all (`known`), or those among the `checked` ones;
   * or all conversations, because the service cannot report which have errors (`unknown`).
   */
  readonly reach: "all" | "known" | "checked" | "unknown";
  readonly checked: number;
}

/** Whether no conversation without errors is on screen. */
export function hasOnlyErrors({ reach }: Pick<ConversationListing, "reach">): boolean {
  return reach === "known" || reach === "checked";
}

/** The rows that nothing more is added to for now: those of a list that has loaded, or that waits for a source. */
export function settledPages(load: LoadState<ConversationPages>): ConversationPages | null {
  const pages = shownValue(load);
  return load.kind === "loading" && pages?.missing.length === 0 ? null : pages;
}

/**
 * The conversations of all sources that have arrived, in one order: down to the point that every source with more has
 * reached, so that a row never appears above one that is on screen. A source that failed or is late holds nothing back.
 */
export class ConversationPages implements ConversationListing {
  /** The time range that the statistics are clipped to. */
  readonly bounds: TimeBounds;
  /** When they were requested, in milliseconds since the epoch. */
  readonly asOf: number;
  /** Of an empty list: whether the project has conversations that the filter hides. */
  othersExist = false;
  /** The keys that all of its sources have. */
  readonly sort: readonly SortKey[];
  readonly #cursors: SourceCursor[];
  readonly #compare: (a: ConversationSummary, b: ConversationSummary) => number;
  #merged: ConversationSummary[] = [];
  /** The last row on screen before the rows were merged again. */
  #last: ConversationSummary | null = null;

  constructor(
    sources: readonly ConversationSource[],
    sort: readonly SortKey[] = [],
    { bounds = {}, asOf = 0 }: { readonly bounds?: TimeBounds; readonly asOf?: number } = {},
  ) {
    this.bounds = bounds;
    this.asOf = asOf;
    this.sort = sort;
    this.#cursors = sources.map((source) => new SourceCursor(source));
    this.#compare = compareBy(sort);
  }

  get cursors(): readonly SourceCursor[] {
    return this.#cursors;
  }

  get threads(): readonly ConversationSummary[] {
    const [only, ...others] = this.#cursors;
    return only !== undefined && others.length === 0 ? only.rows : this.#merged;
  }

  /** Of several sources, what the one says that knows least. */
  get reach(): ConversationListing["reach"] {
    const all = new Set(this.#cursors.map(({ reach }) => reach));
    return (["all", "unknown", "checked", "known"] as const).find((reach) => all.has(reach)) ?? "all";
  }

  get checked(): number {
    return this.#cursors.reduce((sum, { checked }) => sum + checked, 0);
  }

  /** Whether no source has more. */
  get ended(): boolean {
    return this.#cursors.every(({ ended }) => ended);
  }

  get growing(): boolean {
    return this.#cursors.some(({ growing }) => growing);
  }

  /** The sources whose conversations are missing or outdated while others are shown. */
  get missing(): readonly Pick<SourceCursor, "source" | "fault" | "isOutdated">[] {
    return this.#cursors.filter(({ fault, isLate }) => fault !== null || isLate);
  }

  /** The sources to request so many more rows from, null for all: those that failed first. */
  due(rows: number | null): readonly SourceCursor[] {
    const left = this.#cursors.filter(({ ended }) => !ended);
    const failed = left.filter(({ fault, isOutdated }) => fault !== null && !isOutdated);
    if (failed.length > 0 || this.#cursors.length < 2) return failed.length > 0 ? failed : left;
    return left.filter(({ buffered }) => rows === null || buffered < rows);
  }

  threadOf({ kind, id }: ConversationKey): ConversationSummary | undefined {
    return this.#cursors.find(({ source }) => source.kind === kind)?.rowOf(id);
  }

  /** Lists what has arrived. */
  merge(): void {
    if (this.#cursors.length < 2) return;
    this.#takeBack();
    for (;;) {
      let first: SourceCursor | undefined;
      const behind: SourceCursor[] = [];
      for (const cursor of this.#cursors) {
        if (cursor.buffered > 0) first = this.#earlier(cursor, first);
        else if (!cursor.ended) behind.push(cursor);
      }
      const row = first?.rows[first.taken];
      if (first === undefined || row === undefined) return;
      // What was on screen stays there.
      const isShown = this.#last !== null && this.#compare(row, this.#last) <= 0;
      if (!isShown && behind.some(({ isLate, fault }) => !isLate && fault === null)) return;
      for (const cursor of behind) cursor.isPassed = true;
      this.#merged.push(row);
      first.taken++;
    }
  }

  /** Lists these rows of a source in place of those it has. */
  put(cursor: SourceCursor): void {
    const at = this.#cursors.findIndex(({ source }) => source === cursor.source);
    if (at !== -1) this.#cursors[at] = cursor;
    this.#startOver();
  }

  hasOrderOf({ threads }: ConversationPages): boolean {
    const own = this.threads;
    return threads.length === own.length && threads.every((row, at) => isSameConversation(row, own[at] ?? null));
  }

  /** The same rows in the same places, as they are in `latest` if they are there. */
  updatedBy(latest: ConversationPages): ConversationPages {
    const pages = new ConversationPages([], latest.sort, latest);
    const cursorOf = ({ kind }: ConversationSource) => latest.cursors.find(({ source }) => source.kind === kind);
    pages.#cursors.push(...this.#cursors.map((cursor) => cursor.updatedBy(cursorOf(cursor.source))));
    pages.#merged = this.#merged.map((row) => pages.threadOf(row) ?? row);
    return pages;
  }

  /** Takes the rows back that the new ones of a source belong before. */
  #takeBack(): void {
    const passed = this.#cursors.filter(({ isPassed, buffered }) => isPassed && buffered > 0);
    const first = passed.reduce<SourceCursor | undefined>((found, cursor) => this.#earlier(cursor, found), undefined);
    const row = first?.rows[first.taken];
    if (row === undefined) return;
    this.#last = this.#merged.at(-1) ?? this.#last;
    for (
      let last = this.#merged.at(-1);
      last !== undefined && this.#compare(last, row) > 0;
      last = this.#merged.at(-1)
    ) {
      this.#merged.pop();
      const { kind } = last;
      for (const cursor of this.#cursors) if (cursor.source.kind === kind) cursor.taken--;
    }
    for (const cursor of passed) cursor.isPassed = false;
  }

  #startOver(): void {
    this.#last = this.#merged.at(-1) ?? this.#last;
    this.#merged = [];
    for (const cursor of this.#cursors) Object.assign(cursor, { taken: 0, isPassed: false });
  }

  #earlier(a: SourceCursor, b: SourceCursor | undefined): SourceCursor {
    const [left, right] = [a.rows[a.taken], b?.rows[b.taken]];
    return b === undefined || left === undefined || right === undefined || this.#compare(left, right) < 0 ? a : b;
  }
}
