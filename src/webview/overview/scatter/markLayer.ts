import type { Measure } from "../memory.ts";
import { type Stamp, stamp } from "./stamp.ts";
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

/** More marks are smaller and more transparent, so that overlapping marks stay visible. */
export function crowding(marks: number): { readonly scale: number; readonly opacity: number } {
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
  draw(marks: ThreadMarks, measure: Measure, window: Window, look: ReturnType<typeof crowding>): number {
    const { width, height, density } = this.#size;
    const stamps = sizeClasses.map((_, size) =>
      this.#flat(
        stamp(measure, radiusOf(size, look.scale) * density, Math.max(density * 1.6 * look.scale, 1)),
        look.opacity,
      ),
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

  #press(pressed: FlatStamp | undefined, middle: number): void {
    if (pressed === undefined) return;
    const { offsets, opacities } = pressed;
    for (let at = 0; at < offsets.length; at++) {
      const pixel = middle + (offsets[at] ?? 0);
      const before = this.#opacities[pixel] ?? 0;
      // In integers, because this runs millions of times; 257 / 65536 is close enough to 1 / 255.
      this.#opacities[pixel] = before + (((255 - before) * (opacities[at] ?? 0) * 257 + 32_768) >> 16);
    }
  }

  #flat({ dx, dy, covered }: Stamp, opacity: number): FlatStamp {
    return {
      offsets: Int32Array.from(dx, (x, at) => (dy[at] ?? 0) * this.#stride + x),
      opacities: covered.map((part) => Math.round(part * opacity)),
    };
  }
}

/** A stamp for a layer of one width. */
interface FlatStamp {
  readonly offsets: Int32Array;
  readonly opacities: Uint8Array;
}
