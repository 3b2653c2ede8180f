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

/** A part of an image; points and lengths in CSS pixels, from the top left corner. */
export type Shape =
  | ({ readonly kind: "rect" } & Box & Paint)
  | {
      readonly kind: "line";
      readonly from: readonly [x: number, y: number];
      readonly to: readonly [x: number, y: number];
      readonly stroke: string;
      readonly dashed: boolean;
    }
  /** `y` is the vertical middle. */
  | ({
      readonly kind: "text";
      readonly text: string;
      readonly fill: string;
      readonly anchor: "start" | "middle" | "end";
      readonly bold: boolean;
    } & Point)
  /** `d` as in SVG, relative to `x` and `y`; lines have round ends and this width. */
  | ({ readonly kind: "path"; readonly d: string; readonly width: number; readonly opacity: number } & Point & Paint)
  /** Only on a canvas. */
  | ({ readonly kind: "image"; readonly image: OffscreenCanvas } & Box);

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** In CSS pixels. */
  readonly fontSize: number;
  readonly fontFamily: string;
  readonly shapes: readonly Shape[];
}

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
        context.setLineDash(shape.dashed ? [3, 3] : []);
        paintPath(context, path, { fill: null, stroke: shape.stroke, width: 1 });
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
        paintPath(context, path, shape);
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

/** An image as the text of an SVG file, in the colors of the screen. */
export function sceneSvg({ width, height, background, fontSize, fontFamily, shapes }: Scene): string {
  const size = `width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}"`;
  const ground = `<rect width="100%" height="100%" fill="${escaped(background)}"/>`;
  const parts = shapes.map(shapeSvg).join("\n");
  const font = `font-family="${escaped(fontFamily)}" font-size="${fontSize}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font}>\n${ground}\n${parts}\n</svg>\n`;
}

/** PNG pixels per CSS pixel. */
const density = 2;

/** An image as the bytes of a PNG file, in base64. */
export async function scenePng({ width, height, background, fontSize, fontFamily, shapes }: Scene): Promise<string> {
  const canvas = new OffscreenCanvas(Math.ceil(width * density), Math.ceil(height * density));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("No 2D canvas context.");
  context.scale(density, density);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  paint(context, `${fontSize}px ${fontFamily}`, shapes);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function shapeSvg(shape: Shape): string {
  switch (shape.kind) {
    case "rect": {
      const { x, y, width, height } = shape;
      const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
      return `<rect ${place} ${painted(shape)}/>`;
    }
    case "line": {
      const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
      const dash = shape.dashed ? ' stroke-dasharray="3 3"' : "";
      const place = `x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"`;
      return `<line ${place} ${painted({ fill: null, stroke: shape.stroke })}${dash}/>`;
    }
    case "text": {
      const weight = shape.bold ? ' font-weight="600"' : "";
      const place = `x="${round(shape.x)}" y="${round(shape.y)}" text-anchor="${shape.anchor}"`;
      const color = painted({ fill: shape.fill, stroke: null });
      return `<text ${place} dominant-baseline="central" ${color}${weight}>${escaped(shape.text)}</text>`;
    }
    case "path": {
      const line = `stroke-width="${round(shape.width)}" stroke-linecap="round" opacity="${shape.opacity}"`;
      const place = `transform="translate(${round(shape.x)} ${round(shape.y)})"`;
      return `<path d="${shape.d}" ${place} ${painted(shape)} ${line}/>`;
    }
    case "image":
      return "";
  }
}

function painted({ fill, stroke }: Paint): string {
  return `fill="${escaped(fill ?? "none")}"${stroke === null ? "" : ` stroke="${escaped(stroke)}"`}`;
}

/** Escaped for text and attributes; characters that are invalid in XML become the replacement character. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are to be found
  const allowed = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
  return allowed.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const round = (pixels: number) => Number(pixels.toFixed(1));
