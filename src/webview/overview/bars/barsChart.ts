import * as l10n from "@vscode/l10n";
import uPlot from "uplot";
import type { Bins } from "../../../core/overview/bins.ts";
import type { ChartName } from "../../../core/overview/overviewProtocol.ts";
import { listed } from "../../../core/text/sentences.ts";
import { ChartFrame, type FrameOptions, type Tooltip } from "../chart/chartFrame.ts";
import { Plot, plotArea } from "../chart/plot.ts";
import { paint, type Shape } from "../chart/scene.ts";
import { textWidth } from "../chart/theme.ts";
import type { OverviewSurface } from "../overviewSurface.ts";

/** In CSS pixels. */
const height = 200;
/** Height of a line's label above the bars, in CSS pixels. */
const labelHeight = 15;
/** Distance from a label to its line, in CSS pixels. */
const labelGap = 5;

/** In CSS pixels, between two ticks of the count axis. */
const tickRoom = 32;
/** Between two ticks of the count axis. */
const countSteps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

const none: Bins = {
  ...{ count: 0, columns: [], lines: [] },
  name: () => "",
  facts: () => [],
  calls: () => null,
  ticks: () => ({ places: [], labels: [] }),
};

/** A bar chart: the count of each bin, lines at some values, and the highlighted bins of the selected thread. */
export class BarsChart {
  readonly frame: ChartFrame;
  readonly #surface: OverviewSurface;
  readonly #tooltip: Tooltip;
  readonly #plot: Plot;
  #bins = none;
  #marked: readonly number[] = [];
  /** The number of drawn bars. */
  #drawn = 0;
  #at = -1;

  constructor(
    surface: OverviewSurface,
    tooltip: Tooltip,
    name: ChartName,
    options: FrameOptions & { readonly lines: number },
  ) {
    this.#surface = surface;
    this.#tooltip = tooltip;
    this.frame = new ChartFrame(name, options);
    const { formats } = surface;
    this.#plot = new Plot(this.frame.host, {
      height,
      top: 8 + options.lines * labelHeight,
      x: {
        scale: { time: false },
        range: () => [0, Math.max(this.#bins.count, 1)],
        ticks: (length) => this.#bins.ticks(length),
        grid: false,
      },
      y: {
        scale: {},
        range: () => [0, this.#highest],
        ticks: (length) => {
          const step = countSteps.find((one) => (one / this.#highest) * length >= tickRoom) ?? this.#highest;
          const places = Array.from({ length: Math.floor(this.#highest / step) + 1 }, (_, nth) => nth * step);
          return { places, labels: places.map(this.#bins.height ?? formats.compact) };
        },
        grid: true,
      },
      series: [this.#series()],
      draw: () => this.#draw(),
    });
    const { over } = this.#plot.chart;
    const binAt = (x: number) => {
      const { left, width } = over.getBoundingClientRect();
      return Math.floor(((x - left) / width) * this.#bins.count);
    };
    over.addEventListener("pointermove", ({ clientX, clientY }) => {
      const bin = binAt(clientX);
      over.classList.toggle("on-calls", this.#bins.calls(bin) !== null);
      this.#point(bin, clientX, clientY);
    });
    over.addEventListener("click", ({ clientX }) => this.#show(binAt(clientX)));
    over.addEventListener("pointerleave", () => tooltip.hide());
    this.frame.host.addEventListener("keydown", (event) => this.#press(event));
    this.frame.host.addEventListener("blur", () => tooltip.hide());
  }

  update(bins: Bins): void {
    this.#bins = bins;
    this.#at = Math.min(this.#at, bins.count - 1);
    const middles = Float64Array.from({ length: bins.count }, (_, bin) => bin + 0.5);
    this.#plot.show([middles, bins.columns[0] ?? new Float64Array()]);
  }

  /** Marks the bins of the selected thread, one for each column that contains it. */
  mark(marked: readonly number[]): void {
    if (String(marked) === String(this.#marked)) return;
    this.#marked = marked;
    this.#plot.redraw();
  }

  get #highest(): number {
    return this.#bins.columns.flatMap((column) => [...column]).reduce((a, b) => Math.max(a, b), 1);
  }

  #series(): uPlot.Series {
    const bars = uPlot.paths.bars?.({
      size: [1, Number.POSITIVE_INFINITY],
      gap: 1,
      each: (_chart, _series, _bin, _left, _top, _width, high) => {
        if (high > 0) this.#drawn++;
      },
    });
    return {
      width: 0,
      fill: () => this.#plot.theme.bar,
      points: { show: false },
      paths: (chart, series, first, last) => {
        this.#drawn = 0;
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
    this.frame.host.dataset.drawn = String(this.#drawn);
    this.frame.host.dataset.marked = this.#marked.join(" ");
  }

  #point(bin: number, x: number, y: number): void {
    const { count, name, facts, calls } = this.#bins;
    const how = calls(bin) === null ? [] : [l10n.t("Click or press Enter to show the calls")];
    if (bin < 0 || bin >= count) this.#tooltip.hide();
    else this.#tooltip.show([name(bin), ...facts(bin), ...how], x, y);
  }

  #show(bin: number): void {
    const of = this.#bins.calls(bin);
    if (of !== null) this.#surface.post({ kind: "showCalls", of });
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
    if (event.target !== event.currentTarget) return;
    if (event.key === "Enter") this.#show(this.#at);
    if (to === undefined || count === 0) return;
    event.preventDefault();
    this.#at = Math.min(Math.max(to, 0), count - 1);
    const { left, top, width } = this.#plot.chart.over.getBoundingClientRect();
    this.#point(this.#at, left + ((this.#at + 0.5) / count) * width, top + 8);
    this.frame.say(listed([this.#bins.name(this.#at), ...this.#bins.facts(this.#at)]));
  }
}

/**
 * Shapes on top of bars: the second column as a line, the lines at some values, each with its label in a row of its
 * own, and the marks of the selected thread's bins.
 */
function barShapes(plot: Plot, bins: Bins, marked: readonly number[]): readonly Shape[] {
  const { theme } = plot;
  const { x: left, y: top, width, height } = plotArea(plot);
  const across = (place: number) => left + (place / Math.max(bins.count, 1)) * width;
  const lines = bins.lines.flatMap(({ place, label }, nth): readonly Shape[] => {
    const x = across(place);
    const y = top - labelHeight * (bins.lines.length - nth - 0.5);
    const wide = textWidth(label, theme.font);
    const fits = x + labelGap + wide <= left + width;
    const [at, anchor] = fits ? ([x + labelGap, "start"] as const) : ([x - labelGap, "end"] as const);
    // The lines of other labels may be to its left.
    const ground = { x: at - wide - 1, y: y - labelHeight / 2, width: wide + 2, height: labelHeight, stroke: null };
    return [
      { kind: "line", from: [x, y - 6], to: [x, top + height], stroke: theme.foreground },
      ...(fits ? [] : [{ kind: "rect", ...ground, fill: theme.background } as const]),
      { kind: "text", x: at, y, text: label, fill: theme.foreground, anchor },
    ];
  });
  const marks = [...new Set(marked)].flatMap((bin): readonly Shape[] => {
    const [from, to] = [across(bin), across(bin + 1)];
    const frame = { x: from, y: top, width: Math.max(to - from - 1, 2), height } as const;
    const arrow = { d: "M-5 0L5 0L0 7Z", x: (from + to) / 2, y: top, width: 1 } as const;
    return [
      { kind: "rect", ...frame, fill: null, stroke: theme.foreground },
      { kind: "path", ...arrow, fill: theme.foreground, stroke: null },
    ];
  });
  const [, second] = bins.columns;
  return [...(second === undefined ? [] : [steps(plot, second, across, top)]), ...lines, ...marks];
}

/** A line along the heights of a column. */
function steps({ chart, theme }: Plot, column: Float64Array, across: (place: number) => number, top: number): Shape {
  const parts = [...column].map((count, bin) => {
    const y = (top + chart.valToPos(count, "y")).toFixed(1);
    return `${bin === 0 ? "M" : "L"}${across(bin).toFixed(1)} ${y}H${across(bin + 1).toFixed(1)}`;
  });
  return { kind: "path", d: parts.join(""), x: 0, y: 0, fill: null, stroke: theme.marked, width: 1.5 };
}
