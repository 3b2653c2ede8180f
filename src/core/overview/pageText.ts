import * as l10n from "@vscode/l10n";
import type { ConversationKey } from "../query/conversationKey.ts";
import type { Formats } from "../text/format.ts";
import { plural, threadsText, turnsText } from "../text/plural.ts";
import { listed } from "../text/sentences.ts";
import { visibleCut, visibleText } from "../text/visibleText.ts";
import type { Distributions } from "./bins.ts";
import type { Histogram } from "./histogram.ts";
import type { OverviewState } from "./overviewProtocol.ts";
import { hasRunning, type ThreadColumns } from "./threadColumns.ts";

/** The loading progress of the page, with `count` threads received. */
export function loadProgressText(state: OverviewState, count: number, formats: Formats): string {
  const { project, asOf, progress, whole, notice } = state;
  if (project === null) return "";
  const asOfText = l10n.t("As of {0}", formats.timeOfDay(asOf));
  switch (progress) {
    case "loading":
      return count === 0 || whole ? l10n.t("Loading…") : soFarText(count, formats);
    case "complete":
      return notice === null ? asOfText : "";
    case "stopped":
      if (whole) return asOfText;
      if (notice === null) return l10n.t("Loading stopped. There may be more threads.");
      return count === 0 ? "" : l10n.t("There may be more threads.");
  }
}

/** What all figures cover: `185 threads, 1,204 turns · Last 7 days`; the filter alone without threads, empty without a project. */
export function coverLine(state: OverviewState, { turnCount }: ThreadColumns, formats: Formats): string {
  const { project, filter, whole } = state;
  const count = turnCount.length;
  if (project === null) return "";
  if (count === 0) return filterOrAll(filter);
  const threads = whole ? threadsText(count, formats) : soFarText(count, formats);
  const turns = turnCount.reduce((sum, one) => sum + one, 0);
  return `${listed([threads, turnsText(turns, formats)])} · ${filterOrAll(filter)}`;
}

export function noThreadsText({ progress, filter, calls }: OverviewState, formats: Formats): string {
  if (progress === "loading") return l10n.t("Loading…");
  const none = filter === "" ? l10n.t("No threads.") : l10n.t("No threads match the filter: {0}.", visibleText(filter));
  if (calls.kind !== "shown" || calls.count === 0) return none;
  const started = plural(
    calls.count,
    l10n.t("1 call started in this time range."),
    l10n.t("{0} calls started in this time range.", formats.exact(calls.count)),
  );
  return `${none} ${started}`;
}

/** Which threads are drawn, `count` of them: `all 1,234 threads · Last 7 days` */
export function ofThreadsText(state: OverviewState, count: number, formats: Formats): string {
  return `${reachText(state, count, formats)} · ${filterOrAll(state.filter)}`;
}

/** `all 1,234 threads`, `1,234 threads so far` */
function reachText({ whole }: OverviewState, count: number, formats: Formats): string {
  if (!whole) return soFarText(count, formats);
  return plural(count, threadsText(count, formats), l10n.t("all {0} threads", formats.exact(count)));
}

/** How many threads have no mark in the scatter plot: of unknown duration, or of 0; one sentence each. */
export function notDrawnTexts(unknown: number, zero: number, formats: Formats): readonly string[] {
  const one = l10n.t("1 thread has no known duration and is not drawn.");
  const several = l10n.t("{0} threads have no known duration and are not drawn.", formats.exact(unknown));
  return [...sentence(unknown, one, several), ...zeroTexts(zero, formats)];
}

/** How many threads are in no bar of the durations: of unknown duration, or of 0; one sentence each. */
export function notCountedTexts(unknown: number, zero: number, formats: Formats): readonly string[] {
  const one = l10n.t("1 thread has no known duration and is not counted.");
  const several = l10n.t("{0} threads have no known duration and are not counted.", formats.exact(unknown));
  return [...sentence(unknown, one, several), ...zeroTexts(zero, formats)];
}

function zeroTexts(count: number, formats: Formats): readonly string[] {
  const one = l10n.t("1 thread has a duration of 0ms and is not drawn.");
  return sentence(count, one, l10n.t("{0} threads have a duration of 0ms and are not drawn.", formats.exact(count)));
}

function sentence(count: number, one: string, several: string): readonly string[] {
  return count === 0 ? [] : [plural(count, one, several)];
}

/** `12 threads started` */
export function startedText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 thread started"), l10n.t("{0} threads started", formats.exact(count)));
}

/** The label of a selected time range: `started` threads, and how to filter by it. */
export function rangeLabel(range: string, started: string, by: "mouse" | "keys"): string {
  return by === "mouse"
    ? l10n.t("{0} · {1} · release to filter", range, started)
    : l10n.t("{0} · {1} · Enter to filter", range, started);
}

/** The title of the table of turns per thread; in all titles, `of` says which threads are covered. */
export function turnsTitle(of: string, turns: Histogram, formats: Formats): string {
  return l10n.t(
    "Turns per thread, {0}. {1}",
    of,
    quantilesText(turns, (count) => formats.exact(count)),
  );
}

export function durationsTitle(of: string, { p50, p99 }: Distributions["durations"], formats: Formats): string {
  const text = (duration: number) => formats.duration(duration);
  return l10n.t("Turn durations, {0}. p50: {1} p99: {2}", of, quantilesText(p50, text), quantilesText(p99, text));
}

export function activityTitle(of: string): string {
  return l10n.t("Activity, {0}", of);
}

/** `shown` of `all` threads are listed. */
export function threadsTitle(of: string, shown: number, all: number, formats: Formats): string {
  return l10n.t("Threads, {0} ({1} of {2})", of, formats.exact(shown), formats.exact(all));
}

function quantilesText({ median, p90, p99 }: Histogram, text: (value: number) => string): string {
  const known = (value: number) => (Number.isNaN(value) ? l10n.t("unknown") : text(value));
  return l10n.t("Median {0}, p90 {1}, p99 {2}.", known(median), known(p90), known(p99));
}

export function measureHint(measure: "p50" | "p99"): string {
  return measure === "p50"
    ? l10n.t("Median turn duration of each thread")
    : l10n.t("99th percentile turn duration of each thread");
}

function soFarText(count: number, formats: Formats): string {
  return plural(count, l10n.t("1 thread so far"), l10n.t("{0} threads so far", formats.exact(count)));
}

function filterOrAll(filter: string): string {
  return filter === "" ? l10n.t("All time") : visibleText(filter);
}

/** Maximum characters of an ID in narrow places. */
const mostOfId = 60;

export function shortThreadId(id: string): string {
  return visibleCut(id, mostOfId);
}

/** A duration in milliseconds; NaN if unknown. */
export function shortDurationText(duration: number | undefined, formats: Formats): string {
  return duration === undefined || Number.isNaN(duration) ? l10n.t("unknown") : formats.duration(duration);
}

export function updatedText(threads: ThreadColumns, place: number, formats: Formats): string {
  return hasRunning(threads, place) ? l10n.t("running") : formats.dateTime(threads.lastUpdated[place] ?? 0);
}

/** The tooltip of the thread at `place`: its ID first. */
export function threadLines(threads: ThreadColumns, place: number, formats: Formats): readonly string[] {
  const durations = `${l10n.t("p50")} ${shortDurationText(threads.p50[place], formats)} · ${l10n.t("p99")} ${shortDurationText(threads.p99[place], formats)}`;
  return [
    shortThreadId(threads.ids[place] ?? ""),
    formats.dateTime(threads.startTime[place] ?? 0),
    turnsText(threads.turnCount[place] ?? 0, formats),
    hasRunning(threads, place) ? l10n.t("running") : durations,
  ];
}

/** The same in one sentence, for screen readers. */
export function threadSentence(threads: ThreadColumns, place: number, formats: Formats): string {
  return l10n.t(
    "{0}, started {1}, {2}, median {3}, 99th percentile {4}",
    shortThreadId(threads.ids[place] ?? ""),
    formats.dateTime(threads.startTime[place] ?? 0),
    turnsText(threads.turnCount[place] ?? 0, formats),
    shortDurationText(threads.p50[place], formats),
    shortDurationText(threads.p99[place], formats),
  );
}

/**
 * The selected conversation, if it is in the overview or is known not to be; else empty. `conversation` is null for none,
 * `place` is its index, null if it is not in the overview, and with `isLoading` more threads may arrive.
 */
export function selectedText(
  selected: {
    readonly conversation: ConversationKey | null;
    readonly place: number | null;
    readonly isLoading: boolean;
  },
  threads: ThreadColumns,
  formats: Formats,
): string {
  const { conversation, place, isLoading } = selected;
  if (place !== null) {
    const [id = "", ...facts] = threadLines(threads, place, formats);
    return l10n.t("Selected: {0}, {1}", id, facts.join(" · "));
  }
  return conversation === null || isLoading
    ? ""
    : l10n.t("Selected: {0} (not in this overview)", shortThreadId(conversation.id));
}
