import * as l10n from "@vscode/l10n";
import { boundsText, presetName } from "../input/rangeText.ts";
import type { TimeBounds } from "../input/timeRange.ts";
import type { Formats } from "../text/format.ts";
import { plural } from "../text/plural.ts";
import { visibleCut } from "../text/visibleText.ts";
import type { ThreadFilter } from "./threadFilter.ts";

const longestId = 18;

/** The filter in words: `Last 7 days · 3 IDs`; empty if nothing is filtered. `bounds` are the resolved time bounds. */
export function filterText(filter: ThreadFilter, bounds: TimeBounds, formats: Formats): string {
  const { time } = filter;
  if (time.kind === "custom")
    return [l10n.t("Turns {0}", boundsText(bounds, formats)), ...idsText(filter, formats)].join(" · ");
  return [...(time.preset === "all" ? [] : [presetName(time.preset)]), ...idsText(filter, formats)].join(" · ");
}

export function idsText({ threadIds }: ThreadFilter, formats: Formats): string[] {
  if (threadIds.length === 0) return [];
  const [first = ""] = threadIds;
  return [threadIds.length === 1 ? visibleCut(first, longestId) : idCountText(threadIds.length, formats)];
}

/** `12 IDs` */
export function idCountText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 ID"), l10n.t("{0} IDs", formats.exact(count)));
}
