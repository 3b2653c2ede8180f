import uPlot from "uplot";
import type { ChartName } from "../../../core/overview/protocol.ts";
import { type ChartFrame, chartFrame, type FrameOptions } from "../chart/chartFrame.ts";
import { Plot } from "../chart/plot.ts";
import { plotScene } from "../chart/plotScene.ts";
import { paint, type Scene, type Shape } from "../chart/scene.ts";
import type { Tooltip } from "../chart/tooltip.ts";
import type { Surface } from "../surface.ts";
import { barShapes, labelHeight } from "./barShapes.ts";
import type { Bins } from "./bins.ts";

/** In CSS pixels. */
const height = 200;

const none: Bins = {
  count: 0,
  columns: [],
  name: () => "",
  told: () => [],
  ticks: () => ({ places: [], labels: [] }),
  lines: [],
};

/** A bar chart: the count of each bin, lines at some values, and the highlighted bins of the selected thread. */
export class BarsChart {
  readonly frame: ChartFrame;
  readonly #tooltip: Tooltip;
  readonly #plot: Plot;
  #bins = none;
  #ticks: readonly string[] = [];
  #marked: readonly number[] = [];
  /** The drawn bars, in CSS pixels from the top left corner of the chart. */
  #bars: Extract<Shape, { kind: "rect" }>[] = [];
  #at = -1;

  constructor(surface: Surface, tooltip: Tooltip, name: ChartName, options: FrameOptions & { readonly lines: number }) {
    this.#tooltip = tooltip;
    this.frame = chartFrame(surface, name, { ...options, scene: () => this.scene() });
    const { formats } = surface;
    this.#plot = new Plot(this.frame.host, {
      height,
      top: 8 + options.lines * labelHeight,
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

  /** `marked` are the bins of the selected thread, one for each column that contains it. */
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
    return plotScene(this.#plot, this.frame.titles(), [...this.#bars, ...barShapes(this.#plot, this.#bins, [])]);
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
    paint(ctx, this.#plot.theme.font, barShapes(this.#plot, this.#bins, this.#marked));
    ctx.restore();
    this.frame.host.dataset.drawn = String(this.#bars.length);
    this.frame.host.dataset.marked = this.#marked.join(" ");
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
