import type { Plot } from "../chart/plot.ts";
import { plotArea, plotScene } from "../chart/plotScene.ts";
import type { Scene } from "../chart/scene.ts";
import { MarkPainter, type Painted } from "./markPainter.ts";
import { type MarkLook, scatterShapes } from "./scatterShapes.ts";

/** Image pixels per CSS pixel. */
const density = 2;

/** The scatter plot as an image: in an SVG the marks are paths, otherwise they are drawn as on screen. */
export function scatterScene(
  plot: Plot,
  titles: readonly [title: string, subtitle: string],
  painted: Painted,
  look: MarkLook | null,
): Scene {
  const { left, top, width, height } = plotArea(plot);
  if (look !== null) {
    const paths = scatterShapes(painted.marks, look);
    return plotScene(
      plot,
      titles,
      paths.map((path) => (path.kind === "path" ? { ...path, x: left, y: top } : path)),
    );
  }
  const image = new OffscreenCanvas(Math.round(density * width), Math.round(density * height));
  const all = { left: 0, top: 0, width: image.width, height: image.height };
  const context = image.getContext("2d");
  if (context !== null) new MarkPainter().paint(context, { ...painted, density }, all, false);
  return plotScene(plot, titles, [{ kind: "image", image, x: left, y: top, width, height }]);
}
