import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { countId, hideViews, settledRows, signIn, waitForStatus } from "./steps.ts";
import { allTime, askThreads, byId, showsFailure, showsFirstOf } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();

/** Waits until the rows are in the order of the service's response to this sort order. */
async function showsSorted(view: TreeView, ...keys: readonly (readonly [field: string, direction: string])[]) {
  const sort_by = [...keys.map(([field, direction]) => ({ field, direction })), byId];
  await showsFirstOf(view, await askThreads(service, { limit: 100, sort_by }));
}

/** Waits until the rows are loaded and the automatic check for errors, which redraws them, is complete. */
async function checkedForErrors(view: TreeView): Promise<void> {
  await settledRows(view);
  await eventually(async () => assert.equal((await view.rows())[0]?.icon, "error"));
}

test("a sort order from the menu applies at once and returns after a reload", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    await showsSorted(view, ["last_updated", "desc"]);
    await view.chooseMore("Sort Threads…");
    await quickInput.waitFor("Sort Threads");
    const current = (await quickInput.items()).filter(({ icons }) => icons.includes("check"));
    assert.deepEqual(
      current.map(({ label, active }) => [label, active]),
      [["Last updated, newest first", true]],
    );
    await quickInput.pick("Turns, most first");
    await showsSorted(view, ["turn_count", "desc"]);
    await view.chooseMore("Sort Threads…");
    await quickInput.pick("Then by…");
    await quickInput.waitFor("Sort Threads, Then by");
    await quickInput.pick("Started, oldest first");
    await showsSorted(view, ["turn_count", "desc"], ["start_time", "asc"]);
    await eventually(async () => assert.match(await view.description(), /Turns ↓, Started ↑/));

    await window.reload();
    const again = await window.openView("Weave Threads", "Threads");
    await settledRows(again);
    await showsSorted(again, ["turn_count", "desc"], ["start_time", "asc"]);
    await again.chooseMore("Sort Threads…");
    await eventually(async () => {
      const items = await quickInput.items();
      assert.equal(items.find(({ active }) => active)?.label, "Turns, most first");
      assert.deepEqual([items.at(-1)?.label, items.at(-1)?.description], ["Then by…", "Started, oldest first"]);
    });
    await quickInput.dismiss();
  }));

test("a row shows the statistics of its thread, and a failed refresh keeps rows and selection", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await checkedForErrors(view);
    const [first] = await askThreads(service, { limit: 1 });
    const [row] = await view.rows();
    assert.ok(first && row);
    assert.match(`${row.value} · ${row.description}`, /^\d+\w+ · (1 turn|\d+ turns) · [\d.]+\w+/);
    assert.match(row.accessibleName, /^Thread .+, (?:updated .+ ago|running), .+ turns?, p50 /);
    const tooltip = await view.tooltip(row.label);
    for (const part of [first.thread_id, `Turns: ${first.turn_count}`, "p50 turn duration", "Started"]) {
      assert.ok(tooltip.includes(part), `${part} in ${tooltip}`);
    }
    await view.chooseOn(row.label, "Copy ID");
    await eventually(async () => assert.equal(await window.clipboard(), first.thread_id));

    const third = (await view.rows())[2]?.label ?? "";
    await view.select(third);
    const selected = async () => (await view.rows()).filter((each) => each.selected).map(({ label }) => label);
    const requested = service.requests.length;
    await view.press("Refresh");
    await eventually(() =>
      assert.ok(service.requests.slice(requested).some(({ path }) => path === "/threads/stream_query")),
    );
    await settledRows(view);
    assert.deepEqual(await selected(), [third]);
    service.misbehave(answering(501, {}));
    await view.press("Refresh");
    await showsFailure(view, /^Not refreshed since .*The request to .+ failed.* Retry$/s);
    assert.equal(await view.message(), "");
    assert.deepEqual(await selected(), [third]);
    const status = window.statusItem(countId);
    await eventually(async () => assert.deepEqual(await status.icons(), ["history"]));
    service.misbehave(null);
    await view.pressOn("Status 501. Retry", "Show Log");
    await eventually(async () => assert.match(await window.shownOutput(), /501/));
    await runCommandById(window, "workbench.action.closePanel");
    await view.select("Status 501. Retry");
    await eventually(async () => assert.match((await view.rows())[0]?.accessibleName ?? "", /^Thread /));
    await waitForStatus(window, "9K calls");
  }));

test("hiding the view cancels its requests, and showing it again loads as many threads as before", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await checkedForErrors(view);
    const [list, turns] = [hanging(), hanging()];
    service.misbehave((incoming, outgoing, held) => {
      if (held.path === "/threads/stream_query") list.misbehavior(incoming, outgoing, held);
      else if (held.path === "/calls/stream_query") turns.misbehavior(incoming, outgoing, held);
      else held.pass();
    });
    const hide = () => hideViews(window);
    await view.toggle((await view.rows())[0]?.label ?? "");
    await eventually(async () => assert.ok((await view.rows()).some(({ label }) => label === "Loading turns…")));
    await view.press("Refresh");
    await eventually(async () => assert.equal(await view.busy(), true));
    await Promise.all([list.requested, turns.requested]);
    await hide();
    await Promise.all([list.gone, turns.gone]);

    service.misbehave(null);
    /** Requests for as many threads as are shown; a hidden view only requests how many are new. */
    const listed = () =>
      service.requests.filter(({ path, body }) => path === "/threads/stream_query" && Object(body).limit === 200)
        .length;
    await runCommandById(window, "weaveThreads.loadMore");
    await eventually(async () => assert.match(await view.description(), /^200\+ /));
    await settledRows(view);
    // The extension learns that the view is hidden after the window has drawn the other one, and cancels the request.
    const refresh = hanging();
    service.misbehave(refresh.misbehavior);
    await view.press("Refresh");
    await eventually(async () => assert.equal(await view.busy(), true));
    await refresh.requested;
    await hide();
    await refresh.gone;
    service.misbehave(null);
    const before = listed();
    await runCommandById(window, "weaveThreads.refresh");
    assert.equal(listed(), before);
    await window.openView("Weave Threads", "Threads");
    await eventually(() => assert.equal(listed(), before + 1));
    await settledRows(view);
    await eventually(async () => assert.match(await view.description(), /^200\+ /));
  }));
