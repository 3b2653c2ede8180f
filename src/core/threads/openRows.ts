import type { Thread } from "./thread.ts";
import { blockSize, isFolded, mostSiblings, type ThreadRow } from "./threadRow.ts";

/** Which rows are expanded. When a list gets long enough to fold into blocks, expanded rows stay expanded. */
export class OpenRows {
  /** Thread IDs: folding moves rows to other parents, where VS Code does not recognize them. */
  readonly #threads = new Set<string>();
  readonly #blocks = new Set<number>();
  #folded = false;

  /** Records the current list before its rows are drawn. */
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
