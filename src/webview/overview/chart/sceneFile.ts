import { paint, type Scene, type Shape } from "./scene.ts";

/** PNG pixels per CSS pixel. */
const density = 2;

/** An image as the text of an SVG file, in the colors of the screen. */
export function sceneSvg({ width, height, background, fontSize, fontFamily, shapes }: Scene): string {
  const size = `width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}"`;
  const ground = `<rect width="100%" height="100%" fill="${escaped(background)}"/>`;
  const parts = shapes.map(shapeSvg).join("\n");
  const font = `font-family="${escaped(fontFamily)}" font-size="${fontSize}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font}>\n${ground}\n${parts}\n</svg>\n`;
}

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
      return `<rect ${place} ${painted(shape.fill, shape.stroke)}/>`;
    }
    case "line": {
      const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
      const dash = shape.dashed ? ' stroke-dasharray="3 3"' : "";
      const place = `x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"`;
      return `<line ${place} ${painted(null, shape.stroke)}${dash}/>`;
    }
    case "text": {
      const weight = shape.bold ? ' font-weight="600"' : "";
      const place = `x="${round(shape.x)}" y="${round(shape.y)}" text-anchor="${shape.anchor}"`;
      return `<text ${place} dominant-baseline="central" ${painted(shape.fill, null)}${weight}>${escaped(shape.text)}</text>`;
    }
    case "path": {
      const line = `stroke-width="${round(shape.width)}" stroke-linecap="round" opacity="${shape.opacity}"`;
      const place = `transform="translate(${round(shape.x)} ${round(shape.y)})"`;
      return `<path d="${shape.d}" ${place} ${painted(shape.fill, shape.stroke)} ${line}/>`;
    }
    case "image":
      return "";
  }
}

function painted(fill: string | null, stroke: string | null): string {
  return `fill="${escaped(fill ?? "none")}"${stroke === null ? "" : ` stroke="${escaped(stroke)}"`}`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escaped for text and attributes; characters that are invalid in XML become the replacement character. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are to be found
  const allowed = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
  return allowed.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const round = (pixels: number) => Number(pixels.toFixed(1));
