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

/** Responds with the service's threads, this one of them updated just now and the first. */
async function withNews(place = 0): Promise<Misbehavior> {
  const lines = (await service.ask("/threads/stream_query", { project_id: project, limit: 100 })).trimEnd().split("\n");
  const [moved = ""] = lines.splice(place, 1);
  const updated = JSON.stringify({ ...JSON.parse(moved), last_updated: new Date(Date.now() + 60_000).toISOString() });
  const news = answering(200, `${[updated, ...lines].join("\n")}\n`);
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

test("Follow starts with its setting or its button, and adds new threads once the user asks for them", (t) =>
  editor.inWindow(t, { settings: { ...allTime, "weaveThreads.refreshInterval": 1 } }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await eventually(async () => assert.match(await view.description(), / · following · /));
    await view.press("Stop Following");
    await eventually(async () => assert.doesNotMatch(await view.description(), /follow/));

    const labels = async () => (await view.rows()).map(({ label }) => label);
    const before = await labels();
    const third = before[2] ?? "";
    await view.select(third);
    service.misbehave(await withNews(2));
    await view.press("Follow");
    // The rows do not move, except once for the row above them.
    await eventually(async () => assert.deepEqual((await labels()).slice(0, 4), ["1 new", ...before.slice(0, 3)]));
    await eventually(async () => assert.equal(await window.badge("Weave Threads"), "1"));
    await view.select("1 new");
    await eventually(async () => {
      const [first, second] = await view.rows();
      assert.deepEqual([first?.label, second?.label], [third, before[0]]);
      assert.match(first?.accessibleName ?? "", /, new, /);
    });

    // Hiding the view adds them, too, and they are still new.
    const fifth = (await labels())[4] ?? "";
    service.misbehave(await withNews(4));
    await eventually(async () => assert.match((await labels())[0] ?? "", /^\d new$/));
    await hideViews(window);
    await window.openView("Weave Threads", "Threads");
    await eventually(async () => {
      const [first] = await view.rows();
      assert.equal(first?.label, fifth);
      assert.match(first.accessibleName, /, new, /);
    });
    await eventually(async () => assert.match(await view.description(), / · following · /));
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
