import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import { answering, breakingAfter, dripping, hanging } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn, waitForStatus } from "./steps.ts";
import { allTime, askThreads, byId, showsFirstOf } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();

/** Shows what the service gives for this request, in its order. */
async function showsInOrder(view: TreeView, request: object): Promise<void> {
  await showsFirstOf(view, await askThreads(service, { limit: 100, ...request }));
}

const orders: readonly (readonly [menu: string, field: string, direction: string])[] = [
  ["Last updated, oldest first", "last_updated", "asc"],
  ["Started, newest first", "start_time", "desc"],
  ["Started, oldest first", "start_time", "asc"],
  ["Turns, most first", "turn_count", "desc"],
  ["Turns, fewest first", "turn_count", "asc"],
  ["p50 turn duration, longest first", "p50_turn_duration_ms", "desc"],
  ["p50 turn duration, shortest first", "p50_turn_duration_ms", "asc"],
  ["p99 turn duration, longest first", "p99_turn_duration_ms", "desc"],
  ["p99 turn duration, shortest first", "p99_turn_duration_ms", "asc"],
  ["Thread ID, A to Z", "thread_id", "asc"],
  ["Thread ID, Z to A", "thread_id", "desc"],
  ["Last updated, newest first", "last_updated", "desc"],
];

test("every field sorts both ways, as the menu says", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    for (const [menu, field, direction] of orders) {
      await view.press("Sort Threads…");
      await window.quickInput.pick(menu);
      await showsInOrder(view, {
        sort_by: field === "thread_id" ? [{ field, direction }] : [{ field, direction }, byId],
      });
    }
  }));

test("threads come in the order that is chosen from the menu, and the choice is remembered", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    await showsInOrder(view, { sort_by: [{ field: "last_updated", direction: "desc" }, byId] });

    await view.press("Sort Threads…");
    await quickInput.waitFor("Sort Threads");
    const items = await quickInput.items();
    assert.deepEqual([items.length, items.at(-1)?.label], [13, "Then by…"]);
    const current = items.filter(({ icons }) => icons.includes("check"));
    assert.deepEqual(
      current.map(({ label, active }) => [label, active]),
      [["Last updated, newest first", true]],
    );
    await quickInput.pick("Turns, most first");
    await showsInOrder(view, { sort_by: [{ field: "turn_count", direction: "desc" }, byId] });
    assert.match((await view.rows())[0]?.description ?? "", /^(errors · )?\d+ turns/);

    await view.press("Sort Threads…");
    await quickInput.pick("Then by…");
    await quickInput.waitFor("Sort Threads, Then by");
    await quickInput.pick("Started, oldest first");
    const both = [
      { field: "turn_count", direction: "desc" },
      { field: "start_time", direction: "asc" },
    ];
    await showsInOrder(view, { sort_by: [...both, byId] });
    assert.match(await view.description(), /Turns ↓, Started ↑/);

    const marksBoth = async (shown: TreeView) => {
      await shown.press("Sort Threads…");
      await eventually(async () => {
        const offered = await quickInput.items();
        assert.equal(offered.find(({ active }) => active)?.label, "Turns, most first");
        assert.equal(offered.at(-1)?.description, "Started, oldest first");
      });
      await quickInput.dismiss();
    };
    await marksBoth(view);

    await window.reload();
    const again = await window.openView("Weave Threads", "Threads");
    await settledRows(again);
    await showsInOrder(again, { sort_by: [...both, byId] });
    await marksBoth(again);
  }));

test("pages are loaded one after the other until an empty one", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const all = await askThreads(service, {});
    const view = await signIn(window, service);
    await settledRows(view);
    const counts: number[] = [];
    const settledEnd = () =>
      eventually(async () => {
        const last = await view.lastRow();
        assert.notEqual(last.label, "Loading…");
        return last;
      });
    for (let end = await settledEnd(); end.label === "Load more"; end = await settledEnd()) {
      counts.push(end.index);
      await view.openLast("Load more");
      if (end.index === all.length) break;
      // The focus goes to the first of the rows that came; a key pressed before that would be for it.
      await eventually(async () => {
        const focused = await view.focusedRow();
        assert.equal(focused?.index, end.index);
        assert.match(focused.accessibleName, /^Thread /);
      });
    }
    await eventually(async () => assert.match((await view.lastRow()).accessibleName, /^Thread /));
    assert.equal(counts[0], 100);
    const names = (await view.allRows()).map(({ accessibleName }) => accessibleName);
    assert.equal(new Set(names).size, names.length);
    assert.equal(names.length, all.length);
  }));

test("a row says turns, percentiles and age, its tooltip everything, and its id can be copied", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const [first] = await askThreads(service, { limit: 1 });
    const [row] = await view.rows();
    assert.ok(first && row);
    assert.match(row.description, /ago · (1 turn|\d+ turns) · p50 .+ · p99 .+/);
    assert.match(row.accessibleName, /^Thread .+, .+ ago, .+ turns?, p50 .+, p99 /);
    const tooltip = await view.tooltip(row.label);
    for (const part of [first.thread_id, `Turns: ${first.turn_count}`, "p50 turn duration", "First turn", "Started"]) {
      assert.ok(tooltip.includes(part), `${part} in ${tooltip}`);
    }
    await view.chooseOn(row.label, "Copy Thread ID");
    await eventually(async () => assert.equal(await window.clipboard(), first.thread_id));
  }));

test("a refresh keeps the selection, and one that fails keeps the rows and says so", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const before = await view.rows();
    const label = before[2]?.label ?? "";
    await view.select(label);
    await view.press("Refresh");
    await settledRows(view);
    assert.deepEqual(
      (await view.rows()).filter(({ selected }) => selected).map((row) => row.label),
      [label],
    );

    service.misbehave(answering(503, { reason: "Temporary backend error" }));
    await view.press("Refresh");
    await eventually(async () => assert.match(await view.message(), /Not refreshed since .*The service failed/s));
    assert.equal((await view.rows())[0]?.label, before[0]?.label);
    await eventually(async () => assert.deepEqual(await window.statusItem("weaveThreads.count").icons(), ["history"]));
    service.misbehave(null);
    await window.statusItem("weaveThreads.count").click();
    await eventually(async () => assert.doesNotMatch(await view.message(), /Not refreshed/));
    await waitForStatus(window, "9K calls");
  }));

test("a list that breaks off keeps its rows, says that it is incomplete, and goes on at Retry", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const text = await service.ask("/threads/stream_query", { project_id: project, limit: 3 });
    const view = await signIn(window, service);
    await settledRows(view);
    service.misbehave(breakingAfter(text));
    await window.runCommand("Weave: Sort Threads…");
    await window.quickInput.pick("Started, oldest first");
    await eventually(async () => {
      assert.deepEqual((await view.rows()).map((row) => row.label).slice(3), ["Incomplete. Retry"]);
    });
    const rows = await view.rows();
    assert.match(rows[3]?.description ?? "", /incomplete after 3 rows/);
    service.misbehave(null);
    await view.select("Incomplete. Retry");
    await eventually(async () => assert.ok((await view.rows()).length > 10));
  }));

test("rows appear while the answer is still coming", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const lines = (await service.ask("/threads/stream_query", { project_id: project, limit: 100 })).split(/(?<=\n)/);
    service.misbehave(dripping(lines, 100));
    await window.runCommand("Weave: Sort Threads…");
    await window.quickInput.pick("Started, oldest first");
    await eventually(async () => {
      assert.equal((await view.lastRow()).label, "Loading…");
      assert.ok((await view.rows()).length < 30);
    });
  }));

test("hiding the view gives up its request", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const { misbehaviour, gone } = hanging();
    service.misbehave((incoming, outgoing, held) => {
      if (held.path === "/threads/stream_query") misbehaviour(incoming, outgoing, held);
      else held.pass();
    });
    await view.press("Refresh");
    await eventually(async () => assert.equal(await view.busy(), true));
    await window.runCommand("View: Show Explorer");
    await gone;
    service.misbehave(null);
    await window.openView("Weave Threads", "Threads");
    await settledRows(view);
  }));
