import { colorBytes } from "../chart/theme.ts";
import { type Measure, measures } from "../memory.ts";
import { type crowding, type LayerSize, MarkLayer, type Window } from "./markLayer.ts";
import type { ThreadMarks } from "./threadMarks.ts";

export interface MarkImage {
  readonly canvas: OffscreenCanvas;
  /** How many marks of each measure are in the window; all of them are in the image. */
  readonly drawn: Readonly<Record<Measure, number>>;
}

/** The marks of both measures in their colors, the medians on top. */
export function markImage(
  marks: ThreadMarks,
  window: Window,
  size: LayerSize,
  {
    colors,
    hidden,
    look,
  }: {
    readonly colors: Readonly<Record<Measure, string>>;
    readonly hidden: Measure | null;
    readonly look: ReturnType<typeof crowding>;
  },
): MarkImage {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const image = new ImageData(size.width, size.height);
  const drawn: Record<Measure, number> = { p50: 0, p99: 0 };
  for (const measure of measures.toReversed()) {
    if (measure === hidden) continue;
    const layer = new MarkLayer(size);
    drawn[measure] = layer.draw(marks, measure, window, look);
    lay(image, layer, colors[measure]);
  }
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return { canvas, drawn };
}

/** Draws a layer on top of the image. */
function lay({ data, width, height }: ImageData, layer: MarkLayer, color: string): void {
  const [red, green, blue] = colorBytes(color);
  for (let y = 0, pixel = 0; y < height; y++) {
    const row = layer.row(y);
    for (let x = 0; x < width; x++, pixel += 4) {
      const top = row[x] ?? 0;
      if (top === 0) continue;
      const below = ((data[pixel + 3] ?? 0) * (255 - top)) / 255;
      const opacity = top + below;
      data[pixel] = (red * top + (data[pixel] ?? 0) * below) / opacity;
      data[pixel + 1] = (green * top + (data[pixel + 1] ?? 0) * below) / opacity;
      data[pixel + 2] = (blue * top + (data[pixel + 2] ?? 0) * below) / opacity;
      data[pixel + 3] = opacity;
    }
  }
}
