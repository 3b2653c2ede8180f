import type { Extent } from "../../../core/overview/ticks.ts";
import { minute } from "../../../core/text/format.ts";
import type { Point } from "../chart/scene.ts";
import type { ScatterChart } from "./scatterChart.ts";

/** Intervals, in milliseconds, that a selected range is rounded to: the longest that is not wider than a pixel. */
const roundTo = [1, 10, 100, 1000, 5000, 15_000, minute, 5 * minute, 15 * minute];

/**
 * The range around two moments, widened to round times: both are inside it and not at its ends, which a filter excludes.
 * `pixel` is the duration of one plot pixel.
 */
export function roundRange(one: number, other: number, pixel: number): Extent {
  const step = roundTo.findLast((length) => length <= pixel) ?? 1;
  return {
    min: (Math.ceil(Math.min(one, other) / step) - 1) * step,
    max: (Math.floor(Math.max(one, other) / step) + 1) * step,
  };
}

/** A press that moves less than this many CSS pixels is a click. */
const least = 4;

interface Drag {
  readonly kind: "brush" | "pan";
  readonly from: number;
  /** The start of a range: a moment, because arriving threads may move what is under the mouse. */
  readonly moment: number;
  last: number;
  moved: boolean;
}

/** The mouse controls of the scatter plot. Without Ctrl, the wheel scrolls the page. */
export function listenToPointer(chart: ScatterChart): void {
  const { scatter } = chart;
  const { over } = scatter.plot.chart;
  let drag: Drag | null = null;
  let dragged = false;
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = over.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const pan = (pixels: number) => chart.changeView((view) => view.pan(-pixels * scatter.pixel));
  const range = ({ moment }: Drag, x: number) => roundRange(moment, scatter.momentAt(x), scatter.pixel);
  const cancel = () => {
    if (drag === null) return;
    // The event after releasing the button is not a click.
    dragged = drag.moved;
    if (drag.kind === "brush" && drag.moved) chart.mark(null);
    drag = null;
  };
  over.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    dragged = false;
    const { x } = at(event);
    const kind = event.button === 1 || event.shiftKey ? "pan" : "brush";
    drag = { kind, from: x, moment: scatter.momentAt(x), last: x, moved: false };
    over.setPointerCapture(event.pointerId);
  });
  over.addEventListener("mousedown", (event) => {
    // The middle button would scroll.
    if (event.button === 1) event.preventDefault();
  });
  over.addEventListener("pointermove", (event) => {
    const now = at(event);
    if (drag === null) return chart.point(scatter.nearest(now), { x: event.clientX, y: event.clientY });
    drag.moved ||= Math.abs(now.x - drag.from) >= least;
    if (!drag.moved) return;
    chart.point(null);
    if (drag.kind === "brush") chart.mark({ range: range(drag, now.x), by: "mouse" });
    else pan(now.x - drag.last);
    drag.last = now.x;
  });
  over.addEventListener("pointerup", (event) => {
    if (drag === null) return;
    if (drag.moved && drag.kind === "brush") chart.filter(range(drag, at(event).x));
    dragged = drag.moved;
    drag = null;
  });
  over.addEventListener("click", (event) => {
    // The second click of a double-click belongs to it.
    if (dragged || event.detail > 1) return;
    const place = scatter.nearest(at(event));
    if (place !== null) chart.cursor.place = place;
    chart.send("reveal", place);
  });
  over.addEventListener("pointercancel", cancel);
  over.addEventListener("pointerleave", () => chart.point(null));
  over.addEventListener("dblclick", (event) => {
    const place = scatter.nearest(at(event));
    if (place === null) chart.changeView((view) => view.reset());
    else chart.send("openConversation", place);
  });
  window.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") cancel();
  });
  over.addEventListener(
    "wheel",
    (event) => {
      const { ctrlKey, metaKey, shiftKey, deltaX, deltaY } = event;
      const moment = scatter.momentAt(at(event).x);
      if (ctrlKey || metaKey) chart.zoom(Math.exp(Math.max(-1, Math.min(deltaY / 200, 1))), moment);
      else if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) pan(-(deltaX || deltaY));
      else return;
      event.preventDefault();
    },
    { passive: false },
  );
}
