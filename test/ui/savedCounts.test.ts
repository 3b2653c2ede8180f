import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { eventually } from "../editor/workbench/eventually.ts";
import { storedState } from "../editor/workbench/storedState.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, type Misbehaviour } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { countId, project, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed({ threads: 0, calls: 40 });
const container = "Weave Threads";
const title = `Count Calls · ${project}`;

const statsRequest = z.object({ filter: z.object({ trace_roots_only: z.boolean() }).optional() });

/** The number that the service answers, asked directly. */
async function count(request: object): Promise<number> {
  const text = await service.ask("/calls/query_stats", { project_id: project, ...request });
  return z.object({ count: z.number() }).parse(JSON.parse(text)).count;
}

/** Counts by one of the presets, and saves that under a name. */
async function saveCount(window: Workbench, preset: string, name: string): Promise<void> {
  const { quickInput } = window;
  await window.runCommand("Weave: Count Calls…");
  await quickInput.waitFor(title);
  await quickInput.pick(preset);
  await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /\d calls?$/));
  await quickInput.pick("Save Count…");
  await quickInput.waitFor("Save Count");
  await quickInput.type(name);
  await quickInput.accept();
  await quickInput.waitFor(title);
  await quickInput.dismiss();
}

/** A signed-in window with a count of all calls and one of the roots. */
async function withTwoCounts(window: Workbench): Promise<TreeView> {
  await signIn(window, service);
  await waitForStatus(window, "40 calls");
  await saveCount(window, "All Calls", "everything");
  await saveCount(window, "Trace Roots Only", "roots");
  const view = window.view("Counts");
  await showsRows(view, ["everything", "roots"]);
  return view;
}

async function showsRows(view: TreeView, labels: readonly string[]): Promise<void> {
  await eventually(async () => {
    assert.deepEqual(
      (await view.rows()).map(({ label }) => label),
      labels,
    );
  });
}

async function showsRow(view: TreeView, label: string, description: RegExp): Promise<void> {
  await eventually(async () => {
    const row = (await view.rows()).find((candidate) => candidate.label === label);
    assert.match(row?.description ?? "no such row", description);
  });
}

const remembered = z.object({
  [`savedCounts/${project}`]: z.object({
    counts: z.array(z.object({ name: z.string(), look: z.object({ count: z.number() }).nullable() })),
  }),
});

/** Opens the next window in the place of this one, once it will find these counts there, with the first one's last look. */
async function reopen(window: Workbench, labels: readonly string[], look?: number): Promise<void> {
  await eventually(async () => {
    const [, text = "{}"] = /^weave-threads\.weave-threads=(.*)$/m.exec(await storedState(window.page)) ?? [];
    const { counts } = remembered.parse(JSON.parse(text))[`savedCounts/${project}`] ?? { counts: [] };
    assert.deepEqual(
      counts.map(({ name }) => name),
      labels,
    );
    if (look !== undefined) assert.equal(counts[0]?.look?.count, look);
  });
  await window.reload();
}

/** Shows another container in the side bar, the one that the next window begins with as well. */
async function hide(window: Workbench): Promise<void> {
  await window.runCommand("View: Show Explorer");
  await eventually(async () =>
    assert.doesNotMatch(await storedState(window.page), /^workbench\.sidebar\.activeviewletid=/m),
  );
}

/** Answers every count with this number, one of the roots with another answer where that is given. */
function counting(all: number, roots?: Misbehaviour): Misbehaviour {
  return (incoming, outgoing, held) => {
    if (held.path !== "/calls/query_stats") return held.pass();
    const { filter } = statsRequest.parse(held.body);
    const answer = filter?.trace_roots_only ? roots : undefined;
    const usual = answering(200, { count: all, has_more: false, total_storage_size_bytes: null });
    return (answer ?? usual)(incoming, outgoing, held);
  };
}

test("saved counts stand in order with their numbers, say everything in words, and outlive the window", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const roots = await count({ filter: { trace_roots_only: true } });
    const view = await withTwoCounts(window);
    await showsRow(view, "everything", /^40 calls · \d+s ago$/);
    await showsRow(view, "roots", new RegExp(`^${roots} calls · \\d+s ago$`));
    const tooltip = await view.tooltip("roots");
    for (const part of [
      "Conditions: trace roots only",
      `Project: ${project}`,
      `${roots} calls`,
      /Last counted: .*20\d\d/,
    ]) {
      assert.ok(typeof part === "string" ? tooltip.includes(part) : part.test(tooltip), `${part} in ${tooltip}`);
    }
    assert.equal(await view.description(), project);

    await reopen(window, ["everything", "roots"], 40);
    const again = await window.openView(container, "Counts");
    await showsRows(again, ["everything", "roots"]);
    await showsRow(again, "roots", new RegExp(`^${roots} calls · unchanged · \\d+s ago$`));
    const [, row] = await again.rows();
    assert.match(row?.accessibleName ?? "", new RegExp(`^roots, ${roots} calls, unchanged, \\d+s ago$`));
  }));

test("before there is a count the view says what it is for, and its button counts", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await signIn(window, service);
    const view = window.view("Counts");
    await view.waitForWelcome(/Save a count to track it/);
    await view.pressWelcomeButton("Count Calls");
    await window.quickInput.waitFor(title);
    await window.quickInput.dismiss();
    await window.runCommand("Weave: Rename Count…");
    const text = `No saved counts in ${project}.`;
    await window.notifications.waitFor(text);
    await window.notifications.press(text, "Count Calls…");
    await window.quickInput.waitFor(title);
    await window.quickInput.dismiss();
  }));

test("a count is renamed from its menu; a blank name is refused, one that is taken pointed out", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await withTwoCounts(window);
    await view.chooseOn("roots", "Rename Count…");
    await quickInput.waitFor("Rename Count");
    assert.equal(await quickInput.value(), "roots");
    await quickInput.type("  ");
    await quickInput.accept();
    await eventually(async () => assert.match(await quickInput.message(), /Enter a name/));
    assert.equal(await quickInput.refused(), true);
    await quickInput.type("everything");
    await eventually(async () => assert.match(await quickInput.message(), /Another saved count has this name/));
    await quickInput.type("  entry calls ");
    await quickInput.accept();
    await showsRows(view, ["everything", "entry calls"]);
    await showsRow(view, "entry calls", /calls · \d+s ago$/);
  }));

test("a click opens a count in the count box, where it can be changed; a number that is not exact says so", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await withTwoCounts(window);
    // A click in the moment of a redraw opens nothing.
    await eventually(async () => {
      await view.select("everything");
      const box = window.page.locator(".quick-input-title").filter({ hasText: title, visible: true });
      await box.waitFor({ timeout: 3000 });
    });
    await quickInput.pick("Limit…");
    await quickInput.type("7");
    await quickInput.accept();
    await quickInput.waitFor(title);
    await quickInput.pick("Save Changes to everything");
    await quickInput.dismiss();
    await showsRows(view, ["everything", "roots"]);
    await showsRow(view, "everything", /^at least 7 calls .*· \d+s ago$/);
    await view.press("Refresh");
    await showsRow(view, "everything", /^at least 7 calls \([^·]*\) · \d+s ago$/);
  }));

test("a deleted count can be put back where it was", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await withTwoCounts(window);
    await view.chooseOn("everything", "Delete Count");
    await showsRows(view, ["roots"]);
    await window.notifications.press("Deleted saved count “everything”.", "Undo");
    await showsRows(view, ["everything", "roots"]);
    await showsRow(view, "everything", /^40 calls/);
    await view.chooseOn("roots", "Delete Count");
    await showsRows(view, ["everything"]);
    await reopen(window, ["everything"]);
    await showsRows(await window.openView(container, "Counts"), ["everything"]);
  }));

test("counts are put in order from their menu, by dragging, and from the palette", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await withTwoCounts(window);
    await saveCount(window, "Errors Today", "errors");
    await showsRows(view, ["everything", "roots", "errors"]);
    await view.chooseOn("errors", "Move Count Up");
    await showsRows(view, ["everything", "errors", "roots"]);
    await view.chooseOn("everything", "Move Count Down");
    await showsRows(view, ["errors", "everything", "roots"]);
    await dragRow(window, "roots", "errors");
    await showsRows(view, ["roots", "errors", "everything"]);
    await dragRow(window, "roots", "everything");
    await showsRows(view, ["errors", "everything", "roots"]);
    await window.runCommand("Weave: Move Count Up");
    await quickInput.waitFor("Move Count Up");
    const items = await quickInput.items();
    assert.deepEqual(
      items.map(({ label }) => label),
      ["errors", "everything", "roots"],
    );
    assert.match(items[2]?.detail ?? "", /trace roots only/);
    await quickInput.pick("roots");
    await showsRows(view, ["errors", "roots", "everything"]);
    await reopen(window, ["errors", "roots", "everything"]);
    await showsRows(await window.openView(container, "Counts"), ["errors", "roots", "everything"]);
  }));

test("a saved count can be the status bar's number, also while the view is hidden, and the project's again", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const roots = await count({ filter: { trace_roots_only: true } });
    const view = await withTwoCounts(window);
    await view.chooseOn("roots", "Show Count in Status Bar");
    await waitForStatus(window, `roots: ${roots}`);
    const item = window.statusItem(countId);
    const tooltip = await item.tooltip();
    for (const part of ["roots", "trace roots only", `${roots} calls`, project]) {
      assert.ok(tooltip.includes(part), `${part} in ${tooltip}`);
    }
    assert.equal(await item.accessibleName(), `Weave: roots, ${roots} calls in ${project}. Refresh`);
    await eventually(async () => assert.match((await view.rows())[1]?.accessibleName ?? "", /in the status bar$/));

    await hide(window);
    service.misbehave(counting(41, answering(200, { count: 12_345, has_more: false })));
    await item.click();
    await waitForStatus(window, "roots: 12.3K");
    service.misbehave(counting(41, answering(500, {})));
    await item.click();
    await eventually(async () => assert.deepEqual(await item.icons(), ["history"]));
    assert.equal(await item.text(), "roots: 12.3K");
    service.misbehave(null);

    await reopen(window, ["everything", "roots"]);
    await waitForStatus(window, `roots: ${roots}`);
    const again = await window.openView(container, "Counts");
    await showsRows(again, ["everything", "roots"]);
    await again.chooseOn("roots", "Show Project Count in Status Bar");
    await waitForStatus(window, "40 calls");
    await eventually(async () => assert.doesNotMatch((await again.rows())[1]?.accessibleName ?? "", /status bar/));
  }));

test("a hidden view asks for nothing by itself, and one that is first seen asks for each count once", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await withTwoCounts(window);
    await hide(window);
    const before = service.requests.length;
    await reopen(window, ["everything", "roots"]);
    await waitForStatus(window, "40 calls");
    const bodies = () =>
      service.requests.slice(before).flatMap(({ path, body }) => (path.endsWith("stats") ? [body] : []));
    assert.equal(bodies().length, 1);
    const view = await window.openView(container, "Counts");
    await showsRow(view, "everything", /^40 calls/);
    await showsRow(view, "roots", /calls/);
    assert.equal(bodies().length, 3);
  }));

test("a row tells how the count has changed since the person last looked", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await withTwoCounts(window);
    await showsRow(view, "everything", /^40 calls · \d+s ago$/);
    await hide(window);
    service.misbehave(counting(52));
    await window.openView(container, "Counts");
    await view.press("Refresh");
    await showsRow(view, "everything", /^52 calls · \+12 since \d.* · \d+s ago$/);
    assert.match(await view.tooltip("everything"), /\+12 since last viewed \(.*20\d\d/);

    service.misbehave(counting(53));
    await view.pressOn("everything", "Refresh Count");
    await showsRow(view, "everything", /^53 calls · \+13 since /);

    // The next window was last looked at when this one was.
    service.misbehave(counting(50));
    await reopen(window, ["everything", "roots"], 53);
    const again = await window.openView(container, "Counts");
    await showsRow(again, "everything", /^50 calls · −3 since /);
  }));

test("a count that fails says why beside the others, keeps its number, and is counted again from its row", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const roots = await count({ filter: { trace_roots_only: true } });
    const view = await withTwoCounts(window);
    service.misbehave(
      counting(41, answering(422, { detail: [{ loc: ["body", "filter"], msg: "too odd", type: "x" }] })),
    );
    await view.press("Refresh");
    await showsRow(view, "everything", /^41 calls/);
    await showsRow(view, "roots", new RegExp(`^${roots} calls .*The service rejected the request: .*too odd`));
    assert.match(await view.tooltip("roots"), /Refresh failed: The service rejected/);

    await reopen(window, ["everything", "roots"]);
    const again = await window.openView(container, "Counts");
    await showsRow(again, "roots", /^The service rejected the request/);
    await showsRow(again, "everything", /^41 calls/);
    service.misbehave(null);
    await again.pressOn("roots", "Refresh Count");
    await showsRow(again, "roots", new RegExp(`^${roots} calls`));
    await showsRow(again, "everything", /^41 calls/);
  }));

test("the number is copied as it is, counted first where that is needed", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await withTwoCounts(window);
    service.misbehave(counting(1_234_567));
    await view.press("Refresh");
    await showsRow(view, "everything", /^1,234,567 calls/);
    await view.chooseOn("everything", "Copy Count");
    await eventually(async () => assert.equal(await window.clipboard(), "1234567"));

    await hide(window);
    await reopen(window, ["everything", "roots"]);
    await waitForStatus(window, "1.2M calls");
    service.misbehave(counting(8));
    await window.runCommand("Weave: Copy Count");
    await window.quickInput.waitFor("Copy Count");
    await window.quickInput.pick("everything");
    await eventually(async () => assert.equal(await window.clipboard(), "8"));
  }));

test("counts are kept per project", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await withTwoCounts(window);
    const selectProject = async (id: string) => {
      await window.runCommand("Weave: Select Project…");
      await quickInput.waitFor("Select Project");
      await quickInput.type(id);
      await quickInput.accept();
      await quickInput.waitUntilClosed();
    };
    await selectProject("northwind/code-review");
    await view.waitForWelcome(/Save a count to track it/);
    await selectProject(project);
    await showsRows(view, ["everything", "roots"]);
    await showsRow(view, "everything", /^40 calls/);
  }));

test("what another window changes is there at the next refresh, and nothing of either is lost", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const view = await withTwoCounts(window);
    const other = await profile.open();
    const otherView = await other.openView(container, "Counts");
    await showsRows(otherView, ["everything", "roots"]);
    await otherView.chooseOn("roots", "Move Count Up");
    await showsRows(otherView, ["roots", "everything"]);
    await view.press("Refresh");
    await showsRows(view, ["roots", "everything"]);
    await saveCount(window, "Errors Today", "errors");
    await showsRows(view, ["roots", "everything", "errors"]);
    await otherView.press("Refresh");
    await showsRows(otherView, ["roots", "everything", "errors"]);
  }));

async function dragRow(window: Workbench, label: string, onto: string): Promise<void> {
  const row = (text: string) =>
    window.page.locator(".part.sidebar .monaco-list-row").filter({ has: window.page.getByText(text, { exact: true }) });
  await row(label).dragTo(row(onto));
}
