import { type Disposable, type TreeView, type TreeViewOptions, window } from "vscode";
import { Throttle } from "./throttle.ts";

/** A view that is redrawn more often than this does not get to paint. */
const redrawInterval = 300;
/** Rows tell how long ago something was. */
const ageInterval = 60_000;

/** A tree view whose rows change by themselves, drawn no more often than it can paint. */
export class LiveTreeView<Row> implements Disposable {
  readonly view: TreeView<Row>;
  readonly #redraw: Throttle;
  readonly #ages: NodeJS.Timeout;

  /** `draw` redraws the tree; while the view is seen, it is called once a minute as well. */
  constructor(id: string, options: TreeViewOptions<Row>, draw: () => void) {
    this.view = window.createTreeView(id, options);
    this.#redraw = new Throttle(draw, redrawInterval);
    this.#ages = setInterval(() => this.view.visible && this.#redraw.call(), ageInterval);
  }

  /** Draws at once, or, where that was a moment ago, soon. */
  redraw(): void {
    this.#redraw.call();
  }

  /** What stands beside the name, and the line above the rows. Each of them redraws the view even when it stays the same. */
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
