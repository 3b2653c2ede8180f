import assert from "node:assert/strict";
import { test } from "node:test";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { noon, type OverviewPage, openOverview, type SomeThread, someThreads } from "./overviewPage.ts";
import { type Pixel, scatterPlace } from "./scatterPlace.ts";

const hour = 3_600_000;

/** One thread per hour, latest first. */
const hourly = Array.from({ length: 24 }, (_, at): SomeThread => {
  const startTime = noon - at * hour;
  return { id: `thread ${at}`, startTime, lastUpdated: startTime, turnCount: 2, p50: 1000, p99: 3000 };
});

const drawn = async (page: OverviewPage) =>
  Number(await page.chart("durations").locator(".plot").getAttribute("data-p50"));

/** The position of a duration in milliseconds at a thread's start; by default, between the thread's marks. */
const placeOf = async (page: OverviewPage, at: number, duration = 1700): Promise<Pixel> => {
  const thread = hourly[at];
  assert.ok(thread !== undefined);
  return await scatterPlace(page, hourly, thread, duration);
};

/** Drags from just before one thread to just after another, without releasing the mouse. */
async function drag(page: OverviewPage, from: number, to: number): Promise<void> {
  const [left, right] = [await placeOf(page, from), await placeOf(page, to)];
  await page.page.mouse.move(left.x - 5, left.y);
  await page.page.mouse.down();
  await page.page.mouse.move((left.x + right.x) / 2, left.y);
  await page.page.mouse.move(right.x + 5, right.y);
}

const focusPlot = async (page: OverviewPage) => await page.chart("durations").locator(".plot").focus();
const live = (page: OverviewPage) => page.chart("durations").locator("[role=status]").innerText();

test("dragging a range filters by exactly the threads in it", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly);
  await drag(page, 10, 4);
  await eventually(async () =>
    assert.match(await page.locator(".brush-label").innerText(), / · 7 threads started · release to filter$/),
  );
  await page.page.mouse.up();
  await eventually(() => assert.equal(page.sent("filter").length, 1));
  const [filter] = page.sent("filter");
  assert.ok(filter !== undefined);
  const within = hourly.filter(({ startTime }) => startTime > filter.after && startTime < filter.before);
  assert.deepEqual(
    within.map(({ id }) => id),
    hourly.slice(4, 11).map(({ id }) => id),
  );
  // Both ends are where the mouse was, rounded to minutes.
  const { width = 0 } = (await page.chart("durations").locator(".u-over").boundingBox()) ?? {};
  const pixel = (1.04 * 23 * hour) / width;
  const ends = [filter.after - noon + 10 * hour + 5 * pixel, filter.before - noon + 4 * hour - 5 * pixel];
  assert.ok(
    ends.every((end) => Math.abs(end) < 60_000 + pixel),
    `${ends}`,
  );
  assert.equal(await page.locator(".brush").isVisible(), false);
  assert.deepEqual(page.sent("reveal"), []);
});

test("a dragged range keeps its start time when loading threads changes the axis", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly.slice(0, 12), { progress: "loading" });
  const area = await page.chart("durations").locator(".u-over").boundingBox();
  assert.ok(area !== null);
  // The axis shows eleven hours; the range begins in the middle.
  await page.page.mouse.move(area.x + area.width / 2, area.y + 20);
  await page.page.mouse.down();
  await page.page.mouse.move(area.x + area.width / 2 + 30, area.y + 20);
  await page.locator(".brush").waitFor();
  await page.show(hourly.slice(12), {}, { kept: 12 });
  assert.equal(await page.locator(".brush").isVisible(), true);
  await page.page.mouse.move(area.x + area.width, area.y + 20);
  await page.page.mouse.up();
  await eventually(() => assert.equal(page.sent("filter").length, 1));
  const after = page.sent("filter")[0]?.after ?? 0;
  assert.ok(Math.abs(after - (noon - 5.5 * hour)) < 0.1 * hour, new Date(after).toISOString());
  assert.equal(await page.locator(".brush").isVisible(), false);
});

test("Escape cancels a range while it is dragged", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly);
  await drag(page, 10, 4);
  await page.locator(".brush").waitFor();
  await page.page.keyboard.press("Escape");
  await page.locator(".brush").waitFor({ state: "hidden" });
  await page.page.mouse.up();
  await page.drawn();
  // Releasing the mouse on a thread's mark is not a click either.
  await drag(page, 10, 4);
  const mark = await placeOf(page, 4, 1000);
  await page.page.mouse.move(mark.x, mark.y);
  await page.locator(".brush").waitFor();
  await page.page.keyboard.press("Escape");
  await page.page.mouse.up();
  await page.drawn();
  assert.deepEqual(page.sent("filter"), []);
  assert.deepEqual(page.sent("reveal"), []);
});

test("the keyboard moves through threads by start time, and reveals and opens them", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly);
  await focusPlot(page);
  for (const [key, thread] of [
    ["Home", 23],
    ["ArrowRight", 22],
    ["PageDown", 20],
    ["ArrowLeft", 21],
    ["End", 0],
    ["ArrowRight", 0],
  ] as const) {
    await page.page.keyboard.press(key);
    await eventually(async () =>
      assert.match(await live(page), new RegExp(`^thread ${thread}, started .*, 2 turns, median 1s`)),
    );
    assert.equal(await page.locator(".tooltip-title").innerText(), `thread ${thread}`);
  }
  await page.page.keyboard.press("Enter");
  await page.page.keyboard.press("Control+Enter");
  await eventually(() =>
    assert.deepEqual(page.sent("openConversation"), [
      { kind: "openConversation", conversation: threadKey("thread 0") },
    ]),
  );
  assert.deepEqual(page.sent("reveal"), [{ kind: "reveal", conversation: threadKey("thread 0") }]);
});

test("keyboard navigation continues from a clicked thread, and the tooltip returns with the focus", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly);
  const { x, y } = await placeOf(page, 10, 1000);
  await page.page.mouse.click(x, y);
  await eventually(() =>
    assert.deepEqual(page.sent("reveal"), [{ kind: "reveal", conversation: threadKey("thread 10") }]),
  );
  await page.page.keyboard.press("ArrowRight");
  await eventually(async () => assert.match(await live(page), /^thread 9, /));
  await page.page.keyboard.press("Shift+Tab");
  await page.locator(".tooltip").waitFor({ state: "hidden" });
  await page.page.keyboard.press("Tab");
  await eventually(async () => assert.equal(await page.locator(".tooltip-title").innerText(), "thread 9"));
  assert.equal(await page.locator(".ring.pointed.disc").isVisible(), true);
});

test("the keyboard selects a range and filters by it", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly);
  await focusPlot(page);
  await page.page.keyboard.press("Home");
  for (let step = 0; step < 3; step++) await page.page.keyboard.press("Shift+ArrowRight");
  await eventually(async () =>
    assert.match(await live(page), /, 4 threads started\. Press Enter to filter by this range/),
  );
  await page.page.keyboard.press("Escape");
  await page.locator(".brush").waitFor({ state: "hidden" });
  await page.page.keyboard.press("Shift+ArrowLeft");
  await page.page.keyboard.press("Enter");
  await eventually(() => assert.equal(page.sent("filter").length, 1));
  const [filter] = page.sent("filter");
  const within = hourly.filter(
    ({ startTime }) => startTime > (filter?.after ?? 0) && startTime < (filter?.before ?? 0),
  );
  assert.deepEqual(
    within.map(({ id }) => id),
    ["thread 20", "thread 21"],
  );
  await page.page.keyboard.press("Shift+ArrowLeft");
  await eventually(async () => assert.match(await live(page), /, 2 threads started\. /));
});

test("a range selected with the keyboard is canceled when other threads are shown", async (t) => {
  const page = await openOverview(t);
  for (const other of [{ filter: "Last 24 hours" }, { project: "acme/desk", filter: "Last 24 hours" }]) {
    await page.show(hourly);
    await focusPlot(page);
    await page.page.keyboard.press("Home");
    await page.page.keyboard.press("Shift+ArrowRight");
    await page.locator(".brush").waitFor();
    await page.show(hourly, {}, { kept: 24 });
    assert.equal(await page.locator(".brush").isVisible(), true, "the same threads once more");
    await page.show(hourly.slice(0, 12), other);
    assert.equal(await page.locator(".brush").isVisible(), false);
    await page.page.keyboard.press("Enter");
  }
  assert.deepEqual(page.sent("filter"), []);
});

test("switching the project resets zoom and keyboard position; new threads of the project do not", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly);
  await page.chart("durations").getByRole("button", { name: "Zoom in" }).click();
  await eventually(async () => assert.ok((await drawn(page)) < hourly.length));
  const all = page.frame.getByRole("button", { name: "Show all" });
  assert.equal(await all.isVisible(), true);
  await page.show(hourly.slice(1));
  assert.ok((await drawn(page)) < hourly.length - 1, "the same project stays zoomed");
  await focusPlot(page);
  await page.page.keyboard.press("End");
  await page.show(hourly, { project: "acme/desk" });
  assert.equal(await drawn(page), hourly.length);
  assert.equal(await all.isVisible(), false);
  await page.page.keyboard.press("ArrowRight");
  await eventually(async () => assert.match(await live(page), /^thread 23, /));
});

test("zooming and panning change the visible threads, and Show all resets them", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly);
  await focusPlot(page);
  await page.page.keyboard.press("+");
  await eventually(async () => assert.equal(await drawn(page), 12));
  await page.page.keyboard.press("-");
  await eventually(async () => assert.equal(await drawn(page), 24));
  const { x, y } = await placeOf(page, 0);
  await page.page.mouse.move(x, y);
  await page.page.keyboard.down("Control");
  await page.page.mouse.wheel(0, -400);
  await page.page.keyboard.up("Control");
  await eventually(async () => assert.ok((await drawn(page)) < 12));
  const before = await drawn(page);
  const latest = page.locator(".ring.disc.selected");
  await page.send({ kind: "selected", conversation: threadKey("thread 0") });
  await latest.waitFor();
  await page.page.keyboard.down("Shift");
  await page.page.mouse.down();
  await page.page.mouse.move(x - 60, y);
  await page.page.mouse.move(x + 300, y, { steps: 4 });
  await page.page.mouse.up();
  await page.page.keyboard.up("Shift");
  await latest.waitFor({ state: "hidden" });
  assert.ok(Math.abs((await drawn(page)) - before) <= 1, "as many as before");
  // Shift and the wheel pan as well; 0 resets the zoom.
  await page.chart("durations").locator(".u-over").hover();
  for (const by of [600, -600]) {
    await page.page.keyboard.down("Shift");
    await page.page.mouse.wheel(0, by);
    await page.page.keyboard.up("Shift");
    await latest.waitFor({ state: by > 0 ? "visible" : "hidden" });
  }
  await focusPlot(page);
  await page.page.keyboard.press("0");
  await eventually(async () => assert.equal(await drawn(page), 24));
  await page.page.keyboard.press("+");
  await eventually(async () => assert.ok((await drawn(page)) < 24));
  await page.frame.getByRole("button", { name: "Show all" }).click();
  await eventually(async () => assert.equal(await drawn(page), 24));
  assert.deepEqual(page.sent("filter"), []);
});

test("the zoom is reset if none of the new threads are in its range", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly);
  await focusPlot(page);
  await page.page.keyboard.press("End");
  await page.page.keyboard.press("+");
  await eventually(async () => assert.ok((await drawn(page)) < 24));
  const week = 7 * 24 * hour;
  await page.show(hourly.map((thread) => ({ ...thread, startTime: thread.startTime - week })));
  assert.equal(await drawn(page), 24);
  assert.equal(await page.frame.getByRole("button", { name: "Show all" }).isVisible(), false);
});

test("the wheel without modifier keys scrolls the page", async (t) => {
  const page = await openOverview(t, { height: 400 });
  await page.show(someThreads(100));
  await page.chart("durations").locator(".u-over").hover();
  await page.page.mouse.wheel(0, 120);
  await eventually(async () => assert.ok((await page.evaluate<number>("scrollY")) > 0));
  assert.equal(await drawn(page), 100);
});

test("reloading restores the zoom, keyboard position and open tables, and ignores invalid state", async (t) => {
  const page = await openOverview(t);
  await page.show(hourly);
  await focusPlot(page);
  await page.page.keyboard.press("End");
  await page.page.keyboard.press("+");
  await eventually(async () => assert.ok((await drawn(page)) < 24));
  const zoomed = await drawn(page);
  await page.locator("summary").click();
  await page.locator(".table").first().waitFor();
  await page.reload();
  await page.show(hourly);
  assert.equal(await drawn(page), zoomed);
  await page.locator(".table").first().waitFor();
  await focusPlot(page);
  await page.page.keyboard.press("ArrowLeft");
  await eventually(async () => assert.match(await live(page), /^thread 1, /));
  await page.evaluate('sessionStorage.setItem("state", JSON.stringify({ zoom: { min: "x" }, hidden: 3, cursor: {} }))');
  await page.reload();
  await page.show(hourly);
  assert.equal(await drawn(page), 24);
  await page.isQuiet();
});
