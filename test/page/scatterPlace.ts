import assert from "node:assert/strict";
import type { OverviewPage, SomeThread } from "./overviewPage.ts";

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/**
 * The expected position of a thread's duration in the plot of `threads`, computed independently of the page: the axes
 * have a margin of 2% of the time and of 7% of the decades on each side.
 */
export async function scatterPlace(
  page: OverviewPage,
  threads: readonly SomeThread[],
  { startTime }: SomeThread,
  duration: number,
): Promise<Pixel> {
  const area = await page.chart("durations").locator(".u-over").boundingBox();
  assert.ok(area !== null, "the plot is on screen");
  const times = threads.map((thread) => thread.startTime);
  const logs = threads.flatMap(({ p50, p99 }) => [p50, p99].filter((some) => some !== null && some > 0).map(log10));
  const [first, last] = widened(Math.min(...times), Math.max(...times), 0.02, 1000);
  const [low, high] = widened(Math.min(...logs), Math.max(...logs), 0.07, 0.08);
  return {
    x: area.x + (area.width * (startTime - first)) / (last - first),
    y: area.y + (area.height * (high - Math.log10(duration))) / (high - low),
  };
}

const log10 = (value: number | null) => Math.log10(value ?? 1);

function widened(min: number, max: number, share: number, least: number): readonly [number, number] {
  const room = Math.max((max - min) * share, least);
  return [min - room, max + room];
}

/** The color of the scatter plot's canvas at a position in the window: red, green, blue and alpha, each up to 255. */
export async function colorAt(page: OverviewPage, { x, y }: Pixel): Promise<readonly number[]> {
  return await page.evaluate(`(() => {
    const canvas = document.querySelector('[data-chart="durations"] canvas');
    const { left, top, width } = canvas.getBoundingClientRect();
    const density = canvas.width / width;
    const at = [${x} - left, ${y} - top].map((place) => Math.floor(place * density));
    return [...canvas.getContext("2d").getImageData(...at, 1, 1).data];
  })()`);
}
