/** A part of an image; points and lengths in CSS pixels, from the top left corner. */
export type Shape =
  | {
      readonly kind: "rect";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string | null;
      readonly stroke: string | null;
    }
  | {
      readonly kind: "line";
      readonly from: readonly [x: number, y: number];
      readonly to: readonly [x: number, y: number];
      readonly stroke: string;
      readonly dashed: boolean;
    }
  /** `y` is the vertical middle. */
  | {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly fill: string;
      readonly anchor: "start" | "middle" | "end";
      readonly bold: boolean;
    }
  /** `d` as in SVG, relative to `x` and `y`; lines have round ends. */
  | {
      readonly kind: "path";
      readonly d: string;
      readonly x: number;
      readonly y: number;
      readonly fill: string | null;
      readonly stroke: string | null;
      readonly width: number;
      readonly opacity: number;
    }
  /** Only on a canvas. */
  | {
      readonly kind: "image";
      readonly image: OffscreenCanvas;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** In CSS pixels. */
  readonly fontSize: number;
  readonly fontFamily: string;
  readonly shapes: readonly Shape[];
}

/** Draws on a canvas that is scaled to CSS pixels. */
export function paint(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  font: string,
  shapes: readonly Shape[],
): void {
  for (const shape of shapes) {
    context.save();
    switch (shape.kind) {
      case "rect":
        paintPath(context, rectPath(shape), { ...shape, width: 1 });
        break;
      case "line":
        context.setLineDash(shape.dashed ? [3, 3] : []);
        paintPath(context, linePath(shape), { fill: null, stroke: shape.stroke, width: 1 });
        break;
      case "text":
        context.font = shape.bold ? `600 ${font}` : font;
        context.fillStyle = shape.fill;
        context.textAlign = shape.anchor === "middle" ? "center" : shape.anchor;
        context.textBaseline = "middle";
        context.fillText(shape.text, shape.x, shape.y);
        break;
      case "path":
        context.globalAlpha = shape.opacity;
        context.lineCap = "round";
        context.translate(shape.x, shape.y);
        paintPath(context, new Path2D(shape.d), shape);
        break;
      case "image":
        context.drawImage(shape.image, shape.x, shape.y, shape.width, shape.height);
        break;
      default:
        shape satisfies never;
    }
    context.restore();
  }
}

function paintPath(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  path: Path2D,
  { fill, stroke, width }: { readonly fill: string | null; readonly stroke: string | null; readonly width: number },
): void {
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke === null) return;
  context.strokeStyle = stroke;
  context.lineWidth = width;
  context.stroke(path);
}

function rectPath({ x, y, width, height }: Extract<Shape, { kind: "rect" }>): Path2D {
  const path = new Path2D();
  path.rect(x, y, width, height);
  return path;
}

function linePath({ from, to }: Extract<Shape, { kind: "line" }>): Path2D {
  const path = new Path2D();
  path.moveTo(...from);
  path.lineTo(...to);
  return path;
}
