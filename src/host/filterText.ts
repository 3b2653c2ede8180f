import * as l10n from "@vscode/l10n";
import type { Formats } from "../core/format.ts";
import type { TimeBounds } from "../core/input/timeRange.ts";
import type { ThreadFilter } from "../core/threads/threadFilter.ts";
import { visibleCut } from "../core/visibleText.ts";
import { boundsText, presetName } from "./rangeText.ts";

const longestId = 18;

/** What the filter leaves, in words: `Last 7 days · 3 ids`; empty where it leaves all. `bounds` are those in force. */
export function filterText(filter: ThreadFilter, bounds: TimeBounds, formats: Formats): string {
  const { time } = filter;
  if (time.kind === "custom") return [l10n.t("Turns {0}", boundsText(bounds, formats)), ...idsText(filter)].join(" · ");
  return [...(time.preset === "all" ? [] : [presetName(time.preset)]), ...idsText(filter)].join(" · ");
}

export function idsText({ threadIds }: ThreadFilter): string[] {
  if (threadIds.length === 0) return [];
  const [first = ""] = threadIds;
  return [threadIds.length === 1 ? visibleCut(first, longestId) : idCountText(threadIds.length)];
}

/** `12 ids` */
export function idCountText(count: number): string {
  return count === 1 ? l10n.t("1 id") : l10n.t("{0} ids", count);
}
