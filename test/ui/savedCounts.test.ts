import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { allCalls } from "../../src/core/counts/callCondition.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { labelText } from "../editor/workbench/exactText.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, type Misbehavior } from "../fault/interposedService.ts";
import { restartExtension, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { deleteInTurn, rootsOnly, showsRow, showsRows, storeCounts } from "./savedCountRows.ts";
import { countId, hideViews, project, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed({ threads: 0, calls: 40 });
const container = "Weave Threads";
const title = `Count Calls · ${project}`;

const statsRequest = z.object({ filter: z.object({ trace_roots_only: z.boolean() }).optional() });

/** The number of root calls, from the service itself. */
async function countRoots(): Promise<number> {
  const body = { project_id: project, filter: { trace_roots_only: true } };
  return z.object({ count: z.number() }).parse(JSON.parse(await service.ask("/calls/query_stats", body))).count;
}

/** Counts root calls in the open count box and saves the count. */
async function saveRoots({ quickInput }: Workbench, name: string): Promise<void> {
  await quickInput.waitFor(title);
  await quickInput.pick("Trace Roots Only");
  await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /\d calls?$/));
  await quickInput.pick("Save Count…");
  await quickInput.waitFor("Save Count");
  await quickInput.type(name);
  await quickInput.accept();
  await quickInput.waitFor(title);
  await quickInput.dismiss();
}

/** Signs in with a saved count of all calls, one of root calls, and others of all calls. */
async function withCounts(window: Workbench, ...others: readonly string[]): Promise<TreeView> {
  const more = Object.fromEntries(others.map((name) => [name, allCalls]));
  await storeCounts(window, { everything: allCalls, roots: rootsOnly, ...more });
  await signIn(window, service);
  const view = window.view("Counts");
  await showsRows(view, ["everything", "roots", ...others]);
  return view;
}

async function writeProject(window: Workbench, id: string): Promise<void> {
  const host = await window.host();
  await host.run(async ({ vscode }, value: string) => {
    const configuration = vscode.workspace.getConfiguration("weaveThreads");
    await configuration.update("project", value, vscode.ConfigurationTarget.Global);
  }, id);
}

/** Responds to each count with this number; to a count of root calls differently, if given. */
function counting(all: number, roots?: Misbehavior): Misbehavior {
  return (incoming, outgoing, held) => {
    if (held.path !== "/calls/query_stats") return held.pass();
    const { filter } = statsRequest.parse(held.body);
    const answer = filter?.trace_roots_only ? roots : undefined;
    const usual = answering(200, { count: all, has_more: false, total_storage_size_bytes: null });
    return (answer ?? usual)(incoming, outgoing, held);
  };
}

test("a saved count is shown in the Counts view and the status bar, also after a reload", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput, notifications } = window;
    const roots = await countRoots();
    await signIn(window, service);
    const view = window.view("Counts");
    await view.waitForWelcome(/Save a count to track it/);
    await view.pressWelcomeButton("Count Calls");
    await quickInput.waitFor(title);
    await quickInput.dismiss();
    await window.startCommand("weaveThreads.renameCount");
    await notifications.waitFor("Select a count in the Counts view first.");
    await window.startCommand("weaveThreads.countCalls");
    await saveRoots(window, "roots");
    await showsRow(view, "roots", new RegExp(`^${roots} calls · \\d+s ago$`));
    await eventually(async () => assert.equal(await view.description(), project));

    await view.chooseOn("roots", "Show Count in Status Bar");
    await waitForStatus(window, `roots: ${roots}`);
    const item = window.statusItem(countId);
    assert.match(await item.tooltip(), /trace roots only/);
    await eventually(async () =>
      assert.equal(await item.accessibleName(), `Weave: roots, ${roots} calls in ${project}. Show counts`),
    );
    // Not sooner: a redraw of the row ends a hover.
    assert.match(await view.tooltip("roots"), /Conditions: trace roots only/);

    await window.reload();
    await waitForStatus(window, `roots: ${roots}`);
    const again = await window.openView(container, "Counts");
    await showsRow(again, "roots", new RegExp(`^${roots} calls · unchanged · \\d+s ago$`));
    const [row] = await again.rows();
    assert.match(row?.accessibleName ?? "", /^roots, \d+ calls, unchanged, \d+s ago, in the status bar$/);
    await again.chooseOn("roots", "Show Project Count in Status Bar");
    await waitForStatus(window, "40 calls");
  }));

test("a saved count can be renamed, and edited in the count box", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await withCounts(window);
    await view.chooseOn("roots", "Rename Count…");
    await quickInput.waitFor("Rename Count");
    await eventually(async () => assert.equal(await quickInput.value(), "roots"));
    await quickInput.type("  ");
    await quickInput.accept();
    await eventually(async () => assert.match(await quickInput.message(), /Enter a name/));
    await eventually(async () => assert.equal(await quickInput.refused(), true));
    await quickInput.type("everything");
    await eventually(async () => assert.match(await quickInput.message(), /Another saved count has this name/));
    await quickInput.type("  entry calls ");
    await quickInput.accept();
    await showsRows(view, ["everything", "entry calls"]);

    // A click during a redraw opens nothing.
    await eventually(async () => {
      await view.select("everything");
      const box = window.page.locator(".quick-input-title").filter({ hasText: title, visible: true });
      await box.waitFor({ timeout: 3000 });
    });
    await quickInput.pick("Add Condition…");
    await quickInput.waitFor("Add Condition");
    await quickInput.pick("Limit");
    await quickInput.waitFor("Limit");
    await quickInput.type("7");
    await quickInput.accept();
    await quickInput.waitFor(title);
    await quickInput.pick("Save Changes to everything");
    await quickInput.dismiss();
    await showsRow(view, "everything", /^at least 7 calls \(limit reached\) · \d+s ago$/);
    await showsRows(view, ["everything", "entry calls"]);
  }));

test("a saved count can be refreshed, copied and deleted from its row; Undo restores it", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const roots = await countRoots();
    const view = await withCounts(window);
    await showsRow(view, "roots", new RegExp(`^${roots} calls`));
    const refusal = { detail: [{ loc: ["body", "filter"], msg: "too odd", type: "x" }] };
    service.misbehave(counting(1_234_567, answering(422, refusal)));
    await view.press("Refresh");
    await showsRow(view, "everything", /^1,234,567 calls · \d+s ago$/);
    await showsRow(view, "roots", new RegExp(`^${roots} calls .* · Request rejected$`));
    service.misbehave(null);
    await view.pressOn("roots", "Refresh Count");
    await showsRow(view, "roots", new RegExp(`^${roots} calls · \\d+s ago$`));
    await showsRow(view, "everything", /^1,234,567 calls/);

    await view.chooseOn("everything", "Edit Count…");
    await window.quickInput.waitFor(`Count Calls · ${project}`);
    await window.quickInput.dismiss();
    await view.chooseOn("everything", "Copy Count");
    await eventually(async () => assert.equal(await window.clipboard(), "1234567"));
    await view.chooseOn("everything", "Delete Count");
    await showsRows(view, ["roots"]);
    await window.notifications.press("Deleted saved count “everything”.", "Undo");
    await showsRows(view, ["everything", "roots"]);
    await showsRow(view, "everything", /^40 calls/);
  }));

test("saved counts can be moved by drag and drop, and a shortcut moves the selected one", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await withCounts(window, "errors");
    await dragRow(window, "errors", "roots");
    await showsRows(view, ["everything", "errors", "roots"]);
    await runCommandById(window, "weaveThreads.moveCountDown", { id: "everything" });
    await showsRows(view, ["errors", "everything", "roots"]);
    await view.select("roots");
    await quickInput.waitFor(`Count Calls · ${project}`);
    await quickInput.dismiss();
    await runCommandById(window, "weaveThreads.moveCountUp");
    await showsRows(view, ["errors", "roots", "everything"]);
  }));

test("while the sidebar is hidden, only the counts in use are requested, and the others once it is shown", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await withCounts(window, "later");
    await window.startCommand("weaveThreads.showCountInStatusBar", { id: "roots" });
    const inStatusBar = `roots: ${await countRoots()}`;
    await waitForStatus(window, inStatusBar);
    await hideViews(window);
    const before = service.requests.length;
    await restartExtension(window);
    const requested = () => service.requests.slice(before).map(({ path }) => path);
    await eventually(() => assert.equal(requested().length, 2));
    await waitForStatus(window, inStatusBar);
    await window.startCommand("weaveThreads.copyCount", { id: "everything" });
    await eventually(async () => assert.equal(await window.clipboard(), "40"));
    assert.deepEqual(requested(), Array(3).fill("/calls/query_stats"));
    await window.openView(container, "Counts");
    await showsRow(view, "later", /^40 calls/);
    assert.equal(requested().filter((path) => path === "/calls/query_stats").length, 4);

    await hideViews(window);
    const item = window.statusItem(countId);
    service.misbehave(counting(41, answering(200, { count: 12_345, has_more: false })));
    await item.runLink("Refresh");
    await waitForStatus(window, "roots: 12.3K");
    service.misbehave(counting(41, answering(501, {})));
    await runCommandById(window, "weaveThreads.refresh");
    await eventually(async () => assert.deepEqual(await item.icons(), ["history"]));
    await eventually(async () => assert.equal(await item.text(), "roots: 12.3K"));
    await window.notifications.waitFor(/The request to .+ failed \(status 501\)/);
    await item.click();
    await eventually(async () => assert.equal((await view.rows()).length, 3));
  }));

test("another project has other saved counts", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await withCounts(window);
    await writeProject(window, "northwind/code-review");
    await view.waitForWelcome(/Save a count to track it/);
    await writeProject(window, project);
    await showsRow(view, "everything", /^40 calls/);
  }));

test("a row shows the change since the Counts view was last visible, also after a restart", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await withCounts(window);
    await showsRow(view, "everything", /^40 calls · \d+s ago$/);
    await hideViews(window);
    service.misbehave(counting(52));
    await window.openView(container, "Counts");
    await view.press("Refresh");
    await showsRow(view, "everything", /^52 calls · \+12 since \d.* · \d+s ago$/);

    service.misbehave(counting(50));
    await restartExtension(window);
    await showsRow(view, "everything", /^50 calls · −2 since /);
  }));

test("a count above its threshold says so in its row, the status bar and one notification", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput, notifications } = window;
    const view = await withCounts(window);
    await view.chooseOn("everything", "Set Threshold…");
    await quickInput.waitFor("Set Threshold");
    await quickInput.type("many");
    await quickInput.accept();
    await eventually(async () => assert.equal(await quickInput.message(), "Enter a whole number."));
    await quickInput.type("39");
    await quickInput.accept();
    await quickInput.pick("View, Status Bar and Notification");
    await showsRow(view, "everything", /^40 calls · > 39 · /);
    const item = window.statusItem(countId);
    await eventually(async () =>
      assert.deepEqual([await item.background(), await item.icons()], ["warning", ["bell-dot"]]),
    );
    await eventually(async () => assert.equal(await item.text(), "40 calls"));

    const notified = `everything: 40 calls (> 39) in ${project}`;
    await notifications.press(notified, "Show Calls");
    await eventually(async () => assert.ok((await view.rows()).length > 3));
    service.misbehave(counting(41));
    await view.press("Refresh");
    await showsRow(view, "everything", /^41 calls · > 39 · /);
    assert.deepEqual(await notifications.messages(), [], "it is told once");
    service.misbehave(counting(39));
    await view.press("Refresh");
    await showsRow(view, "everything", /^39 calls · (?!>)/);
    await eventually(async () => assert.equal(await item.background(), "plain"));

    service.misbehave(null);
    await view.press("Refresh");
    await notifications.waitFor(notified);
    await writeProject(window, "northwind/code-review");
    await view.waitForWelcome(/Save a count to track it/);
    await notifications.press(notified, "Show Calls");
    await notifications.waitFor(`This count belongs to project ${project}.`);
  }));

test("two windows show each other's changes to the saved counts, and none of 20 interleaved ones is lost", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const deleted = Array.from({ length: 20 }, (_, index) => `count ${index}`);
    await storeCounts(window, Object.fromEntries([...deleted, "everything", "roots"].map((name) => [name, rootsOnly])));
    await signIn(window, service);
    const views = await deleteInTurn([window, await profile.open()], deleted, ["everything", "roots"]);
    await window.startCommand("weaveThreads.moveCountUp", { id: "roots" });
    for (const view of views) await showsRows(view, ["roots", "everything"]);
  }));

async function dragRow(window: Workbench, label: string, onto: string): Promise<void> {
  const row = (text: string) =>
    window.page.locator(".part.sidebar .monaco-list-row").filter({ has: window.page.getByText(labelText(text)) });
  await row(label).dragTo(row(onto));
}
