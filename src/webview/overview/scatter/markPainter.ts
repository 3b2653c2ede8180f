import { type Measure, measures } from "../../../core/overview/bins.ts";
import type { Box, Context } from "../chart/scene.ts";
import { colorBytes } from "../chart/theme.ts";
import { crowding, MarkLayer, type Window } from "./markLayer.ts";
import { placesBetween, type ThreadMarks } from "./threadMarks.ts";

/** If drawing all marks takes longer than this, in milliseconds, it does not fit into a frame while the plot moves. */
const mostInMotion = 5;

export interface Painted {
  readonly marks: ThreadMarks;
  readonly window: Window;
  readonly density: number;
  readonly colors: Readonly<Record<Measure, string>>;
  readonly hidden: Measure | null;
}

interface MarkImage {
  readonly canvas: OffscreenCanvas;
  /** How many marks of each measure are in the window; all of them are in the image. */
  readonly drawn: Readonly<Record<Measure, number>>;
}

/** The last image of all marks, and how long it took. */
interface Base extends MarkImage {
  readonly painted: Painted;
  readonly area: Box;
  readonly cost: number;
}

/**
 * Draws the marks: all of them, or, while the plot moves and that takes too long for a frame, the moved last image and
 * what came into view next to it.
 */
export class MarkPainter {
  #base: Base | null = null;

  /**
   * `area` is in device pixels. Returns how many marks of each measure are in the window; null if the last image was
   * moved.
   */
  paint(context: Context, painted: Painted, area: Box, moving: boolean): MarkImage["drawn"] | null {
    if (moving && this.#move(context, painted, area)) return null;
    const begun = performance.now();
    const image = markImage(painted, painted.window, area.width, area.height);
    this.#base = { ...image, painted, area, cost: performance.now() - begun };
    context.drawImage(image.canvas, area.x, area.y);
    return image.drawn;
  }

  #move(context: Context, painted: Painted, area: Box): boolean {
    const base = this.#base;
    if (base === null || base.cost < mostInMotion || !isLike(base, painted, area)) return false;
    const { from, to } = painted.window;
    const { from: shownFrom, to: shownTo } = base.painted.window;
    const strips = [
      { from, to: Math.min(shownFrom, to) },
      { from: Math.max(shownTo, from), to },
    ].filter((strip) => strip.to > strip.from);
    // If most of it has to be redrawn, everything can be.
    if (strips.reduce((total, strip) => total + strip.to - strip.from, 0) > (to - from) / 2) return false;
    const across = area.width / (to - from);
    context.save();
    context.beginPath();
    context.rect(area.x, area.y, area.width, area.height);
    context.clip();
    const left = area.x + (shownFrom - from) * across;
    context.drawImage(base.canvas, left, area.y, (shownTo - shownFrom) * across, area.height);
    for (const strip of strips) {
      const width = Math.round((strip.to - strip.from) * across);
      if (width < 1) continue;
      const { canvas } = markImage(painted, { ...painted.window, ...strip }, width, area.height);
      context.drawImage(canvas, Math.round(area.x + (strip.from - from) * across), area.y);
    }
    context.restore();
    return true;
  }
}

/** Whether at most the time range differs. */
function isLike({ painted: before, area: old }: Base, painted: Painted, area: Box): boolean {
  return (
    before.marks === painted.marks &&
    before.hidden === painted.hidden &&
    before.density === painted.density &&
    measures.every((measure) => before.colors[measure] === painted.colors[measure]) &&
    old.width === area.width &&
    old.height === area.height
  );
}

/** A part of the drawing in the style of the whole: the marks of both measures, the medians on top. */
function markImage(
  { marks, window: whole, density, colors, hidden }: Painted,
  window: Window,
  width: number,
  height: number,
): MarkImage {
  const [first, end] = placesBetween(marks, whole.from, whole.to);
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(width, height);
  const drawn: Record<Measure, number> = { p50: 0, p99: 0 };
  for (const measure of measures.toReversed()) {
    if (measure === hidden) continue;
    const layer = new MarkLayer({ width, height, density });
    drawn[measure] = layer.draw(marks, measure, window, crowding(end - first));
    lay(image, layer, colors[measure]);
  }
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return { canvas, drawn };
}

/** Draws a layer on top of the image. */
function lay({ data, width, height }: ImageData, layer: MarkLayer, color: string): void {
  const [red, green, blue] = colorBytes(color);
  for (let y = 0, pixel = 0; y < height; y++) {
    const row = layer.row(y);
    for (let x = 0; x < width; x++, pixel += 4) {
      const top = row[x] ?? 0;
      if (top === 0) continue;
      const below = ((data[pixel + 3] ?? 0) * (255 - top)) / 255;
      const opacity = top + below;
      data[pixel] = (red * top + (data[pixel] ?? 0) * below) / opacity;
      data[pixel + 1] = (green * top + (data[pixel + 1] ?? 0) * below) / opacity;
      data[pixel + 2] = (blue * top + (data[pixel + 2] ?? 0) * below) / opacity;
      data[pixel + 3] = opacity;
    }
  }
}
