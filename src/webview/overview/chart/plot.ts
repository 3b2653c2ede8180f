import uPlot from "uplot";
import { type ChartTheme, chartTheme, textWidth } from "./theme.ts";

/** One axis of a plot. All functions are called at every draw. */
export interface PlotAxis {
  readonly scale: uPlot.Scale;
  range(): readonly [min: number, max: number];
  /** The ticks, if not uPlot's; `length` is the axis length in CSS pixels. */
  places?(length: number): readonly number[];
  /** Tick labels, with one line for each `\n`. */
  labels(places: readonly number[]): readonly string[];
  /** Minimum distance of two ticks chosen by uPlot, in CSS pixels. */
  readonly space: number;
  /** Tick distances that uPlot chooses from, in units of the scale. */
  readonly steps?: readonly number[];
  /** Whether the ticks have grid lines. */
  readonly grid: boolean;
}

/** The ticks of an axis and their labels. */
export interface Ticks {
  readonly places: readonly number[];
  readonly labels: readonly string[];
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
  readonly #ticks: { x: Ticks; y: Ticks };
  #theme = chartTheme();

  constructor(host: HTMLElement, { height, top, x, y, series, draw }: PlotOptions) {
    const none: Ticks = { places: [], labels: [] };
    this.host = host;
    this.#height = height;
    this.#ticks = { x: none, y: none };
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
  }

  get theme(): ChartTheme {
    return this.#theme;
  }

  get ticks(): { readonly x: Ticks; readonly y: Ticks } {
    return this.#ticks;
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

  themeChanged(): void {
    this.#theme = chartTheme();
    this.redraw();
  }

  #fit(): void {
    const width = Math.floor(this.host.clientWidth);
    if (width > 0 && width !== this.chart.width) this.chart.setSize({ width, height: this.#height });
  }

  #axis(name: "x" | "y", { places, labels, space, steps, grid }: PlotAxis): uPlot.Axis {
    const line = { stroke: () => this.#theme.grid, width: 1 };
    const length = ({ bbox }: uPlot) => (name === "x" ? bbox.width : bbox.height) / uPlot.pxRatio;
    return {
      scale: name,
      side: name === "x" ? 2 : 3,
      space,
      ...(steps === undefined ? {} : { incrs: [...steps] }),
      ...(places === undefined ? {} : { splits: (chart) => [...places(length(chart))] }),
      filter: (_, splits) => splits,
      values: (chart, splits) => {
        const said = labels(splits).map((label, nth) => (this.#fits(chart, name, splits[nth], label) ? label : ""));
        this.#ticks[name] = { places: splits, labels: said };
        return [...said];
      },
      font: this.#theme.font,
      lineGap: 1.35,
      stroke: () => this.#theme.soft,
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
    const widths = label.split("\n").map((line) => textWidth(line, this.#theme.font));
    const width = bbox.width / uPlot.pxRatio;
    return ((place - min) / (max - min)) * width + Math.max(...widths) / 2 <= width + right;
  }

  #linesHigh(labels: readonly string[]): number {
    const lines = Math.max(1, ...labels.map((label) => label.split("\n").length));
    return lines * this.#theme.fontSize * 1.35 + 10;
  }

  #longest(labels: readonly string[]): number {
    return Math.max(16, ...labels.map((label) => textWidth(label, this.#theme.font))) + 6;
  }
}

function scaleOf({ scale, range }: PlotAxis): uPlot.Scale {
  return { ...scale, auto: true, range: () => [...range()] };
}
