import * as l10n from "@vscode/l10n";
import { shownValue } from "../async/loadState.ts";
import { faultText } from "../failures/faultText.ts";
import { type RowIcon, type TreeRow, warningIcon } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import { middleCut, visibleCut } from "../text/visibleText.ts";
import { conditionsText, countRemarks, countText, storageText } from "./conditionText.ts";
import { countWords, signed } from "./countWords.ts";
import type { ShownCount } from "./watchedCounts.ts";

/** Longer names would push the values out of a sidebar of usual width. */
const longestLabel = 24;

/** The row of a saved count. Clicking it opens the count box, which requests only the same number. */
export function savedCountRow(count: ShownCount, formats: Formats, now: number): TreeRow {
  const { saved, inStatusBar } = count;
  const name = visibleCut(saved.name);
  const words = countWords(count, formats, now);
  const spoken = [name, ...(words.length === 0 ? [l10n.t("not counted yet")] : words)];
  if (inStatusBar) spoken.push(l10n.t("in the status bar"));
  return {
    id: `count/${saved.id}`,
    label: middleCut(name, longestLabel),
    description: words.length === 0 ? "–" : words.join(" · "),
    icon: icon(count),
    spoken: spoken.join(", "),
    contextValue: inStatusBar ? "count.status" : "count",
    command: {
      command: "weaveThreads.editCount",
      title: l10n.t("Open in Count Calls"),
      arguments: [{ id: saved.id }],
    },
  };
}

/** The lines of its tooltip, with the exact number. */
export function savedCountTooltip(count: ShownCount, project: string, formats: Formats): readonly string[] {
  const { saved, load, change, inStatusBar } = count;
  const lines: string[] = [];
  lines.push(visibleCut(saved.name));
  lines.push(l10n.t("Conditions: {0}", conditionsText(saved.conditions, formats)));
  lines.push(l10n.t("Project: {0}", project));
  const value = shownValue(load);
  if (value !== null) {
    lines.push(countText(value, saved.conditions, formats));
    const stored = storageText(value, saved.conditions, formats);
    if (stored !== undefined) lines.push(stored);
    for (const remark of countRemarks(value)) lines.push(remark);
  }
  if (change !== null) {
    const look = formats.dateTime(change.since);
    lines.push(
      change.by === 0
        ? l10n.t("Unchanged since last viewed ({0})", look)
        : l10n.t("{0} since last viewed ({1})", signed(change.by, formats), look),
    );
  }
  if ((load.kind === "shown" || load.kind === "stale") && load.at !== null)
    lines.push(l10n.t("Last counted: {0}", formats.dateTime(load.at)));
  if (load.kind === "idle") lines.push(l10n.t("Not counted yet"));
  if (load.kind === "loading") lines.push(l10n.t("Counting…"));
  if (load.kind === "stale") lines.push(l10n.t("Refresh failed: {0}", faultText(load.fault)));
  if (load.kind === "failed") lines.push(faultText(load.fault));
  if (inStatusBar) lines.push(l10n.t("Shown in status bar"));
  return lines;
}

/** The message above the rows, if stored counts cannot be read; else empty. */
export function unreadableText(unreadable: number, formats: Formats): string {
  if (unreadable === 0) return "";
  return plural(
    unreadable,
    l10n.t("1 more count was saved by another version of this extension and cannot be shown."),
    l10n.t(
      "{0} more counts were saved by another version of this extension and cannot be shown.",
      formats.exact(unreadable),
    ),
  );
}

function icon({ load, inStatusBar }: ShownCount): RowIcon {
  switch (load.kind) {
    case "loading":
      return { id: "loading~spin" };
    case "stale":
      return warningIcon;
    case "failed":
      return { id: "warning", color: "list.errorForeground" };
    case "idle":
    case "shown":
      return { id: inStatusBar ? "pinned" : "symbol-numeric" };
  }
}
