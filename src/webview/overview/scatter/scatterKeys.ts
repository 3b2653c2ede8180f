import type { ScatterChart } from "./scatterChart.ts";

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
    const next = Math.min(Math.max(to, 0), order.length - 1);
    const place = order[next];
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
  const ways: Readonly<Record<string, () => number>> = {
    ArrowRight: () => at() + 1,
    ArrowLeft: () => (at() < 0 ? chart.cursor.order.length - 1 : at() - 1),
    PageDown: () => at() + step(),
    PageUp: () => at() - step(),
    Home: () => 0,
    End: () => chart.cursor.order.length - 1,
  };
  const acts: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    Enter: ({ ctrlKey, metaKey }) => {
      if (ctrlKey || metaKey) chart.openConversation(chart.cursor.place);
      else if (chart.range !== null) chart.filter(chart.range);
      else chart.reveal(chart.cursor.place);
      anchor = null;
    },
    Escape: () => {
      anchor = null;
      if (chart.range === null) chart.point(null);
      else chart.choose(null);
    },
    "+": () => chart.zoom(0.5, momentOfCursor(chart)),
    "=": () => chart.zoom(0.5, momentOfCursor(chart)),
    "-": () => chart.zoom(2, momentOfCursor(chart)),
    "0": () => chart.showAll(),
  };
  return (event) => {
    if (event.altKey || event.target !== event.currentTarget) return;
    const way = ways[event.key];
    const act = acts[event.key];
    if (event.key !== "Enter" && (event.ctrlKey || event.metaKey)) return;
    if (way !== undefined) go(way(), event.shiftKey);
    else if (act !== undefined) act(event);
    else return;
    event.preventDefault();
  };
}

function momentOfCursor(chart: ScatterChart): number | null {
  const { place } = chart.cursor;
  return place === null ? null : (chart.scatter.marks?.threads.startTime[place] ?? null);
}
