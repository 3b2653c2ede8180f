import { commands, type Disposable, window } from "vscode";
import { countsMessage } from "../../core/counts/savedCountRow.ts";
import { dataOf, hostOf } from "../../core/session/session.ts";
import { projectText } from "../../core/session/sessionText.ts";
import { unattended } from "../../vscode/ui/commands.ts";
import { LiveTreeView } from "../../vscode/ui/treeView.ts";
import type { SavedCountsParts } from "./register.ts";
import { type CountsRow, SavedCountTree } from "./savedCountTree.ts";

const viewId = "weaveThreads.counts";

/** The view of counts: requests missing values while visible, and reports visibility. */
export class SavedCountView implements Disposable {
  readonly #parts: SavedCountsParts;
  readonly #tree: SavedCountTree;
  readonly #live: LiveTreeView<CountsRow>;
  readonly #subscriptions: readonly Disposable[];

  constructor(parts: SavedCountsParts) {
    this.#parts = parts;
    this.#tree = new SavedCountTree(parts, () => this.#project());
    const options = { treeDataProvider: this.#tree, dragAndDropController: this.#tree };
    this.#live = new LiveTreeView(viewId, options, () => this.#tree.redraw());
    const { view } = this.#live;
    this.#subscriptions = [
      this.#tree,
      this.#live,
      parts.saved.subscribe(() => this.#draw()),
      parts.calls.subscribe(() => this.#live.redraw()),
      parts.sessions.onChange(() => this.#draw()),
      parts.standing.subscribe(() => this.#draw()),
      view.onDidChangeVisibility(({ visible }) => this.#check(visible)),
      view.onDidExpandElement(({ element }) => {
        if (element.kind === "count") this.#tree.expanded(element);
      }),
      view.onDidCollapseElement(({ element }) => {
        if (element.kind !== "count") return;
        this.#tree.collapsed(element);
        parts.calls.cancel([element.id]);
      }),
      window.onDidChangeWindowState(({ focused }) => {
        // The previously focused window may have made changes.
        if (focused) parts.saved.reread();
      }),
    ];
    this.#check(view.visible);
  }

  /** ID of the selected count. */
  get selectedId(): string | undefined {
    const [row] = this.#live.view.selection;
    return row?.kind === "count" ? row.id : undefined;
  }

  get visible(): boolean {
    return this.#live.view.visible;
  }

  /** Shows the view with the calls of a count. */
  async expand(id: string): Promise<void> {
    // In a visible view, this would also reveal the selected row.
    if (!this.visible) await commands.executeCommand(`${viewId}.focus`);
    const options = { focus: true, select: true, expand: true };
    const row = () => this.#tree.shownRow(id);
    await this.#live.reveal(row, options, () => this.#tree.isExpanded(id));
  }

  /** Loads the next calls of a count. */
  loadMore(id: string): void {
    this.#parts.calls.more(id);
    this.#live.redraw();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #check(visible: boolean): void {
    const { saved, calls, log } = this.#parts;
    if (visible) unattended(saved.startViewing(), log);
    else {
      saved.endViewing();
      calls.cancel();
    }
    this.#draw();
  }

  #draw(): void {
    const { saved, calls, sessions, standing, formats, log } = this.#parts;
    const message = countsMessage(saved, standing.value.limitedUntil, hostOf(sessions.session), formats);
    this.#live.describe(this.#project(), message);
    calls.keep(new Set(saved.all.map((count) => count.saved.id)));
    if (this.visible) this.#live.redraw();
    unattended(saved.askOnce("inUse"), log);
  }

  #project(): string {
    const { saved, sessions } = this.#parts;
    if (saved.project === null) return "";
    return projectText(saved.project, dataOf(sessions.session));
  }
}
