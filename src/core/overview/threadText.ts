import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { turnsText } from "../text/plural.ts";
import { visibleCut } from "../text/visibleText.ts";
import { isRunning, type ThreadColumns } from "./threadColumns.ts";

/** Maximum characters of an ID in narrow places. */
const mostOfId = 60;

/** A thread's ID on one visible line. */
export function shortId(threadId: string): string {
  return visibleCut(threadId, mostOfId);
}

/** A duration in milliseconds; NaN if unknown. */
export function durationText(duration: number | undefined, formats: Formats): string {
  return duration === undefined || Number.isNaN(duration) ? l10n.t("unknown") : formats.duration(duration);
}

/** When the thread at `place` was last updated. */
export function updatedText(threads: ThreadColumns, place: number, formats: Formats): string {
  return isRunning(threads, place) ? l10n.t("running") : formats.dateTime(threads.lastUpdated[place] ?? 0);
}

/** The tooltip of the thread at `place`: its ID first. */
export function threadLines(threads: ThreadColumns, place: number, formats: Formats): readonly string[] {
  const durations = `${l10n.t("p50")} ${durationText(threads.p50[place], formats)} · ${l10n.t("p99")} ${durationText(threads.p99[place], formats)}`;
  return [
    shortId(threads.ids[place] ?? ""),
    formats.dateTime(threads.startTime[place] ?? 0),
    turnsText(threads.turnCount[place] ?? 0, formats),
    isRunning(threads, place) ? l10n.t("running") : durations,
  ];
}

/** The same in one sentence, for screen readers. */
export function threadSentence(threads: ThreadColumns, place: number, formats: Formats): string {
  return l10n.t(
    "{0}, started {1}, {2}, median {3}, 99th percentile {4}",
    shortId(threads.ids[place] ?? ""),
    formats.dateTime(threads.startTime[place] ?? 0),
    turnsText(threads.turnCount[place] ?? 0, formats),
    durationText(threads.p50[place], formats),
    durationText(threads.p99[place], formats),
  );
}

/**
 * The selected thread, if it is in the overview or is known not to be; else empty. `threadId` is null for none,
 * `place` is its index, null if it is not in the overview, and with `isLoading` more threads may arrive.
 */
export function selectedText(
  {
    threadId,
    place,
    isLoading,
  }: { readonly threadId: string | null; readonly place: number | null; readonly isLoading: boolean },
  threads: ThreadColumns,
  formats: Formats,
): string {
  if (place !== null) {
    const [id = "", ...facts] = threadLines(threads, place, formats);
    return l10n.t("Selected: {0}, {1}", id, facts.join(" · "));
  }
  return threadId === null || isLoading ? "" : l10n.t("Selected: {0} (not in this overview)", shortId(threadId));
}
