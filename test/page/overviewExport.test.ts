import assert from "node:assert/strict";
import { test } from "node:test";
import { chartNames } from "../../src/core/overview/protocol.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { exportedChart } from "./exportedChart.ts";
import { openOverview, someFailedTurns, someThreads } from "./overviewPage.ts";

test("Export Figures requests the figures", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(3));
  await page.frame.getByRole("button", { name: "Export Figures…" }).click();
  await eventually(() => assert.deepEqual(page.sent("export"), [{ kind: "export", what: { kind: "figures" } }]));
});

test("every chart exports as valid SVG that names its threads and filter", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(60), { filter: 'a<b & "c" \u0001', failedTurns: someFailedTurns });
  for (const chart of chartNames) {
    const svg = await exportedChart(page, chart, "SVG");
    const read = await page.evaluate<{ error: string | null; texts: readonly string[]; shapes: number }>(`(() => {
      const svg = new DOMParser().parseFromString(${JSON.stringify(svg)}, "image/svg+xml");
      const all = (selector) => [...svg.querySelectorAll(selector)];
      return {
        error: svg.querySelector("parsererror")?.textContent ?? null,
        texts: all("text").map((text) => text.textContent),
        shapes: all("path, rect").length,
      };
    })()`);
    assert.equal(read.error, null);
    assert.ok(
      read.texts.some((text) => text.startsWith('all 60 threads · a<b & "c" ')),
      `${chart} says what it is of`,
    );
    assert.ok(read.shapes > 2, `${chart} has something drawn`);
    assert.doesNotMatch(svg, /<script|<foreignObject|href|style=|on\w+=/);
  }
});

test("the scatter plot's SVG has both marks of every thread", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(60));
  const paths = [...(await exportedChart(page, "durations", "SVG")).matchAll(/<path d="([^"]*)"/g)].map(
    ([, d]) => d ?? "",
  );
  const count = (end: string) => paths.join("").split(end).length - 1;
  assert.equal(count("h.01"), 60);
  assert.equal(count("z"), 60);
});

test("every chart exports as a PNG at double resolution", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(60), { failedTurns: someFailedTurns });
  for (const chart of chartNames) {
    const bytes = Buffer.from(await exportedChart(page, chart, "PNG"), "base64");
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    const box = await page.chart(chart).locator("canvas").boundingBox();
    assert.equal(bytes.readUInt32BE(16), 2 * ((box?.width ?? 0) + 24));
  }
  await page.isQuiet();
});

test("the SVG of 100,000 threads has fewer than 5 million characters", async (t) => {
  const page = await openOverview(t, { width: 1300 });
  await page.show(someThreads(100_000));
  const svg = await exportedChart(page, "durations", "SVG");
  assert.ok(svg.length < 5_000_000, `${svg.length} characters`);
});
