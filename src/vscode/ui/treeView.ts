import { setTimeout as delay } from "node:timers/promises";
import {
  type Disposable,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  type TreeViewOptions,
  window,
} from "vscode";
import type { TreeRow } from "../../core/rows.ts";
import { Throttle } from "./throttle.ts";

/** A view redrawn more often than this cannot paint. */
const redrawInterval = 300;
/** Rows show relative times. */
const ageInterval = 60_000;
const mostReveals = 5;

/** A tree view whose rows change on their own, redrawn no more often than it can paint. */
export class LiveTreeView<Row> implements Disposable {
  readonly view: TreeView<Row>;
  readonly #redraw: Throttle;
  readonly #ages: NodeJS.Timeout;

  /** `draw` redraws the tree; while the view is visible, it is also called once a minute. */
  constructor(id: string, options: TreeViewOptions<Row>, draw: () => void) {
    this.view = window.createTreeView(id, options);
    this.#redraw = new Throttle(draw, redrawInterval);
    this.#ages = setInterval(() => this.view.visible && this.#redraw.call(), ageInterval);
  }

  /** Redraws at once, or soon if it was redrawn just before. */
  redraw(): void {
    this.#redraw.call();
  }

  /** The description beside the name and the message above the rows. Setting either redraws the view, even if unchanged. */
  describe(description: string, message: string): void {
    if (this.view.description !== description) this.view.description = description;
    if (this.view.message !== message) this.view.message = message;
  }

  /** Reveals a row. VS Code fails to find a row while it redraws the tree; then it is retried. */
  async reveal(row: () => Row, options: { readonly focus: boolean; readonly select: boolean }): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.view.reveal(row(), options);
      } catch (error) {
        if (attempt === mostReveals) throw error;
      }
      await delay(redrawInterval);
    }
  }

  dispose(): void {
    clearInterval(this.#ages);
    this.#redraw.dispose();
    this.view.dispose();
  }
}

export function treeItem(row: TreeRow): TreeItem {
  const { id, label, description, icon, spoken, isButton, tooltip, contextValue, command, isOpen } = row;
  const { None, Expanded, Collapsed } = TreeItemCollapsibleState;
  const item = new TreeItem(label, isOpen === undefined ? None : isOpen ? Expanded : Collapsed);
  item.id = id;
  item.accessibilityInformation = isButton === true ? { label: spoken, role: "button" } : { label: spoken };
  if (description !== undefined) item.description = description;
  if (icon !== undefined)
    item.iconPath = new ThemeIcon(icon.id, icon.color === undefined ? undefined : new ThemeColor(icon.color));
  if (tooltip !== undefined) item.tooltip = tooltip;
  if (contextValue !== undefined) item.contextValue = contextValue;
  if (command !== undefined) item.command = command;
  return item;
}

/** A tooltip of lines. They are untrusted text and are appended as text. */
export function linesTooltip(lines: readonly string[]): MarkdownString {
  const tooltip = new MarkdownString();
  for (const line of lines) tooltip.appendText(line).appendMarkdown("  \n");
  return tooltip;
}
