import { plotArea, plotScene } from "../chart/plotScene.ts";
import type { Scene, Shape } from "../chart/scene.ts";
import { measures } from "../surface.ts";
import { MarkPainter } from "./markPainter.ts";
import type { ScatterPlot } from "./scatterPlot.ts";
import { sizeClasses, type ThreadMarks } from "./threadMarks.ts";

/** Image pixels per CSS pixel. */
const density = 2;

/** With more threads than this, equal marks on the same pixel are merged, to keep the image at a few megabytes. */
const mostExact = 20_000;

/** The scatter plot as an image: in an SVG the marks are paths, otherwise they are drawn as on screen. */
export function scatterScene(
  scatter: ScatterPlot,
  titles: readonly [title: string, subtitle: string],
  format: "svg" | "png",
): Scene {
  const { plot, marks } = scatter;
  if (marks === null) return plotScene(plot, titles, []);
  if (format === "svg") return plotScene(plot, titles, markShapes(scatter, marks));
  const area = plotArea(plot);
  const image = new OffscreenCanvas(Math.round(density * area.width), Math.round(density * area.height));
  const all = { x: 0, y: 0, width: image.width, height: image.height };
  const context = image.getContext("2d");
  if (context !== null) new MarkPainter().paint(context, scatter.painted(marks, density), all, false);
  return plotScene(plot, titles, [{ kind: "image", image, ...area }]);
}

/** The marks as paths, one for each measure and size, the medians on top. */
function markShapes(scatter: ScatterPlot, { threads, size }: ThreadMarks): readonly Shape[] {
  const { x, y } = plotArea(scatter.plot);
  const { opacity } = scatter.look;
  const digits = threads.ids.length > mostExact ? 0 : 1;
  return measures.toReversed().flatMap((measure) =>
    sizeClasses.flatMap((_, which): readonly Shape[] => {
      const radius = scatter.radius(which);
      const side = Number((radius * 1.25).toFixed(1));
      const isDisc = measure === "p50";
      // A disc is a dot of a wide line, a diamond an outline.
      const path = isDisc ? "h.01" : `m${-side} 0l${side}${-side} ${side} ${side} ${-side} ${side}z`;
      const marks = new Set<string>();
      for (let place = 0; place < size.length; place++) {
        const at = size[place] === which ? scatter.pointOf(place, measure) : null;
        if (at !== null) marks.add(`M${at.x.toFixed(digits)} ${at.y.toFixed(digits)}${path}`);
      }
      const line = { stroke: scatter.plot.theme[measure], width: isDisc ? 2 * radius : 1.2, opacity };
      return marks.size === 0 ? [] : [{ kind: "path", d: [...marks].join(""), x, y, fill: null, ...line }];
    }),
  );
}
