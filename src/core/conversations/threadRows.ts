import { type LoadState, shownValue } from "../async/loadState.ts";
import type { Fault } from "../failures/fault.ts";
import { type ConversationKey, isSameConversation, keyText } from "../query/conversationKey.ts";
import type { ConversationSummary } from "../query/thread.ts";
import type { ConversationPages } from "./conversationPages.ts";
import { type ListNotice, listNotices } from "./listNotice.ts";
import type { Pin } from "./pins.ts";
import type { ThreadDetailRow, ThreadDetails } from "./threadDetails.ts";
import type { ThreadList } from "./threadList.ts";
import type { ListSection, TurnNotice, TurnRow } from "./turnRow.ts";

/** A row of the tree. */
export type ThreadRow =
  /** Those above the list have their full statistics even if the list's are clipped. */
  | { readonly kind: "thread"; readonly thread: ConversationSummary; readonly section: ListSection }
  | PinnedGroup
  /** A pinned conversation that the project no longer has. */
  | { readonly kind: "unpinned"; readonly pin: Pin }
  /** Clears the filter. */
  | { readonly kind: "filter" }
  | ListNotice
  | ThreadBlock
  | TurnRow
  | TurnNotice
  | ThreadDetails
  | ThreadDetailRow
  | EndRow;

/** The pinned conversations above the list. */
export interface PinnedGroup {
  readonly kind: "pins";
  /** Each with its conversation; null for one that is gone. */
  readonly pins: readonly (Pin & { readonly thread: ConversationSummary | null })[];
}

/** The row that ends the list. */
export type EndRow =
  /** The next page is loading. */
  | { readonly kind: "loading" }
  /** Offers the next page. */
  | { readonly kind: "more"; readonly pages: ConversationPages }
  /** Loading failed midway here. */
  | { readonly kind: "incomplete"; readonly fault: Fault };

/** A collapsible part of a long list. `start` counts from 0, `end` is exclusive. */
export interface ThreadBlock {
  readonly kind: "block";
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly first: ConversationSummary;
  readonly last: ConversationSummary;
}

/**
 * A longer list is folded into blocks of this many threads: at each redraw, VS Code requests every child of a node, and
 * handles no other extension event until it is done.
 */
export const blockSize = 500;

/** The rows at the top level. `isFiltered`: by more than the default. */
export function threadRows(
  list: Pick<ThreadList, "load" | "listing" | "found" | "failure" | "newCount">,
  isFiltered = false,
  pinned: PinnedGroup["pins"] = [],
): ThreadRow[] {
  const { load, listing, found } = list;
  const pages = shownValue(load);
  const hasThreads = pages !== null && pages.threads.length > 0;
  // VS Code shows welcome content, with its actions, only if there are no rows.
  const rows: ThreadRow[] = hasThreads || found !== null ? listNotices(list) : [];
  if (pinned.length > 0 && (hasThreads || found !== null)) rows.push({ kind: "pins", pins: pinned });
  if (isFiltered && (hasThreads || found !== null)) rows.push({ kind: "filter" });
  if (found !== null) rows.push({ kind: "thread", thread: found, section: "found" });
  if (!hasThreads) return rows;
  const { threads } = listing;
  if (isFolded(threads)) rows.push(...blocks(threads));
  else rows.push(...threads.map(listed));
  rows.push(...lastRow(load, pages));
  return rows;
}

/** The rows inside a block. */
export function blockRows(threads: readonly ConversationSummary[], { start, end }: ThreadBlock): readonly ThreadRow[] {
  return threads.slice(start, end).map(listed);
}

/** The rows inside the group of pinned conversations. */
export function pinnedRows({ pins }: PinnedGroup): readonly ThreadRow[] {
  return pins.map(({ thread, ...pin }) =>
    thread === null ? { kind: "unpinned", pin } : { kind: "thread", thread, section: "pinned" },
  );
}

/** The block of a thread on screen; undefined if the list is not folded or does not contain the thread. */
export function blockOf(threads: readonly ConversationSummary[], key: ConversationKey): ThreadBlock | undefined {
  const place = isFolded(threads) ? threads.findIndex((thread) => isSameConversation(thread, key)) : -1;
  return place < 0 ? undefined : block(threads, Math.floor(place / blockSize));
}

export function isFolded(threads: readonly ConversationSummary[]): boolean {
  return threads.length > blockSize;
}

function listed(thread: ConversationSummary): ThreadRow {
  return { kind: "thread", thread, section: "list" };
}

function blocks(threads: readonly ConversationSummary[]): readonly ThreadBlock[] {
  const count = Math.ceil(threads.length / blockSize);
  return Array.from({ length: count }, (_, index) => block(threads, index) ?? []).flat();
}

function block(threads: readonly ConversationSummary[], index: number): ThreadBlock | undefined {
  const start = index * blockSize;
  const end = Math.min(start + blockSize, threads.length);
  const [first, last] = [threads[start], threads[end - 1]];
  return first && last && { kind: "block", index, start, end, first, last };
}

function lastRow(load: LoadState<ConversationPages>, pages: ConversationPages): readonly EndRow[] {
  if (load.kind === "stale" && load.at === null) return [{ kind: "incomplete", fault: load.fault }];
  if (load.kind === "loading" && pages.growing) return [{ kind: "loading" }];
  return pages.ended ? [] : [{ kind: "more", pages }];
}

/** Which rows are expanded. When a list gets long enough to fold into blocks, expanded rows stay expanded. */
export class OpenRows {
  /** By key: folding moves rows to other parents, where VS Code does not recognize them. */
  readonly #threads = new Set<string>();
  readonly #blocks = new Set<number>();
  #folded = false;

  /** Records the current list before its rows are drawn; `pageSize` is how many of them the first page had. */
  update(threads: readonly ConversationSummary[], pageSize: number): void {
    const folded = isFolded(threads);
    if (folded === this.#folded) return;
    this.#folded = folded;
    this.#blocks.clear();
    // Where the rows were that were shown before.
    if (folded) for (let index = 0; index * blockSize < pageSize; index++) this.#blocks.add(index);
  }

  isOpen(row: ThreadRow): boolean {
    if (row.kind === "block") return this.#blocks.has(row.index);
    return row.kind === "thread" && row.section === "list" && this.#threads.has(keyText(row.thread));
  }

  set(row: ThreadRow, open: boolean): void {
    const change = open ? "add" : "delete";
    if (row.kind === "block") this.#blocks[change](row.index);
    if (row.kind === "thread" && row.section === "list") this.#threads[change](keyText(row.thread));
  }
}
