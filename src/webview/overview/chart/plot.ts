import uPlot from "uplot";
import type { Ticks } from "../../../core/overview/ticks.ts";
import type { Box } from "./scene.ts";
import { type ChartTheme, chartTheme, onThemeChange, textWidth } from "./theme.ts";

/** One axis of a plot. All functions are called at every draw. */
export interface PlotAxis {
  readonly scale: uPlot.Scale;
  range(): readonly [min: number, max: number];
  /** The ticks of an axis of this length, in CSS pixels. */
  ticks(length: number): Ticks;
  /** Whether the ticks have grid lines. */
  readonly grid: boolean;
}

export interface PlotOptions {
  /** In CSS pixels, including axes. */
  readonly height: number;
  /** Space above the plot, in CSS pixels. */
  readonly top: number;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly series: readonly uPlot.Series[];
  /** Draws on top, in device pixels. */
  draw(plot: Plot): void;
}

/** Space next to the plot, in CSS pixels. */
const right = 12;

/** A uPlot chart as wide as its parent element, in the colors of the theme. */
export class Plot {
  readonly host: HTMLElement;
  readonly chart: uPlot;
  readonly #height: number;
  readonly ticks: Record<"x" | "y", Ticks> = { x: { places: [], labels: [] }, y: { places: [], labels: [] } };
  theme: ChartTheme = chartTheme();

  constructor(host: HTMLElement, { height, top, x, y, series, draw }: PlotOptions) {
    this.host = host;
    this.#height = height;
    this.chart = new uPlot(
      {
        width: 320,
        height,
        ms: 1,
        padding: [top, right, 0, 8],
        legend: { show: false },
        cursor: { show: false },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        scales: { x: scaleOf(x), y: scaleOf(y) },
        axes: [this.#axis("x", x), this.#axis("y", y)],
        series: [{}, ...series],
        hooks: { draw: [() => draw(this)] },
      },
      [[], ...series.map(() => [])],
      host,
    );
    new ResizeObserver(() => this.#fit()).observe(host);
    onThemeChange(() => {
      this.theme = chartTheme();
      this.redraw();
    });
  }

  /** Draws other data: one column for the x values, and one for each series. */
  show(data: uPlot.AlignedData): void {
    this.#fit();
    this.chart.batch(() => {
      this.chart.setData(data, true);
      this.chart.redraw(true, true);
    });
  }

  /** In the same microtask for all requests. */
  redraw(): void {
    this.chart.redraw(true, true);
  }

  #fit(): void {
    const width = Math.floor(this.host.clientWidth);
    if (width > 0 && width !== this.chart.width) this.chart.setSize({ width, height: this.#height });
  }

  #axis(name: "x" | "y", { ticks, grid }: PlotAxis): uPlot.Axis {
    const line = { stroke: () => this.theme.grid, width: 1 };
    const length = ({ bbox }: uPlot) => (name === "x" ? bbox.width : bbox.height) / uPlot.pxRatio;
    return {
      scale: name,
      side: name === "x" ? 2 : 3,
      splits: (chart) => {
        this.ticks[name] = ticks(length(chart));
        return [...this.ticks[name].places];
      },
      filter: (_, splits) => splits,
      values: (chart) => {
        const { places, labels } = this.ticks[name];
        const said = labels.map((label, nth) => (this.#fits(chart, name, places[nth], label) ? label : ""));
        this.ticks[name] = { places, labels: said };
        return said;
      },
      font: this.theme.font,
      lineGap: 1.35,
      stroke: () => this.theme.soft,
      gap: 4,
      size: (_, said) => (name === "x" ? this.#linesHigh(said ?? []) : this.#longest(said ?? [])),
      grid: { ...line, show: grid },
      ticks: { ...line, size: 4, show: name === "x" },
      border: { ...line, show: name === "x" },
    };
  }

  /** Whether a label on the x axis ends before the chart does. */
  #fits({ bbox, scales }: uPlot, name: "x" | "y", place: number | undefined, label: string): boolean {
    const { min, max } = scales.x ?? {};
    if (name === "y" || place === undefined || min == null || max == null) return true;
    const widths = label.split("\n").map((line) => textWidth(line, this.theme.font));
    const width = bbox.width / uPlot.pxRatio;
    return ((place - min) / (max - min)) * width + Math.max(...widths) / 2 <= width + right;
  }

  #linesHigh(labels: readonly string[]): number {
    const lines = Math.max(1, ...labels.map((label) => label.split("\n").length));
    return lines * this.theme.fontSize * 1.35 + 10;
  }

  #longest(labels: readonly string[]): number {
    return Math.max(16, ...labels.map((label) => textWidth(label, this.theme.font))) + 6;
  }
}

/** The plot's area in its chart, in CSS pixels. */
export function plotArea({ chart: { bbox } }: Plot): Box {
  const pixels = (length: number) => length / uPlot.pxRatio;
  return { x: pixels(bbox.left), y: pixels(bbox.top), width: pixels(bbox.width), height: pixels(bbox.height) };
}

function scaleOf({ scale, range }: PlotAxis): uPlot.Scale {
  return { ...scale, auto: true, range: () => [...range()] };
}
