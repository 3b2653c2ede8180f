import uPlot from "uplot";
import { durationTicks } from "../chart/durationTicks.ts";
import type { Extent, Point } from "../chart/geometry.ts";
import { Plot } from "../chart/plot.ts";
import { plotArea, plotScene } from "../chart/plotScene.ts";
import type { Scene } from "../chart/scene.ts";
import { timeTicks } from "../chart/timeTicks.ts";
import { type Measure, measures } from "../memory.ts";
import type { Surface } from "../surface.ts";
import { crowding, radiusOf } from "./markLayer.ts";
import { MarkPainter, type Painted } from "./markPainter.ts";
import { NearestMark } from "./nearest.ts";
import { scatterScene } from "./scatterScene.ts";
import type { MarkLook } from "./scatterShapes.ts";
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
  #marks: ThreadMarks | null = null;
  #hidden: Measure | null = null;
  #nearest: NearestMark | null = null;
  /** The plot's area, in CSS pixels, when it was last drawn. */
  #area = { left: 0, top: 0, width: 1, height: 1 };
  /** Between two ticks of the time axis, in milliseconds. */
  #step = 0;

  constructor({ formats, times }: Surface, host: HTMLElement, view: TimeView, drawn: () => void) {
    this.#view = view;
    this.plot = new Plot(host, {
      height,
      top: 10,
      x: {
        scale: { time: true },
        range: () => [view.shown.min, view.shown.max],
        places: (length) => {
          const { places, step } = timeTicks(view.shown, ((view.shown.max - view.shown.min) / length) * timeRoom);
          this.#step = step;
          return places;
        },
        labels: (places) => times.ticks(places, this.#step),
        space: timeRoom,
        grid: false,
      },
      y: {
        scale: { distr: 3 },
        range: () => [10 ** this.#logs.min, 10 ** this.#logs.max],
        places: (length) => {
          const { min, max } = this.#logs;
          const place = (duration: number) => ((Math.log10(duration) - min) / (max - min)) * length;
          return durationTicks(10 ** min, 10 ** max, tickRoom, place);
        },
        labels: (places) => places.map((duration) => formats.duration(duration)),
        space: tickRoom,
        grid: true,
      },
      series: [{ paths: () => null, points: { show: false } }],
      draw: () => {
        this.#draw();
        drawn();
      },
    });
  }

  get marks(): ThreadMarks | null {
    return this.#marks;
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
    this.#marks = marks;
    this.#hidden = hidden;
    this.plot.show([
      [0, 1],
      [1, 1],
    ]);
  }

  /** The position of a visible mark, in CSS pixels from the top left corner of the plot. */
  pointOf(place: number, measure: Measure): Point | null {
    const log = this.#marks?.logs[measure][place] ?? Number.NaN;
    const time = this.#marks?.threads.startTime[place] ?? Number.NaN;
    const { min, max } = this.#view.shown;
    if (measure === this.#hidden || Number.isNaN(log) || !(time >= min && time <= max)) return null;
    return this.#point(time, log);
  }

  radiusOf(place: number): number {
    return radiusOf(this.#marks?.size[place] ?? 0, this.#look.scale);
  }

  /** The index of the thread with a mark near a point. */
  nearest(at: Point): number | null {
    if (this.#marks === null) return null;
    const { width, height: high } = this.#area;
    const { min: from, max: to } = this.#view.shown;
    this.#nearest ??= new NearestMark(this.#marks, this.#hidden, {
      width,
      height: high,
      from,
      to,
      place: (time, log) => this.#point(time, log),
    });
    return this.#nearest.find(at, reach)?.thread ?? null;
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

  scene(titles: readonly [string, string], format: "svg" | "png"): Scene {
    if (this.#marks === null) return plotScene(this.plot, titles, []);
    const { scale, opacity } = this.#look;
    const look: MarkLook = {
      colors: this.plot.theme,
      opacity,
      radius: (size) => radiusOf(size, scale),
      point: (place, measure) => this.pointOf(place, measure),
    };
    return scatterScene(this.plot, titles, this.#painted(this.#marks, uPlot.pxRatio), format === "svg" ? look : null);
  }

  #point(time: number, log: number): Point {
    const { min, max } = this.#logs;
    return { x: this.positionOf(time), y: (this.#area.height * (max - log)) / (max - min) };
  }

  /** The range of logarithms of the plot. */
  get #logs(): Extent {
    const { min, max } = this.#marks?.log ?? { min: 1, max: 0 };
    if (min > max) return { min: 2, max: 4 };
    const room = Math.max((max - min) * 0.07, 0.08);
    return { min: min - room, max: max + room };
  }

  get #look(): ReturnType<typeof crowding> {
    if (this.#marks === null) return crowding(0);
    const [first, end] = placesBetween(this.#marks, this.#view.shown.min, this.#view.shown.max);
    return crowding(end - first);
  }

  #draw(): void {
    this.#nearest = null;
    const { chart, host } = this.plot;
    const { left, top, width, height: high } = chart.bbox;
    if (this.#marks === null || !(width >= 1 && high >= 1)) return;
    this.#area = plotArea(this.plot);
    const area = { left: Math.round(left), top: Math.round(top), width: Math.round(width), height: Math.round(high) };
    const drawn = this.#painter.paint(chart.ctx, this.#painted(this.#marks, uPlot.pxRatio), area, this.#rest !== null);
    if (drawn === null) return;
    for (const measure of measures) host.dataset[measure] = String(drawn[measure]);
  }

  #painted(marks: ThreadMarks, density: number): Painted {
    const { min: from, max: to } = this.#view.shown;
    const { min: low, max: high } = this.#logs;
    return { marks, window: { from, to, low, high }, density, colors: this.plot.theme, hidden: this.#hidden };
  }
}
