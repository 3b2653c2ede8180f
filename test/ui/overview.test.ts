import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { eventually } from "../editor/workbench/eventually.ts";
import { OverviewTab, type Pixel } from "../editor/workbench/overviewTab.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { breakingAfter, type Misbehavior } from "../fault/interposedService.ts";
import { turn } from "../unit/localService/testService.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposedProjects } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";
import { allTime, shownIds, threadsPath } from "./threadRows.ts";

const project = "acme/desk";
const hour = 3600;
/** One thread per hour, with a turn of this many seconds. */
const lengths = { first: 1, second: 2, third: 5, fourth: 10, fifth: 3 };
const threads = Object.entries(lengths);
const calls = threads.map(([id, length], place) => turn(id, `${id}/1`, place * hour, place * hour + length));

const editor = installedEditor();
const service = interposedProjects({ id: project, objects: [], calls });

/** Whether a request is for threads, which the list and the overview share. */
const isForThreads = ({ path }: { readonly path: string }) => path === threadsPath;

const brushed = z.object({ filter: z.object({ after_datetime: z.string(), before_datetime: z.string() }) });

const requested = () => service.requests.filter(isForThreads).length;

/** Applies to requests for threads only. */
function misbehaveTo(misbehavior: Misbehavior): void {
  service.misbehave((incoming, outgoing, held) => {
    if (isForThreads(held)) misbehavior(incoming, outgoing, held);
    else held.pass();
  });
}

async function openOverview(window: Workbench): Promise<OverviewTab> {
  await runCommandById(window, "weaveThreads.openOverview");
  const tab = new OverviewTab(window.page);
  await tab.waitFor();
  return tab;
}

/** Selects a thread's row, and resolves to the place of the thread in the scatter chart. */
async function placeOf(threadId: string, window: Workbench, tab: OverviewTab): Promise<Pixel> {
  await window.startCommand("weaveThreads.findThread");
  await window.quickInput.waitFor("Find");
  await window.quickInput.type(threadId);
  await window.quickInput.accept();
  await tab.page.getByText(`Selected: ${threadId}`).first().waitFor({ state: "attached" });
  return await tab.selectedPlace();
}

/** Brushes between two shares of the chart's width. */
async function brush(tab: OverviewTab, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await tab.plotArea();
  const at = (share: number) => ({ x: x + share * width, y: y + height / 2 });
  await tab.brush(at(from), at(to));
}

async function waitForSelected(view: TreeView, threadId: string): Promise<void> {
  await eventually(async () => {
    const selected = (await view.rows()).filter((row) => row.selected).map(({ label }) => label);
    assert.deepEqual(selected, [threadId]);
  });
}

test("Open Overview draws all threads in one tab, and a click on a point selects its row", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service, project);
    await settledRows(view);
    await window.runCommand("Weave: Open Overview");
    const tab = new OverviewTab(window.page);
    await tab.waitFor();
    await tab.waitForThreads(threads.length);
    await eventually(async () => assert.equal(await tab.coverage(), "5 threads, 5 turns · All time"));
    await eventually(async () => assert.equal(await tab.figure("turns"), "5"));
    await eventually(async () => assert.equal(await tab.figure("calls"), "5"));
    await eventually(async () => assert.equal(await tab.figure("medianP50"), "3s"));
    await eventually(async () => assert.equal(await tab.figure("worstP99"), "10s"));
    await eventually(async () => assert.match(await tab.progress(), /^As of /));
    await openOverview(window);
    await eventually(async () => assert.deepEqual(await window.editorTabs(), ["Threads Overview"]));

    const second = await placeOf("second", window, tab);
    const fourth = await placeOf("fourth", window, tab);
    assert.ok(fourth.x > second.x && fourth.y < second.y, "later to the right, longer above");
    await waitForSelected(view, "fourth");
    await window.page.mouse.click(second.x, second.y);
    await waitForSelected(view, "second");
    await eventually(async () => assert.deepEqual(await tab.selectedPlace(), second));
  }));

test("a row selected while the list redraws is selected in the overview", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service, project);
    await settledRows(view);
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    const [second, fourth] = [await placeOf("second", window, tab), await placeOf("fourth", window, tab)];
    for (let round = 0; round < 3; round++) {
      for (const [threadId, { x, y }] of [["second", second] as const, ["fourth", fourth] as const]) {
        await window.startCommand("weaveThreads.refresh");
        await window.page.mouse.click(x, y);
        await tab.page.getByText(`Selected: ${threadId}`).first().waitFor({ state: "attached" });
      }
    }
  }));

test("a brushed time range filters the Threads view, and Back restores it", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service, project);
    await settledRows(view);
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    await brush(tab, 0.15, 0.85);
    await tab.waitForThreads(3);
    await eventually(async () => assert.deepEqual(await shownIds(view), ["fourth", "third", "second"]));
    await eventually(async () => assert.match(await view.description(), /^3 · custom/));
    const [start = 0] = calls.map(({ started_at }) => started_at);
    const { filter } = brushed.parse(service.requests.findLast(isForThreads)?.body);
    const ends = [filter.after_datetime, filter.before_datetime].map((end) => (Date.parse(end) - start) / hour / 1000);
    // Hours at the shares of the chart, which has a margin of 2% of four hours on each side.
    for (const [place, hours] of [0.54, 3.46].entries())
      assert.ok(Math.abs((ends[place] ?? 0) - hours) < 0.1, `${ends}`);
    await tab.press("Back");
    await tab.waitForThreads(threads.length);
    await eventually(async () => assert.equal((await shownIds(view)).length, threads.length));
    await tab.page.getByRole("button", { name: "Back" }).waitFor({ state: "hidden" });
    // A filter from the Threads view has no way back.
    await view.chooseOn("third", "Show Only This Conversation");
    await tab.waitForThreads(1);
    await tab.page.getByRole("button", { name: "Back" }).waitFor({ state: "hidden" });
  }));

test("the overview shares the list's loading: its progress, its end, its failure and its rows", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service, project));
    const before = requested();
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    assert.equal(requested(), before, "the rows of the list are not requested again");
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    misbehaveTo((_incoming, outgoing) => {
      outgoing.on("close", resolve);
      outgoing.writeHead(200, { "content-type": "application/jsonl" });
      outgoing.flushHeaders();
    });
    await tab.press("Refresh");
    await eventually(async () => assert.equal(await tab.progress(), "Loading…"));
    await tab.press("Stop");
    await gone;
    await eventually(async () => assert.match(await tab.progress(), /^As of/));
    const [line = ""] = (await service.ask(threadsPath, { project_id: project })).split("\n");
    misbehaveTo(breakingAfter(`${line}\n`));
    await tab.press("Refresh");
    await eventually(async () => assert.match(await tab.notice(), /Not refreshed since/));
    service.misbehave(null);
    await tab.press("Retry");
    await tab.waitForThreads(threads.length);
    await eventually(async () => assert.equal(await tab.notice(), ""));

    misbehaveTo((_incoming, outgoing) =>
      outgoing.end(`${line.replaceAll(/"thread_id": ?"\w+"/g, '"thread_id":"gone"')}\n`),
    );
    await tab.press("Refresh");
    await tab.waitForThreads(1);
  }));

test("a hidden overview sends no requests, and is refreshed when it is shown again if it is outdated", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service, project));
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    const hide = () => runCommandById(window, "workbench.action.files.newUntitledFile");
    await hide();
    const before = requested();
    await tab.select();
    await tab.waitForThreads(threads.length);
    assert.equal(requested(), before);
    await hide();
    await runCommandById(window, "weaveThreads.refresh");
    assert.equal(requested(), before + 1, "the list's request");
    await tab.select();
    await tab.waitForThreads(threads.length);
    assert.equal(requested(), before + 1);
  }));

test("the overview and its brushed range return after a reload; signed out it offers the sample project", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service, project));
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    await brush(tab, 0.4, 0.6);
    await tab.waitForThreads(1);
    await window.reload();
    await tab.waitFor();
    await tab.waitForThreads(1);
    await eventually(async () => assert.deepEqual(await window.editorTabs(), ["Threads Overview"]));
    // The range before it is unknown to the new window.
    await tab.press("Back");
    await tab.waitForThreads(threads.length);

    await window.runCommand("Weave: Sign Out");
    await eventually(async () => assert.match(await tab.notice(), /Sign in to see an overview/));
    assert.equal(await tab.page.locator("[data-figure]:visible").count(), 0);
    await tab.page.getByRole("button", { name: "Sign In" }).waitFor();
    await tab.press("Open Sample Project");
    await eventually(async () => assert.match(await tab.figure("threads"), /^[\d,]{3,}$/));
  }));
