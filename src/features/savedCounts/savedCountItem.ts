import * as l10n from "@vscode/l10n";
import { MarkdownString, ThemeColor, ThemeIcon, TreeItem } from "vscode";
import type { ShownCount } from "../../core/counts/watchedCounts.ts";
import type { Formats } from "../../core/format.ts";
import { shownValue } from "../../core/load.ts";
import { middleCut, visibleCut } from "../../core/visibleText.ts";
import { conditionsText, countRemarks, countText, storageText } from "../../host/conditionText.ts";
import { faultText } from "../../host/faultText.ts";
import { countWords, signed } from "./countWords.ts";

/** A name beyond this would push the figures out of a side bar of usual width. */
const longestLabel = 24;

/** The row of a saved count. A click opens it in the count box, which asks for nothing but the same number again. */
export function savedCountItem(count: ShownCount, formats: Formats, now: number): TreeItem {
  const { saved, inStatusBar } = count;
  const name = visibleCut(saved.name);
  const words = countWords(count, formats, now);
  const item = new TreeItem(middleCut(name, longestLabel));
  item.id = `count/${saved.id}`;
  item.contextValue = inStatusBar ? "count.status" : "count";
  item.iconPath = icon(count);
  item.description = words.length === 0 ? "–" : words.join(" · ");
  item.command = {
    command: "weaveThreads.editCount",
    title: l10n.t("Open in Count Calls"),
    arguments: [{ id: saved.id }],
  };
  const spoken = [name, ...(words.length === 0 ? [l10n.t("not counted yet")] : words)];
  if (inStatusBar) spoken.push(l10n.t("in the status bar"));
  item.accessibilityInformation = { label: spoken.join(", ") };
  return item;
}

/** Everything that is known, the number in full. Names and values are a stranger's text and are appended as such. */
export function savedCountTooltip(count: ShownCount, project: string, formats: Formats): MarkdownString {
  const { saved, load, change, inStatusBar } = count;
  const tooltip = new MarkdownString();
  const line = (text: string) => tooltip.appendText(text).appendMarkdown("  \n");
  line(visibleCut(saved.name));
  line(l10n.t("Counted: {0}", conditionsText(saved.conditions, formats)));
  line(l10n.t("Project: {0}", project));
  const value = shownValue(load);
  if (value !== null) {
    line(countText(value, saved.conditions, formats));
    const stored = storageText(value, saved.conditions, formats);
    if (stored !== undefined) line(stored);
    for (const remark of countRemarks(value)) line(remark);
  }
  if (change !== null) {
    const look = formats.dateTime(change.since);
    line(
      change.by === 0
        ? l10n.t("Unchanged since the last look ({0})", look)
        : l10n.t("{0} since the last look ({1})", signed(change.by, formats), look),
    );
  }
  if ((load.kind === "shown" || load.kind === "stale") && load.at !== null)
    line(l10n.t("Counted {0}", formats.dateTime(load.at)));
  if (load.kind === "idle") line(l10n.t("Not counted yet"));
  if (load.kind === "loading") line(l10n.t("Counting…"));
  if (load.kind === "stale") line(l10n.t("Not counted again: {0}", faultText(load.fault)));
  if (load.kind === "failed") line(faultText(load.fault));
  if (inStatusBar) line(l10n.t("Shown in the status bar"));
  return tooltip;
}

function icon({ load, inStatusBar }: ShownCount): ThemeIcon {
  switch (load.kind) {
    case "loading":
      return new ThemeIcon("loading~spin");
    case "stale":
      return new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
    case "failed":
      return new ThemeIcon("warning", new ThemeColor("list.errorForeground"));
    case "idle":
    case "shown":
      return new ThemeIcon(inStatusBar ? "pinned" : "symbol-numeric");
  }
}
