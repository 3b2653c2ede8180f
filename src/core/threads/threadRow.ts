import type { Fault } from "../fault.ts";
import { type Load, shownValue } from "../load.ts";
import type { Thread } from "./thread.ts";
import type { ThreadDetailRow } from "./threadDetailRow.ts";
import type { ShortPage, ThreadPages } from "./threadPages.ts";

/** What the tree shows. */
export type ThreadRow =
  /** `pinned` is a thread that was looked up and stands above the list, whole where the list's are clipped to a window. */
  | { readonly kind: "thread"; readonly thread: Thread; readonly pinned: boolean }
  | ThreadBlock
  | ThreadDetailRow
  /** The next page is on its way. */
  | { readonly kind: "loading" }
  /** The offer of the next page; `shortPage` when the last one was short. */
  | { readonly kind: "more"; readonly shortPage: ShortPage | null }
  /** The list broke off here. */
  | { readonly kind: "incomplete"; readonly fault: Fault };

/** A part of a long list that folds away. `start` counts from 0, `end` is exclusive. */
export interface ThreadBlock {
  readonly kind: "block";
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly first: Thread;
  readonly last: Thread;
}

/** VS Code asks for every child of a node at each redraw: with more than this, that is felt. */
export const mostSiblings = 1000;
export const blockSize = 500;
/** Beside the threads there may be one that was looked up, and the row that ends the list. */
const mostListed = mostSiblings - 2;

/** The rows at the top level. */
export function threadRows(load: Load<ThreadPages>, found: Thread | null): readonly ThreadRow[] {
  const pages = shownValue(load);
  const rows: ThreadRow[] = found === null ? [] : [{ kind: "thread", thread: found, pinned: true }];
  if (pages === null || pages.threads.length === 0) return rows;
  if (isFolded(pages)) rows.push(...blocks(pages));
  else rows.push(...pages.threads.map(listed));
  const last = lastRow(load, pages);
  if (last !== null) rows.push(last);
  return rows;
}

/** The rows inside a block. */
export function blockRows(pages: ThreadPages, { start, end }: ThreadBlock): readonly ThreadRow[] {
  return pages.threads.slice(start, end).map(listed);
}

/** The block that a loaded thread is in; undefined where the list is not folded or does not hold the thread. */
export function blockOf(pages: ThreadPages, threadId: string): ThreadBlock | undefined {
  const place = pages.placeOf(threadId);
  return place === undefined || !isFolded(pages) ? undefined : block(pages, Math.floor(place / blockSize));
}

export function isFolded(pages: ThreadPages): boolean {
  return pages.threads.length > mostListed;
}

function listed(thread: Thread): ThreadRow {
  return { kind: "thread", thread, pinned: false };
}

function blocks(pages: ThreadPages): readonly ThreadBlock[] {
  const count = Math.ceil(pages.threads.length / blockSize);
  return Array.from({ length: count }, (_, index) => block(pages, index)).filter((each) => each !== undefined);
}

function block({ threads }: ThreadPages, index: number): ThreadBlock | undefined {
  const start = index * blockSize;
  const end = Math.min(start + blockSize, threads.length);
  const [first, last] = [threads[start], threads[end - 1]];
  return first && last && { kind: "block", index, start, end, first, last };
}

function lastRow(load: Load<ThreadPages>, { ended, growing, shortPage }: ThreadPages): ThreadRow | null {
  if (load.kind === "stale" && load.at === null) return { kind: "incomplete", fault: load.fault };
  if (load.kind === "loading" && growing) return { kind: "loading" };
  return ended ? null : { kind: "more", shortPage };
}
