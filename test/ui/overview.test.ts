import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { OverviewTab, type Place } from "../editor/workbench/overviewTab.ts";
import { tabsStored } from "../editor/workbench/storedState.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, breakingAfter, hanging, type Misbehaviour } from "../fault/interposedService.ts";
import { turn } from "../unit/sampleService/testService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposedProjects } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";
import { allTime, shownIds } from "./threadRows.ts";

const project = "acme/desk";
const hour = 3600;
/** One an hour, with a turn of so many seconds each. */
const lengths = { first: 1, second: 2, third: 5, fourth: 10, fifth: 3 };
const threads = Object.entries(lengths);
const calls = threads.map(([id, length], place) => turn(id, `${id}/1`, place * hour, place * hour + length));

const editor = installedEditor();
const service = interposedProjects({ id: project, objects: [], calls }, { id: "acme/empty", objects: [], calls: [] });

/** Whether it is the overview that asks: for all threads at once, the latest first. */
function isOfOverview({ path, body }: { readonly path: string; readonly body: unknown }): boolean {
  const text = JSON.stringify(body);
  return path === "/threads/stream_query" && !text.includes('"limit"') && text.includes('"start_time"');
}

const askedOverviews = () => service.requests.filter(isOfOverview).length;

/** What the overview is answered, and nobody else. */
function misbehaveTo(misbehaviour: Misbehaviour): void {
  service.misbehave((incoming, outgoing, held) => {
    if (isOfOverview(held)) misbehaviour(incoming, outgoing, held);
    else held.pass();
  });
}

async function openOverview(window: Workbench): Promise<OverviewTab> {
  await window.runCommand("Weave: Open Overview");
  const tab = new OverviewTab(window.page);
  await tab.waitFor();
  return tab;
}

/** Where a thread is drawn. A row that is selected opens its conversation, which takes its room beside the overview. */
async function placeOf(id: string, window: Workbench, tab: OverviewTab): Promise<Place> {
  await window.view("Threads").select(id);
  await window.page.locator(".part.editor .tab.active .label-name", { hasText: id }).waitFor();
  await tab.page.getByText(`Selected: ${id}`).first().waitFor({ state: "attached" });
  return await tab.selectedPlace();
}

async function lines(): Promise<string> {
  const sort_by = [{ field: "start_time", direction: "desc" }];
  return await service.ask("/threads/stream_query", { project_id: project, sort_by });
}

test("every thread of the service is drawn, and each figure says what it is of", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service, project));
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    assert.deepEqual(await tab.figure("threads"), { value: "5", of: "all · All time" });
    assert.equal((await tab.figure("turns")).value, "5");
    await eventually(async () => assert.equal((await tab.figure("calls")).value, "5"));
    assert.equal((await tab.figure("medianP50")).value, "3s");
    assert.deepEqual(await tab.figure("worstP99"), { value: "10s", of: "all 5 threads · All time" });
    assert.match(await tab.progress(), /^As of /);
    // It is the only one: asked for again, it is shown.
    await window.runCommand("Weave: Open Overview");
    assert.deepEqual(await window.editorTabs(), ["Threads Overview"]);
  }));

test("a click on a point selects its row in the tree, and a row that is selected is picked out in the chart", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service, project);
    await settledRows(view);
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    await placeOf("first", window, tab);
    const second = await placeOf("second", window, tab);
    const fourth = await placeOf("fourth", window, tab);
    assert.ok(fourth.x > second.x && fourth.y < second.y, "later to the right, longer above");
    await window.page.mouse.click(second.x, second.y);
    await eventually(async () =>
      assert.deepEqual(
        (await view.rows()).filter(({ selected }) => selected).map(({ label }) => label),
        ["second"],
      ),
    );
    assert.deepEqual(await tab.selectedPlace(), second);
  }));

test("threads without errors are drawn, too, and one whose row is left out is shown all the same", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service, project);
    await settledRows(view);
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    await window.runCommand("Weave: Show Only Threads with Errors");
    await view.waitForWelcome(/No (?:threads with errors|errors in the loaded threads)/);
    await tab.page.getByText("All time · including threads without errors").first().waitFor();
    await tab.page.locator('[data-figure="worstP99"] button').click();
    await eventually(async () =>
      assert.deepEqual(
        (await view.rows()).filter(({ selected }) => selected).map(({ label }) => label),
        ["fourth"],
      ),
    );
  }));

test("a thread that is gone since it was drawn is told of", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service, project));
    const gone = (await lines()).split("\n")[0]?.replaceAll('"fifth"', '"gone"') ?? "";
    misbehaveTo((_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/jsonl" });
      outgoing.end(`${gone}\n`);
    });
    const tab = await openOverview(window);
    await tab.waitForThreads(1);
    await tab.page.locator('[data-figure="worstP99"] button').click();
    await window.notifications.waitFor("gone no longer exists. Refresh the overview.");
    service.misbehave(null);
  }));

test("a brushed range filters the tree and the chart, and is taken back", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service, project);
    await settledRows(view);
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    await placeOf("first", window, tab);
    const [from, to] = [await placeOf("second", window, tab), await placeOf("fourth", window, tab)];
    await tab.brush({ x: from.x - 20, y: from.y + 15 }, { x: to.x + 20, y: from.y + 15 });
    await tab.waitForThreads(3);
    await eventually(async () => assert.deepEqual(await shownIds(view), ["fourth", "third", "second"]));
    await eventually(async () => assert.match(await view.description(), /^3 loaded · custom/));
    await tab.press("Back");
    await tab.waitForThreads(threads.length);
    await eventually(async () => assert.equal((await shownIds(view)).length, threads.length));
    await tab.page.getByRole("button", { name: "Back" }).waitFor({ state: "hidden" });
    // A filter that is chosen in the tree is followed, too.
    await view.select("third");
    await window.runCommand("Weave: Show Only This Thread");
    await tab.waitForThreads(1);
    await tab.page.getByRole("button", { name: "Back" }).waitFor({ state: "hidden" });
  }));

test("a stream that breaks leaves what has come, says what is missing, and is asked for again", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service, project));
    const two = (await lines()).split("\n").slice(0, 2).join("\n");
    misbehaveTo(breakingAfter(`${two}\n`));
    const tab = await openOverview(window);
    await tab.waitForThreads(2);
    await eventually(async () =>
      assert.match(await tab.notice(), /Only the latest 2 threads were loaded\. Earlier threads may be missing/),
    );
    assert.match((await tab.figure("threads")).of, /^loaded so far/);
    service.misbehave(null);
    await tab.press("Retry");
    await tab.waitForThreads(threads.length);
    assert.equal(await tab.notice(), "");
  }));

test("while it loads, it says how far it has come, and can be stopped", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service, project));
    const two = (await lines()).split("\n").slice(0, 2).join("\n");
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    misbehaveTo((_incoming, outgoing) => {
      outgoing.on("close", resolve);
      outgoing.writeHead(200, { "content-type": "application/jsonl" });
      outgoing.write(`${two}\n`);
    });
    const tab = await openOverview(window);
    await eventually(async () => assert.equal(await tab.progress(), "2 threads so far"));
    await tab.press("Stop");
    await gone;
    await tab.waitForThreads(2);
    await eventually(async () => assert.match(await tab.progress(), /^Loading stopped/));
    misbehaveTo(breakingAfter(`${two.split("\n")[0]}\n`));
    await tab.press("Refresh");
    await eventually(async () => assert.match(await tab.notice(), /^!? ?Only the latest 2 threads/));
    service.misbehave(null);
    await tab.press("Refresh");
    await tab.waitForThreads(threads.length);
  }));

test("a request that fails is told with its remedy, and a project without threads says so", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    await settledRows(await signIn(window, service, project));
    misbehaveTo(answering(502, { reason: "Query memory limit exceeded. Narrow the date range." }));
    const tab = await openOverview(window);
    await eventually(async () => assert.notEqual(await tab.notice(), ""));
    await tab.page.getByRole("button", { name: "Narrow Time Range" }).waitFor();
    service.misbehave(null);
    await tab.press("Retry");
    await tab.waitForThreads(threads.length);
    await window.runCommand("Weave: Select Project…");
    await window.quickInput.type("acme/empty");
    await window.quickInput.accept();
    await tab.page.getByText("No threads.", { exact: true }).waitFor();
  }));

test("signed out, it offers to sign in, and fills when somebody is there", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const tab = await openOverview(window);
    await eventually(async () => assert.match(await tab.notice(), /Sign in to see an overview/));
    await tab.page.getByRole("button", { name: "Sign In" }).waitFor();
    await tab.press("Open Sample Project");
    await tab.page.locator('main[aria-busy="false"] [data-figure="threads"]').waitFor();
    await eventually(async () => assert.equal((await tab.figure("threads")).value, "185"));
    await window.runCommand("Weave: Sign Out");
    await eventually(async () => assert.match(await tab.notice(), /Sign in to see an overview/));
    assert.equal(await tab.page.locator("[data-figure]:visible").count(), 0);
  }));

test("behind another tab it asks nothing, shows what it has when it comes back, and asks again if that is old", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service, project);
    await settledRows(view);
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    await window.runCommand("File: New Untitled Text File");
    const before = askedOverviews();
    await tab.select();
    await tab.waitForThreads(threads.length);
    assert.equal(askedOverviews(), before);
    await window.runCommand("File: New Untitled Text File");
    await view.press("Refresh");
    await eventually(async () => assert.equal(await view.busy(), false));
    assert.equal(askedOverviews(), before);
    const { misbehaviour } = hanging();
    misbehaveTo(misbehaviour);
    await tab.select();
    await eventually(() => assert.equal(askedOverviews(), before + 1));
    await eventually(async () => assert.equal((await tab.figure("threads")).value, "5"));
    service.misbehave(null);
  }));

test("it comes back with the window", async (t) => {
  await editor.inWindow(t, { settings: allTime, files: {} }, async (window) => {
    await settledRows(await signIn(window, service, project));
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    await tabsStored(window.page, "weaveThreads.overview");
    await window.reload();
    await tab.waitFor();
    await tab.waitForThreads(threads.length);
    assert.deepEqual(await window.editorTabs(), ["Threads Overview"]);
    // What was brushed can be taken back by a page that knows of it by the filter alone.
    const { x, y, width, height } = await tab.plotArea();
    await tab.brush({ x: x + 0.4 * width, y: y + height / 2 }, { x: x + 0.6 * width, y: y + height / 2 });
    await tab.waitForThreads(1);
    await tabsStored(window.page, "weaveThreads.overview");
    await window.reload();
    await tab.waitFor();
    await tab.waitForThreads(1);
    await tab.press("Back");
    await tab.waitForThreads(threads.length);
  });
});

test("the numbers and each chart are saved where a person says", async (t) => {
  await editor.inWindow(t, { settings: allTime, files: {} }, async (window, { folder }) => {
    await settledRows(await signIn(window, service, project));
    const tab = await openOverview(window);
    await tab.waitForThreads(threads.length);
    await eventually(async () => assert.equal((await tab.figure("calls")).value, "5"));
    const saved = async (ending: string) => {
      await window.notifications.waitFor(ending);
      const name = (await readdir(folder)).find((file) => file.endsWith(ending)) ?? "";
      assert.match(name, /^overview-acme-desk-\d{4}-\d\d-\d\d/);
      return await readFile(join(folder, name));
    };

    const acceptFile = async (title: string, ending: string) => {
      await window.quickInput.waitFor(title);
      await eventually(async () => assert.ok((await window.quickInput.value()).endsWith(ending)));
      // The first Enter may come before the box is ready to take it.
      await eventually(async () => {
        await window.quickInput.accept();
        await window.page.locator(".quick-input-widget").waitFor({ state: "hidden", timeout: 1500 });
      });
    };
    await tab.press("Export Figures…");
    await window.quickInput.pick("CSV");
    await acceptFile("Export Figures", ".csv");
    const [names, ...rows] = (await saved(".csv")).toString("utf8").split("\r\n");
    assert.match(names ?? "", /^\ufeffproject_id,filter,after,before,as_of,coverage,figure,/);
    const values = rows.map((row) => row.split(",").slice(5).join(","));
    for (const row of ["all,threads,,,,5", "all,turns,,,,5", "all,calls,,,,5"]) assert.ok(values.includes(row), row);
    assert.ok(values.includes('all,"worst p99_turn_duration_ms",fourth,,,10000'));

    const chart = tab.page.locator('[data-chart="durations"]');
    await chart.getByRole("button", { name: /SVG/ }).click();
    await acceptFile("Export Chart", "-durations.svg");
    assert.match((await saved("-durations.svg")).toString("utf8"), /^<svg [\s\S]*<\/svg>\s*$/);
    await tab.page.locator('[data-chart="activity"]').getByRole("button", { name: /PNG/ }).click();
    await acceptFile("Export Chart", "-activity.png");
    assert.equal((await saved("-activity.png")).subarray(1, 4).toString("latin1"), "PNG");
  });
});
