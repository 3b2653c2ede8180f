import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeView } from "../editor/workbench/treeView.ts";
import { breakingAfter, hanging } from "../fault/interposedService.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { hideViews, manualRequests, project, settledRows, signIn } from "./steps.ts";
import { allTime, askThreads, byId, threadsPath } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed({ threads: 3000, calls: 3000 });
const newestFirst = { sort_by: [{ field: "last_updated", direction: "desc" }, byId] };

const smallPages = {
  ...allTime,
  "weaveThreads.pageSize": 10,
  "weaveThreads.defaultSort": "turn_count:desc",
};

function threadRequests(): readonly { limit?: number; offset?: number; sort_by?: unknown }[] {
  return manualRequests(service.requests)
    .filter(({ path }) => path === threadsPath)
    .map(({ body }) => ({ ...Object(body) }));
}

/** Lines of the service's response to a request for threads. */
async function linesOf(request: object): Promise<readonly string[]> {
  const text = await service.ask(threadsPath, { project_id: project, ...request });
  return text.trimEnd().split("\n");
}

/** Loading more moves the focus to the first new row; a key pressed before that would go to another row. */
async function waitForFocus(view: TreeView, index: number): Promise<void> {
  await eventually(async () => {
    const focused = await view.focusedRow();
    assert.equal(focused?.index, index);
    assert.match(focused.accessibleName, /^Thread /);
  });
}

test("pages have the configured size and order, continue after a failure, and end with an empty page", (t) =>
  editor.inWindow(t, { settings: smallPages }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const lines = await linesOf({ limit: 20 });
    service.misbehave(breakingAfter(`${lines.slice(10, 13).join("\n")}\n`));
    await view.openLast("Load more");
    await waitForFocus(view, 10);
    await eventually(async () => {
      const last = await view.lastRow();
      assert.deepEqual([last.label, last.index], ["Incomplete. Retry", 13]);
      assert.equal(last.description, "Incomplete response");
    });
    // A page with fewer rows than requested, and an empty one, which is requested at once.
    const answers = [`${lines.slice(13, 20).join("\n")}\n`];
    service.misbehave((_incoming, outgoing) => outgoing.end(answers.shift()));
    await view.openLast("Incomplete. Retry");
    await waitForFocus(view, 13);
    await eventually(async () => {
      assert.match(await view.description(), /^20 · .* Turns ↓ /);
      const last = await view.lastRow();
      assert.match(last.accessibleName, /^Thread /);
      assert.equal(last.index, 19);
    });
    const requested = threadRequests().slice(-4);
    assert.deepEqual(requested[0]?.sort_by, [{ field: "turn_count", direction: "desc" }, byId]);
    assert.deepEqual(
      requested.map(({ limit, offset = 0 }) => [limit, offset]),
      [
        [10, 0],
        [10, 10],
        [10, 13],
        [10, 23],
      ],
    );
  }));

test("Load All Threads keeps what has arrived when canceled, and folds a long list into blocks", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const all = await askThreads(service, newestFirst);
    const lines = await linesOf({ ...newestFirst, offset: 100, limit: 50 });
    const { misbehavior, gone } = hanging();
    service.misbehave((incoming, outgoing, held) => {
      misbehavior(incoming, outgoing, held);
      outgoing.writeHead(200, { "content-type": "application/jsonl" });
      outgoing.write(`${lines.join("\n")}\n`);
    });
    await window.runCommand("Weave: Load All Threads");
    await eventually(async () => assert.match(await view.description(), /^150\+ /));
    await window.notifications.press("Loading conversations", "Cancel");
    await gone;
    service.misbehave(null);
    await eventually(async () => {
      assert.equal(await view.busy(), false);
      assert.deepEqual([(await view.lastRow()).label, (await view.lastRow()).index], ["Load more", 150]);
    });

    const list = window.page.locator(".part.sidebar .monaco-list").first();
    const first = await eventually(async () => {
      await list.press("Home");
      const [row] = await view.rows();
      return row?.index === 0 ? row : assert.fail(`the first row is ${row?.index}`);
    });
    // Expanded again, it has rows that VS Code does not request again.
    for (const expanded of [true, false, true]) {
      await view.toggle(first.label);
      await eventually(async () => assert.equal((await view.rows())[0]?.expanded, expanded));
    }
    await hideViews(window);
    await runCommandById(window, "weaveThreads.loadAll");
    const loaded = new RegExp(`^${all.length.toLocaleString("en")} ·`);
    await window.openView("Weave Threads", "Threads");
    await eventually(async () => assert.match(await view.description(), loaded));
    await eventually(async () => {
      await list.press("Home");
      const [block, thread] = await view.rows();
      assert.equal(block?.label, "Threads 1 to 500");
      assert.deepEqual([thread?.label, thread?.level, thread?.expanded], [first.label, 2, true]);
    });
    const [open] = await view.rows();
    assert.match(open?.description ?? "", /^\d+\w+ → \d+\w+$/);
    await view.toggle(open?.label ?? "");
    const blocks = await eventually(async () => {
      const rows = await view.rows();
      assert.equal(rows.length, Math.ceil(all.length / 500));
      return rows;
    });
    assert.ok(blocks.every(({ level, expanded }) => level === 1 && expanded === false));
    await view.toggle(blocks.at(-1)?.label ?? "");
    const lastId = all.at(-1)?.thread_id ?? "";
    const showsLast = async () => (await view.lastRow()).accessibleName.startsWith(`Thread ${lastId}, `);
    await eventually(async () => assert.ok(await showsLast()));
    const requested = threadRequests().length;
    await view.press("Refresh");
    await eventually(async () => {
      assert.equal(threadRequests().length, requested + 1);
      assert.equal(await view.busy(), false);
    });
    assert.ok(await showsLast());
    assert.equal(threadRequests().at(-1)?.limit, undefined);
  }));
