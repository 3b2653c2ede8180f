import type { ExportTable } from "../export/exportText.ts";
import { activity } from "./activity.ts";
import { durationEdges, type Histogram, histogram, turnCountEdges } from "./histogram.ts";
import type { OverviewState } from "./protocol.ts";
import type { ThreadColumns } from "./threadColumns.ts";
import { threadFigures } from "./threadFigures.ts";

/** One number of the overview. */
export interface FigureRow {
  readonly figure: string;
  /** The thread of the number. */
  readonly threadId?: string;
  /** Of a bin or an interval: milliseconds, turns, or an ISO time; `before` is exclusive. */
  readonly from?: number | string;
  readonly before?: number | string;
  /** Null if unknown. */
  readonly value: number | null;
  /** What the number covers: everything that matches the filter, or the part that was loaded or counted. */
  readonly coverage: "all" | "part";
}

const figureFields = [
  "project_id",
  "filter",
  "after",
  "before",
  "as_of",
  "coverage",
  "figure",
  "thread_id",
  "bin_from",
  "bin_before",
  "value",
] as const;

/** Every row contains project, filter and time range, so that it is complete by itself. */
export function figureTable({
  project,
  filter,
  bounds,
  asOf,
}: Pick<OverviewState, "project" | "filter" | "bounds" | "asOf">): ExportTable<
  FigureRow,
  (typeof figureFields)[number]
> {
  const about = {
    project_id: project,
    filter,
    after: bounds.after === undefined ? null : isoText(bounds.after),
    before: bounds.before === undefined ? null : isoText(bounds.before),
    as_of: isoText(asOf),
  };
  return {
    fields: figureFields,
    recordOf: ({ figure, threadId = null, from = null, before = null, value, coverage }) => ({
      ...about,
      coverage,
      figure,
      thread_id: threadId,
      bin_from: from,
      bin_before: before,
      value,
    }),
  };
}

/** The numbers on the page: the headline figures, the distributions and the activity. */
export function figureRows(
  { calls, whole }: Pick<OverviewState, "calls" | "whole">,
  columns: ThreadColumns,
): readonly FigureRow[] {
  const coverage = whole ? "all" : "part";
  const { threads, running, turns, worstP99 } = threadFigures(columns);
  const worst = worstP99 === null ? {} : { threadId: worstP99.threadId };
  const ofThreads = (figure: string, value: number | null) => ({ figure, value, coverage }) as const;
  const ofCalls = (figure: string, value: number | null) =>
    ({ figure, value, coverage: calls.kind === "shown" && calls.capped ? "part" : "all" }) as const;
  const edges = durationEdges(columns.p50, columns.p99);
  return [
    ofThreads("threads", threads),
    ofThreads("threads without a finished turn", running),
    ofThreads("turns", turns),
    ofCalls("calls", calls.kind === "shown" ? calls.count : null),
    ofCalls("total_storage_size_bytes", calls.kind === "shown" ? calls.storageSize : null),
    { ...ofThreads("worst p99_turn_duration_ms", worstP99?.value ?? null), ...worst },
    ...distribution("p50_turn_duration_ms", histogram(columns.p50, edges), coverage),
    ...distribution("p99_turn_duration_ms", histogram(columns.p99, edges), coverage),
    ...distribution("turn_count", histogram(columns.turnCount, turnCountEdges(columns.turnCount)), coverage),
    ...activityRows(columns, coverage),
  ];
}

function distribution(of: string, found: Histogram, coverage: FigureRow["coverage"]): readonly FigureRow[] {
  const { edges, counts, unknown, outside } = found;
  const known = (value: number) => (Number.isNaN(value) ? null : value);
  const marks = (["median", "p90", "p99"] as const).map((mark) => ({
    figure: `${mark} ${of}`,
    value: known(found[mark]),
    coverage,
  }));
  const apart = [
    { figure: `threads without ${of}`, value: unknown, coverage },
    { figure: `threads with ${of} in no bin`, value: outside, coverage },
  ];
  const bins = [...counts].map((value, bin) => ({
    figure: `threads by ${of}`,
    from: edges[bin] ?? 0,
    before: edges[bin + 1] ?? 0,
    value,
    coverage,
  }));
  return [...marks, ...apart, ...bins];
}

function activityRows(columns: ThreadColumns, coverage: FigureRow["coverage"]): readonly FigureRow[] {
  const { edges, started, updated } = activity(columns);
  const rows = (figure: string, counts: Float64Array) =>
    [...counts].map((value, place) => ({
      figure,
      from: isoText(edges[place] ?? 0),
      before: isoText(edges[place + 1] ?? 0),
      value,
      coverage,
    }));
  return [...rows("threads started", started), ...rows("threads updated", updated)];
}

function isoText(time: number): string {
  return new Date(time).toISOString();
}
