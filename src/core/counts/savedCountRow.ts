import * as l10n from "@vscode/l10n";
import { faultOf, isBroken, type LoadState, shownValue } from "../async/loadState.ts";
import { bugText, faultText, limitText } from "../failures/faultText.ts";
import { shortFaultText } from "../failures/shortFaultText.ts";
import type { CallCount } from "../query/callQuery.ts";
import { day, type Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import { rowLabel } from "../text/rowLabel.ts";
import { type RowIcon, type TreeRow, warningIcon } from "../text/rows.ts";
import { listed, sentences } from "../text/sentences.ts";
import { visibleCut } from "../text/visibleText.ts";
import type { CallConditions } from "./callCondition.ts";
import { conditionsText, countRemarks, countText, storageText } from "./conditionText.ts";
import type { SavedCounts } from "./savedCounts.ts";
import { isAbove, thresholdText } from "./threshold.ts";
import type { CountChange, ShownCount } from "./watchedCounts.ts";

/** The row of a saved count, its value first. Clicking it opens the count box, which requests only the same number. */
export function savedCountRow(count: ShownCount, formats: Formats, now: number): TreeRow {
  const { saved, load, isTemporary, inStatusBar } = count;
  const name = visibleCut(saved.name);
  const counted = shownValue(load);
  const value = counted === null ? "–" : countText(counted, saved.conditions, formats);
  const words = countWords(count, formats, now, shortFaultText);
  const spokenWords = countWords(count, formats, now, faultText);
  const spoken = [name, ...(words.length === 0 ? [l10n.t("not counted yet")] : spokenWords)];
  if (inStatusBar) spoken.push(l10n.t("in the status bar"));
  if (isTemporary) spoken.push(l10n.t("not saved"));
  const contextValue = isTemporary ? "count.temporary" : inStatusBar ? "count.status" : "count";
  return {
    id: `count/${saved.id}`,
    label: rowLabel(value, name),
    description: (value === words[0] ? words.slice(1) : words).join(" · "),
    icon: icon(count),
    spoken: listed(spoken),
    contextValue,
    isOpen: false,
    command: { command: "weaveThreads.editCount", title: l10n.t("Open in Count Calls"), arguments: [{ id: saved.id }] },
  };
}

export function savedCountTooltip(count: ShownCount, project: string, formats: Formats): readonly string[] {
  const { saved, isTemporary, load, change, inStatusBar } = count;
  const lines = [visibleCut(saved.name), conditionsLine(saved.conditions, formats), l10n.t("Project: {0}", project)];
  const value = shownValue(load);
  if (value !== null) {
    const stored = storageText(value, saved.conditions, formats) ?? [];
    lines.push(...[countText(value, saved.conditions, formats), stored].flat(), ...countRemarks(value));
  }
  if (change !== null) {
    const sinceText = formats.dateTime(change.since);
    lines.push(
      change.by === 0
        ? l10n.t("Unchanged since last viewed ({0})", sinceText)
        : l10n.t("{0} since last viewed ({1})", signed(change.by, formats), sinceText),
    );
  }
  lines.push(...loadLines(load, formats));
  if (saved.threshold !== undefined) lines.push(l10n.t("Threshold: {0}", thresholdText(saved.threshold, formats)));
  if (inStatusBar) lines.push(l10n.t("Shown in status bar"));
  if (isTemporary) lines.push(l10n.t("Not saved"));
  return lines;
}

export function conditionsLine(conditions: CallConditions, formats: Formats): string {
  return l10n.t("Conditions: {0}", conditionsText(conditions, formats));
}

/** How the last count went: the lines of a tooltip. */
export function loadLines(
  load: LoadState<CallCount>,
  formats: Formats,
  failed: typeof faultText = faultText,
): readonly string[] {
  const counted = (at: number | null) => (at === null ? [] : [l10n.t("Last counted: {0}", formats.dateTime(at))]);
  switch (load.kind) {
    case "idle":
      return [isBroken(load) ? bugText() : l10n.t("Not counted yet")];
    case "loading":
      return [l10n.t("Counting…")];
    case "shown":
      return counted(load.at);
    case "stale":
      return [...counted(load.at), l10n.t("Refresh failed: {0}", failed(load.fault))];
    case "failed":
      return [failed(load.fault)];
  }
}

/** The message above the rows: until when they wait for a rate limit of `host`, and whether stored counts cannot be read. */
export function countsMessage(
  { all, unreadable }: Pick<SavedCounts, "all" | "unreadable">,
  limitedUntil: number | null,
  host: string | null,
  formats: Formats,
): string {
  const limit = all.some(({ load }) => load.kind === "loading")
    ? limitText({ until: limitedUntil, formats }, host)
    : null;
  const fault = all.map(({ load }) => faultOf(load)).find((one) => one?.kind === "rateLimited");
  const limited = limit ?? (limitedUntil !== null && fault ? faultText(fault, { until: limitedUntil, formats }) : "");
  return sentences(limited, unreadableText(unreadable, formats));
}

function unreadableText(unreadable: number, formats: Formats): string {
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

function icon(count: ShownCount): RowIcon {
  const { load, isTemporary, inStatusBar } = count;
  const { kind } = load;
  if (kind === "loading") return { id: "loading~spin" };
  if (kind === "stale") return warningIcon;
  if (kind === "failed") return { id: "warning", color: "list.errorForeground" };
  if (isAbove(count)) return { id: "bell-dot", color: "list.warningForeground" };
  return { id: isTemporary ? "list-unordered" : inStatusBar ? "pinned" : "symbol-numeric" };
}

/** Facts about a count, most important first. `now` is milliseconds since the epoch. */
function countWords(count: ShownCount, formats: Formats, now: number, failed: typeof faultText): readonly string[] {
  const { saved, load, change } = count;
  const { threshold } = saved;
  if (load.kind === "idle") return [];
  if (load.kind === "failed") return [failed(load.fault)];
  const counted = load.value === null ? [] : [countText(load.value, saved.conditions, formats)];
  const changed = load.value === null || change === null ? [] : [changeText(change, formats, now)];
  const age = load.kind === "loading" || load.at === null ? [] : [formats.ago(load.at, now)];
  const rest = load.kind === "loading" ? [l10n.t("counting…")] : load.kind === "stale" ? [failed(load.fault)] : [];
  const above = threshold !== undefined && isAbove(count) ? [thresholdText(threshold, formats)] : [];
  return [...counted, ...above, ...changed, ...age, ...rest];
}

/** `+12 since 10:05:00 AM`, `−3 since 3d ago` */
function changeText({ by, since }: CountChange, formats: Formats, now: number): string {
  if (by === 0) return l10n.t("unchanged");
  const sinceText = now - since < day ? formats.timeOfDay(since) : formats.ago(since, now);
  return l10n.t("{0} since {1}", signed(by, formats), sinceText);
}

/** `+12`, `−12` */
export function signed(by: number, formats: Formats): string {
  return `${by < 0 ? "−" : "+"}${formats.exact(Math.abs(by))}`;
}
