import { timeOrder } from "../../../core/overview/threadColumns.ts";
import type { OverviewSurface } from "../overviewSurface.ts";
import type { ScatterChart } from "./scatterChart.ts";
import type { ScatterPlot } from "./scatterPlot.ts";
import type { ThreadMarks } from "./threadMarks.ts";

/** The thread at the keyboard cursor, or last under the mouse: stored by ID, because the threads may be replaced. */
export class ScatterCursor {
  readonly #memory: OverviewSurface["memory"];
  readonly #scatter: ScatterPlot;
  #ordered: { readonly marks: ThreadMarks; readonly order: Uint32Array } | null = null;

  constructor({ memory }: OverviewSurface, scatter: ScatterPlot) {
    this.#memory = memory;
    this.#scatter = scatter;
  }

  /** Its index among the drawn threads; null if it is not drawn. */
  get place(): number | null {
    const { cursor } = this.#memory.value;
    const place = cursor === null ? -1 : (this.#scatter.marks?.threads.ids.indexOf(cursor) ?? -1);
    return place < 0 ? null : place;
  }

  set place(place: number) {
    this.#memory.change({ cursor: this.#scatter.marks?.threads.ids[place] ?? null });
  }

  /** Its start time, in milliseconds since the epoch. */
  get moment(): number | undefined {
    return this.#scatter.marks?.threads.startTime[this.place ?? -1];
  }

  /** The indexes that it can move to, in order of time. */
  get order(): Uint32Array {
    const { marks } = this.#scatter;
    if (marks === null) return new Uint32Array();
    if (this.#ordered?.marks !== marks) {
      const { p50, p99 } = marks.logs;
      const isDrawn = (place: number) => [p50[place], p99[place]].some((log) => !Number.isNaN(log ?? Number.NaN));
      this.#ordered = { marks, order: timeOrder(marks.threads).filter(isDrawn) };
    }
    return this.#ordered.order;
  }
}

/** The step of Page Up and Page Down, as a share of all threads. */
const page = 0.1;

/** The keyboard controls of the scatter plot. */
export function scatterKeys(chart: ScatterChart): (event: KeyboardEvent) => void {
  /** The thread at which the selection started, by ID: the threads may be replaced. */
  let anchor: string | null = null;
  const at = () => {
    const { place, order } = chart.cursor;
    return place === null ? -1 : order.indexOf(place);
  };
  const go = (to: number, chooses: boolean) => {
    const { order } = chart.cursor;
    const before = at();
    const place = order[Math.min(Math.max(to, 0), order.length - 1)];
    if (place === undefined) return;
    chart.goTo(place);
    if (!chooses) {
      if (anchor !== null) chart.choose(null);
      anchor = null;
      return;
    }
    const ids = chart.scatter.marks?.threads.ids ?? [];
    anchor ??= ids[order[Math.max(before, 0)] ?? -1] ?? null;
    const from = anchor === null ? -1 : ids.indexOf(anchor);
    chart.choose([from < 0 ? place : from, place]);
  };
  const step = () => Math.max(Math.round(chart.cursor.order.length * page), 1);
  const targets: Readonly<Record<string, () => number>> = {
    ArrowRight: () => at() + 1,
    ArrowLeft: () => (at() < 0 ? chart.cursor.order.length - 1 : at() - 1),
    PageDown: () => at() + step(),
    PageUp: () => at() - step(),
    Home: () => 0,
    End: () => chart.cursor.order.length - 1,
  };
  const actions: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    Enter: ({ ctrlKey, metaKey }) => {
      if (ctrlKey || metaKey) chart.send("openConversation", chart.cursor.place);
      else if (chart.range !== null) chart.filter(chart.range);
      else chart.send("reveal", chart.cursor.place);
      anchor = null;
    },
    Escape: () => {
      anchor = null;
      if (chart.range === null) chart.point(null);
      else chart.choose(null);
    },
    "+": () => chart.zoom(0.5, chart.cursor.moment),
    "=": () => chart.zoom(0.5, chart.cursor.moment),
    "-": () => chart.zoom(2, chart.cursor.moment),
    "0": () => chart.changeView((view) => view.reset()),
  };
  return (event) => {
    if (event.altKey || event.target !== event.currentTarget) return;
    if (event.key !== "Enter" && (event.ctrlKey || event.metaKey)) return;
    const target = targets[event.key];
    const action = actions[event.key];
    if (target !== undefined) go(target(), event.shiftKey);
    else if (action !== undefined) action(event);
    else return;
    event.preventDefault();
  };
}
