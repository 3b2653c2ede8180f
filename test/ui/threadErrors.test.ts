import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";
import { allTime, askThreads, byId, showsFirstOf, type ThreadLine } from "./threadRows.ts";
import { askTurnLines } from "./turnRows.ts";

const editor = installedEditor();
// Up to this moment, so that the last days have turns.
const service = interposed({ now: new Date().toISOString() });
const newestFirst = { sort_by: [{ field: "last_updated", direction: "desc" }, byId] };
const callsPath = "/calls/stream_query";

/** Of these threads, those in whose turns since then something went wrong. */
async function withErrors(threads: readonly ThreadLine[], since = 0): Promise<readonly ThreadLine[]> {
  const turns = await askTurnLines(
    service,
    threads.map(({ thread_id }) => thread_id),
  );
  const failed = turns.filter(({ started_at, summary }) => {
    return Date.parse(started_at) > since && ["error", "descendant_error"].includes(summary.weave.status);
  });
  const ids = new Set(failed.map(({ thread_id }) => thread_id));
  return threads.filter(({ thread_id }) => ids.has(thread_id));
}

async function says(view: TreeView, message: RegExp): Promise<void> {
  await eventually(async () => assert.match(await view.message(), message));
}

test("threads with errors are shown alone, page by page, in the order of the list, and that is remembered", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const all = await askThreads(service, newestFirst);
    const [first, both] = [await withErrors(all.slice(0, 100)), await withErrors(all.slice(0, 200))];
    assert.ok(first.length > 0 && first.length < 100 && both.length > first.length);
    await view.chooseMore("Show Only Threads with Errors");
    await says(view, new RegExp(`^Threads with errors: ${first.length} of 100\\. Only loaded threads are checked`));
    assert.match(await view.description(), /^100 loaded · errors only · all time/);
    await showsFirstOf(view, first);
    for (const row of (await view.rows()).filter(({ accessibleName }) => accessibleName.startsWith("Thread "))) {
      assert.equal(row.icon, "error");
      assert.match(row.description, /^errors · /);
    }
    await view.openLast("Load more");
    await says(view, new RegExp(`^Threads with errors: ${both.length} of 200\\.`));
    await eventually(async () => {
      const focused = await view.focusedRow();
      assert.equal(focused?.index, first.length);
      assert.match(focused.accessibleName, /^Thread /);
    });
    await eventually(async () => assert.equal((await view.lastRow()).index, both.length));

    await window.reload();
    const again = await window.openView("Weave Threads", "Threads");
    await says(again, new RegExp(`^Threads with errors: ${first.length} of 100\\.`));
    await showsFirstOf(again, first);
    await again.press("Filter Threads…");
    await window.quickInput.pick("Show All Threads");
    await eventually(async () => assert.equal(await again.message(), ""));
    await showsFirstOf(again, all.slice(0, 100));
  }));

test("errors are looked for in the window of the list, and clearing the filter shows all", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.defaultTimeRange": "24h" } }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await view.press("Filter Threads…");
    await window.quickInput.pick("Show Only Threads with Errors");
    await says(view, /^Last 24 hours\. Threads with errors: \d+ of /);
    const { body } = service.requests.filter(({ path }) => path === "/threads/stream_query").at(-1) ?? {};
    const { filter }: { filter: { after_datetime: string } } = JSON.parse(JSON.stringify(body));
    const listed = await askThreads(service, { ...newestFirst, limit: 100, filter });
    const expected = await withErrors(listed, Date.parse(filter.after_datetime));
    assert.match(await view.message(), new RegExp(`: ${expected.length} of ${listed.length}\\b`));
    await showsFirstOf(view, expected);
    await view.press("Clear Thread Filter");
    await eventually(async () => assert.match(await view.description(), /^100 loaded · all time/));
    assert.equal(await view.message(), "");
  }));

test("while it looks the view says so, a failure shows all threads, and no errors at all leads on", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const { misbehaviour, gone } = hanging();
    const ofCalls = (answer: typeof misbehaviour) =>
      service.misbehave((incoming, outgoing, held) => {
        if (held.path === callsPath) answer(incoming, outgoing, held);
        else held.pass();
      });
    ofCalls(misbehaviour);
    const view = await signIn(window, service);
    await settledRows(view);
    const all = await askThreads(service, newestFirst);
    assert.equal(await view.message(), "");
    assert.match(await view.tooltip((await view.rows())[0]?.label ?? ""), /Not checked for errors/);
    await view.chooseMore("Show Only Threads with Errors");
    await says(view, /^Checking for errors…$/);
    await eventually(async () =>
      assert.deepEqual(
        (await view.rows()).map(({ label }) => label),
        ["Checking for errors…"],
      ),
    );
    await window.runCommand("View: Show Explorer");
    await gone;
    ofCalls(answering(503, { reason: "Temporary backend error" }));
    await window.openView("Weave Threads", "Threads");
    await says(view, /^Showing all threads\. Checking for errors failed\. The service failed/);
    await showsFirstOf(view, all.slice(0, 100));

    ofCalls(answering(200, ""));
    await view.press("Refresh");
    await view.waitForWelcome(/No errors in the loaded threads/);
    assert.deepEqual(await view.welcomeButtons(), ["Load More", "Show All Threads"]);
    await view.pressWelcomeButton("Load More");
    await eventually(async () => assert.match(await view.description(), /^200 loaded · errors only/));
    await view.waitForWelcome(/No errors in the loaded threads/);
    const asked = service.requests.filter(({ path }) => path === callsPath).at(-1);
    assert.ok(JSON.stringify(asked?.body).includes(JSON.stringify(all[150]?.thread_id)));
    await window.runCommand("Weave: Load All Threads");
    await view.waitForWelcome(/No threads with errors/);
    await view.pressWelcomeButton("Show All Threads");
    await showsFirstOf(view, all);
  }));
