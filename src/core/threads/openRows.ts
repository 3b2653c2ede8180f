import type { Thread } from "./thread.ts";
import { blockSize, isFolded, mostSiblings, type ThreadRow } from "./threadRow.ts";

/** Which rows are open. When a list grows so long that it folds, what was on screen before stays open. */
export class OpenRows {
  /** Ids of threads; a list that folds puts them into other places, where VS Code knows them no more. */
  readonly #threads = new Set<string>();
  readonly #blocks = new Set<number>();
  #folded = false;

  /** Takes note of the list as it is now, before its rows are drawn. */
  update(threads: readonly Thread[]): void {
    const folded = isFolded(threads);
    if (folded === this.#folded) return;
    this.#folded = folded;
    this.#blocks.clear();
    if (!folded) return;
    for (let index = 0; index < mostSiblings / blockSize; index++) this.#blocks.add(index);
  }

  isOpen(row: ThreadRow): boolean {
    if (row.kind === "block") return this.#blocks.has(row.index);
    return row.kind === "thread" && !row.pinned && this.#threads.has(row.thread.id);
  }

  set(row: ThreadRow, open: boolean): void {
    if (row.kind === "block") change(this.#blocks, row.index, open);
    if (row.kind === "thread" && !row.pinned) change(this.#threads, row.thread.id, open);
  }
}

function change<T>(all: Set<T>, one: T, isIn: boolean): void {
  if (isIn) all.add(one);
  else all.delete(one);
}
