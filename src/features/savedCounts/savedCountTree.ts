import {
  type DataTransfer,
  DataTransferItem,
  EventEmitter,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeItem,
} from "vscode";
import {
  type CallNotice,
  type CallRow,
  callNoticeRow,
  callRows,
  callTooltip,
  callTreeRow,
} from "../../core/counts/callRow.ts";
import { savedCountRow, savedCountTooltip } from "../../core/counts/savedCountRow.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import { linesTooltip, treeItem } from "../../vscode/ui/treeView.ts";
import type { SavedCountsParts } from "./register.ts";

/** The MIME type of dragged rows of this view. */
const rowType = "application/vnd.code.tree.weavethreads.counts";

/** The row of a count: the same object for the lifetime of the view, so that it can be updated on its own. */
export interface CountRow {
  readonly kind: "count";
  readonly id: string;
  /** As last drawn: a count that vanishes looks the same until the rows are redrawn. */
  drawn: ShownCount;
}

/** A row of the view: a count, or something inside an expanded one. */
export type CountsRow = CountRow | CallRow | CallNotice;

/**
 * Shows the counts, expands them into their calls, and supports reordering by drag and drop. It requests only the calls
 * of expanded counts.
 */
export class SavedCountTree implements TreeDataProvider<CountsRow>, TreeDragAndDropController<CountsRow> {
  readonly #parts: Pick<SavedCountsParts, "saved" | "calls" | "formats">;
  readonly #project: () => string;
  readonly #changed = new EventEmitter<CountRow[] | undefined>();
  readonly #rows = new Map<string, CountRow>();
  readonly #expanded = new Set<string>();
  #drawn: readonly CountRow[] = [];
  readonly onDidChangeTreeData = this.#changed.event;
  readonly dragMimeTypes = [rowType];
  readonly dropMimeTypes = [rowType];

  /** `project` returns the display text of the project. */
  constructor(parts: Pick<SavedCountsParts, "saved" | "calls" | "formats">, project: () => string) {
    this.#parts = parts;
    this.#project = project;
  }

  /**
   * Updates only rows if the rows are the same: VS Code drops all rows of a refreshed tree, and with them an open
   * menu's row.
   */
  redraw(): void {
    const rows = this.#countRows();
    const same = rows.length === this.#drawn.length && rows.every((row, index) => row === this.#drawn[index]);
    this.#changed.fire(same && rows.length > 0 ? rows : undefined);
  }

  getChildren(parent?: CountsRow): CountsRow[] {
    if (parent === undefined) {
      const rows = this.#countRows();
      this.#drawn = rows;
      return rows;
    }
    if (parent.kind !== "count") return [];
    this.expanded(parent);
    const count = this.#count(parent.id);
    return count === undefined ? [] : [...callRows(count.saved.id, this.#parts.calls.list(count.saved))];
  }

  isExpanded(id: string): boolean {
    return this.#expanded.has(id);
  }

  /** To be called when a row has been expanded. VS Code loses that event while it redraws, but then it requests the rows. */
  expanded(row: CountRow): void {
    this.#expanded.add(row.id);
  }

  /** To be called when a row has been collapsed. */
  collapsed(row: CountRow): void {
    this.#expanded.delete(row.id);
  }

  /** VS Code expands the parent of a row before it reveals the row. */
  getParent(row: CountsRow): CountRow | undefined {
    return row.kind === "count" ? undefined : this.#rows.get(row.countId);
  }

  getTreeItem(row: CountsRow): TreeItem {
    const { formats } = this.#parts;
    const now = Date.now();
    if (row.kind === "call") return treeItem(callTreeRow(row, formats, now));
    if (row.kind !== "count") return treeItem(callNoticeRow(row, formats));
    row.drawn = this.#count(row.id) ?? row.drawn;
    return treeItem(savedCountRow(row.drawn, formats, now));
  }

  resolveTreeItem(item: TreeItem, row: CountsRow): TreeItem {
    const { formats } = this.#parts;
    if (row.kind === "call") item.tooltip = linesTooltip(callTooltip(row, formats));
    const count = row.kind === "count" ? this.#count(row.id) : undefined;
    if (count !== undefined) item.tooltip = linesTooltip(savedCountTooltip(count, this.#project(), formats));
    return item;
  }

  handleDrag([row]: readonly CountsRow[], data: DataTransfer): void {
    if (row?.kind === "count") data.set(rowType, new DataTransferItem(row.id));
  }

  /** A row moves to the position of the drop target; below the last row it moves to the end. */
  async handleDrop(target: CountsRow | undefined, data: DataTransfer): Promise<void> {
    const id: unknown = data.get(rowType)?.value;
    const count = target === undefined || target.kind === "count" ? target : this.#rows.get(target.countId);
    if (typeof id === "string") await this.#parts.saved.move(id, count?.id ?? null);
  }

  /** The row of a count; undefined if the count is gone. */
  shownRow(id: string): CountRow | undefined {
    const count = this.#count(id);
    return count && this.#rowOf(count);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #count(id: string): ShownCount | undefined {
    return this.#parts.saved.all.find(({ saved }) => saved.id === id);
  }

  #countRows(): CountRow[] {
    return this.#parts.saved.all.map((count) => this.#rowOf(count));
  }

  #rowOf(count: ShownCount): CountRow {
    const { id } = count.saved;
    const row = this.#rows.get(id) ?? { kind: "count", id, drawn: count };
    this.#rows.set(id, row);
    return row;
  }
}
