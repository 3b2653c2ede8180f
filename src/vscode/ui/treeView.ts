import { type Disposable, type TreeView, type TreeViewOptions, window } from "vscode";
import { Throttle } from "./throttle.ts";

/** A view redrawn more often than this cannot paint. */
const redrawInterval = 300;
/** Rows show relative times. */
const ageInterval = 60_000;

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

  dispose(): void {
    clearInterval(this.#ages);
    this.#redraw.dispose();
    this.view.dispose();
  }
}
