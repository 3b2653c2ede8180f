type ColorName = "background" | "foreground" | "soft" | "grid" | "p50" | "p99" | "bar" | "marked";

/** The chart colors and font of the current style sheet. */
export interface ChartTheme extends Readonly<Record<ColorName, string>> {
  /** For a canvas: `12px system-ui` */
  readonly font: string;
  /** In CSS pixels. */
  readonly fontSize: number;
}

/** Minimum contrast with the background, as WCAG requires for graphics. */
const leastContrast = 3;

export function chartTheme(): ChartTheme {
  const style = getComputedStyle(document.body);
  const bytes = (name: string) => colorBytes(style.getPropertyValue(`--chart-${name}`) || style.color);
  const [ground, foreground] = [bytes("background"), bytes("foreground")];
  const blended = (name: string) => hex(mixed(ground, bytes(name), bytes(name)[3] / 255));
  const readable = (name: string) => hex(withContrast(bytes(name), ground, foreground));
  // Whole pixels: uPlot does not parse fractions.
  const fontSize = Math.max(Math.round(Number.parseFloat(style.fontSize) * 0.9), 9);
  return {
    background: hex(ground),
    foreground: blended("foreground"),
    soft: blended("soft"),
    grid: blended("grid"),
    p50: readable("p50"),
    p99: readable("p99"),
    bar: blended("bar"),
    marked: readable("marked"),
    font: `${fontSize}px ${style.fontFamily}`,
    fontSize,
  };
}

/** Sets the computed mark colors in the style sheet, for the legends. */
export function sendTheme({ p50, p99, bar, marked }: ChartTheme): void {
  const { style } = document.body;
  for (const [name, color] of Object.entries({ p50, p99, bar, marked })) style.setProperty(`--drawn-${name}`, color);
}

type ColorBytes = readonly [red: number, green: number, blue: number, alpha: number];

/** The opaque color, mixed with as much of the foreground as needed for contrast. */
function withContrast(color: ColorBytes, ground: ColorBytes, foreground: ColorBytes): ColorBytes {
  const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
  const tried = steps.map((share) => mixed(color, foreground, share));
  return tried.find((one) => contrast(one, ground) >= leastContrast) ?? foreground;
}

function mixed(one: ColorBytes, other: ColorBytes, share: number): ColorBytes {
  const part = (at: 0 | 1 | 2) => one[at] * (1 - share) + other[at] * share;
  return [part(0), part(1), part(2), 255];
}

function contrast(one: ColorBytes, other: ColorBytes): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance([red, green, blue]: ColorBytes): number {
  const linear = (part: number) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** `#1f2e3d` */
function hex(color: ColorBytes): string {
  const parts = color.slice(0, 3).map((part) => Math.round(part).toString(16).padStart(2, "0"));
  return `#${parts.join("")}`;
}

/** Called when VS Code changes its theme, which changes the class of the body and the variables of the root. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-id"] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "style"] });
  matchMedia("(forced-colors: active)").addEventListener("change", changed);
}

/** Red, green, blue and opacity of a color, each up to 255. */
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
