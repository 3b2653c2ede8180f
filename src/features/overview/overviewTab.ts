import * as l10n from "@vscode/l10n";
import { type Disposable, ViewColumn, type WebviewPanel, window } from "vscode";
import type { Fault } from "../../core/failures/fault.ts";
import { Overview } from "../../core/overview/overview.ts";
import { readOverviewMessage } from "../../core/overview/overviewProtocol.ts";
import { overviewState } from "../../core/overview/overviewState.ts";
import { fillTab } from "../../vscode/page/pageTab.ts";
import { overviewViewType } from "../../vscode/page/tabs.ts";
import { configuredClient } from "../../vscode/storage/settings.ts";
import { inBackground, unattended } from "../../vscode/ui/commands.ts";
import { OverviewPanel } from "./overviewPanel.ts";
import { handleOverviewRequest } from "./overviewRequests.ts";
import type { OverviewParts } from "./register.ts";

/** The overview of this window: at most one tab, which follows the Threads view. */
export class OverviewTab implements Disposable {
  readonly #parts: OverviewParts;
  readonly #overview: Overview;
  readonly #subscriptions: readonly Disposable[];
  #panel: WebviewPanel | null = null;
  #page: OverviewPanel | null = null;
  /** Whether everything has to be requested again when it becomes visible. */
  #outdated = true;

  constructor(parts: OverviewParts) {
    const { project, sessions } = parts;
    this.#parts = parts;
    this.#overview = new Overview({ threads: project.threads, now: Date.now, onChange: () => this.#page?.notify() });
    project.refreshables.add(this);
    this.#subscriptions = [
      sessions.onChange(() => this.#follow()),
      project.threads.subscribe(() => this.#follow()),
      project.failed.subscribe(() => this.#page?.notify()),
      project.selected.subscribe((conversation) => this.#page?.select(conversation)),
      { dispose: () => project.refreshables.delete(this) },
    ];
  }

  /** Shows the tab: the open one, or a new one next to the active editor. */
  open(): void {
    if (this.#panel !== null) {
      this.#panel.reveal();
      return;
    }
    const column = window.activeTextEditor === undefined ? ViewColumn.Active : ViewColumn.Beside;
    const options = { enableFindWidget: true };
    this.fill(window.createWebviewPanel(overviewViewType, l10n.t("Threads Overview"), column, options));
  }

  /** Fills a tab: a new one, or one that VS Code has restored. */
  fill(panel: WebviewPanel): void {
    const { sessions, project, app, formats, context, log } = this.#parts;
    if (this.#panel !== null) {
      // The user opened another one before this one was restored.
      panel.dispose();
      return;
    }
    const overview = this.#overview;
    const page = new OverviewPanel(panel, {
      threads: () => overview.load,
      state: () => {
        const { onlyErrors } = project.threads;
        return overviewState(overview, { session: sessions.session, onlyErrors, client: configuredClient(), formats });
      },
      selected: () => project.selected.value,
    });
    this.#panel = panel;
    this.#page = page;
    this.#outdated = true;
    fillTab(panel, {
      page: "overview",
      extensionUri: context.extensionUri,
      log,
      read: readOverviewMessage,
      receive: (message) => {
        if (message.kind === "ready") return page.start();
        const refresh = () => this.refresh();
        inBackground(handleOverviewRequest(message, overview, refresh, app), log);
      },
      visibilityChanged: () => {
        page.visibilityChanged();
        this.#check();
      },
      content: {
        dispose: () => {
          page.dispose();
          this.#panel = null;
          this.#page = null;
          overview.dispose();
        },
      },
    });
    this.#follow();
    this.#check();
  }

  /** Reloads if visible. Resolves to the fault. */
  async refresh(): Promise<Fault | null> {
    this.#outdated = !this.#visible;
    return this.#outdated ? null : this.#overview.refresh();
  }

  /** Like `refresh`, but automatic. */
  async poll(): Promise<Fault | null> {
    return this.#visible ? this.#overview.poll() : null;
  }

  /** Leaves the tab open, so that VS Code can restore it after a reload. */
  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#page?.dispose();
    this.#overview.dispose();
  }

  get #visible(): boolean {
    return this.#panel?.visible === true;
  }

  /** Follows the target of the Threads view. */
  #follow(): void {
    if (this.#overview.follow()) this.#outdated = true;
    this.#page?.notify();
    this.#check();
  }

  /** Requests outdated content if visible. */
  #check(): void {
    if (this.#outdated && this.#visible && this.#overview.target !== null) unattended(this.refresh(), this.#parts.log);
  }
}
