import type { Plot } from "../chart/plot.ts";
import { plotArea } from "../chart/plotScene.ts";
import type { Shape } from "../chart/scene.ts";
import { textWidth } from "../chart/theme.ts";
import type { Bins } from "./bins.ts";

/** Height of a line's label above the bars, in CSS pixels. */
export const labelHeight = 15;

/** Distance from a label to its line, in CSS pixels. */
const labelGap = 5;

/**
 * Shapes on top of bars: the second column as a line, the lines at some values, each with its label in a row of its
 * own, and the marks of the selected thread's bins.
 */
export function barShapes(plot: Plot, bins: Bins, marked: readonly number[]): readonly Shape[] {
  const { theme } = plot;
  const { left, top, width, height } = plotArea(plot);
  const across = (place: number) => left + (place / Math.max(bins.count, 1)) * width;
  const lines = bins.lines.flatMap(({ place, label }, nth): readonly Shape[] => {
    const x = across(place);
    const y = top - labelHeight * (bins.lines.length - nth - 0.5);
    const fits = x + labelGap + textWidth(label, theme.font) <= left + width;
    const [at, anchor] = fits ? ([x + labelGap, "start"] as const) : ([x - labelGap, "end"] as const);
    const wide = textWidth(label, theme.font);
    // The lines of other labels may be to its left.
    const ground = { x: at - wide - 1, y: y - labelHeight / 2, width: wide + 2, height: labelHeight, stroke: null };
    return [
      { kind: "line", from: [x, y - 6], to: [x, top + height], stroke: theme.foreground, dashed: true },
      ...(fits ? [] : [{ kind: "rect", ...ground, fill: theme.background } as const]),
      { kind: "text", x: at, y, text: label, fill: theme.foreground, anchor, bold: false },
    ];
  });
  const marks = [...new Set(marked)].flatMap((bin): readonly Shape[] => {
    const [from, to] = [across(bin), across(bin + 1)];
    const frame = { x: from, y: top, width: Math.max(to - from - 1, 2), height } as const;
    const arrow = { d: "M-5 0L5 0L0 7Z", x: (from + to) / 2, y: top, width: 1, opacity: 1 } as const;
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
  return { kind: "path", d: parts.join(""), x: 0, y: 0, fill: null, stroke: theme.marked, width: 1.5, opacity: 1 };
}
