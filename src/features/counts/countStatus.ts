import * as l10n from "@vscode/l10n";
import { type Disposable, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from "vscode";
import { statusCommand, statusText, statusTooltip } from "../../core/counts/statusText.ts";
import { statusItem } from "../../core/display.ts";
import { linesTooltip } from "../../vscode/ui/treeView.ts";
import type { FeatureParts } from "../app.ts";

/** The status bar item with the call count of the project, or with a saved count. */
export class CountStatus implements Disposable {
  readonly #parts: FeatureParts;
  readonly #item: StatusBarItem;
  readonly #subscriptions: readonly Disposable[];

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.#item = window.createStatusBarItem("weaveThreads.count", StatusBarAlignment.Left);
    this.#item.name = l10n.t("Weave Call Count");
    this.#subscriptions = [
      this.#item,
      parts.sessions.onChange(() => this.#draw()),
      parts.count.subscribe(() => this.#draw()),
      parts.saved.subscribe(() => this.#draw()),
    ];
    this.#draw();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #draw(): void {
    const { sessions, count, saved, formats } = this.#parts;
    const shown = saved.inStatusBar;
    const state = statusItem(sessions.session, shown?.load ?? count.load, shown?.saved ?? null);
    if (state === null) {
      this.#item.hide();
      return;
    }
    const { icon, text, spoken } = statusText(state, formats);
    this.#item.text = `$(${icon}) ${text}`;
    this.#item.accessibilityInformation = { label: spoken, role: "button" };
    this.#item.tooltip = linesTooltip(statusTooltip(state, formats));
    this.#item.command = statusCommand(state);
    this.#item.backgroundColor = state.kind === "failed" ? new ThemeColor("statusBarItem.errorBackground") : undefined;
    this.#item.show();
  }
}
