import { type Disposable, type LogOutputChannel, l10n, type TreeView, window } from "vscode";
import type { SavedCounts } from "../../core/counts/savedCounts.ts";
import type { Formats } from "../../core/format.ts";
import { inBackground } from "../../host/commands.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { Throttle } from "../../host/throttle.ts";
import { type CountRow, SavedCountTree } from "./savedCountTree.ts";

/** A view that is redrawn more often than this does not get to paint. */
const redrawInterval = 300;
/** Rows tell how long ago they were counted. */
const ageInterval = 60_000;

export interface SavedCountViewParts {
  readonly sessions: SessionStore;
  readonly saved: SavedCounts;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

/** The view of the saved counts: asks for what was not counted yet while it is seen, and tells when that is. */
export class SavedCountView implements Disposable {
  readonly #parts: SavedCountViewParts;
  readonly #tree: SavedCountTree;
  readonly #view: TreeView<CountRow>;
  readonly #redraw: Throttle;
  readonly #subscriptions: readonly Disposable[];

  constructor(parts: SavedCountViewParts) {
    this.#parts = parts;
    this.#tree = new SavedCountTree(parts.saved, () => this.#project(), parts.formats);
    this.#view = window.createTreeView("weaveThreads.counts", {
      treeDataProvider: this.#tree,
      dragAndDropController: this.#tree,
    });
    this.#redraw = new Throttle(() => this.#tree.redraw(), redrawInterval);
    const ages = setInterval(() => this.#view.visible && this.#tree.redraw(), ageInterval);
    this.#subscriptions = [
      this.#tree,
      this.#view,
      this.#redraw,
      { dispose: () => clearInterval(ages) },
      parts.saved.subscribe(() => this.#draw()),
      parts.sessions.onChange(() => this.#draw()),
      this.#view.onDidChangeVisibility(({ visible }) => this.#look(visible)),
      window.onDidChangeWindowState(({ focused }) => {
        // There may have been changes in the window that had the focus before.
        if (focused) parts.saved.reread();
      }),
    ];
    this.#look(this.#view.visible);
  }

  /** The id of the count whose row is selected. */
  get selectedId(): string | undefined {
    return this.#view.selection[0]?.id;
  }

  get visible(): boolean {
    return this.#view.visible;
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
    const { saved, log } = this.#parts;
    // Each of them redraws the view even when it is the same.
    const [description, message] = [this.#project(), this.#message()];
    if (this.#view.description !== description) this.#view.description = description;
    if (this.#view.message !== message) this.#view.message = message;
    if (this.#view.visible) {
      this.#redraw.call();
      inBackground(saved.askOnce(), log);
    } else if (saved.inStatusBar !== null) {
      inBackground(saved.askOnce(saved.inStatusBar.saved.id), log);
    }
  }

  #project(): string {
    const { saved, sessions } = this.#parts;
    if (saved.project === null) return "";
    return sessions.session?.kind === "sample" ? l10n.t("{0} (sample data)", saved.project) : saved.project;
  }

  #message(): string {
    const { unreadable } = this.#parts.saved;
    if (unreadable === 0) return "";
    return unreadable === 1
      ? l10n.t("1 more count was saved by another version of this extension, which can read it.")
      : l10n.t("{0} more counts were saved by another version of this extension, which can read them.", unreadable);
  }
}
