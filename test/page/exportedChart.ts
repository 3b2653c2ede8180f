import assert from "node:assert/strict";
import { eventually } from "../editor/workbench/eventually.ts";
import type { OverviewPage } from "./overviewPage.ts";

/** Clicks a chart's export button and resolves with the exported content. */
export async function exportedChart(page: OverviewPage, chart: string, format: "SVG" | "PNG"): Promise<string> {
  // The scatter plot is drawn first, bars a few frames later.
  if (chart !== "durations") {
    await page.chart(chart).locator('.plot[data-drawn]:not([data-drawn="0"])').waitFor();
  }
  const before = page.sent("export").length;
  await page.chart(chart).getByText(format, { exact: true }).click();
  await eventually(() => assert.equal(page.sent("export").length, before + 1));
  const what = page.sent("export").at(-1)?.what;
  assert.ok(what?.kind === "chart" && what.chart === chart && what.format === format.toLowerCase());
  return what.content;
}
