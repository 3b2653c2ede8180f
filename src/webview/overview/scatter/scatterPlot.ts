import uPlot from "uplot";
import { type Measure, measures } from "../../../core/overview/bins.ts";
import { durationTicks, type Extent, timeTicks } from "../../../core/overview/ticks.ts";
import { Plot, plotArea } from "../chart/plot.ts";
import type { Box, Point } from "../chart/scene.ts";
import type { OverviewSurface } from "../overviewSurface.ts";
import { crowding, type Look, radiusOf } from "./markLayer.ts";
import { MarkPainter, type Painted } from "./markPainter.ts";
import { placesBetween, type ThreadMarks } from "./threadMarks.ts";
import type { TimeView } from "./timeView.ts";

/** In CSS pixels. */
const height = 300;
/** In CSS pixels, between two ticks of the duration axis. */
const tickRoom = 26;
/** In CSS pixels, between two ticks of the time axis. */
const timeRoom = 76;
/** After this many milliseconds without movement, all marks are drawn. */
const restAfter = 120;
/** Maximum distance of the mouse from a mark, in CSS pixels. */
const reach = 24;

/** The threads' durations over their start times: draws the marks and finds them by position. */
export class ScatterPlot {
  readonly plot: Plot;
  readonly #view: TimeView;
  readonly #painter = new MarkPainter();
  #rest: ReturnType<typeof setTimeout> | null = null;
  marks: ThreadMarks | null = null;
  #hidden: Measure | null = null;
  /** See `#marksAt`; null since the last draw. */
  #positions: Float32Array | null = null;
  /** The plot's area, in CSS pixels, when it was last drawn. */
  #area: Box = { x: 0, y: 0, width: 1, height: 1 };

  constructor({ formats, timeLabels }: OverviewSurface, host: HTMLElement, view: TimeView, drawn: () => void) {
    this.#view = view;
    this.plot = new Plot(host, {
      height,
      top: 10,
      x: {
        scale: { time: true },
        range: () => [view.shown.min, view.shown.max],
        ticks: (length) => {
          const { places, step } = timeTicks(view.shown, ((view.shown.max - view.shown.min) / length) * timeRoom);
          return { places, labels: timeLabels(places, step) };
        },
        grid: false,
      },
      y: {
        scale: { distr: 3 },
        range: () => [10 ** this.#logs.min, 10 ** this.#logs.max],
        ticks: (length) => {
          const { min, max } = this.#logs;
          const place = (duration: number) => ((Math.log10(duration) - min) / (max - min)) * length;
          const places = durationTicks({ min: 10 ** min, max: 10 ** max }, tickRoom, place);
          return { places, labels: places.map(formats.duration) };
        },
        grid: true,
      },
      series: [{ paths: () => null, points: { show: false } }],
      draw: () => {
        this.#draw();
        drawn();
      },
    });
  }

  /** Draws the current view while it changes: slow parts are drawn once it stays. */
  move(): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = null;
      this.plot.redraw();
    }, restAfter);
    this.plot.redraw();
  }

  show(marks: ThreadMarks, hidden: Measure | null): void {
    this.marks = marks;
    this.#hidden = hidden;
    const unused = [1, 2];
    this.plot.show([unused, unused]);
  }

  /** The position of a visible mark, in CSS pixels from the top left corner of the plot. */
  pointOf(place: number, measure: Measure): Point | null {
    return this.#finder()(place, measure);
  }

  /** `pointOf` for many marks of the current view. */
  #finder(): ScatterPlot["pointOf"] {
    const { width, height: high } = this.#area;
    const { min, max } = this.#view.shown;
    const logs = this.#logs;
    return (place, measure) => {
      const log = this.marks?.logs[measure][place] ?? Number.NaN;
      const time = this.marks?.threads.startTime[place] ?? Number.NaN;
      if (measure === this.#hidden || Number.isNaN(log) || !(time >= min && time <= max)) return null;
      return { x: ((time - min) / (max - min)) * width, y: (high * (logs.max - log)) / (logs.max - logs.min) };
    };
  }

  radiusOf(place: number): number {
    return this.radius(this.marks?.size[place] ?? 0);
  }

  /** Of marks of a size, in CSS pixels. */
  radius(size: number): number {
    return radiusOf(size, this.look.scale);
  }

  /** The index of the thread with a mark near a point. */
  nearest({ x, y }: Point): number | null {
    const count = this.marks?.threads.ids.length ?? 0;
    this.#positions ??= this.#marksAt(count);
    let [found, least] = [-1, reach ** 2];
    for (let at = 0; at < this.#positions.length; at += 2) {
      const distance = ((this.#positions[at] ?? 0) - x) ** 2 + ((this.#positions[at + 1] ?? 0) - y) ** 2;
      if (distance <= least) [found, least] = [at / 2, distance];
    }
    return found < 0 ? null : found % count;
  }

  /** X and y of the marks of all threads, first the medians; NaN if a mark is not in view. */
  #marksAt(count: number): Float32Array {
    const positions = new Float32Array(2 * measures.length * count).fill(Number.NaN);
    const pointOf = this.#finder();
    for (const [nth, measure] of measures.entries()) {
      for (let place = 0; place < count; place++) {
        const point = pointOf(place, measure);
        if (point === null) continue;
        positions[2 * (nth * count + place)] = point.x;
        positions[2 * (nth * count + place) + 1] = point.y;
      }
    }
    return positions;
  }

  /** The moment at this many CSS pixels from the left of the plot. */
  momentAt(x: number): number {
    const { min, max } = this.#view.shown;
    return min + ((max - min) * Math.min(Math.max(x, 0), this.#area.width)) / this.#area.width;
  }

  /** The position of a moment, in CSS pixels from the left of the plot. */
  positionOf(moment: number): number {
    const { min, max } = this.#view.shown;
    return ((moment - min) / (max - min)) * this.#area.width;
  }

  /** The duration of a CSS pixel, in milliseconds. */
  get pixel(): number {
    const { min, max } = this.#view.shown;
    return (max - min) / this.#area.width;
  }

  /** The range of logarithms of the plot. */
  get #logs(): Extent {
    const { min, max } = this.marks?.log ?? { min: 1, max: 0 };
    if (min > max) return { min: 2, max: 4 };
    const room = Math.max((max - min) * 0.07, 0.08);
    return { min: min - room, max: max + room };
  }

  get look(): Look {
    if (this.marks === null) return crowding(0);
    const [first, end] = placesBetween(this.marks, this.#view.shown.min, this.#view.shown.max);
    return crowding(end - first);
  }

  #draw(): void {
    this.#positions = null;
    const { chart, host } = this.plot;
    const { left, top, width, height: high } = chart.bbox;
    if (this.marks === null || !(width >= 1 && high >= 1)) return;
    this.#area = plotArea(this.plot);
    const area = { x: Math.round(left), y: Math.round(top), width: Math.round(width), height: Math.round(high) };
    const drawn = this.#painter.paint(chart.ctx, this.painted(this.marks, uPlot.pxRatio), area, this.#rest !== null);
    if (drawn === null) return;
    for (const measure of measures) host.dataset[measure] = String(drawn[measure]);
  }

  painted(marks: ThreadMarks, density: number): Painted {
    const { min: from, max: to } = this.#view.shown;
    const { min: low, max: high } = this.#logs;
    return { marks, window: { from, to, low, high }, density, colors: this.plot.theme, hidden: this.#hidden };
  }
}
