import { type Disposable, window } from "vscode";
import { shownValue } from "../../core/async/loadState.ts";
import type { ConversationPages } from "../../core/conversations/conversationPages.ts";
import { OpenRows, type ThreadRow } from "../../core/conversations/threadRows.ts";
import { aboutText, messageText, newsBadge } from "../../core/project/threadViewText.ts";
import { type ConversationKey, isSameConversation } from "../../core/query/conversationKey.ts";
import type { ConversationSummary } from "../../core/query/thread.ts";
import { onSettingsChange } from "../../vscode/storage/settings.ts";
import { unattended } from "../../vscode/ui/commands.ts";
import { LiveTreeView } from "../../vscode/ui/treeView.ts";
import type { ThreadsParts } from "./register.ts";
import { type RevealOptions, ThreadTree } from "./threadTree.ts";

export const viewId = "weaveThreads.threads";

/** The Threads view: requests rows when it is first visible, and stops when it is hidden. */
export class ThreadView implements Disposable {
  readonly #parts: ThreadsParts;
  readonly #tree: ThreadTree;
  readonly #live: LiveTreeView<ThreadRow>;
  readonly #subscriptions: readonly Disposable[];
  readonly #open = new OpenRows();
  /** The load that was last recorded as seen. */
  #seenAt: number | null = null;
  /** The thread above the list when it was last drawn. */
  #found: ConversationSummary | null = null;
  #progressEnds: (() => void) | null = null;

  constructor(parts: ThreadsParts) {
    this.#parts = parts;
    this.#tree = new ThreadTree(parts, this.#open, () => this.#drawn());
    this.#live = new LiveTreeView(viewId, { treeDataProvider: this.#tree }, () => this.#redrawNow());
    const { view } = this.#live;
    this.#subscriptions = [
      this.#tree,
      this.#live,
      ...[parts.threads, parts.failed, parts.lastSeen, parts.standing, parts.following].map((part) =>
        part.subscribe(() => this.#draw()),
      ),
      ...[parts.details, parts.turns, parts.project.feedbackChange, parts.project.pinned].map((part) =>
        part.subscribe(() => this.#live.redraw()),
      ),
      parts.messages.subscribe((isFirst) => (isFirst ? this.#live.redrawNow() : this.#live.redraw())),
      parts.news.subscribe(() => this.#drawBadge()),
      parts.sessions.onChange(() => this.#draw()),
      onSettingsChange(() => {
        parts.messages.renew();
        this.#draw();
      }),
      view.onDidChangeVisibility(({ visible }) => (visible ? this.#shown() : this.#hidden())),
      view.onDidChangeSelection(() => this.#sendSelected()),
      view.onDidExpandElement(({ element }) => this.#open.set(element, true)),
      view.onDidCollapseElement(({ element }) => this.#open.set(element, false)),
    ];
    if (view.visible) this.#shown();
    else this.#draw();
  }

  get selectedRow(): ThreadRow | undefined {
    return this.#live.view.selection[0];
  }

  /** The thread of the selected row; null for none. */
  get #selectedThread(): ConversationKey | null {
    const row = this.selectedRow;
    return row !== undefined && "thread" in row ? { kind: row.thread.kind, id: row.thread.id } : null;
  }

  /** Loads the next page and focuses its first row, unless the user has moved the focus. */
  async loadMore(): Promise<void> {
    const { threads } = this.#parts;
    const before = shownValue(threads.load)?.threads.length ?? 0;
    let left = false;
    const leave = () => {
      left = true;
    };
    const editors = [window.onDidChangeActiveTextEditor(leave), window.onDidChangeTextEditorSelection(leave)];
    try {
      await threads.loadMore();
    } finally {
      for (const subscription of editors) subscription.dispose();
    }
    const arrived = new Set(shownValue(threads.load)?.threads.slice(before));
    const next = threads.listing.threads.find((thread) => arrived.has(thread));
    if (next !== undefined && !left && this.#live.view.visible)
      await this.#reveal(next, { focus: true, select: false });
  }

  /** Shows what automatic refreshes have found, and focuses the first row. */
  async showNew(): Promise<void> {
    await this.#parts.threads.showNew();
    await this.#live.reveal(() => this.#tree.getChildren()[0], { focus: true, select: false });
  }

  /** Shows a found thread: in its place, or above the list if the list does not contain it. */
  async show(thread: ConversationSummary, { preserveFocus }: RevealOptions = { preserveFocus: false }): Promise<void> {
    const { threads } = this.#parts;
    threads.showFound(thread);
    // A list that is still loading may contain the thread.
    await threads.settled();
    await this.#reveal(thread, { focus: !preserveFocus, select: true });
  }

  /** Scrolls to the first row. */
  async showFirst(): Promise<void> {
    if (!this.#live.view.visible) return;
    await this.#live.reveal(() => this.#tree.getChildren()[0], { focus: false, select: false });
  }

  dispose(): void {
    this.#progressEnds?.();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #reveal(key: ConversationKey, options: { readonly focus: boolean; readonly select: boolean }): Promise<void> {
    const row = (): ThreadRow | undefined => {
      const { found, listing } = this.#parts.threads;
      const isWanted = (thread: ConversationSummary) => isSameConversation(thread, key);
      if (found !== null && isWanted(found)) return { kind: "thread", thread: found, section: "found" };
      const thread = listing.threads.find(isWanted);
      return thread && { kind: "thread", thread, section: "list" };
    };
    await this.#live.reveal(row, options);
  }

  #shown(): void {
    const { threads, preferences, log } = this.#parts;
    unattended(preferences.setUsed(), log);
    threads.watched = true;
    this.#draw();
  }

  #hidden(): void {
    const { threads, details, turns, failed, failures, messages, lastSeen, log } = this.#parts;
    threads.watched = false;
    threads.cancel();
    // The view is hidden, so rows may move.
    unattended(threads.showNew(), log);
    for (const requested of [details, turns, failed, failures, messages]) requested.cancel();
    lastSeen.hidden();
  }

  #draw(): void {
    const { threads, failed, lastSeen, log } = this.#parts;
    const { load } = threads;
    this.#showProgress(load.kind === "loading" && !threads.isAutomatic);
    if (!threads.watched) {
      this.#live.describe(aboutText(this.#parts), messageText(this.#parts));
      return;
    }
    if (this.#tree.isFilling) this.#live.redrawNow();
    else this.#live.redraw();
    const { isDue } = threads;
    unattended(failed.check(), log);
    if (isDue) unattended(threads.refresh(), log);
    if (load.kind === "shown" && load.at !== this.#seenAt) {
      this.#seenAt = load.at;
      unattended(this.#parts.news.update(), log);
      this.#rememberAgents(load.value);
      // Threads that are not shown yet stay new.
      if (threads.newCount === 0) unattended(lastSeen.loaded(load.at, load.value.threads), log);
    }
  }

  /** Filters and orders of agents are offered from then on. */
  #rememberAgents({ threads }: ConversationPages): void {
    const { preferences, project, log } = this.#parts;
    const { place } = project;
    if (place === null || preferences.hasAgents(place).value || !threads.some(({ kind }) => kind === "agent")) return;
    unattended(preferences.hasAgents(place).set(true), log);
  }

  /** VS Code has received the rows: now their messages may be requested. */
  #drawn(): void {
    const { messages, threads, log } = this.#parts;
    this.#sendSelected();
    if (threads.watched) unattended(messages.check(), log);
  }

  #redrawNow(): void {
    // In this order: VS Code redraws at once for the first of them, and for the other 200 ms later.
    this.#tree.redraw();
    this.#live.describe(aboutText(this.#parts), messageText(this.#parts));
    this.#followFound();
  }

  /** When the list comes to contain the thread above it, the selection moves to the row in the list. */
  #followFound(): void {
    const { threads, log } = this.#parts;
    const before = this.#found;
    this.#found = threads.found;
    if (before === null || threads.found !== null || !isSameConversation(this.#selectedThread, before)) return;
    unattended(this.#reveal(before, { focus: false, select: true }), log);
  }

  /** Also after each draw: a row that is selected during one is unknown until VS Code has received it, without an event. */
  #sendSelected(): void {
    const { selected } = this.#parts;
    const conversation = this.#selectedThread;
    if (!isSameConversation(conversation, selected.value)) selected.value = conversation;
  }

  #drawBadge(): void {
    const { news, formats } = this.#parts;
    this.#live.view.badge = newsBadge(news.count, formats);
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
