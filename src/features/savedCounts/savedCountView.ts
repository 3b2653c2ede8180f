import { type Disposable, window } from "vscode";
import { unreadableText } from "../../core/counts/savedCountRow.ts";
import { projectText } from "../../core/session/sessionText.ts";
import { inBackground } from "../../vscode/ui/commands.ts";
import { LiveTreeView } from "../../vscode/ui/treeView.ts";
import type { FeatureParts } from "../app.ts";
import { type CountRow, SavedCountTree } from "./savedCountTree.ts";

/** The view of saved counts: requests missing values while visible, and reports visibility. */
export class SavedCountView implements Disposable {
  readonly #parts: FeatureParts;
  readonly #live: LiveTreeView<CountRow>;
  readonly #subscriptions: readonly Disposable[];

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    const tree = new SavedCountTree(parts.saved, () => this.#project(), parts.formats);
    const options = { treeDataProvider: tree, dragAndDropController: tree };
    this.#live = new LiveTreeView("weaveThreads.counts", options, () => tree.redraw());
    const { view } = this.#live;
    this.#subscriptions = [
      tree,
      this.#live,
      parts.saved.subscribe(() => this.#draw()),
      parts.sessions.onChange(() => this.#draw()),
      view.onDidChangeVisibility(({ visible }) => this.#look(visible)),
      window.onDidChangeWindowState(({ focused }) => {
        // The previously focused window may have made changes.
        if (focused) parts.saved.reread();
      }),
    ];
    this.#look(view.visible);
  }

  /** ID of the selected count. */
  get selectedId(): string | undefined {
    return this.#live.view.selection[0]?.id;
  }

  get visible(): boolean {
    return this.#live.view.visible;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #look(visible: boolean): void {
    const { saved, log } = this.#parts;
    if (visible) inBackground(saved.startLook(), log);
    else saved.endLook();
    this.#draw();
  }

  #draw(): void {
    const { saved, formats, log } = this.#parts;
    this.#live.describe(this.#project(), unreadableText(saved.unreadable, formats));
    if (this.visible) {
      this.#live.redraw();
      inBackground(saved.askOnce(), log);
    } else if (saved.inStatusBar !== null) {
      inBackground(saved.askOnce(saved.inStatusBar.saved.id), log);
    }
  }

  #project(): string {
    const { saved, sessions } = this.#parts;
    if (saved.project === null) return "";
    return projectText(saved.project, sessions.session?.kind === "sample");
  }
}
