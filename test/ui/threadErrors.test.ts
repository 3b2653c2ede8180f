import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import { answering, type Misbehavior } from "../fault/interposedService.ts";
import { restartExtension } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { manualRequests, settledRows, signIn } from "./steps.ts";
import { allTime, askThreads, byId, showsFirstOf, type ThreadLine } from "./threadRows.ts";
import { askTurnLines } from "./turnRows.ts";

const editor = installedEditor();
// Data up to now, so that the last 7 days contain turns.
const service = interposed({ now: new Date().toISOString() });
const newestFirst = { sort_by: [{ field: "last_updated", direction: "desc" }, byId] };

/** Waits until the rows are all threads with errors in the time range; resolves to their number. */
async function showsThoseWithErrors(view: TreeView): Promise<number> {
  const { body } =
    manualRequests(service.requests)
      .filter(({ path }) => path === "/threads/stream_query")
      .at(-1) ?? {};
  const { filter }: { filter: { after_datetime: string } } = JSON.parse(JSON.stringify(body));
  const { after_datetime } = filter;
  const listed = await askThreads(service, { ...newestFirst, filter: { after_datetime } });
  const expected = await withErrors(listed, Date.parse(after_datetime));
  assert.ok(expected.length > 0 && listed.length > 100);
  await eventually(async () => assert.equal(await view.message(), `${expected.length} with errors`));
  await showsFirstOf(view, expected);
  return expected.length;
}

/** The threads that have a turn with errors since then. */
async function withErrors(threads: readonly ThreadLine[], since: number): Promise<readonly ThreadLine[]> {
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

test("the filter menu shows only threads with errors, all of the time range, also after a restart", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await view.press("Filter Threads…");
    await window.quickInput.pick("Show Only Threads with Errors");
    const failed = await showsThoseWithErrors(view);
    await eventually(async () => assert.match(await view.description(), new RegExp(`^${failed} · 7d · errors only`)));
    for (const row of (await view.rows()).filter(({ accessibleName }) => accessibleName.startsWith("Thread "))) {
      assert.equal(row.icon, "error");
      assert.match(row.accessibleName, /, errors, /);
    }

    await restartExtension(window);
    await showsThoseWithErrors(view);
    await view.select("Clear Filter");
    await eventually(async () => assert.match(await view.description(), /^\d+\+? · 7d/));
    await eventually(async () => assert.equal(await view.message(), ""));
    await showsFirstOf(view, await askThreads(service, { ...newestFirst, limit: 100 }));
  }));

test("without any errors the view offers Show All Threads", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const ofCalls = (misbehavior: Misbehavior) =>
      service.misbehave((incoming, outgoing, held) => {
        if (held.path === "/calls/stream_query") misbehavior(incoming, outgoing, held);
        else held.pass();
      });
    // A service without the route cannot report errors.
    ofCalls(answering(404, { detail: "Not Found" }));
    const view = await signIn(window, service);
    await settledRows(view);
    await eventually(async () =>
      assert.match(await view.message(), /^Conversations are not supported by 127\.0\.0\.1:\d+\.$/),
    );
    await view.chooseMore("Show Only Threads with Errors");
    const unsupported = /^Showing all threads\. Filtering by errors is not supported by 127\.0\.0\.1:\d+\./;
    await eventually(async () => assert.match(await view.message(), unsupported));
    const all = await askThreads(service, newestFirst);
    await showsFirstOf(view, all);

    ofCalls(answering(200, ""));
    await view.press("Refresh");
    await view.waitForWelcome(/No conversations with errors/);
    await view.pressWelcomeButton("Show All Threads");
    await showsFirstOf(view, all);
  }));
