import { type Measure, measures } from "../memory.ts";
import { type MarkImage, markImage } from "./markImage.ts";
import { crowding, type Window } from "./markLayer.ts";
import { placesBetween, type ThreadMarks } from "./threadMarks.ts";

/** If drawing all marks takes longer than this, in milliseconds, it does not fit into a frame while the plot moves. */
const mostInMotion = 5;

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Where the marks are drawn, in device pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Painted {
  readonly marks: ThreadMarks;
  readonly window: Window;
  readonly density: number;
  readonly colors: Readonly<Record<Measure, string>>;
  readonly hidden: Measure | null;
}

/** The last image of all marks, and how long it took. */
interface Base extends MarkImage {
  readonly painted: Painted;
  readonly area: Area;
  readonly cost: number;
}

/**
 * Draws the marks: all of them, or, while the plot moves and that takes too long for a frame, the moved last image and
 * what came into view next to it.
 */
export class MarkPainter {
  #base: Base | null = null;

  /** How many marks of each measure are in the window; null if the last image was moved. */
  paint(context: Context, painted: Painted, area: Area, moving: boolean): MarkImage["drawn"] | null {
    if (moving && this.#move(context, painted, area)) return null;
    const begun = performance.now();
    const image = imageOf(painted, painted.window, area.width, area.height);
    this.#base = { ...image, painted, area, cost: performance.now() - begun };
    context.drawImage(image.canvas, area.left, area.top);
    return image.drawn;
  }

  #move(context: Context, painted: Painted, area: Area): boolean {
    const base = this.#base;
    if (base === null || base.cost < mostInMotion || !isLike(base, painted, area)) return false;
    const { from, to } = painted.window;
    const { from: shownFrom, to: shownTo } = base.painted.window;
    const beside = [
      { from, to: Math.min(shownFrom, to) },
      { from: Math.max(shownTo, from), to },
    ].filter((strip) => strip.to > strip.from);
    // If most of it has to be redrawn, everything can be.
    if (sum(beside.map((strip) => strip.to - strip.from)) > (to - from) / 2) return false;
    const across = area.width / (to - from);
    context.save();
    context.beginPath();
    context.rect(area.left, area.top, area.width, area.height);
    context.clip();
    const left = area.left + (shownFrom - from) * across;
    context.drawImage(base.canvas, left, area.top, (shownTo - shownFrom) * across, area.height);
    for (const strip of beside) {
      const width = Math.round((strip.to - strip.from) * across);
      if (width < 1) continue;
      const { canvas } = imageOf(painted, { ...painted.window, ...strip }, width, area.height);
      context.drawImage(canvas, Math.round(area.left + (strip.from - from) * across), area.top);
    }
    context.restore();
    return true;
  }
}

/** A part of the drawing, in the style of the whole. */
function imageOf(
  { marks, window: whole, density, colors, hidden }: Painted,
  window: Window,
  width: number,
  height: number,
) {
  const [first, end] = placesBetween(marks, whole.from, whole.to);
  return markImage(marks, window, { width, height, density }, { colors, hidden, look: crowding(end - first) });
}

/** Whether at most the time range differs. */
function isLike({ painted: before, area: old }: Base, painted: Painted, area: Area): boolean {
  return (
    before.marks === painted.marks &&
    before.hidden === painted.hidden &&
    before.density === painted.density &&
    measures.every((measure) => before.colors[measure] === painted.colors[measure]) &&
    old.width === area.width &&
    old.height === area.height
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
