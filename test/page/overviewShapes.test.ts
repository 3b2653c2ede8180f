import assert from "node:assert/strict";
import { test } from "node:test";
import { exportedChart } from "./exportedChart.ts";
import { noon, type OverviewPage, openOverview, type SomeThread } from "./overviewPage.ts";
import { scatterPlace } from "./scatterPlace.ts";

const hour = 3_600_000;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Drawing {
  /** The chart's bars, from left to right. */
  readonly bars: readonly Box[];
  /** The dashed lines, with their labels. */
  readonly lines: readonly { readonly x: number; readonly label: string }[];
  /** The lines that are not axis ticks, as SVG paths. */
  readonly paths: readonly string[];
}

/** The contents of a bar chart, read from its exported SVG, which has the shapes that are on screen. */
async function drawing(page: OverviewPage, chart: string): Promise<Drawing> {
  const svg = await exportedChart(page, chart, "SVG");
  return await page.evaluate(`(() => {
    const svg = new DOMParser().parseFromString(${JSON.stringify(svg)}, "image/svg+xml");
    const all = (selector) => [...svg.querySelectorAll(selector)];
    const number = (part, name) => Number(part.getAttribute(name));
    const box = (part) => Object.fromEntries(["x", "y", "width", "height"].map((name) => [name, number(part, name)]));
    const near = (x, y) => all("text").find((text) =>
      Math.abs(Math.abs(number(text, "x") - x) - 5) < 0.2 && Math.abs(number(text, "y") - y - 6) < 0.2);
    return {
      bars: all("rect").filter((rect, nth, rects) => rect.getAttribute("fill") === rects[1].getAttribute("fill")).map(box),
      lines: all("line[stroke-dasharray]").map((line) => ({
        x: number(line, "x1"),
        label: near(number(line, "x1"), number(line, "y1"))?.textContent ?? "",
      })),
      paths: all('path[fill="none"]').map((path) => path.getAttribute("d")),
    };
  })()`);
}

function thread(at: number, of: Partial<SomeThread>): SomeThread {
  const startTime = noon - at * hour;
  return { id: `thread ${at}`, startTime, lastUpdated: startTime, turnCount: 1, p50: 1000, p99: 1000, ...of };
}

test("median, p90 and p99 are marked at their bars", async (t) => {
  const page = await openOverview(t);
  // The middles of the ten bins of a decade; each is the duration of ten of the 100 threads.
  const middles = [110, 140, 180, 220, 280, 350, 450, 560, 710, 900];
  const longest = 19;
  const threads = Array.from({ length: 100 }, (_, at) =>
    thread(at / 10, {
      turnCount: at < 98 ? 1 + (at % 10) : longest,
      p50: middles[at % 10] ?? 0,
      p99: middles[(at * 7) % 10] ?? 0,
    }),
  );
  await page.show(threads);
  const nearestRank = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;
  const shares = [0.5, 0.9, 0.99];

  const turns = threads.map(({ turnCount }) => turnCount);
  const counted = await drawing(page, "turnCounts");
  const marks = shares.map((share) => nearestRank(turns, share));
  assert.deepEqual(marks, [5, 10, longest]);
  assert.deepEqual(
    counted.lines.map(({ label }) => label),
    [`median ${marks[0]}`, `p90 ${marks[1]}`, `p99 ${marks[2]}`],
  );
  const drawn = [...new Set(turns)].sort((a, b) => a - b);
  const most = Math.max(...drawn.map((count) => turns.filter((turn) => turn === count).length));
  const tallest = Math.max(...counted.bars.map(({ height }) => height));
  assert.deepEqual(
    counted.bars.map(({ height }) => Math.round((height / tallest) * most)),
    drawn.map((count) => turns.filter((turn) => turn === count).length),
  );
  for (const [nth, mark] of marks.entries()) {
    const bar = counted.bars[drawn.indexOf(mark)];
    assert.ok(bar !== undefined);
    const middle = bar.x + bar.width / 2;
    assert.ok(Math.abs((counted.lines[nth]?.x ?? 0) - middle) < 1.5, `${mark} turns are marked at their bar`);
  }

  const { bars, lines } = await drawing(page, "durationSpread");
  assert.equal(bars.length, middles.length);
  for (const [nth, share] of shares.entries()) {
    const duration = nearestRank(
      threads.map(({ p50 }) => p50 ?? 0),
      share,
    );
    const bar = bars[middles.indexOf(duration)];
    const { x = 0, label = "" } = lines[nth] ?? {};
    assert.ok(bar !== undefined && x > bar.x && x < bar.x + bar.width, `${duration} ms is marked within its bar`);
    assert.equal(label, `${["median", "p90", "p99"][nth]} ${duration}ms`);
  }
});

test("durations of 0 are counted in a note, and a median of 0 is marked where the bars begin", async (t) => {
  const page = await openOverview(t);
  const of = (at: number) => (at < 60 ? 0 : at < 99 ? 300 : null);
  await page.show(Array.from({ length: 100 }, (_, at) => thread(at / 10, { p50: of(at), p99: 5000 })));
  const { bars, lines } = await drawing(page, "durationSpread");
  assert.equal(
    await page.chart("durationSpread").locator(".note").innerText(),
    "1 thread has no known duration and is not counted. 60 threads have a duration of 0ms and are not drawn.",
  );
  assert.deepEqual(
    lines.map(({ label }) => label),
    ["median 0ms", "p90 300ms", "p99 300ms"],
  );
  assert.ok(bars.length === 1 && (lines[0]?.x ?? 0) <= (bars[0]?.x ?? 0));
});

test("activity bars show the threads started in each interval, and the line those updated", async (t) => {
  const page = await openOverview(t);
  const threads = Array.from({ length: 40 }, (_, at) =>
    thread(at % 6, { id: `thread ${at}`, lastUpdated: noon - ((at * at) % 5) * hour }),
  );
  await page.show(threads);
  await page.locator("summary").click();
  await page.locator("table").nth(3).waitFor();
  const cells = await page.evaluate<readonly (readonly number[])[]>(
    `[...document.querySelectorAll("table")[3].tBodies[0].rows].map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent)))`,
  );
  const { bars, paths } = await drawing(page, "activity");
  const started = cells.map(([count = 0]) => count).filter((count) => count > 0);
  const tallest = Math.max(...bars.map(({ height }) => height));
  const each = tallest / Math.max(...started);
  assert.deepEqual(
    bars.map(({ height }) => Math.round(height / each)),
    started,
  );
  assert.equal(paths.length, 1);
  const heights = [...(paths[0] ?? "").matchAll(/[ML][\d.]+ ([\d.]+)H/g)].map(([, y]) => Number(y));
  const lowest = Math.max(...heights);
  assert.ok(cells.some(([, count]) => count === 0) && cells.some(([, count = 0]) => count > 1));
  assert.deepEqual(
    heights.map((y) => Math.round((lowest - y) / each)),
    cells.map(([, count]) => count),
  );
});

test("a thread with more turns has larger marks", async (t) => {
  const page = await openOverview(t, { density: 2 });
  const threads = [1, 2, 5, 10, 30].map((turnCount, at) => thread(at, { turnCount, p99: 90_000 }));
  await page.show(threads);
  for (const duration of [1000, 90_000]) {
    const covered: number[] = [];
    for (const one of threads) {
      const { x, y } = await scatterPlace(page, threads, one, duration);
      covered.push(
        await page.evaluate<number>(`(() => {
          const canvas = document.querySelector('[data-chart="durations"] canvas');
          const { left, top, width } = canvas.getBoundingClientRect();
          const density = canvas.width / width;
          const from = [${x} - 12 - left, ${y} - 12 - top].map((place) => Math.round(place * density));
          const { data } = canvas.getContext("2d").getImageData(...from, 24 * density, 24 * density);
          // Marks are colored; axis lines are gray.
          const isMark = (at) => Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) > 40;
          return Array.from({ length: data.length / 4 }, (_, pixel) => isMark(4 * pixel)).filter(Boolean).length;
        })()`),
      );
    }
    assert.deepEqual(
      covered,
      covered.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(covered).size, threads.length, covered.join());
  }
});
