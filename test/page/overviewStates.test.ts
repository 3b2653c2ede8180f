import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { openWindow } from "./browserPage.ts";
import { OverviewPage, openOverview, someThreads } from "./overviewPage.ts";

const line = (page: OverviewPage) => page.locator(".page-line").innerText();
const press = (page: OverviewPage, name: string) => page.frame.getByRole("button", { name, exact: true }).click();
const refused = { text: "The key was refused.", actions: [{ title: "Sign In", action: "weaveThreads.signIn" }] };

test("loading shows the number of threads so far, and can be stopped and refreshed", async (t) => {
  const page = await openOverview(t);
  assert.equal(await page.locator(".empty").innerText(), "Loading…");
  await page.show([], { progress: "loading" });
  assert.match(await line(page), /northwind\/support-assistant\s+Last 7 days\s+Loading…\s+Stop/);
  await page.show(someThreads(1200), { progress: "loading" });
  assert.match(await line(page), /1,200 threads so far\s+Stop/);
  await press(page, "Stop");
  await eventually(() => assert.deepEqual(page.sent("stop"), [{ kind: "stop" }]));
  await page.show([], { progress: "stopped" }, { kept: 1200 });
  assert.match(await line(page), /Loading stopped\. There may be more threads\.\s+Refresh/);
  assert.match(await line(page), /1,200 threads so far, [\d,]+ turns · Last 7 days/);
  await press(page, "Refresh");
  await eventually(() => assert.deepEqual(page.sent("refresh"), [{ kind: "refresh" }]));
});

test("the page uses the messages of the display language", async (t) => {
  const translations = { "Loading…": "Wird geladen…", Refresh: "Aktualisieren" };
  const page = await openOverview(t, { display: { language: "de", translations } });
  assert.equal(await page.locator(".empty").innerText(), "Wird geladen…");
  await page.show([], { progress: "stopped" });
  await press(page, "Aktualisieren");
  await eventually(() => assert.deepEqual(page.sent("refresh"), [{ kind: "refresh" }]));
});

test("an empty list names its filter, and Back reverts the filter", async (t) => {
  const page = await openOverview(t);
  const text = "No threads match the filter: Last hour. 12,345 calls started in this time range.";
  await page.show([], { filter: "Last hour", filtered: true });
  assert.equal(await page.locator(".empty").innerText(), text);
  assert.equal(await page.locator(".content").isVisible(), false);
  await press(page, "Back");
  await eventually(() => assert.deepEqual(page.sent("unfilter"), [{ kind: "unfilter" }]));
  for (const calls of [
    { kind: "shown", count: 0, capped: false, storageSize: 0 },
    { kind: "failed", text: "The service is busy." },
  ] as const) {
    await page.show([], { filter: "", calls });
    assert.equal(await page.locator(".empty").innerText(), "No threads.");
  }
  assert.equal(await page.frame.getByRole("button", { name: "Back" }).isVisible(), false);
});

test("without threads, a failure shows only the error and its actions", async (t) => {
  const page = await openOverview(t);
  for (const project of [null, "northwind/support-assistant"]) {
    await page.show([], { project, notice: refused });
    assert.match(await page.frame.getByRole("alert").innerText(), /The key was refused\.\s+Sign In/);
    assert.equal(await page.locator(".empty").isVisible(), false);
    assert.equal(await page.locator(".content").isVisible(), false);
  }
  await press(page, "Sign In");
  await eventually(() => assert.deepEqual(page.sent("action"), [{ kind: "action", action: "weaveThreads.signIn" }]));
});

test("the scroll position is kept while other threads load", async (t) => {
  const page = await openOverview(t, { height: 400 });
  const threads = someThreads(60);
  await page.show(threads);
  await page.evaluate("scrollTo(0, 300)");
  await page.show([], { filter: "Last 24 hours", progress: "loading" });
  await page.show([], { filter: "Last 24 hours", progress: "loading", notice: null });
  await page.show(threads.slice(30), { filter: "Last 24 hours" });
  assert.equal(await page.evaluate("scrollY"), 300);
  await page.show([], { filter: "Last 24 hours" });
  assert.equal(await page.evaluate("scrollY"), 0);
});

test("threads loaded before a failure stay visible, labeled as incomplete", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(40), { progress: "stopped", notice: { ...refused, text: "The connection broke." } });
  assert.match(await page.locator(".notice").innerText(), /The connection broke\./);
  assert.match(await line(page), /There may be more threads\./);
  assert.match(await page.locator(".filter").innerText(), /^40 threads so far, [\d,]+ turns · Last 7 days$/);
  assert.equal(await page.chart("durations").locator(".plot").getAttribute("data-p50"), "40");
});

test("a complete list stays labeled as complete during a refresh and after it fails", async (t) => {
  const page = await openOverview(t);
  const of = () => page.locator(".filter").innerText();
  for (const state of [
    { progress: "complete", whole: true },
    { progress: "loading", whole: true },
    { progress: "stopped", whole: true, notice: refused },
  ] as const) {
    await page.show(someThreads(40), state);
    assert.match(await of(), /^40 threads, [\d,]+ turns · Last 7 days$/);
    assert.doesNotMatch(await line(page), /so far|may be more/);
  }
});

test("if no duration is known, a note replaces the duration charts", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(12).map((thread) => ({ ...thread, p50: null, p99: null })));
  for (const chart of ["durations", "durationSpread"]) {
    await eventually(async () => assert.equal(await page.chart(chart).locator("canvas").isVisible(), false));
    assert.match(await page.chart(chart).locator(".note").first().innerText(), /^12 threads (have no known duration)/);
  }
  await page.show(someThreads(12));
  await eventually(async () => assert.equal(await page.chart("durationSpread").locator("canvas").isVisible(), true));
  assert.equal(await page.chart("durations").locator(".plot").getAttribute("data-p50"), "12");
});

test("call figures are shown as loading, exact, a lower bound or unknown", async (t) => {
  const page = await openOverview(t);
  const calls = page.locator('[data-figure="calls"] .value');
  const storage = page.locator('[data-figure="storage"] .value');
  for (const [figures, shown] of [
    [{ kind: "loading" }, ["…", "…"]],
    [{ kind: "shown", count: 9, capped: false, storageSize: null }, ["9", "unknown"]],
    [{ kind: "shown", count: 10_000, capped: true, storageSize: 2_500_000 }, ["10,000 or more", "2.5 MB or more"]],
    [{ kind: "failed", text: "The service is busy." }, ["unknown", "unknown"]],
  ] as const) {
    await page.show(someThreads(3), { calls: figures });
    assert.deepEqual([await calls.innerText(), await storage.innerText()], shown);
  }
  assert.equal(await page.locator('[data-figure="calls"] .of').innerText(), "The service is busy.");
});

test("the page loads if the browser's language is not a valid language tag", async (t) => {
  const { context, server } = await openWindow(t, {});
  await context.addInitScript(
    'Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix", configurable: true })',
  );
  const page = await OverviewPage.open(context, server);
  await page.show(someThreads(20));
  assert.equal(await page.chart("durations").locator(".plot").getAttribute("data-p50"), "20");
  await page.isQuiet();
});

test("focus moves to the next action when a button is hidden, and returns to a reloaded chart", async (t) => {
  const page = await openOverview(t);
  const focused = () => page.evaluate<string>("document.activeElement.textContent || document.activeElement.className");
  await page.show(someThreads(20), { progress: "loading", filtered: true });
  for (const [name, state, next] of [
    ["Stop", { progress: "stopped", filtered: true }, "Refresh"],
    ["Refresh", { progress: "loading", filtered: true }, "Stop"],
    ["Back", { progress: "loading" }, "Stop"],
  ] as const) {
    await page.frame.getByRole("button", { name, exact: true }).focus();
    await page.show([], state, { kept: 20 });
    assert.equal(await focused(), next);
  }
  // A hidden chart regains the focus once its threads are replaced.
  await page.chart("durations").locator(".plot").focus();
  await page.show([], { progress: "loading" });
  assert.equal(await focused(), "northwind/support-assistant");
  await page.show(someThreads(5));
  assert.equal(
    await page.evaluate("document.activeElement.ariaLabel"),
    "Turn duration by thread start time, all 5 threads · Last 7 days",
  );
});

test("an update with the same threads keeps the tooltip and the highlighted thread", async (t) => {
  const page = await openOverview(t);
  await page.show(someThreads(20));
  await page.chart("durations").locator(".plot").focus();
  await page.page.keyboard.press("Home");
  const tooltip = page.locator(".tooltip");
  await tooltip.waitFor();
  await page.show([], { filtered: true, calls: { kind: "loading" } }, { kept: 20 });
  assert.equal(await tooltip.isVisible(), true);
  assert.equal(await page.locator(".ring.disc.pointed").isVisible(), true);
  assert.equal(await page.locator('[data-figure="calls"] .value').innerText(), "…");
});
