import {
  type DataTransfer,
  DataTransferItem,
  EventEmitter,
  type TreeDataProvider,
  type TreeDragAndDropController,
  TreeItem,
} from "vscode";
import { savedCountRow, savedCountTooltip } from "../../core/counts/savedCountRow.ts";
import type { SavedCounts } from "../../core/counts/savedCounts.ts";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import type { Formats } from "../../core/text/format.ts";
import { linesTooltip, treeItem } from "../../vscode/ui/treeView.ts";

/** The MIME type of dragged rows of this view. */
const rowType = "application/vnd.code.tree.weavethreads.counts";

/** The row of a saved count: the same object for the lifetime of the view, so that it can be updated on its own. */
export interface CountRow {
  readonly id: string;
}

/** Shows the saved counts and supports reordering by drag and drop. It stores and requests no values. */
export class SavedCountTree implements TreeDataProvider<CountRow>, TreeDragAndDropController<CountRow> {
  readonly #saved: SavedCounts;
  readonly #project: () => string;
  readonly #formats: Formats;
  readonly #changed = new EventEmitter<CountRow[] | undefined>();
  readonly #rows = new Map<string, CountRow>();
  #drawn: readonly CountRow[] = [];
  readonly onDidChangeTreeData = this.#changed.event;
  readonly dragMimeTypes = [rowType];
  readonly dropMimeTypes = [rowType];

  /** `project` returns the display text of the project. */
  constructor(saved: SavedCounts, project: () => string, formats: Formats) {
    this.#saved = saved;
    this.#project = project;
    this.#formats = formats;
  }

  /**
   * Updates only rows if the rows are the same: VS Code drops all rows of a refreshed tree, and with them an open
   * menu's row.
   */
  redraw(): void {
    const rows = this.#saved.shown.map(({ saved }) => this.#row(saved.id));
    const same = rows.length === this.#drawn.length && rows.every((row, index) => row === this.#drawn[index]);
    this.#changed.fire(same && rows.length > 0 ? rows : undefined);
  }

  getChildren(parent?: CountRow): CountRow[] {
    if (parent !== undefined) return [];
    const rows = this.#saved.shown.map(({ saved }) => this.#row(saved.id));
    this.#drawn = rows;
    return rows;
  }

  getTreeItem({ id }: CountRow): TreeItem {
    const count = this.#count(id);
    return count === undefined ? new TreeItem("") : treeItem(savedCountRow(count, this.#formats, Date.now()));
  }

  resolveTreeItem(item: TreeItem, { id }: CountRow): TreeItem {
    const count = this.#count(id);
    if (count !== undefined) item.tooltip = linesTooltip(savedCountTooltip(count, this.#project(), this.#formats));
    return item;
  }

  handleDrag([row]: readonly CountRow[], data: DataTransfer): void {
    if (row !== undefined) data.set(rowType, new DataTransferItem(row.id));
  }

  /** A row moves to the position of the drop target; below the last row it moves to the end. */
  async handleDrop(target: CountRow | undefined, data: DataTransfer): Promise<void> {
    const id: unknown = data.get(rowType)?.value;
    if (typeof id === "string") await this.#saved.move(id, target?.id ?? null);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #count(id: string): ShownCount | undefined {
    return this.#saved.shown.find(({ saved }) => saved.id === id);
  }

  #row(id: string): CountRow {
    const row = this.#rows.get(id) ?? { id };
    this.#rows.set(id, row);
    return row;
  }
}
