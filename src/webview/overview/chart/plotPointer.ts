import type { Point } from "./geometry.ts";

/** Mouse actions in a plot; points in CSS pixels from its top left corner. */
export interface PointerActs {
  hover(at: Point, event: MouseEvent): void;
  leave(): void;
  click(at: Point): void;
  doubleClick(at: Point): void;
  /** The button was pressed: a range may start here. */
  press(at: Point): void;
  /** While the button is pressed, and finally with `done`. */
  brush(to: Point, done: boolean): void;
  cancelBrush(): void;
  /** By the pixels since the last call. */
  pan(by: number): void;
  /** By a factor, below 1 to zoom in. */
  zoom(factor: number, around: number): void;
}

/** A press that moves less than this many CSS pixels is a click. */
const least = 4;

type Drag = { readonly kind: "brush" | "pan"; readonly from: Point; last: number; moved: boolean };

/** Handles the mouse in a plot. Without Ctrl, the wheel scrolls the page. */
export function listenToPointer(plot: HTMLElement, acts: PointerActs): void {
  let drag: Drag | null = null;
  let dragged = false;
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = plot.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const cancel = () => {
    if (drag === null) return;
    // The event after releasing the button is not a click.
    dragged = drag.moved;
    if (drag.kind === "brush" && drag.moved) acts.cancelBrush();
    drag = null;
  };
  plot.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    dragged = false;
    const from = at(event);
    drag = { kind: event.button === 1 || event.shiftKey ? "pan" : "brush", from, last: from.x, moved: false };
    acts.press(from);
    plot.setPointerCapture(event.pointerId);
  });
  plot.addEventListener("mousedown", (event) => {
    // The middle button would scroll.
    if (event.button === 1) event.preventDefault();
  });
  plot.addEventListener("pointermove", (event) => {
    const now = at(event);
    if (drag === null) return acts.hover(now, event);
    drag.moved ||= Math.abs(now.x - drag.from.x) >= least;
    if (!drag.moved) return;
    acts.leave();
    if (drag.kind === "brush") acts.brush(now, false);
    else acts.pan(now.x - drag.last);
    drag.last = now.x;
  });
  plot.addEventListener("pointerup", (event) => {
    if (drag === null) return;
    const { kind, moved } = drag;
    drag = null;
    dragged = moved;
    if (moved && kind === "brush") acts.brush(at(event), true);
  });
  plot.addEventListener("click", (event) => {
    // The second click of a double-click belongs to it.
    if (!dragged && event.detail <= 1) acts.click(at(event));
  });
  plot.addEventListener("pointercancel", cancel);
  plot.addEventListener("pointerleave", () => acts.leave());
  plot.addEventListener("dblclick", (event) => acts.doubleClick(at(event)));
  window.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") cancel();
  });
  plot.addEventListener(
    "wheel",
    (event) => {
      const { x } = at(event);
      if (event.ctrlKey || event.metaKey) acts.zoom(Math.exp(Math.max(-1, Math.min(event.deltaY / 200, 1))), x);
      else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
        acts.pan(-(event.deltaX || event.deltaY));
      else return;
      event.preventDefault();
    },
    { passive: false },
  );
}
