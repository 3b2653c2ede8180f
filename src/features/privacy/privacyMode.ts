import * as l10n from "@vscode/l10n";
import { commands, type Disposable, StatusBarAlignment, type StatusBarItem, window } from "vscode";
import { createMask } from "../../core/privacy/mask.ts";
import { logFailure } from "../../vscode/ui/commands.ts";
import { linesTooltip } from "../../vscode/ui/treeView.ts";
import type { PrivacyParts } from "./register.ts";
import { closeForSwitch, hasOverview } from "./strayTabs.ts";

/** Switches privacy mode, and shows in the status bar that it is on. */
export class PrivacyMode implements Disposable {
  readonly #parts: PrivacyParts;
  readonly #item: StatusBarItem;
  #switching: Promise<void> = Promise.resolve();

  constructor(parts: PrivacyParts) {
    this.#parts = parts;
    this.#item = window.createStatusBarItem("weaveThreads.privacy", StatusBarAlignment.Left);
    this.#item.name = l10n.t("Weave Privacy Mode");
    this.#item.text = `$(eye-closed) ${l10n.t("Weave: Private")}`;
    this.#item.accessibilityInformation = { label: l10n.t("Weave privacy mode is on. Turn off"), role: "button" };
    this.#item.tooltip = linesTooltip([
      l10n.t("IDs, names of projects and users, and texts are replaced."),
      l10n.t("Click: {0}", l10n.t("Turn Off Privacy Mode")),
    ]);
    this.#item.command = "weaveThreads.togglePrivacyMode";
  }

  /** Switches after a switch in progress. */
  set(isOn: boolean): Promise<void> {
    this.#switching = this.#switching.catch(() => undefined).then(() => this.#set(isOn));
    return this.#switching;
  }

  dispose(): void {
    this.#item.dispose();
  }

  async #set(isOn: boolean): Promise<void> {
    const { privacy, sessions, requests, log } = this.#parts;
    if (isOn === (privacy.value !== null)) return;
    const mask = isOn ? createMask() : null;
    // In a window that has just opened, nothing is shown yet: a restored overview is drawn after this.
    const isStarted = sessions.session !== null;
    const isOverviewOpen = isStarted && hasOverview();
    if (isStarted) {
      await commands.executeCommand("workbench.action.closeQuickOpen");
      // Those that are hidden are a click away.
      await commands.executeCommand("notifications.clearAll");
    }
    // A tab that cannot be closed must not keep the mode off.
    await closeForSwitch(mask, isOverviewOpen).catch((error: unknown) => logFailure(error, log));
    if (isOn) {
      log.clear();
      requests.entries = [];
    }
    privacy.value = mask;
    if (!isOn) this.#item.hide();
    sessions.remask();
    if (isOverviewOpen) await commands.executeCommand("weaveThreads.openOverview");
    // Last: once it is shown, the screen can be shared.
    if (isOn) this.#item.show();
  }
}
