import type { Measure } from "../../../core/overview/bins.ts";
import { placesBetween, sizeClasses, type ThreadMarks } from "./threadMarks.ts";

/** The part of the threads that a layer shows: a time range, and a range of logarithms of durations. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
}

/** In device pixels. */
export interface LayerSize {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly density: number;
}

/** Radii in CSS pixels, one for each mark size, if there is enough space. */
const radii = [2, 2.8, 3.7, 4.7, 5.8] as const;

/** How marks look among others. */
export interface Look {
  readonly scale: number;
  readonly opacity: number;
}

/** More marks are smaller and more transparent, so that overlapping marks stay visible. */
export function crowding(marks: number): Look {
  if (marks <= 1_000) return { scale: 1, opacity: 0.95 };
  if (marks <= 10_000) return { scale: 0.75, opacity: 0.65 };
  return { scale: 0.55, opacity: 0.45 };
}

/** In CSS pixels. */
export function radiusOf(size: number, scale: number): number {
  return (radii[size] ?? radii[0]) * scale;
}

/**
 * All marks of one measure as opacities, one byte per pixel. Filling a path for each of a hundred thousand marks takes
 * a second; setting their pixels here takes a hundredth of that, however they overlap.
 */
export class MarkLayer {
  readonly #opacities: Uint8Array;
  readonly #size: LayerSize;
  readonly #margin: number;
  readonly #stride: number;

  constructor(size: LayerSize) {
    this.#size = size;
    this.#margin = Math.ceil(radiusOf(sizeClasses.length - 1, 1.25) * size.density) + 2;
    this.#stride = size.width + 2 * this.#margin;
    this.#opacities = new Uint8Array(this.#stride * (size.height + 2 * this.#margin));
  }

  /** Draws every mark whose center is in the window, and returns their number. */
  draw(marks: ThreadMarks, measure: Measure, window: Window, { scale, opacity }: Look): number {
    const { width, height, density } = this.#size;
    const line = Math.max(density * 1.6 * scale, 1);
    const stamps = sizeClasses.map((_, size) =>
      stamp(measure, radiusOf(size, scale) * density, line, { opacity, stride: this.#stride }),
    );
    const logs = marks.logs[measure];
    const { startTime } = marks.threads;
    const across = width / (window.to - window.from);
    const down = height / (window.high - window.low);
    const [first, end] = placesBetween(marks, window.from, window.to);
    let drawn = 0;
    for (let place = first; place < end; place++) {
      const time = startTime[place] ?? Number.NaN;
      const log = logs[place] ?? Number.NaN;
      if (!(time >= window.from && time <= window.to && log >= window.low && log <= window.high)) continue;
      const x = Math.floor((time - window.from) * across) + this.#margin;
      const y = Math.floor((window.high - log) * down) + this.#margin;
      this.#press(stamps[marks.size[place] ?? 0], y * this.#stride + x);
      drawn++;
    }
    return drawn;
  }

  /** The opacities of one row of pixels of the window. */
  row(y: number): Uint8Array {
    const start = (y + this.#margin) * this.#stride + this.#margin;
    return this.#opacities.subarray(start, start + this.#size.width);
  }

  #press(pressed: Stamp | undefined, middle: number): void {
    if (pressed === undefined) return;
    const { offsets, opacities } = pressed;
    for (let at = 0; at < offsets.length; at++) {
      const pixel = middle + (offsets[at] ?? 0);
      const before = this.#opacities[pixel] ?? 0;
      // In integers, because this runs millions of times; 257 / 65536 is close enough to 1 / 255.
      this.#opacities[pixel] = before + (((255 - before) * (opacities[at] ?? 0) * 257 + 32_768) >> 16);
    }
  }
}

/** A mark as the pixels that it covers: for each, the offset from the center in its layer, and the opacity up to 255. */
interface Stamp {
  readonly offsets: Int32Array;
  readonly opacities: Uint8Array;
}

/** Subdivisions of a pixel for measuring coverage, along each side. */
const parts = 4;

/** A disc for the median, a hollow diamond for the 99th percentile; `radius` and `line` in device pixels. */
function stamp(
  measure: Measure,
  radius: number,
  line: number,
  { opacity, stride }: Record<"opacity" | "stride", number>,
): Stamp {
  const outer = radius * 1.25;
  // The width of the diagonal line is measured across it.
  const inner = outer - line * Math.SQRT2;
  const isCovered = (x: number, y: number): boolean => {
    if (measure === "p50") return x * x + y * y <= radius * radius;
    const distance = Math.abs(x) + Math.abs(y);
    return distance <= outer && distance >= inner;
  };
  const reach = Math.ceil(outer + 1);
  const offsets: number[] = [];
  const opacities: number[] = [];
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      let count = 0;
      for (let part = 0; part < parts ** 2; part++) {
        const [column, row] = [part % parts, Math.floor(part / parts)];
        if (isCovered(dx - 0.5 + (column + 0.5) / parts, dy - 0.5 + (row + 0.5) / parts)) count++;
      }
      if (count === 0) continue;
      offsets.push(dy * stride + dx);
      opacities.push(Math.round(255 * (count / parts ** 2) * opacity));
    }
  }
  return { offsets: Int32Array.from(offsets), opacities: Uint8Array.from(opacities) };
}
