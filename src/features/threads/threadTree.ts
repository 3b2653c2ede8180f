import { EventEmitter, l10n, type TreeDataProvider, type TreeItem } from "vscode";
import type { Formats } from "../../core/format.ts";
import type { TimeBounds } from "../../core/input/timeRange.ts";
import { shownValue } from "../../core/load.ts";
import type { LastLook } from "../../core/threads/lastLook.ts";
import type { OpenRows } from "../../core/threads/openRows.ts";
import { detailRows } from "../../core/threads/threadDetailRow.ts";
import type { ThreadDetails } from "../../core/threads/threadDetails.ts";
import type { ThreadList } from "../../core/threads/threadList.ts";
import { blockOf, blockRows, type ThreadRow, threadRows } from "../../core/threads/threadRow.ts";
import { boundsText, shortRange } from "../../host/rangeText.ts";
import { incompleteItem, loadingItem, moreItem } from "./actionItem.ts";
import { blockItem } from "./blockItem.ts";
import { detailItem } from "./detailItem.ts";
import type { FactContext } from "./threadFact.ts";
import { threadItem, threadTooltip } from "./threadItem.ts";

export interface ThreadTreeParts {
  readonly threads: ThreadList;
  readonly details: ThreadDetails;
  readonly look: LastLook;
  readonly formats: Formats;
}

/** Draws the thread list. It holds no rows of its own, and asks for none but the details of a thread that is opened. */
export class ThreadTree implements TreeDataProvider<ThreadRow> {
  readonly #parts: ThreadTreeParts;
  readonly #changed = new EventEmitter<undefined>();
  readonly #open: OpenRows;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(parts: ThreadTreeParts, open: OpenRows) {
    this.#parts = parts;
    this.#open = open;
  }

  redraw(): void {
    this.#changed.fire(undefined);
  }

  getChildren(row?: ThreadRow): ThreadRow[] {
    const { threads, details } = this.#parts;
    const pages = shownValue(threads.load);
    if (row === undefined) {
      // Here, because rows may have arrived since the redraw that VS Code answers by asking.
      this.#open.update(pages);
      return [...threadRows(threads.load, threads.found)];
    }
    if (row.kind === "block") return pages === null ? [] : [...blockRows(pages, row)];
    if (row.kind !== "thread") return [];
    return [...detailRows(row.thread, details.of(row.thread), row.pinned)];
  }

  getTreeItem(row: ThreadRow): TreeItem {
    const { threads, formats, look } = this.#parts;
    switch (row.kind) {
      case "thread": {
        const isNew = look.isNew(row.thread);
        const { pinned } = row;
        const isOpen = this.#open.isOpen(row);
        return threadItem(row.thread, { ...this.#factContext(row), sortedBy: threads.sortedBy, isNew, pinned, isOpen });
      }
      case "block":
        return blockItem(row, threads.sortedBy, this.#open.isOpen(row), this.#factContext(null));
      case "detail":
        return detailItem(
          row,
          formats,
          this.#isClipped(row) ? { short: this.#window(), words: this.#windowText() } : null,
        );
      case "loading":
        return loadingItem();
      case "more":
        return moreItem(row.shortPage, formats);
      case "incomplete":
        return incompleteItem(row.fault);
    }
  }

  /** VS Code opens what a row is in before it reveals the row. */
  getParent(row: ThreadRow): ThreadRow | undefined {
    const { threads } = this.#parts;
    const pages = shownValue(threads.load);
    if (row.kind === "thread") return row.pinned || pages === null ? undefined : blockOf(pages, row.thread.id);
    return row.kind === "detail" ? { kind: "thread", thread: row.thread, pinned: row.pinned } : undefined;
  }

  resolveTreeItem(item: TreeItem, row: ThreadRow): TreeItem {
    const { formats, look } = this.#parts;
    if (row.kind !== "thread") return item;
    const window = this.#isClipped(row) ? this.#windowText() : null;
    item.tooltip = threadTooltip(row.thread, { formats, isNew: look.isNew(row.thread), window });
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #factContext(row: { readonly pinned: boolean } | null): FactContext {
    const { formats } = this.#parts;
    return { formats, now: Date.now(), window: row !== null && this.#isClipped(row) ? this.#window() : null };
  }

  /** The window in a word, for rows. */
  #window(): string {
    const { time } = this.#parts.threads.selection.filter;
    return time.kind === "preset" ? shortRange(time) : l10n.t("range");
  }

  /** Whether a thread's figures are of the turns in a window alone. */
  #isClipped({ pinned }: { readonly pinned: boolean }): boolean {
    const { after, before } = this.#bounds();
    return !pinned && (after !== undefined || before !== undefined);
  }

  #windowText(): string {
    return boundsText(this.#bounds(), this.#parts.formats);
  }

  #bounds(): TimeBounds {
    return shownValue(this.#parts.threads.load)?.bounds ?? {};
  }
}
