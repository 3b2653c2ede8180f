import assert from "node:assert/strict";
import { test } from "node:test";
import { noon, openOverview, type SomeThread } from "./overviewPage.ts";
import { scatterPlace } from "./scatterPlace.ts";

const hour = 3_600_000;

function thread(at: number, of: Partial<SomeThread>): SomeThread {
  const startTime = noon - at * hour;
  return { id: `thread ${at}`, startTime, lastUpdated: startTime, turnCount: 1, p50: 1000, p99: 1000, ...of };
}

test("durations of 0 are counted in a note", async (t) => {
  const page = await openOverview(t);
  const of = (at: number) => (at < 60 ? 0 : at < 99 ? 300 : null);
  await page.show(Array.from({ length: 100 }, (_, at) => thread(at / 10, { p50: of(at), p99: 5000 })));
  assert.equal(
    await page.chart("durationSpread").locator(".note").innerText(),
    "1 thread has no known duration and is not counted. 60 threads have a duration of 0ms and are not drawn.",
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
