/** What the charts are drawn with, as the style sheet has it at the moment. */
export interface ChartTheme {
  readonly background: string;
  readonly foreground: string;
  readonly soft: string;
  readonly grid: string;
  readonly p50: string;
  readonly p99: string;
  readonly bar: string;
  readonly marked: string;
  /** For a canvas: `12px system-ui` */
  readonly font: string;
  /** In CSS pixels. */
  readonly fontSize: number;
  readonly fontFamily: string;
}

export function chartTheme(): ChartTheme {
  const style = getComputedStyle(document.body);
  const ground = colorBytes(style.getPropertyValue("--chart-background"));
  const color = (name: string) => opaque(colorBytes(style.getPropertyValue(`--chart-${name}`) || style.color), ground);
  // Whole pixels: uPlot reads no others.
  const fontSize = Math.max(Math.round(Number.parseFloat(style.fontSize) * 0.9), 9);
  return {
    background: color("background"),
    foreground: color("foreground"),
    soft: color("soft"),
    grid: color("grid"),
    p50: color("p50"),
    p99: color("p99"),
    bar: color("bar"),
    marked: color("marked"),
    font: `${fontSize}px ${style.fontFamily}`,
    fontSize,
    fontFamily: style.fontFamily,
  };
}

/** As it looks on its ground, `#1f2e3d`: in every program that shows an SVG. */
function opaque([red, green, blue, alpha]: ColorBytes, ground: ColorBytes): string {
  const mixed = [red, green, blue].map((part, at) => (part * alpha + (ground[at] ?? 0) * (255 - alpha)) / 255);
  return `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

type ColorBytes = readonly [red: number, green: number, blue: number, alpha: number];

/** Calls when the editor has changed its theme, which it does by the class of the body and the variables of the root. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-id"] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "style"] });
  matchMedia("(forced-colors: active)").addEventListener("change", changed);
}

/** Red, green, blue and opacity of a colour, each up to 255. */
export function colorBytes(color: string): ColorBytes {
  const pixel = new OffscreenCanvas(1, 1).getContext("2d");
  if (pixel === null) return [128, 128, 128, 255];
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}

const measuring = new OffscreenCanvas(1, 1).getContext("2d");

/** In CSS pixels. */
export function textWidth(text: string, font: string): number {
  if (measuring === null) return 7 * text.length;
  measuring.font = font;
  return measuring.measureText(text).width;
}
