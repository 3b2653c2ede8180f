import uPlot from "uplot";
import type { ChartName } from "../../core/overview/page.ts";
import type { Bins } from "./bins.ts";
import { type ChartFrame, chartFrame, type FrameOptions } from "./chartFrame.ts";
import { Plot } from "./plot.ts";
import { plotArea, plotScene } from "./plotScene.ts";
import { paint, type Scene, type Shape } from "./scene.ts";
import type { Surface } from "./surface.ts";
import { textWidth } from "./theme.ts";
import type { Tooltip } from "./tooltip.ts";

/** In CSS pixels. */
const height = 200;
/** Of a line with a label above the bars, in CSS pixels. */
const lineHeight = 15;

const none: Bins = {
  count: 0,
  columns: [],
  name: () => "",
  told: () => [],
  ticks: () => ({ places: [], labels: [] }),
  lines: [],
};

/** A chart of bars: what falls into each bin, lines at some values, and the bins of the selected thread picked out. */
export class BarsChart {
  readonly frame: ChartFrame;
  readonly #tooltip: Tooltip;
  readonly #plot: Plot;
  #bins = none;
  #ticks: readonly string[] = [];
  #marked: readonly number[] = [];
  /** The bars that were drawn, in CSS pixels from the left upper corner of the chart. */
  #bars: Extract<Shape, { kind: "rect" }>[] = [];
  #at = -1;

  constructor(surface: Surface, tooltip: Tooltip, name: ChartName, options: FrameOptions & { readonly lines: number }) {
    this.#tooltip = tooltip;
    this.frame = chartFrame(surface, name, { ...options, scene: () => this.scene() });
    const { formats } = surface;
    this.#plot = new Plot(this.frame.host, {
      height,
      top: 8 + options.lines * lineHeight,
      x: {
        scale: { time: false },
        range: () => [0, Math.max(this.#bins.count, 1)],
        places: (length) => {
          const { places, labels } = this.#bins.ticks(length);
          this.#ticks = labels;
          return places;
        },
        labels: () => this.#ticks,
        space: 20,
        grid: false,
      },
      y: {
        scale: {},
        range: () => [
          0,
          Math.max(1, ...this.#bins.columns.map((column) => column.reduce((a, b) => Math.max(a, b), 0))),
        ],
        labels: (places) => places.map((count) => formats.compact(count)),
        steps: Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat(),
        space: 32,
        grid: true,
      },
      series: [this.#series()],
      draw: () => this.#draw(),
    });
    const { over } = this.#plot.chart;
    over.addEventListener("pointermove", ({ clientX, clientY }) => {
      const { left, width } = over.getBoundingClientRect();
      this.#point(Math.floor(((clientX - left) / width) * this.#bins.count), clientX, clientY);
    });
    over.addEventListener("pointerleave", () => tooltip.hide());
    this.frame.host.addEventListener("keydown", (event) => this.#press(event));
    this.frame.host.addEventListener("blur", () => tooltip.hide());
  }

  /** `marked` are the bins of the selected thread, one for each column that it is in. */
  update(bins: Bins, marked: readonly number[]): void {
    this.#bins = bins;
    this.#marked = marked;
    this.#at = Math.min(this.#at, bins.count - 1);
    const middles = Float64Array.from({ length: bins.count }, (_, bin) => bin + 0.5);
    this.#plot.show([middles, bins.columns[0] ?? new Float64Array()]);
  }

  mark(marked: readonly number[]): void {
    if (String(marked) === String(this.#marked)) return;
    this.#marked = marked;
    this.#plot.redraw();
  }

  themeChanged(): void {
    this.#plot.themeChanged();
  }

  scene(): Scene {
    return plotScene(this.#plot, this.frame.titles(), [...this.#bars, ...this.#onTop()]);
  }

  #series(): uPlot.Series {
    const bars = uPlot.paths.bars?.({
      size: [1, Number.POSITIVE_INFINITY],
      gap: 1,
      each: (_chart, _series, _bin, left, top, width, high) => {
        if (high === 0) return;
        const [x = 0, y = 0, wide = 0, tall = 0] = [left, top, width, high].map((pixels) => pixels / uPlot.pxRatio);
        const { bar: fill } = this.#plot.theme;
        this.#bars.push({ kind: "rect", x, y, width: wide, height: tall, fill, stroke: null });
      },
    });
    return {
      width: 0,
      fill: () => this.#plot.theme.bar,
      points: { show: false },
      paths: (chart, series, first, last) => {
        this.#bars = [];
        return bars?.(chart, series, first, last) ?? null;
      },
    };
  }

  #draw(): void {
    const { ctx } = this.#plot.chart;
    ctx.save();
    ctx.scale(uPlot.pxRatio, uPlot.pxRatio);
    paint(ctx, this.#plot.theme.font, this.#onTop());
    ctx.restore();
    this.frame.host.dataset.drawn = String(this.#bars.length);
    this.frame.host.dataset.marked = this.#marked.join(" ");
  }

  /** The lines with their labels, each in a row of its own where they are close, and the marks of the selected thread. */
  #onTop(): readonly Shape[] {
    const { theme } = this.#plot;
    const { left, top, width, height: high } = plotArea(this.#plot);
    const across = (place: number) => left + (place / Math.max(this.#bins.count, 1)) * width;
    const lines = this.#bins.lines.flatMap(({ place, label }, nth): readonly Shape[] => {
      const x = across(place);
      const y = top - lineHeight * (this.#bins.lines.length - nth - 0.5);
      const fits = x + 5 + textWidth(label, theme.font) <= left + width;
      const anchor = fits ? "start" : "end";
      return [
        { kind: "line", from: [x, y - 6], to: [x, top + high], stroke: theme.foreground, dashed: true },
        { kind: "text", x: fits ? x + 5 : x - 5, y, text: label, fill: theme.foreground, anchor, bold: false },
      ];
    });
    const marks = [...new Set(this.#marked)].flatMap((bin): readonly Shape[] => {
      const [from, to] = [across(bin), across(bin + 1)];
      const middle = (from + to) / 2;
      const frame = { x: from, y: top, width: Math.max(to - from - 1, 2), height: high } as const;
      return [
        { kind: "rect", ...frame, fill: null, stroke: theme.foreground },
        {
          kind: "path",
          d: "M-5 0L5 0L0 7Z",
          x: middle,
          y: top,
          fill: theme.foreground,
          stroke: null,
          width: 1,
          opacity: 1,
        },
      ];
    });
    const second = this.#bins.columns[1];
    const steps = second === undefined ? [] : [this.#steps(second, across, top)];
    return [...steps, ...lines, ...marks];
  }

  /** A line along the heights of a column. */
  #steps(column: Float64Array, across: (place: number) => number, top: number): Shape {
    const parts = [...column].map((count, bin) => {
      const y = (top + this.#plot.chart.valToPos(count, "y")).toFixed(1);
      return `${bin === 0 ? "M" : "L"}${across(bin).toFixed(1)} ${y}H${across(bin + 1).toFixed(1)}`;
    });
    const stroke = this.#plot.theme.marked;
    return { kind: "path", d: parts.join(""), x: 0, y: 0, fill: null, stroke, width: 1.5, opacity: 1 };
  }

  #point(bin: number, x: number, y: number): void {
    if (bin < 0 || bin >= this.#bins.count) this.#tooltip.hide();
    else this.#tooltip.show([this.#bins.name(bin), ...this.#bins.told(bin)], x, y);
  }

  #press(event: KeyboardEvent): void {
    const { count } = this.#bins;
    const ways: Readonly<Record<string, number>> = {
      ArrowRight: this.#at + 1,
      ArrowLeft: this.#at < 0 ? count - 1 : this.#at - 1,
      Home: 0,
      End: count - 1,
    };
    const to = ways[event.key];
    if (event.key === "Escape") this.#tooltip.hide();
    if (to === undefined || count === 0 || event.target !== event.currentTarget) return;
    event.preventDefault();
    this.#at = Math.min(Math.max(to, 0), count - 1);
    const { left, top, width } = this.#plot.chart.over.getBoundingClientRect();
    this.#point(this.#at, left + ((this.#at + 0.5) / count) * width, top + 8);
    this.frame.say([this.#bins.name(this.#at), ...this.#bins.told(this.#at)].join(", "));
  }
}
