import assert from "node:assert/strict";
import { test } from "node:test";
import { threadKey } from "../../src/core/query/conversationKey.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { noon, type OverviewPage, openOverview, someFailedTurns, someThreads } from "./overviewPage.ts";

/** The cells of a table, row by row. */
async function rows(page: OverviewPage, nth: number): Promise<readonly (readonly string[])[]> {
  return await page.evaluate(`[...document.querySelectorAll("table")[${nth}].tBodies[0].rows]
    .map((row) => [...row.cells].map((cell) => cell.textContent))`);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const count = (text: string | undefined) => Number((text ?? "").replaceAll(",", ""));

test("the headline figures match the threads, and one line says what all cover", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(1234);
  await page.show(threads);
  const medians = threads.flatMap(({ p50 }) => p50 ?? []).sort((a, b) => a - b);
  const worst = threads.toSorted((a, b) => (b.p99 ?? 0) - (a.p99 ?? 0))[0];
  assert.ok(worst !== undefined);
  const figure = async (key: string) => (await page.locator(`[data-figure="${key}"]`).innerText()).split(/\n+/);
  const seconds = (duration: number | null | undefined) => `${((duration ?? 0) / 1000).toFixed(1)}s`;
  const turns = sum(threads.map(({ turnCount }) => turnCount)).toLocaleString("en");
  assert.equal(await page.locator(".filter").innerText(), `1,234 threads, ${turns} turns · Last 7 days`);
  assert.deepEqual(await figure("threads"), ["Threads", "1,234"]);
  assert.deepEqual(await figure("turns"), ["Turns", turns]);
  assert.deepEqual(await figure("calls"), ["Calls", "12,345", "including calls outside threads"]);
  assert.deepEqual(await figure("storage"), ["Storage", "8.4 MB", "used by these calls"]);
  assert.equal((await figure("medianP50"))[1], seconds(medians[616]));
  assert.equal((await figure("worstP99")).at(-1), worst.id);
  await page.frame
    .getByRole("button", { name: `Show ${worst.id} in the Threads view` })
    .first()
    .click();
  await eventually(() =>
    assert.deepEqual(page.sent("reveal"), [{ kind: "reveal", conversation: threadKey(worst.id) }]),
  );
  await page.frame.getByRole("button", { name: "12,345, Show the calls" }).click();
  await eventually(() => assert.deepEqual(page.sent("showCalls"), [{ kind: "showCalls", of: { kind: "all" } }]));
  await page.show([], { calls: { kind: "loading" } }, { kept: 1234 });
  assert.equal(await page.locator("[data-figure=calls] button").count(), 0);
});

test("the tables contain the numbers of the figures and of every chart", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(321);
  await page.show(threads);
  await page.locator("summary").click();
  await page.locator("table").nth(4).waitFor();
  const tiles = await page.evaluate<readonly (readonly string[])[]>(
    `[...document.querySelectorAll(".tile")].map((tile) => [...tile.children].map((part) => part.textContent))`,
  );
  assert.equal(tiles.length, 6);
  assert.deepEqual(
    (await rows(page, 0)).map((cells) => cells.slice(0, 2)),
    tiles.map((tile) => tile.slice(0, 2)),
  );
  const turns = await rows(page, 1);
  assert.equal(sum(turns.map(([, number]) => count(number))), 321);
  assert.equal(count(turns[0]?.[1]), threads.filter(({ turnCount }) => turnCount === 1).length);
  const spread = await rows(page, 2);
  assert.deepEqual(
    [1, 2].map((column) => sum(spread.map((cells) => count(cells[column])))),
    [321, 321],
  );
  const times = await rows(page, 3);
  assert.deepEqual(
    [1, 2].map((column) => sum(times.map((cells) => count(cells[column])))),
    [321, 321],
  );
  for (const [nth, chart, bins] of [
    [1, "turnCounts", turns],
    [2, "durationSpread", spread],
    [3, "activity", times],
  ] as const) {
    const filled = bins.filter((cells) => count(cells[1]) > 0).length;
    const bars = page.chart(chart).locator(".plot");
    assert.equal(Number(await bars.getAttribute("data-drawn")), filled, `${chart} has the bars of table ${nth}`);
  }
});

test("threads without a finished turn count as running, without a duration or an update time", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(20).map((thread, at) =>
    at < 2 ? { ...thread, lastUpdated: null, p50: null, p99: null } : thread,
  );
  await page.show(threads);
  await page.send({ kind: "selected", conversation: threadKey(threads[0]?.id ?? "") });
  await page.locator("summary").click();
  await page.locator("table").nth(4).waitFor();
  assert.deepEqual((await rows(page, 0))[0]?.slice(0, 3), ["Threads", "20", "2 running"]);
  const times = await rows(page, 3);
  assert.deepEqual(
    [1, 2].map((column) => sum(times.map((cells) => count(cells[column])))),
    [20, 18],
  );
  assert.deepEqual(
    (await rows(page, 4)).slice(0, 3).map((cells) => cells[2] === "running"),
    [true, true, false],
  );
  assert.equal(
    await page.chart("durationSpread").locator(".note").innerText(),
    "2 threads have no known duration and are not counted.",
  );
  assert.match(await page.locator(".selection").innerText(), /^Selected: support\/4000, .+ turns? · running$/);
  assert.doesNotMatch(await page.locator("body").innerText(), /1970|Invalid/);
});

test("tables update while threads load, and keep the selection and the focus", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(60);
  await page.show(threads.slice(0, 20), { progress: "loading" });
  await page.locator("summary").click();
  await page.locator("table").nth(4).waitFor();
  await page.evaluate(`const row = document.querySelectorAll("table")[4].tBodies[0].rows[3];
    getSelection().selectAllChildren(row.cells[1]); row.querySelector("button").focus(); 0`);
  const read = await page.evaluate<string>("getSelection().toString()");
  assert.notEqual(read, "");
  for (const [kept, all] of [
    [20, 40],
    [40, 60],
  ] as const) {
    const progress = all < threads.length ? "loading" : "complete";
    await page.show(threads.slice(kept, all), { progress }, { kept });
    await eventually(async () => assert.deepEqual((await rows(page, 0))[0]?.[1], String(all)));
    assert.deepEqual(
      (await rows(page, 4)).map(([id]) => id),
      threads.slice(0, all).map(({ id }) => id),
    );
    assert.equal(sum((await rows(page, 1)).map(([, number]) => count(number))), all);
    assert.equal(await page.evaluate("getSelection().toString()"), read);
    assert.equal(await page.evaluate("document.activeElement.textContent"), threads[3]?.id);
  }
});

test("bin labels have distinct bounds, and each begins where the previous one ends", async (t) => {
  const page = await openOverview(t);
  const [first] = someThreads(1);
  assert.ok(first !== undefined);
  for (const [p50, p99] of [
    [0.02, 40],
    [800, 90_000],
    [50_000, 3_000_000],
  ] as const) {
    await page.show([{ ...first, p50, p99 }]);
    if (!(await page.locator("table").first().isVisible())) await page.locator("summary").click();
    await eventually(async () => {
      const names = (await rows(page, 2)).map(([name = ""]) => name.split(" – "));
      assert.ok(names.length > 10, String(names.length));
      for (const [nth, [from, before]] of names.entries()) {
        assert.notEqual(from, before);
        if (nth > 0) assert.equal(from, names[nth - 1]?.[1]);
      }
    });
  }
});

test("the thread table lists 100 threads at a time, and reveals a clicked thread", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(250).map((thread) => ({ ...thread, p99: null }));
  await page.show(threads);
  await page.locator("summary").click();
  await eventually(async () => assert.equal((await rows(page, 4)).length, 100));
  for (const length of [200, 250]) {
    await page.frame.getByRole("button", { name: "Show more" }).press("Enter");
    await eventually(async () => assert.equal((await rows(page, 4)).length, length));
  }
  const listed = await rows(page, 4);
  assert.deepEqual(
    listed.map(([id]) => id),
    threads.map(({ id }) => id),
  );
  assert.equal(listed[0]?.[5], "unknown");
  await page.locator("table").nth(4).getByRole("button").first().click();
  await eventually(() =>
    assert.deepEqual(page.sent("reveal"), [{ kind: "reveal", conversation: { kind: "thread", id: threads[0]?.id } }]),
  );
});

test("a bar shows its value and count on hover and on keyboard navigation", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(100);
  await page.show(threads);
  const chart = page.chart("turnCounts");
  await chart.locator(".plot").focus();
  const single = threads.filter(({ turnCount }) => turnCount === 1).length;
  await eventually(async () => {
    // Keys do nothing before the chart is drawn.
    await page.page.keyboard.press("Home");
    assert.equal(await chart.locator("[role=status]").innerText(), `1, ${single} threads, ${single}%`);
  });
  await page.page.keyboard.press("Escape");
  await page.locator(".tooltip").waitFor({ state: "hidden" });
  const area = await chart.locator(".u-over").boundingBox();
  assert.ok(area !== null);
  await page.page.mouse.move(area.x + 3, area.y + 20);
  await eventually(async () =>
    assert.match(await page.locator(".tooltip").innerText(), new RegExp(`^1\\s+${single} threads`)),
  );
});

test("a bar shows the calls of its threads, or those that started in it, with a click and with Enter", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(100);
  await page.show(threads, { bounds: { before: noon - 3_600_000 } });
  const clickFirst = async (chart: string) => {
    await page.chart(chart).scrollIntoViewIfNeeded();
    const area = await page.chart(chart).locator(".u-over").boundingBox();
    assert.ok(area !== null);
    const offered = /\nClick or press Enter to show the calls$/;
    await eventually(async () => {
      // Scrolling hides the tooltip.
      await page.page.mouse.move(area.x + 2, area.y + 20);
      await page.page.mouse.move(area.x + 3, area.y + 20);
      assert.match(await page.locator(".tooltip").innerText(), offered);
    });
    await page.page.mouse.click(area.x + 3, area.y + 20);
  };
  const shown = () => page.sent("showCalls").map(({ of }) => of);
  await clickFirst("turnCounts");
  const single = { kind: "turnCount", from: 1, before: 2, name: "Turns per thread: 1" } as const;
  await eventually(() => assert.deepEqual(shown(), [single]));
  await page.chart("turnCounts").locator(".plot").focus();
  await page.page.keyboard.press("Enter");
  await page.page.keyboard.press("Home");
  await page.page.keyboard.press("Enter");
  await eventually(() => assert.deepEqual(shown(), [single, single]));

  await clickFirst("durationSpread");
  const least = Math.min(...threads.map(({ p50 }) => p50 ?? Number.NaN));
  await eventually(() => {
    const of = shown()[2];
    assert.ok(of?.kind === "p50" && of.from <= least && of.before > least && of.name.startsWith("p50: "));
  });
  await clickFirst("activity");
  const first = Math.min(...threads.map(({ startTime }) => startTime));
  await eventually(() => {
    const of = shown()[3];
    assert.ok(of?.kind === "started" && of.from <= first && of.before > first);
  });
  // The last bar begins after the time range.
  await page.chart("activity").locator(".plot").focus();
  await page.page.keyboard.press("End");
  await page.page.keyboard.press("Enter");
  assert.doesNotMatch(await page.locator(".tooltip").innerText(), /Enter/);
  assert.equal(shown().length, 4);
});

test("the number of a bar in the tables is a button that shows the calls of the bar", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(100);
  await page.show(threads, { bounds: { before: noon - 3_600_000 } });
  await page.locator("summary").click();
  await page.locator("table").nth(4).waitFor();
  const cells = (nth: number) => page.locator("table").nth(nth).locator("tbody tr");
  const press = async (nth: number, row: "first" | "last", column: number) => {
    const button = cells(nth)[row]().locator("td").nth(column).getByRole("button");
    await button.focus();
    await page.page.keyboard.press("Enter");
    const name = await button.getAttribute("aria-label");
    const [{ of } = { of: null }] = page.sent("showCalls").slice(-1);
    assert.ok(of !== null && "name" in of && "from" in of);
    assert.ok(name?.endsWith(`, Show the calls of ${of.name}`), name ?? "");
    return of;
  };
  const single = { kind: "turnCount", from: 1, before: 2, name: "Turns per thread: 1" } as const;
  assert.deepEqual(await press(1, "first", 0), single);
  const [shortest, slowest] = [await press(2, "first", 0), await press(2, "last", 1)];
  assert.deepEqual([shortest.kind, slowest.kind], ["p50", "p99"]);
  const values = (of: "p50" | "p99") => threads.map((thread) => thread[of] ?? Number.NaN);
  const [least, most] = [Math.min(...values("p50")), Math.max(...values("p99"))];
  assert.ok(shortest.from <= least && shortest.before > least);
  assert.ok(slowest.from <= most && slowest.before > most);
  const started = await press(3, "first", 0);
  assert.equal(started.kind, "started");
  // Neither a bar after the time range nor the number of updated threads shows calls.
  assert.deepEqual(await cells(3).last().getByRole("button").count(), 0);
  assert.deepEqual(await cells(3).first().locator("td").nth(1).getByRole("button").count(), 0);
});

test("a bar of more threads than the service accepts IDs, or of none, shows no calls", async (t) => {
  const page = await openOverview(t);
  const turns = (at: number) => (at < 1001 ? 1 : 3);
  await page.show(someThreads(1010).map((thread, at) => ({ ...thread, turnCount: turns(at) })));
  const three = { kind: "turnCount", from: 3, before: 4, name: "Turns per thread: 3" } as const;
  await eventually(async () => {
    // Keys do nothing before the chart is drawn.
    await page.chart("turnCounts").locator(".plot").focus();
    for (const key of ["Home", "ArrowRight", "ArrowRight"]) {
      await page.page.keyboard.press(key);
      await page.page.keyboard.press("Enter");
    }
    assert.ok(page.sent("showCalls").length > 0);
  });
  for (const { of } of page.sent("showCalls")) assert.deepEqual(of, three);
});

test("the duration distribution switches between p50 and p99, and notes unknown durations", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(90).map((thread, at) => ({ ...thread, p99: at < 20 ? null : thread.p99 })));
  const chart = page.chart("durationSpread");
  assert.equal(await chart.locator(".note").isVisible(), false);
  await chart.getByRole("button", { name: "p99" }).click();
  await eventually(async () =>
    assert.equal(await chart.locator(".note").innerText(), "20 threads have no known duration and are not counted."),
  );
  const isPressed = (name: string) => chart.getByRole("button", { name }).getAttribute("aria-pressed");
  assert.deepEqual([await isPressed("p50"), await isPressed("p99")], ["false", "true"]);
});

test("the share of failed turns is drawn once turns have failed, and a bar shows them", async (t) => {
  const page = await openOverview(t);
  const threads = someThreads(20);
  const chart = page.chart("failedTurns");
  await page.show(threads);
  await page.chart("activity").waitFor();
  assert.equal(await chart.isVisible(), false);
  await page.show(threads, { failedTurns: someFailedTurns });
  await chart.waitFor();
  const plot = chart.locator(".plot");
  assert.equal(await plot.getAttribute("data-drawn"), "2");
  await page.locator("summary").click();
  await page.locator("table").nth(5).waitFor();
  assert.deepEqual(
    (await rows(page, 4)).map((cells) => cells.slice(1)),
    [
      ["0%", "4"],
      ["12.5%", "8"],
      ["50%", "2"],
    ],
  );
  await plot.focus();
  for (const key of ["Home", "Enter", "ArrowRight", "Enter"]) await page.page.keyboard.press(key);
  await eventually(() => {
    const [of, ...others] = page.sent("showCalls").map((sent) => sent.of);
    assert.ok(of?.kind === "failedTurns" && others.length === 0);
    assert.deepEqual([of.from, of.before], someFailedTurns.edges.slice(1, 3));
  });
  assert.match(await chart.locator('[role="status"]').innerText(), /12.5%, 1 of 8 turns$/);
});
