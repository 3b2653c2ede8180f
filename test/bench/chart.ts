import { launchBrowser } from "../editor/browser.ts";
import type { Figure } from "./figure.ts";

const prefix = "1,000,000 threads: ";
const [width, rowHeight, nameWidth] = [720, 34, 230];

/** The times of reading a million threads as bars, as a PNG. */
export async function chart(figures: readonly Figure[], signal: AbortSignal): Promise<Buffer> {
  const bars = figures
    .filter(({ what }) => what.startsWith(prefix))
    .map(({ what, measured }) => ({ name: what.slice(prefix.length), seconds: measured / 1000 }))
    .toSorted((a, b) => a.seconds - b.seconds);
  const longest = Math.max(...bars.map(({ seconds }) => seconds));
  const rows = bars.map(({ name, seconds }, index) => {
    const y = 46 + index * rowHeight;
    const length = (seconds / longest) * (width - nameWidth - 80);
    const fill = name.startsWith("this") ? "#1a73e8" : "#b6bcc6";
    return `<text x="${nameWidth - 12}" y="${y + 17}" text-anchor="end">${name}</text>
      <rect x="${nameWidth}" y="${y}" width="${length}" height="24" rx="3" fill="${fill}"/>
      <text x="${nameWidth + length + 8}" y="${y + 17}">${seconds.toFixed(2)} s</text>`;
  });
  const height = 54 + bars.length * rowHeight;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    font-family="sans-serif" font-size="14" fill="#1f2328"><rect width="100%" height="100%" fill="#fff"/>
    <text x="12" y="26" font-size="15" font-weight="600">Reading 1,000,000 threads from a socket</text>${rows.join("")}</svg>`;
  const browser = await launchBrowser(signal);
  try {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
    await page.setContent(`<style>body { margin: 0 }</style>${svg}`);
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}
