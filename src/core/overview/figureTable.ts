import type { ExportTable } from "../export/exportText.ts";
import { activity } from "./activity.ts";
import { threadFigures } from "./figureTexts.ts";
import { durationEdges, type Histogram, histogram, turnCountEdges } from "./histogram.ts";
import type { OverviewState } from "./protocol.ts";
import type { ThreadColumns } from "./threadColumns.ts";

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

const figureFields = "project_id filter after before as_of coverage figure thread_id bin_from bin_before value".split(
  " ",
);

/** Every row contains project, filter and time range, so that it is complete by itself. */
export function figureTable({
  project,
  filter,
  bounds,
  asOf,
}: Pick<OverviewState, "project" | "filter" | "bounds" | "asOf">): ExportTable<FigureRow, string> {
  const about = {
    project_id: project,
    filter,
    after: bounds.after === undefined ? null : isoText(bounds.after),
    before: bounds.before === undefined ? null : isoText(bounds.before),
    as_of: isoText(asOf),
  };
  const recordOf = ({ figure, threadId, from, before, value, coverage }: FigureRow) => ({
    ...about,
    coverage,
    figure,
    thread_id: threadId ?? null,
    bin_from: from ?? null,
    bin_before: before ?? null,
    value,
  });
  return { fields: figureFields, recordOf };
}

/** The numbers on the page: the headline figures, the distributions and the activity. */
export function figureRows(
  { calls, whole, failedTurns }: Pick<OverviewState, "calls" | "whole" | "failedTurns">,
  columns: ThreadColumns,
): readonly FigureRow[] {
  const coverage = whole ? "all" : "part";
  const { threads, running, turns, worstP99 } = threadFigures(columns);
  const counted = calls.kind === "shown" ? calls : { count: null, capped: false, storageSize: null };
  const ofCalls = counted.capped ? "part" : "all";
  const edges = durationEdges(columns.p50, columns.p99);
  const { edges: times, started, updated } = activity(columns);
  const turnTimes = (failedTurns?.edges ?? []).map(isoText);
  const worst = { figure: "worst p99_turn_duration_ms", value: worstP99?.value ?? null, coverage } as const;
  return [
    { figure: "threads", value: threads, coverage },
    { figure: "threads without a finished turn", value: running, coverage },
    { figure: "turns", value: turns, coverage },
    { figure: "calls", value: counted.count, coverage: ofCalls },
    { figure: "total_storage_size_bytes", value: counted.storageSize, coverage: ofCalls },
    worstP99 === null ? worst : { ...worst, threadId: worstP99.threadId },
    ...distribution("p50_turn_duration_ms", histogram(columns.p50, edges), coverage),
    ...distribution("p99_turn_duration_ms", histogram(columns.p99, edges), coverage),
    ...distribution("turn_count", histogram(columns.turnCount, turnCountEdges(columns.turnCount)), coverage),
    ...bins("threads started", [...times].map(isoText), started, coverage),
    ...bins("threads updated", [...times].map(isoText), updated, coverage),
    ...bins("turns started", turnTimes, failedTurns?.turns ?? [], "all"),
    ...bins("turns failed", turnTimes, failedTurns?.failed ?? [], "all"),
  ];
}

function distribution(of: string, found: Histogram, coverage: FigureRow["coverage"]): readonly FigureRow[] {
  const { edges, counts, unknown, outside } = found;
  const marks = (["median", "p90", "p99"] as const).map((mark) => {
    const value = Number.isNaN(found[mark]) ? null : found[mark];
    return { figure: `${mark} ${of}`, value, coverage };
  });
  return [
    ...marks,
    { figure: `threads without ${of}`, value: unknown, coverage },
    { figure: `threads with ${of} in no bin`, value: outside, coverage },
    ...bins(`threads by ${of}`, [...edges], counts, coverage),
  ];
}

function bins(
  figure: string,
  edges: readonly (number | string)[],
  counts: Iterable<number>,
  coverage: FigureRow["coverage"],
): readonly FigureRow[] {
  return [...counts].map((value, bin) => ({
    figure,
    from: edges[bin] ?? 0,
    before: edges[bin + 1] ?? 0,
    value,
    coverage,
  }));
}

function isoText(time: number): string {
  return new Date(time).toISOString();
}
