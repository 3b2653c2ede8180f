import * as l10n from "@vscode/l10n";
import { boundsText, presetName, rangeName } from "../input/rangeText.ts";
import type { TimeBounds } from "../input/timeRange.ts";
import type { TreeRow } from "../rows.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import { listed } from "../text/sentences.ts";
import { visibleCut } from "../text/visibleText.ts";
import type { ThreadFilter } from "./threadSelection.ts";

const longestId = 18;

/** The filter in words: `Last 7 days · 3 IDs`; empty if nothing is filtered. `bounds` are the resolved time bounds. */
export function filterText(filter: ThreadFilter, bounds: TimeBounds, formats: Formats): string {
  const { time } = filter;
  const ids = idsText(filter, formats);
  if (time.kind === "custom") return [l10n.t("Turns {0}", boundsText(bounds, formats)), ...ids].join(" · ");
  return [...(time.preset === "all" ? [] : [presetName(time.preset)]), ...ids].join(" · ");
}

export function idsText({ threadIds }: ThreadFilter, formats: Formats): string[] {
  const [first, ...others] = threadIds;
  if (first === undefined) return [];
  return [others.length === 0 ? visibleCut(first, longestId) : idCountText(threadIds.length, formats)];
}

/** `12 IDs` */
export function idCountText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 ID"), l10n.t("{0} IDs", formats.exact(count)));
}

/** `All time · 3 IDs · errors only` */
export function filtersText({ time, ...ids }: ThreadFilter, onlyErrors: boolean, formats: Formats): string {
  const parts = [
    rangeName(time),
    ...idsText({ time, ...ids }, formats),
    ...(onlyErrors ? [l10n.t("errors only")] : []),
  ];
  return parts.join(" · ");
}

/** The row above the threads that says which filters are in force, and clears them. */
export function filterTreeRow(filter: ThreadFilter, onlyErrors: boolean, formats: Formats): TreeRow {
  const [label, description] = [l10n.t("Clear Filter"), filtersText(filter, onlyErrors, formats)];
  const command = { command: "weaveThreads.clearFilter", title: label } as const;
  const spoken = listed([label, description]);
  return { id: "filter", label, description, icon: { id: "clear-all" }, spoken, isButton: true, command };
}
