/** A point, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle, in CSS pixels unless stated otherwise. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

interface Paint {
  readonly fill: string | null;
  readonly stroke: string | null;
}

/** A part of a chart; points and lengths in CSS pixels, from the top left corner. */
export type Shape =
  | ({ readonly kind: "rect" } & Box & Paint)
  /** Dashed. */
  | {
      readonly kind: "line";
      readonly from: readonly [x: number, y: number];
      readonly to: readonly [x: number, y: number];
      readonly stroke: string;
    }
  /** `y` is the vertical middle. */
  | ({
      readonly kind: "text";
      readonly text: string;
      readonly fill: string;
      readonly anchor: "start" | "end";
    } & Point)
  /** `d` as in SVG, relative to `x` and `y`; lines have round ends and this width. */
  | ({ readonly kind: "path"; readonly d: string; readonly width: number } & Point & Paint);

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws on a canvas that is scaled to CSS pixels. */
export function paint(context: Context, font: string, shapes: readonly Shape[]): void {
  for (const shape of shapes) {
    context.save();
    const path = new Path2D(shape.kind === "path" ? shape.d : "");
    switch (shape.kind) {
      case "rect":
        path.rect(shape.x, shape.y, shape.width, shape.height);
        paintPath(context, path, { ...shape, width: 1 });
        break;
      case "line":
        path.moveTo(...shape.from);
        path.lineTo(...shape.to);
        context.setLineDash([3, 3]);
        paintPath(context, path, { fill: null, stroke: shape.stroke, width: 1 });
        break;
      case "text":
        context.font = font;
        context.fillStyle = shape.fill;
        context.textAlign = shape.anchor;
        context.textBaseline = "middle";
        context.fillText(shape.text, shape.x, shape.y);
        break;
      case "path":
        context.lineCap = "round";
        context.translate(shape.x, shape.y);
        paintPath(context, path, shape);
        break;
      default:
        shape satisfies never;
    }
    context.restore();
  }
}

function paintPath(context: Context, path: Path2D, { fill, stroke, width }: Paint & { readonly width: number }): void {
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke === null) return;
  context.strokeStyle = stroke;
  context.lineWidth = width;
  context.stroke(path);
}
