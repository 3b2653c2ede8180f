import uPlot from "uplot";
import type { Plot } from "./plot.ts";
import type { Box, Scene, Shape } from "./scene.ts";

/** Space above the plot for its title, and around it, in CSS pixels. */
const above = 44;
const around = 12;

/** A chart as an image: its title, its axes, and the shapes in the plot, in the chart's own coordinates. */
export function plotScene(
  plot: Plot,
  titles: readonly [title: string, subtitle: string],
  drawn: readonly Shape[],
): Scene {
  const { width, height } = plot.chart;
  const { theme } = plot;
  const title = (text: string, y: number, bold: boolean): Shape => {
    return { kind: "text", x: around, y, text, fill: bold ? theme.foreground : theme.soft, anchor: "start", bold };
  };
  return {
    width: width + 2 * around,
    height: height + above + around,
    background: theme.background,
    fontSize: theme.fontSize,
    fontFamily: theme.fontFamily,
    shapes: [
      title(titles[0], around + 6, true),
      title(titles[1], around + 24, false),
      ...[...axesShapes(plot), ...drawn].map((shape) => moved(shape, around, above)),
    ],
  };
}

/** The plot's area in its chart, in CSS pixels. */
export function plotArea({ chart: { bbox } }: Plot): Box {
  const pixels = (length: number) => length / uPlot.pxRatio;
  return { x: pixels(bbox.left), y: pixels(bbox.top), width: pixels(bbox.width), height: pixels(bbox.height) };
}

function axesShapes(plot: Plot): readonly Shape[] {
  const { chart, theme, ticks } = plot;
  const { x: left, y: top, width, height } = plotArea(plot);
  const bottom = top + height;
  const text = (x: number, y: number, said: string, anchor: "middle" | "end"): Shape => {
    return { kind: "text", x, y, text: said, fill: theme.soft, anchor, bold: false };
  };
  const line = (from: readonly [number, number], to: readonly [number, number]): Shape => {
    return { kind: "line", from, to, stroke: theme.grid, dashed: false };
  };
  const along = ticks.x.places.flatMap((place, nth) => {
    const x = left + chart.valToPos(place, "x");
    const lines = (ticks.x.labels[nth] ?? "").split("\n");
    const labels = lines.map((said, row) => text(x, bottom + 8 + theme.fontSize * (0.6 + 1.35 * row), said, "middle"));
    return [line([x, bottom], [x, bottom + 4]), ...labels];
  });
  const up = ticks.y.places.flatMap((place, nth) => {
    const y = top + chart.valToPos(place, "y");
    return [line([left, y], [left + width, y]), text(left - 5, y, ticks.y.labels[nth] ?? "", "end")];
  });
  return [...up, line([left, bottom], [left + width, bottom]), ...along];
}

function moved(shape: Shape, right: number, down: number): Shape {
  if (shape.kind !== "line") return { ...shape, x: shape.x + right, y: shape.y + down };
  const move = ([x, y]: readonly [number, number]) => [x + right, y + down] as const;
  return { ...shape, from: move(shape.from), to: move(shape.to) };
}
