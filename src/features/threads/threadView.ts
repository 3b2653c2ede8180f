import { type Disposable, type LogOutputChannel, l10n, type TreeView, window } from "vscode";
import type { Formats } from "../../core/format.ts";
import { shownValue } from "../../core/load.ts";
import type { ThreadList } from "../../core/threadList.ts";
import type { ThreadRow } from "../../core/threadRow.ts";
import { inBackground } from "../../host/commands.ts";
import { faultText } from "../../host/faultText.ts";
import type { SessionStore } from "../../host/sessionStore.ts";
import { Throttle } from "../../host/throttle.ts";
import { shortSortText } from "./sortMenu.ts";
import { ThreadTree } from "./threadTree.ts";

export const viewId = "weaveThreads.threads";

/** A view that is redrawn more often than this does not get to paint. */
const redrawInterval = 300;
/** Rows tell how long ago a thread was updated. */
const ageInterval = 60_000;

export interface ThreadViewParts {
  readonly sessions: SessionStore;
  readonly threads: ThreadList;
  readonly formats: Formats;
  readonly log: LogOutputChannel;
}

/** The threads view: asks for rows when it is first seen, and stops asking when it is hidden. */
export class ThreadView implements Disposable {
  readonly #parts: ThreadViewParts;
  readonly #tree: ThreadTree;
  readonly #view: TreeView<ThreadRow>;
  readonly #redraw: Throttle;
  readonly #subscriptions: readonly Disposable[];
  #progressEnds: (() => void) | null = null;

  constructor(parts: ThreadViewParts) {
    this.#parts = parts;
    this.#tree = new ThreadTree(parts.threads, parts.formats);
    this.#view = window.createTreeView(viewId, { treeDataProvider: this.#tree, showCollapseAll: false });
    this.#redraw = new Throttle(() => this.#tree.redraw(), redrawInterval);
    const ages = setInterval(() => this.#view.visible && this.#tree.redraw(), ageInterval);
    this.#subscriptions = [
      this.#tree,
      this.#view,
      this.#redraw,
      { dispose: () => clearInterval(ages) },
      parts.threads.subscribe(() => this.#draw()),
      parts.sessions.onChange(() => this.#draw()),
      this.#view.onDidChangeVisibility(({ visible }) => (visible ? this.#draw() : parts.threads.cancel())),
    ];
    this.#draw();
  }

  /** The thread whose row is selected. */
  get selectedThreadId(): string | undefined {
    const [row] = this.#view.selection;
    return row?.kind === "thread" ? row.thread.id : undefined;
  }

  /** Loads the rows again, or leaves that to the moment when the view is next seen. */
  async refresh(): Promise<void> {
    const { threads } = this.#parts;
    if (this.#view.visible) await threads.refresh();
    else threads.forget();
  }

  /** Loads the next page and puts the focus on its first row, where reading goes on. */
  async loadMore(): Promise<void> {
    const { threads } = this.#parts;
    const before = shownValue(threads.load)?.threads.length ?? 0;
    await threads.loadMore();
    const next = shownValue(threads.load)?.threads[before];
    if (next === undefined || !this.#view.visible) return;
    await this.#view.reveal({ kind: "thread", thread: next }, { focus: true, select: false });
  }

  dispose(): void {
    this.#progressEnds?.();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #draw(): void {
    const { threads, log } = this.#parts;
    this.#showProgress(threads.load.kind === "loading");
    // Each of them redraws the view even when it is the same, and redrawn at every batch the view never paints.
    const [description, message] = [this.#about(), this.#message()];
    if (this.#view.description !== description) this.#view.description = description;
    if (this.#view.message !== message) this.#view.message = message;
    if (!this.#view.visible) return;
    this.#redraw.call();
    if (threads.load.kind === "idle" && threads.canLoad) inBackground(threads.refresh(), log);
  }

  /** Which threads these are. A view alone in its container shows no description, so this goes into the message too. */
  #about(): string {
    const { sessions, threads } = this.#parts;
    const session = sessions.session;
    if (session === null || session.kind === "signedOut" || session.project === null) return "";
    const about = [session.project, shortSortText(threads.sort)];
    return (session.kind === "sample" ? [l10n.t("Sample"), ...about] : about).join(" · ");
  }

  /** VS Code shows no welcome text beside a message, so a message is for rows only. */
  #message(): string {
    const { threads, formats } = this.#parts;
    const { load } = threads;
    if ((shownValue(load)?.threads.length ?? 0) === 0) return "";
    if (load.kind !== "stale" || load.at === null) return this.#about();
    const stale = l10n.t("Not refreshed since {0}. {1}", formats.timeOfDay(load.at), faultText(load.fault));
    return `${this.#about()}. ${stale}`;
  }

  #showProgress(loading: boolean): void {
    if (!loading) {
      this.#progressEnds?.();
      this.#progressEnds = null;
      return;
    }
    if (this.#progressEnds !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#progressEnds = resolve;
    window.withProgress({ location: { viewId } }, () => promise);
  }
}
