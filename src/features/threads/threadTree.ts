import { EventEmitter, type TreeDataProvider, type TreeItem } from "vscode";
import { boundsText, rangeWord } from "../../core/input/rangeText.ts";
import type { TreeRow } from "../../core/rows.ts";
import { detailTreeRow } from "../../core/threads/detailTreeRow.ts";
import type { Thread } from "../../core/threads/thread.ts";
import { detailRows } from "../../core/threads/threadDetailRow.ts";
import type { FactContext } from "../../core/threads/threadFact.ts";
import { blockOf, blockRows, type OpenRows, type ThreadRow, threadRows } from "../../core/threads/threadRow.ts";
import {
  blockTreeRow,
  incompleteRow,
  loadingRow,
  lookingRow,
  moreRow,
  threadTooltip,
  threadTreeRow,
} from "../../core/threads/threadTreeRow.ts";
import { threadNotes } from "../../core/turns/threadNotes.ts";
import type { CheckedThread } from "../../core/turns/threadTurns.ts";
import { turnNoticeRow, turnRows, turnTooltip, turnTreeRow } from "../../core/turns/turnRow.ts";
import { linesTooltip, treeItem } from "../../vscode/ui/treeView.ts";
import type { FeatureParts } from "../app.ts";

type TreeParts = Pick<FeatureParts, "threads" | "details" | "turns" | "failed" | "look" | "formats">;

interface OfThread {
  readonly thread: Thread;
}

/** Draws the thread list. It has no rows of its own, and requests only the turns and details of expanded threads. */
export class ThreadTree implements TreeDataProvider<ThreadRow> {
  readonly #parts: TreeParts;
  readonly #changed = new EventEmitter<undefined>();
  readonly #open: OpenRows;
  readonly #drawn: () => void;
  readonly onDidChangeTreeData = this.#changed.event;

  /** `drawn` is called once VS Code has received rows. */
  constructor(parts: TreeParts, open: OpenRows, drawn: () => void) {
    this.#parts = parts;
    this.#open = open;
    this.#drawn = drawn;
  }

  redraw(): void {
    this.#changed.fire(undefined);
  }

  getChildren(row?: ThreadRow): ThreadRow[] {
    const { threads, details, turns } = this.#parts;
    const { listing } = threads;
    setImmediate(this.#drawn);
    if (row === undefined) {
      // Here, because rows may have arrived since the redraw that caused this call.
      this.#open.update(listing.threads);
      return [...threadRows(threads.load, listing, threads.found)];
    }
    if (row.kind === "block") return [...blockRows(listing.threads, row)];
    if (row.kind !== "thread") return [];
    const { thread, pinned } = row;
    const rows = turnRows(thread, turns.of(thread), pinned);
    return [...rows, ...detailRows(this.#checked(thread), details.of(thread), pinned)];
  }

  getTreeItem(row: ThreadRow): TreeItem {
    return treeItem(this.#treeRow(row));
  }

  #treeRow(row: ThreadRow): TreeRow {
    const { threads, formats } = this.#parts;
    switch (row.kind) {
      case "thread":
        return this.#threadRow(row);
      case "block":
        return blockTreeRow(row, threads.sortedBy, this.#open.isOpen(row), this.#factContext(null));
      case "turn":
        return turnTreeRow(row, { formats, now: Date.now() });
      case "turnsLoading":
      case "earlierTurns":
      case "turnsFailed":
        return turnNoticeRow(row, formats);
      case "detail":
        return detailTreeRow(
          row,
          formats,
          this.#isClipped(row) ? { short: this.#window(), words: this.#windowText(row) } : null,
        );
      case "loading":
        return loadingRow();
      case "looking":
        return lookingRow();
      case "more":
        return moreRow(row.shortPage, formats);
      case "incomplete":
        return incompleteRow(row.fault);
    }
  }

  /** VS Code expands the parents of a row before it reveals the row. */
  getParent(row: ThreadRow): ThreadRow | undefined {
    const { listing } = this.#parts.threads;
    if (row.kind === "thread") return row.pinned ? undefined : blockOf(listing.threads, row.thread.id);
    return "thread" in row ? { kind: "thread", thread: row.thread, pinned: row.pinned } : undefined;
  }

  resolveTreeItem(item: TreeItem, row: ThreadRow): TreeItem {
    const { formats, look, turns, failed } = this.#parts;
    if (row.kind === "turn") item.tooltip = linesTooltip(turnTooltip(row, formats));
    if (row.kind !== "thread") return item;
    const { thread } = row;
    const checked = this.#checked(thread);
    const notes = this.#notes(checked, row);
    const window = this.#isClipped(row) ? this.#windowText(row) : null;
    const hasFailed = this.#hasFailed(thread);
    // If the service does not support it, the view's message says so once.
    const isUnknown = turns.canBeShown && !hasFailed && !failed.knows(thread.id);
    const isNew = look.isNew(thread);
    item.tooltip = linesTooltip(threadTooltip(checked, { formats, notes, isNew, hasFailed, isUnknown, window }));
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #threadRow(row: ThreadRow & { readonly kind: "thread" }): TreeRow {
    const { threads, turns, look } = this.#parts;
    const { thread, pinned } = row;
    const checked = this.#checked(thread);
    return threadTreeRow(checked, {
      ...this.#factContext(row),
      sortedBy: threads.sortedBy,
      isNew: look.isNew(thread),
      hasFailed: this.#hasFailed(thread),
      opens: turns.canBeShown,
      pinned,
      isOpen: this.#open.isOpen(row),
      notes: this.#notes(checked, row),
    });
  }

  #checked(thread: Thread): CheckedThread {
    const { turns, threads } = this.#parts;
    return turns.checked(thread, threads.boundsOf(thread.id));
  }

  #notes(checked: CheckedThread, { pinned }: { readonly pinned: boolean }): readonly string[] {
    return threadNotes(checked, pinned ? null : this.#parts.threads.sortedBy);
  }

  #hasFailed({ id }: Thread): boolean {
    const { turns, failed } = this.#parts;
    return turns.hasFailed(id) || failed.has(id);
  }

  #factContext(row: OfThread | null): FactContext {
    const { formats } = this.#parts;
    return { formats, now: Date.now(), window: row !== null && this.#isClipped(row) ? this.#window() : null };
  }

  /** The time range in a word, for rows. */
  #window(): string {
    const { time } = this.#parts.threads.selection.filter;
    return rangeWord(time);
  }

  /** Whether a thread's statistics cover only the turns in a time range. */
  #isClipped({ thread }: OfThread): boolean {
    const { after, before } = this.#parts.threads.boundsOf(thread.id);
    return after !== undefined || before !== undefined;
  }

  #windowText({ thread }: OfThread): string {
    const { threads, formats } = this.#parts;
    return boundsText(threads.boundsOf(thread.id), formats);
  }
}
