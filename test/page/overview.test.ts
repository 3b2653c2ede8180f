import assert from "node:assert/strict";
import { test } from "node:test";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { noon, type OverviewPage, openOverview, type SomeThread, someThreads } from "./overviewPage.ts";
import { colorAt, scatterPlace } from "./scatterPlace.ts";

const drawn = async (page: OverviewPage) => {
  const plot = page.chart("durations").locator(".plot");
  return [await plot.getAttribute("data-p50"), await plot.getAttribute("data-p99")].map(Number);
};

/** The image of the scatter plot as a data URL. */
const picture = (page: OverviewPage) => page.evaluate<string>("document.querySelector('canvas').toDataURL()");

const hour = 3_600_000;

test("every known duration of every thread is drawn", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(300).map((thread, at) => ({ ...thread, p99: at % 3 === 0 ? null : thread.p99 }));
  await page.show(threads);
  assert.deepEqual(await drawn(page), [300, 200]);
  assert.equal(await page.locator("main").getAttribute("data-threads"), "300");
  await page.isQuiet();
});

test("marks are at start time and duration; hover, click and double-click apply to their thread", async (t) => {
  const page = await openOverview(t, { density: 2 });
  // Far enough apart that the nearest thread is the intended one.
  const threads = Array.from({ length: 12 }, (_, at): SomeThread => {
    const startTime = noon - at * hour;
    return {
      id: `thread ${at}`,
      startTime,
      lastUpdated: startTime,
      turnCount: at + 1,
      p50: 100 * 2 ** (at % 5),
      p99: 90_000,
    };
  });
  await page.show(threads);
  for (const thread of threads) {
    const place = await scatterPlace(page, threads, thread, thread.p50 ?? 0);
    const [red = 0, , blue = 0] = await colorAt(page, place);
    assert.ok(blue > 150 && blue - red > 100, `${thread.id} is blue where its median is`);
    await page.page.mouse.move(place.x, place.y);
    await eventually(async () => assert.equal(await page.locator(".tooltip-title").innerText(), thread.id));
  }
  const last = threads.at(-1);
  assert.ok(last !== undefined);
  const place = await scatterPlace(page, threads, last, last.p99 ?? 0);
  await page.page.mouse.click(place.x, place.y);
  await eventually(() => assert.deepEqual(page.sent("reveal"), [{ kind: "reveal", conversation: threadKey(last.id) }]));
  await page.page.mouse.dblclick(place.x, place.y);
  await eventually(() =>
    assert.deepEqual(page.sent("openConversation"), [{ kind: "openConversation", conversation: threadKey(last.id) }]),
  );
  assert.equal(page.sent("reveal").length, 2, "the second click is not another one");
  await page.isQuiet();
});

test("threads loaded in pieces are drawn the same as all at once", async (t) => {
  const threads = someThreads(900);
  const [whole, pieces] = [await openOverview(t), await openOverview(t)];
  await whole.show(threads);
  for (const [from, to] of [
    [0, 1],
    [1, 400],
    [400, 900],
  ] as const) {
    const progress = to === 900 ? "complete" : "loading";
    await pieces.show(threads.slice(from, to), { progress }, { kept: from });
  }
  assert.deepEqual(await drawn(pieces), [900, 900]);
  assert.equal(await picture(pieces), await picture(whole));
});

test("threads stay drawn until all of their replacements are loaded", async (t) => {
  const page = await openOverview(t);
  const [old, replacing] = [someThreads(50), someThreads(120)];
  await page.show(old);
  await page.show(replacing.slice(0, 100), { progress: "loading" }, { more: true });
  assert.deepEqual(await drawn(page), [50, 50]);
  await page.show(replacing.slice(100), {}, { kept: 100 });
  assert.deepEqual(await drawn(page), [120, 120]);
});

test("unknown and zero durations are counted in a note, not drawn", async (t) => {
  const page = await openOverview(t);
  const [first, second, ...rest] = someThreads(10);
  assert.ok(first !== undefined && second !== undefined);
  await page.show([{ ...first, p50: null, p99: null }, { ...second, p50: 0, p99: null }, ...rest]);
  assert.deepEqual(await drawn(page), [8, 8]);
  const notified = page.chart("durations").locator(".note").first();
  assert.equal(
    await notified.innerText(),
    "1 thread has no known duration and is not drawn. 1 thread has a duration of 0ms and is not drawn.",
  );
  await page.show(someThreads(10));
  assert.equal(await notified.isVisible(), false);
});

test("p99 durations can be hidden, and stay hidden after a reload", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(100));
  await page.frame.getByRole("button", { name: "p99", exact: true }).first().click();
  await eventually(async () => assert.deepEqual(await drawn(page), [100, 0]));
  await page.reload();
  await page.show(someThreads(100));
  assert.deepEqual(await drawn(page), [100, 0]);
});

test("the thread selected in the tree is named, and is highlighted in every chart", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(200);
  const selected = threads[77];
  assert.ok(selected !== undefined);
  await page.show(threads);
  await page.send({ kind: "selected", conversation: threadKey(selected.id) });
  const ring = page.locator(".ring.disc.selected");
  await ring.waitFor();
  const at = await scatterPlace(page, threads, selected, selected.p50 ?? 0);
  const box = await ring.boundingBox();
  assert.ok(box !== null);
  assert.ok(Math.abs(box.x + box.width / 2 - at.x) < 1 && Math.abs(box.y + box.height / 2 - at.y) < 1);
  for (const chart of ["turnCounts", "durationSpread", "activity"]) {
    await eventually(async () =>
      assert.match((await page.chart(chart).locator(".plot").getAttribute("data-marked")) ?? "", /\d/),
    );
  }
  assert.match(await page.locator(".selection").innerText(), /^Selected: support\/4077, /);
  await page.send({ kind: "selected", conversation: threadKey("elsewhere") });
  await eventually(async () => assert.equal(await ring.isVisible(), false));
  assert.equal(await page.locator(".selection").innerText(), "Selected: elsewhere (not in this overview)");
  await page.send({ kind: "selected", conversation: null });
  await eventually(async () => assert.equal(await page.locator(".selection").innerText(), ""));
});

test("a selected thread is reported as missing only once all threads are loaded", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(20);
  await page.send({ kind: "selected", conversation: threadKey("elsewhere") });
  await page.show(threads, { progress: "loading" });
  assert.equal(await page.locator(".selection").innerText(), "");
  await page.show([], {}, { kept: 20 });
  assert.equal(await page.locator(".selection").innerText(), "Selected: elsewhere (not in this overview)");
});

test("thread IDs are never interpreted as markup", async (t) => {
  const page = await openOverview(t);
  const ids = ["<img src=x onerror=alert(1)>", "a\u202eb", "__proto__", "x".repeat(4000)];
  const threads = ids
    .map((id, at) => ({ ...someThreads(4)[at], id }))
    .filter((thread): thread is SomeThread => "p50" in thread);
  await page.show(threads);
  for (const [at, threadId] of ids.entries()) {
    await page.send({ kind: "selected", conversation: threadKey(threadId) });
    const shown = at === 1 ? "a‹U+202E›b" : threadId.slice(0, 20);
    await eventually(async () => assert.ok((await page.locator(".selection").innerText()).includes(shown)));
  }
  await page.locator("summary").click();
  await page.locator(".table").first().waitFor();
  assert.equal(await page.locator("img").count(), 0);
  await page.isQuiet();
});

test("the chart is drawn in full after zooming and panning", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(60_000);
  await page.show(threads);
  await page.chart("durations").locator(".plot").focus();
  await page.page.keyboard.press("End");
  for (const key of ["+", "+", "-", "PageUp", "PageUp", "Escape"]) await page.page.keyboard.press(key);
  const count = async () => (await drawn(page))[0] ?? 0;
  await eventually(async () => assert.ok((await count()) < 60_000));
  const fresh = await openOverview(t);
  const state = JSON.stringify(await page.evaluate<string>('sessionStorage.getItem("state")'));
  await fresh.evaluate(`sessionStorage.setItem("state", ${state})`);
  await fresh.reload();
  await fresh.show(threads);
  const expected = await picture(fresh);
  await eventually(async () => assert.ok((await picture(page)) === expected, "both pictures are the same"));
});
