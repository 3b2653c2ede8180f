import * as l10n from "@vscode/l10n";
import { commands, type Disposable, type Memento, StatusBarAlignment, type StatusBarItem, window } from "vscode";
import type { AddressParts } from "../../core/conversation/conversationAddress.ts";
import { memberOf } from "../../core/json.ts";
import { createMask } from "../../core/privacy/createMask.ts";
import { pseudonymsKey } from "../../core/privacy/mask.ts";
import { type KnownPseudonym, newlyKnown } from "../../core/privacy/pseudonyms.ts";
import { inBackground, logFailure } from "../../vscode/ui/commands.ts";
import { linesTooltip } from "../../vscode/ui/treeView.ts";
import type { FeatureParts } from "../app.ts";
import { closeTabs, ownTabs, reopenTabs } from "./ownTabs.ts";

/** Switches privacy mode, and shows in the status bar that it is on. */
export class PrivacyMode implements Disposable {
  readonly #parts: FeatureParts;
  readonly #item: StatusBarItem;
  readonly #subscriptions: readonly Disposable[];
  #switching: Promise<void> = Promise.resolve();

  constructor(parts: FeatureParts) {
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
    this.#subscriptions = [
      this.#item,
      window.tabGroups.onDidChangeTabs(() =>
        inBackground(
          this.#next(() => this.#followTabs()),
          parts.log,
        ),
      ),
    ];
  }

  /** Switches after a switch in progress. */
  set(isOn: boolean): Promise<void> {
    return this.#next(() => this.#set(isOn));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #next(task: () => Promise<void>): Promise<void> {
    this.#switching = this.#switching.catch(() => undefined).then(task);
    return this.#switching;
  }

  async #set(isOn: boolean): Promise<void> {
    const { privacy, sessions, requests, log, context } = this.#parts;
    const before = privacy.value;
    const stored = storedPseudonyms(context.workspaceState);
    // Restored tabs have pseudonyms, even if the mode was turned off while the window was closed.
    if (isOn === (before !== null) && (isOn || stored.length === 0)) return;
    const mask = before ?? createMask(stored);
    const changed = (parts: AddressParts) => (isOn ? mask.masked(parts) : mask.unmasked(parts));
    // In a window that has just opened, nothing is shown yet.
    const isStarted = sessions.session !== null;
    const tabs = ownTabs(changed, { withPages: isStarted });
    if (isStarted) {
      await commands.executeCommand("workbench.action.closeQuickOpen");
      // Those that are hidden are a click away.
      await commands.executeCommand("notifications.clearAll");
    }
    // A tab that cannot be closed must not keep the mode off.
    await closeTabs(tabs).catch((error: unknown) => logFailure(error, log));
    if (isOn) {
      log.clear();
      requests.entries = [];
    }
    privacy.value = isOn ? mask : null;
    if (!isOn) this.#item.hide();
    sessions.remask();
    if (!isOn) await context.workspaceState.update(pseudonymsKey, undefined);
    await reopenTabs(tabs);
    // Last: once it is shown, the screen can be shared.
    if (isOn) this.#item.show();
  }

  /** Keeps the pseudonyms of the open tabs. VS Code opens closed tabs again, with their originals, which are replaced. */
  async #followTabs(): Promise<void> {
    const { privacy, context, log } = this.#parts;
    const mask = privacy.value;
    if (mask === null) return;
    const tabs = ownTabs(mask.masked, { withPages: false });
    const queries = tabs.flatMap(({ uris }) => uris.map((uri) => (mask.masked(uri) ?? uri).query));
    const known = newlyKnown(queries.flatMap(mask.known), storedPseudonyms(context.workspaceState));
    // Tabs change often.
    if (known !== null) await context.workspaceState.update(pseudonymsKey, known);
    const named = tabs.filter(({ uris, open }) => uris.length > 0 && open !== undefined);
    if (named.length === 0) return;
    await closeTabs(named).catch((error: unknown) => logFailure(error, log));
    await reopenTabs(named);
  }
}

function storedPseudonyms(memory: Memento): readonly KnownPseudonym[] {
  const stored = memory.get<unknown>(pseudonymsKey);
  if (!Array.isArray(stored)) return [];
  return Array.from<unknown>(stored).flatMap((entry) => {
    const [pseudonym, original] = [memberOf(entry, "pseudonym"), memberOf(entry, "original")];
    return typeof pseudonym === "string" && typeof original === "string" ? [{ pseudonym, original }] : [];
  });
}
