import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { answering, type Misbehavior } from "../fault/interposedService.ts";
import { runCommandById } from "./editorApi.ts";
import { recordTimers, stopRecordingTimers, timers } from "./hostTimers.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { hideViews, project, settledRows, signIn } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();

/** Responds with the service's threads, the first of them updated just now. */
async function withNews(): Promise<Misbehavior> {
  const lines = (await service.ask("/threads/stream_query", { project_id: project, limit: 100 })).trimEnd().split("\n");
  const [first = "", ...others] = lines;
  const updated = JSON.stringify({ ...JSON.parse(first), last_updated: new Date(Date.now() + 60_000).toISOString() });
  const news = answering(200, `${[updated, ...others].join("\n")}\n`);
  return (incoming, outgoing, held) => {
    if (held.path === "/threads/stream_query") news(incoming, outgoing, held);
    else held.pass();
  };
}

test("an updated thread is marked as new and counted on the badge until all are marked as seen", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const newRows = async () => (await view.rows()).filter(({ accessibleName }) => /, new, /.test(accessibleName));
    assert.deepEqual(await newRows(), []);
    // Hiding the view marks all threads as seen, and sets the time that later updates are compared with.
    await hideViews(window);
    await window.openView("Weave Threads", "Threads");
    await settledRows(view);
    assert.deepEqual(await newRows(), []);

    service.misbehave(await withNews());
    await view.press("Refresh");
    await eventually(async () => {
      assert.equal((await newRows()).length, 1);
      assert.equal(await window.badge("Weave Threads"), "1");
    });
    const [row] = await newRows();
    await eventually(async () => assert.equal(await view.decoration(row?.label ?? ""), "N"));
    assert.match(await view.tooltip(row?.label ?? ""), /^New since /m);
    await view.chooseMore("Mark All as Seen");
    await eventually(async () => {
      assert.deepEqual(await newRows(), []);
      assert.equal(await window.badge("Weave Threads"), "");
    });
  }));

test("Follow starts with its setting or its button, shows new threads, and keeps the selection", (t) =>
  editor.inWindow(t, { settings: { ...allTime, "weaveThreads.refreshInterval": 1 } }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await eventually(async () => assert.match(await view.description(), /^following · /));
    await view.press("Stop Following");
    await eventually(async () => assert.doesNotMatch(await view.description(), /follow/));

    const third = (await view.rows())[2]?.label ?? "";
    await view.select(third);
    service.misbehave(await withNews());
    await view.press("Follow");
    await eventually(async () => {
      const rows = await view.rows();
      assert.match(rows[0]?.accessibleName ?? "", /, new, /);
      assert.deepEqual(
        rows.filter(({ selected }) => selected).map(({ label }) => label),
        [third],
      );
    });
    await eventually(async () => assert.match(await view.description(), /^following · /));
  }));

test("while its views are hidden and nothing is followed, the extension has no timer and sends no request", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await recordTimers(window);
    await settledRows(view);
    await runCommandById(window, "workbench.action.closeSidebar");
    await eventually(async () => assert.deepEqual(await timers(window), []));
    await window.openView("Weave Threads", "Threads");
    await settledRows(view);
    // Relative times change.
    await eventually(async () => assert.notDeepEqual(await timers(window), []));
    const sent = service.requests.length;
    await runCommandById(window, "workbench.action.closeSidebar");
    await eventually(async () => assert.deepEqual(await timers(window), []));
    assert.equal(service.requests.length, sent);
    await stopRecordingTimers(window);
  }));
