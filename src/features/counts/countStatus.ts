import * as l10n from "@vscode/l10n";
import { Disposable, StatusBarAlignment, ThemeColor, window } from "vscode";
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
export function countStatus(parts: CountsParts): Disposable {
  const { sessions, count, saved, standing, preferences, privacy, requests, collector, formats } = parts;
  const item = window.createStatusBarItem("weaveThreads.count", StatusBarAlignment.Left);
  item.name = l10n.t("Weave Call Count");
  const draw = () => {
    const shown = saved.inStatusBar;
    const state = statusItem(sessions.session, shown?.load ?? count.load, shown?.saved ?? null, standing.value);
    if (state === null || !showsStatus(sessions.session, preferences.used.value)) return item.hide();
    const alerts = saved.shown.filter(isAbove).map((one) => passedText(one, formats));
    const { icon, text, spoken, background } = withAlerts(statusText(state, formats), alerts);
    item.text = `$(${icon}) ${text}`;
    item.accessibilityInformation = { label: spoken, role: "button" };
    const { hidden } = sessions.target;
    const isShown = sessions.session?.kind === "signedIn" && privacy.value === null;
    const notes = hidden !== null && isShown ? [hiddenText(hidden)] : [];
    const use = useLines(requests.use.value, configuredRequests(), formats);
    const local = collector.state.value;
    const isCollected = dataOf(sessions.session) === "local" && local.kind === "on";
    const collected = isCollected ? [l10n.t("Collected on this machine: {0}", formats.size(local.size))] : [];
    const lines = [...alerts, ...statusTooltip(state, formats), ...collected, ...notes, ...use];
    item.tooltip = linesTooltip(lines, statusLinks(state));
    item.command = statusCommand(state);
    item.backgroundColor = background && new ThemeColor(`statusBarItem.${background}Background`);
    item.show();
  };
  draw();
  const shownParts = [count, saved, preferences.used, standing, requests.use, collector.state];
  const subscriptions = shownParts.map((part) => part.subscribe(draw));
  // The project of this workspace may hide settings.
  return Disposable.from(item, sessions.onChange(draw), onSettingsChange(draw), ...subscriptions);
}
