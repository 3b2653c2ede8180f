import * as l10n from "@vscode/l10n";
import { type Disposable, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from "vscode";
import { isAbove, passedText } from "../../core/counts/threshold.ts";
import { showsStatus, statusItem } from "../../core/project/display.ts";
import { statusCommand, statusLinks, statusText, withAlerts } from "../../core/project/statusText.ts";
import { statusTooltip } from "../../core/project/statusTooltip.ts";
import { useLines } from "../../core/requests/requestUse.ts";
import { dataOf } from "../../core/session/session.ts";
import { hiddenText } from "../../core/session/sessionText.ts";
import { configuredRequests, onSettingsChange } from "../../vscode/storage/settings.ts";
import { linesTooltip } from "../../vscode/ui/treeView.ts";
import type { CountsParts } from "./register.ts";

/** The status bar item with the call count of the project, or with a saved count. */
export class CountStatus implements Disposable {
  readonly #parts: CountsParts;
  readonly #item: StatusBarItem;
  readonly #subscriptions: readonly Disposable[];

  constructor(parts: CountsParts) {
    this.#parts = parts;
    this.#item = window.createStatusBarItem("weaveThreads.count", StatusBarAlignment.Left);
    this.#item.name = l10n.t("Weave Call Count");
    this.#subscriptions = [
      this.#item,
      parts.sessions.onChange(() => this.#draw()),
      parts.count.subscribe(() => this.#draw()),
      parts.saved.subscribe(() => this.#draw()),
      parts.preferences.used.subscribe(() => this.#draw()),
      // Settings that the project of this workspace hides.
      onSettingsChange(() => this.#draw()),
      parts.standing.subscribe(() => this.#draw()),
      parts.requests.use.subscribe(() => this.#draw()),
      parts.collector.state.subscribe(() => this.#draw()),
    ];
    this.#draw();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #draw(): void {
    const { sessions, count, saved, standing, preferences, privacy, requests, collector, formats } = this.#parts;
    const shown = saved.inStatusBar;
    const state = statusItem(sessions.session, shown?.load ?? count.load, shown?.saved ?? null, standing.value);
    if (state === null || !showsStatus(sessions.session, preferences.used.value)) {
      this.#item.hide();
      return;
    }
    const alerts = saved.shown.filter(isAbove).map((one) => passedText(one, formats));
    const { icon, text, spoken, background } = withAlerts(statusText(state, formats), alerts);
    this.#item.text = `$(${icon}) ${text}`;
    this.#item.accessibilityInformation = { label: spoken, role: "button" };
    const { hidden } = sessions.target;
    const isShown = sessions.session?.kind === "signedIn" && privacy.value === null;
    const notes = hidden !== null && isShown ? [hiddenText(hidden)] : [];
    const use = useLines(requests.use.value, configuredRequests(), formats);
    const local = collector.state.value;
    const isCollected = dataOf(sessions.session) === "local" && local.kind === "on";
    const collected = isCollected ? [l10n.t("Collected on this machine: {0}", formats.size(local.size))] : [];
    const lines = [...alerts, ...statusTooltip(state, formats), ...collected, ...notes, ...use];
    this.#item.tooltip = linesTooltip(lines, statusLinks(state));
    this.#item.command = statusCommand(state);
    this.#item.backgroundColor = background && new ThemeColor(`statusBarItem.${background}Background`);
    this.#item.show();
  }
}
