import * as l10n from "@vscode/l10n";
import type { TimeBounds } from "../query/startedWithin.ts";
import { mostIds } from "../query/threadQuery.ts";
import { threadsText, turnsText } from "../text/plural.ts";
import { listed } from "../text/sentences.ts";
import { type Activity, activity, type Interval, intervalWithin } from "./activity.ts";
import type { FailedTurns } from "./failedTurns.ts";
import { binOf, durationEdges, type Histogram, histogram, turnCountEdges } from "./histogram.ts";
import type { ShownCalls } from "./overviewProtocol.ts";
import type { ThreadColumns } from "./threadColumns.ts";
import { type ChartTexts, durationTicks, type Ticks } from "./ticks.ts";

/** The two durations of a thread. */
export const measures = ["p50", "p99"] as const;

export type Measure = (typeof measures)[number];

export interface Distributions {
  readonly turnCounts: Histogram;
  /** With the same edges. */
  readonly durations: Readonly<Record<Measure, Histogram>>;
  readonly activity: Activity;
  /** The time range of the threads. */
  readonly bounds: TimeBounds;
}

export function distributions(threads: ThreadColumns, bounds: TimeBounds): Distributions {
  const { turnCount, p50, p99 } = threads;
  const edges = durationEdges(p50, p99);
  return {
    turnCounts: histogram(turnCount, turnCountEdges(turnCount)),
    durations: { p50: histogram(p50, edges), p99: histogram(p99, edges) },
    activity: activity(threads),
    bounds,
  };
}

/** The bins that contain some of the values; none for a value without a bin. */
export function binsOf(edges: Float64Array, ...values: readonly (number | undefined)[]): readonly number[] {
  return values.map((value) => binOf(edges, value ?? Number.NaN)).filter((bin) => bin >= 0);
}

export type BarCalls = Extract<ShownCalls, { readonly name: string }>;

/** The data of a bar chart: adjacent bins of equal width. */
export interface Bins {
  readonly count: number;
  /** Heights of the bars; the second column, if any, is drawn as a line. */
  readonly columns: readonly Float64Array[];
  /** A height as text; a count if absent. */
  height?(value: number): string;
  name(bin: number): string;
  facts(bin: number): readonly string[];
  /** The calls of a bin; null if there is no such bin, or its calls cannot be shown. */
  calls(bin: number): BarCalls | null;
  /** The ticks of the bins; `length` is their total, in CSS pixels. Bin `n` reaches from `n` to `n + 1`. */
  ticks(length: number): Ticks;
  /** Values with a line. */
  readonly lines: readonly { readonly place: number; readonly label: string }[];
}

/** Minimum distance of two labels, in CSS pixels. */
const rooms = { duration: 46, count: 34, time: 84 };

export function durationBins(texts: ChartTexts, histogram: Histogram, measure: Measure): Bins {
  const { formats, edge } = texts;
  const { edges } = histogram;
  const place = (duration: number) =>
    within(edges, duration, (from, to) => Math.log(duration / from) / Math.log(to / from));
  const name = (bin: number) => `${edge(edges[bin] ?? 0)} – ${edge(edges[bin + 1] ?? 0)}`;
  return {
    ...ofHistogram(texts, histogram, place, (duration) => formats.duration(duration)),
    name,
    calls: (bin) => callsOf(measure, histogram, bin, `${measure}: ${name(bin)}`),
    ticks: (length) => {
      const extent = { min: edges[0] ?? 1, max: edges.at(-1) ?? 1 };
      const width = length / Math.max(edges.length - 1, 1);
      const shown = durationTicks(extent, rooms.duration, (duration) => place(duration) * width);
      return { places: shown.map(place), labels: shown.map((duration) => formats.duration(duration)) };
    },
  };
}

export function turnCountBins(texts: ChartTexts, histogram: Histogram): Bins {
  const { formats } = texts;
  const { edges } = histogram;
  // A count has a width of one: its tick is in the middle.
  const place = (count: number) => within(edges, count, (from, to) => (count + 0.5 - from) / (to - from));
  const name = (bin: number) => {
    const [from, to] = [edges[bin] ?? 0, (edges[bin + 1] ?? 0) - 1];
    return from === to ? formats.exact(from) : `${formats.exact(from)}–${formats.exact(to)}`;
  };
  return {
    ...ofHistogram(texts, histogram, place, (count) => formats.exact(count)),
    name,
    calls: (bin) => callsOf("turnCount", histogram, bin, `${l10n.t("Turns per thread")}: ${name(bin)}`),
    ticks: (length) => {
      const bins = thinned(edges.length - 1, length, rooms.count);
      return { places: bins.map((bin) => bin + 0.5), labels: bins.map((bin) => formats.compact(edges[bin] ?? 0)) };
    },
  };
}

export function activityBins(texts: ChartTexts, { activity, bounds }: Distributions): Bins {
  const { formats } = texts;
  const { edges, interval, started, updated } = activity;
  const bins = timeBins(texts, edges, interval);
  return {
    ...bins,
    columns: [started, updated],
    calls: (bin) => {
      const [from = 0, before = 0] = edges.subarray(bin, bin + 2);
      const name = bins.name(bin);
      return intervalWithin(bounds, from, before) === null ? null : { kind: "started", from, before, name };
    },
    facts: (bin) => [
      `${l10n.t("Started")}: ${formats.exact(started[bin] ?? 0)}`,
      `${l10n.t("Updated")}: ${formats.exact(updated[bin] ?? 0)}`,
    ],
  };
}

/** Bars of the share of failed turns, in percent. */
export function failedTurnBins(texts: ChartTexts, { edges, interval, turns, failed }: FailedTurns): Bins {
  const { formats } = texts;
  const bins = timeBins(texts, edges, interval);
  const share = (bin: number) => (failed[bin] ?? 0) / Math.max(turns[bin] ?? 0, 1);
  return {
    ...bins,
    columns: [Float64Array.from(turns, (_, bin) => 100 * share(bin))],
    height: (percent) => formats.percent(percent / 100),
    calls: (bin) => {
      const [from = 0, before = 0] = edges.slice(bin, bin + 2);
      const name = `${l10n.t("Failed turns")}: ${bins.name(bin)}`;
      return (failed[bin] ?? 0) === 0 ? null : { kind: "failedTurns", from, before, name };
    },
    facts: (bin) => [
      formats.percent(share(bin)),
      l10n.t("{0} of {1}", formats.exact(failed[bin] ?? 0), turnsText(turns[bin] ?? 0, formats)),
    ],
  };
}

function timeBins(
  texts: ChartTexts,
  edges: ArrayLike<number>,
  interval: Interval,
): Omit<Bins, "columns" | "calls" | "facts"> {
  const count = Math.max(edges.length - 1, 0);
  return {
    count,
    name: (bin) => texts.formats.range(edges[bin] ?? 0, edges[bin + 1] ?? 0),
    ticks: (length) => {
      const bins = thinned(count, length, rooms.time);
      const times = bins.map((bin) => edges[bin] ?? 0);
      return { places: bins, labels: texts.timeLabels(times, interval.length) };
    },
    lines: [],
  };
}

function ofHistogram(
  texts: ChartTexts,
  { edges, counts, binned, median, p90, p99 }: Histogram,
  place: (value: number) => number,
  text: (value: number) => string,
): Omit<Bins, "name" | "calls" | "ticks"> {
  const { formats } = texts;
  // Values below all bins, such as a duration of 0, are marked at their start.
  const along = (value: number) => (value < (edges[0] ?? Number.NaN) ? 0 : place(value));
  const line = (name: string, value: number) => ({ place: along(value), label: `${name} ${text(value)}` });
  return {
    count: counts.length,
    columns: [counts],
    facts: (bin) => {
      const count = counts[bin] ?? 0;
      return [listed([threadsText(count, formats), formats.percent(count / binned)])];
    },
    lines: [line(l10n.t("median"), median), line("p90", p90), line("p99", p99)].filter((one) => one.place >= 0),
  };
}

function callsOf(kind: "turnCount" | Measure, { edges, counts }: Histogram, bin: number, name: string) {
  const [from = 0, before = 0] = edges.subarray(bin, bin + 2);
  const threads = counts[bin] ?? 0;
  return threads > 0 && threads <= mostIds ? { kind, from, before, name } : null;
}

/** The position of a value along the bins; -1 for none. */
function within(edges: Float64Array, value: number, share: (from: number, to: number) => number): number {
  const bin = binOf(edges, value);
  return bin < 0 ? -1 : bin + share(edges[bin] ?? 0, edges[bin + 1] ?? 0);
}

/** Every bin, or every n-th, so that they are `room` apart. */
function thinned(count: number, length: number, room: number): readonly number[] {
  const every = Math.max(Math.ceil((room * count) / Math.max(length, 1)), 1);
  return Array.from({ length: Math.ceil(count / every) }, (_, nth) => nth * every);
}
