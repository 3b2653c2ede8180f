import assert from "node:assert/strict";
import { test } from "node:test";
import { chartNames } from "../../src/core/overview/overviewProtocol.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { noon, openOverview, type SomeThread, someFailedTurns, someThreads } from "./overviewPage.ts";
import { colorAt, scatterPlace } from "./scatterPlace.ts";
import { bodyClasses, type Theme } from "./themes.ts";

const one: SomeThread = { id: "one", startTime: noon, lastUpdated: noon, turnCount: 40, p50: 500, p99: 9000 };

test("marks change color when the theme changes", async (t) => {
  const page = await openOverview(t);
  await page.show([one]);
  const place = await scatterPlace(page, [one], one, 500);
  const [, green = 255, blue = 0] = await colorAt(page, place);
  assert.ok(blue > 180 && green < blue, "the blue of the dark theme");
  // What VS Code does to webviews when the theme changes.
  await page.evaluate(`document.documentElement.style.setProperty("--vscode-charts-blue", "#00ff00");
    document.body.className = "vscode-light"; 0`);
  await eventually(async () => {
    const [red = 255, changed = 0, rest = 255] = await colorAt(page, place);
    assert.ok(changed > 180 && red < 80 && rest < 80, `${red} ${changed} ${rest}`);
  });
  for (const chart of ["turnCounts", "durationSpread", "activity"]) {
    await eventually(async () => {
      const greens = await page.evaluate<number>(`(() => {
        const canvas = document.querySelector('[data-chart="${chart}"] canvas');
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((part, at) => at % 4 === 1 && part > 150 && data[at - 1] < 120 && data[at + 1] < 120).length;
      })()`);
      assert.ok(greens > 100, `${greens} pixels of the bars of ${chart} are green`);
    });
  }
  await page.isQuiet();
});

for (const theme of Object.keys(bodyClasses).filter((name): name is Theme => name in bodyClasses)) {
  test(`the page fits a 300-pixel tab in the ${theme} theme`, async (t) => {
    const page = await openOverview(t, { theme, width: 300, height: 1000 });
    await page.show(someThreads(200), { failedTurns: someFailedTurns });
    await page.locator("summary").click();
    await page.locator("table").nth(4).waitFor();
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
    assert.ok(wide <= 300, `${wide} pixels wide`);
    for (const chart of chartNames) {
      const box = await page.chart(chart).locator("canvas").boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 300, chart);
    }
    await page.isQuiet();
  });
}

for (const theme of ["dark", "light", "highContrast", "highContrastLight"] as const) {
  test(`marks contrast with the background in the ${theme} theme, even if its colors are transparent`, async (t) => {
    const page = await openOverview(t, { theme });
    for (const orange of [null, "#d1861640"]) {
      if (orange !== null) {
        await page.evaluate(`document.documentElement.style.setProperty("--vscode-charts-orange", "${orange}"); 0`);
      }
      await page.show([one]);
      const background = await page.evaluate<string>(`(() => {
        const pixel = document.createElement("canvas").getContext("2d");
        pixel.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--vscode-editor-background");
        return pixel.fillStyle;
      })()`);
      const ground = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
      const median = await scatterPlace(page, [one], one, 500);
      const worst = await scatterPlace(page, [one], one, 9000);
      // A diamond is hollow: its color is at its outline.
      for (const place of [median, { x: worst.x + 6.5, y: worst.y }]) {
        const drawn = await colorAt(page, place);
        const [dark = 0, light = 0] = [luminance(drawn), luminance(ground)].sort((a, b) => a - b);
        assert.ok((light + 0.05) / (dark + 0.05) >= 2.7, `${drawn} on ${ground}`);
      }
    }
    await page.isQuiet();
  });
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("charts adapt to the tab's width and the screen's pixel density", async (t) => {
  const page = await openOverview(t, { width: 900, density: 2 });
  await page.show([one]);
  const canvas = page.chart("durations").locator("canvas");
  const widths = async () => [
    (await canvas.boundingBox())?.width ?? 0,
    await page.evaluate<number>("document.querySelector('canvas').width"),
  ];
  const [before = 0, dense = 0] = await widths();
  assert.equal(dense, 2 * before);
  await page.page.setViewportSize({ width: 500, height: 700 });
  await eventually(async () => {
    const [shown = 0, pixels = 0] = await widths();
    assert.ok(shown < before && pixels === 2 * shown);
  });
});

test("times are shown in the user's language and time zone", async (t) => {
  const page = await openOverview(t, { timezone: "Asia/Tokyo" });
  await page.show([one]);
  const { x, y } = await scatterPlace(page, [one], one, 500);
  await page.page.mouse.move(x, y);
  await eventually(async () => assert.match(await page.locator(".tooltip").innerText(), /Nov 3, 2026, 9:00:00 PM/));
});
