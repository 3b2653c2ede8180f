import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";
import { allTime, askThreads, byId, shownIds, showsFirstOf } from "./threadRows.ts";

const editor = installedEditor();
// Up to this moment, so that something happened in the last hour.
const service = interposed({ now: new Date().toISOString() });
const newestFirst = { sort_by: [{ field: "last_updated", direction: "desc" }, byId] };
const day = 86_400_000;

/** The filter of the latest request for threads. */
function sentFilter(): Readonly<Record<string, unknown>> | undefined {
  const { body } = service.requests.filter(({ path }) => path === "/threads/stream_query").at(-1) ?? {};
  return JSON.parse(JSON.stringify(body)).filter;
}

async function chooseTime(window: Workbench, view: TreeView, preset: string): Promise<void> {
  await view.press("Filter Threads…");
  await window.quickInput.waitFor("Filter Threads");
  await window.quickInput.pick("Time");
  await window.quickInput.pick(preset);
}

test("a time range is chosen from presets, is told in the view, clips the rows, and one click clears it", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await eventually(async () =>
      assert.match(await view.description(), /^100 loaded · 7d · Last updated ↓ · northwind/),
    );
    assert.equal(await view.message(), "Last 7 days");
    assert.match((await view.rows())[0]?.description ?? "", / turns? in 7d /);
    const presets: readonly (readonly [name: string, short: string, length: number])[] = [
      ["Last hour", "1h", day / 24],
      ["Last 24 hours", "24h", day],
      ["Last 30 days", "30d", 30 * day],
      ["Last 7 days", "7d", 7 * day],
    ];
    for (const [name, short, length] of presets) {
      const before = Date.now();
      await chooseTime(window, view, name);
      await eventually(async () => assert.ok((await view.description()).includes(` loaded · ${short} · `)));
      await settledRows(view);
      await eventually(async () => {
        const after = Date.parse(String(sentFilter()?.after_datetime));
        assert.ok(after >= before - length && after <= Date.now() - length, name);
      });
      const expected = await askThreads(service, { ...newestFirst, limit: 100, filter: sentFilter() });
      await showsFirstOf(view, expected);
    }
    const [first] = await view.rows();
    assert.match(await view.tooltip(first?.label ?? ""), /Statistics cover turns since /);
    await view.press("Clear Thread Filter");
    await eventually(async () => assert.match(await view.description(), / loaded · all time · /));
    await settledRows(view);
    await showsFirstOf(view, await askThreads(service, { ...newestFirst, limit: 100 }));
    await eventually(async () => {
      assert.equal(await view.message(), "");
      assert.doesNotMatch((await view.rows())[0]?.description ?? "", / in /);
    });
    assert.ok(!(await view.buttons()).includes("Clear Thread Filter"));
  }));

test("a range is typed, told back in words, refused while it ends before it starts, and remembered", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    await chooseTime(window, view, "Custom Range…");
    await eventually(async () => assert.match(await quickInput.message(), /^Start and end time/));
    await quickInput.type("yesterday .. -10d");
    await eventually(async () => {
      assert.equal(await quickInput.refused(), true);
      assert.match(await quickInput.message(), /must be after the start time/);
    });
    await quickInput.type("-10d .. -2d");
    await eventually(async () => {
      assert.equal(await quickInput.refused(), false);
      assert.match(await quickInput.message(), /^from .* to .*\(/);
    });
    await quickInput.accept();
    await eventually(async () => assert.match(await view.description(), / loaded · -10d \.\. -2d · /));
    await settledRows(view);
    const filter = sentFilter();
    const [after, before] = [filter?.after_datetime, filter?.before_datetime].map((bound) => Date.parse(String(bound)));
    assert.equal((before ?? 0) - (after ?? 0), 8 * day);
    await showsFirstOf(view, await askThreads(service, { ...newestFirst, limit: 100, filter }));
    await eventually(async () => assert.match(await view.message(), /^Turns from .* to /));

    await window.reload();
    const again = await window.openView("Weave Threads", "Threads");
    await settledRows(again);
    await eventually(async () => assert.match(await again.description(), / loaded · -10d \.\. -2d · /));
  }));

test("ids are pasted in any form, and what matches nothing is told apart from a project with nothing", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    const ids = (await askThreads(service, { ...newestFirst, limit: 3, offset: 40 })).map(({ thread_id }) => thread_id);
    const openIds = async () => {
      await view.press("Filter Threads…");
      await quickInput.pick("Thread IDs");
      await quickInput.waitFor("Filter Threads by ID");
    };
    await openIds();
    await quickInput.type(JSON.stringify([...ids, ids[0]]));
    await eventually(async () => assert.equal(await quickInput.message(), "3 IDs (1 duplicate removed)"));
    await quickInput.accept();
    await eventually(async () => assert.deepEqual([...(await shownIds(view))].sort(), [...ids].sort()));
    assert.match(await view.description(), /3 IDs/);

    await openIds();
    await quickInput.type(Array.from({ length: 1001 }, (_, index) => `id-${index}`).join(" "));
    await quickInput.accept();
    await eventually(async () => assert.match(await quickInput.message(), /1001.*1000/));
    await quickInput.type("nobody-has-this-id");
    await quickInput.accept();
    await view.waitForWelcome(/No threads match the filter/);
    await view.pressWelcomeButton("Clear Filter");
    await settledRows(view);

    service.misbehave((_incoming, outgoing, held) => (held.path.startsWith("/threads") ? outgoing.end() : held.pass()));
    await openIds();
    await quickInput.type("nobody-has-this-id");
    await quickInput.accept();
    await view.waitForWelcome(/No threads in this project/);
  }));

test("a thread is found whatever the filter, and one that does not exist is told so", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    const find = async (id: string) => {
      await window.runCommand("Weave: Find Thread…");
      await quickInput.waitFor("Find Thread");
      await quickInput.type(id);
      await quickInput.accept();
    };
    const [oldest] = await askThreads(service, {
      filter: { before_datetime: new Date(Date.now() - 8 * day).toISOString() },
      sort_by: [{ field: "last_updated", direction: "asc" }],
      limit: 1,
    });
    assert.ok(oldest);
    await find(oldest.thread_id);
    await eventually(async () => {
      const [row] = await view.rows();
      assert.ok(row?.selected && row.accessibleName.startsWith(`Thread ${oldest.thread_id}, found`));
      assert.doesNotMatch(row.description, / in 7d/);
    });
    const [, later] = await askThreads(service, { ...newestFirst, limit: 2, offset: 50 });
    assert.ok(later);
    await find(later.thread_id);
    await eventually(async () => {
      const selected = (await view.rows()).filter((row) => row.selected);
      assert.equal(selected.length, 1);
      assert.ok(selected[0]?.accessibleName.startsWith(`Thread ${later.thread_id}, `));
    });
    await find("nobody-has-this-id");
    await eventually(async () => assert.match(await quickInput.message(), /finished/));
    await quickInput.dismiss();

    await find(oldest.thread_id);
    await quickInput.waitUntilClosed();
    service.misbehave(answering(500, {}));
    await view.press("Refresh");
    await eventually(async () => assert.match(await view.message(), /The service failed/));
  }));

test("what the service says cannot become a link that runs a command", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    service.misbehave(answering(400, { reason: "[Sign in again](command:workbench.action.toggleSidebarVisibility)" }));
    await window.runCommand("Weave: Find Thread…");
    await window.quickInput.type("[x](command:workbench.action.toggleSidebarVisibility)");
    await window.quickInput.accept();
    await eventually(async () => assert.match(await window.quickInput.message(), /\[Sign in again\] \(/));
    assert.equal(await window.page.locator(".quick-input-widget a[href], .quick-input-widget .monaco-link").count(), 0);
    await window.quickInput.dismiss();
  }));
