import * as l10n from "@vscode/l10n";
import type { TimeBounds } from "../query/startedWithin.ts";
import type { Formats } from "../text/format.ts";
import type { TimePreset, TimeRange } from "./timeRange.ts";
import { zoneName } from "./timeZone.ts";

export function presetName(preset: TimePreset): string {
  const names: Readonly<Record<TimePreset, string>> = {
    "1h": l10n.t("Last hour"),
    "24h": l10n.t("Last 24 hours"),
    "7d": l10n.t("Last 7 days"),
    "30d": l10n.t("Last 30 days"),
    all: l10n.t("All time"),
  };
  return names[preset];
}

/** `Last 7 days`, or the typed text. */
export function rangeName(range: TimeRange): string {
  return range.kind === "preset" ? presetName(range.preset) : range.text;
}

const longestShortRange = 28;

/** `7d`, where space is limited; a custom range as typed if short. */
export function shortRange(range: TimeRange): string {
  if (range.kind === "preset") return range.preset === "all" ? l10n.t("all time") : range.preset;
  return range.text.length <= longestShortRange ? range.text : l10n.t("custom");
}

/** `7d`, for rows; any custom range is one word. */
export function rangeWord(range: TimeRange): string {
  return range.kind === "preset" ? shortRange(range) : l10n.t("range");
}

/** The bounds of a range where space is limited: `Last 7 days`, `Nov 3, 10:00 – 11:30 AM`. */
export function windowText(range: TimeRange, { after, before }: TimeBounds, formats: Formats): string {
  if (range.kind === "preset") return presetName(range.preset);
  if (after !== undefined && before !== undefined) return formats.range(after, before);
  if (after !== undefined) return l10n.t("since {0}", formats.dateTime(after));
  return before === undefined ? presetName("all") : l10n.t("before {0}", formats.dateTime(before));
}

/** `since 14 Nov 2026, 08:00:00 (Europe/Berlin)` */
export function boundsText({ after, before }: TimeBounds, formats: Formats): string {
  if (after === undefined) {
    return before === undefined ? l10n.t("all time") : l10n.t("before {0} ({1})", formats.dateTime(before), zoneName());
  }
  return before === undefined
    ? l10n.t("since {0} ({1})", formats.dateTime(after), zoneName())
    : l10n.t("from {0} to {1} ({2})", formats.dateTime(after), formats.dateTime(before), zoneName());
}
