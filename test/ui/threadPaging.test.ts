import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { breakingAfter, hanging } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";
import { allTime, askThreads, byId, showsFirstOf } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed({ threads: 3000, calls: 3000 });
const newestFirst = { sort_by: [{ field: "last_updated", direction: "desc" }, byId] };

const smallPages = {
  ...allTime,
  "weaveThreads.pageSize": 10,
  "weaveThreads.defaultSort": "turn_count:desc",
};

function threadRequests(): readonly { limit?: number; offset?: number; sort_by?: unknown }[] {
  return service.requests
    .filter(({ path }) => path === "/threads/stream_query")
    .map(({ body }) => ({ ...Object(body) }));
}

test("pages have the size and order of the settings, a short one says so and goes on, and an empty one ends the list", (t) =>
  editor.inWindow(t, { settings: smallPages }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const lines = (await service.ask("/threads/stream_query", { project_id: project, limit: 17 }))
      .trimEnd()
      .split("\n");
    // A service that leaves out rows after it has counted them.
    service.misbehave((_incoming, outgoing) => outgoing.end(`${lines.slice(10, 17).join("\n")}\n`));
    await view.openLast("Load more");
    // The focus goes to the first of the rows that came; a key pressed before that would be for it.
    await eventually(async () => {
      const focused = await view.focusedRow();
      assert.equal(focused?.index, 10);
      assert.match(focused.accessibleName, /^Thread /);
    });
    await eventually(async () => {
      const last = await view.lastRow();
      assert.deepEqual([last.label, last.description, last.index], ["Load more", "7 threads", 17]);
    });
    assert.match(await view.description(), /^17 loaded /);
    service.misbehave((_incoming, outgoing) => outgoing.end());
    await view.openLast("Load more");
    await eventually(async () => assert.match((await view.lastRow()).accessibleName, /^Thread /));
    const asked = threadRequests().slice(-3);
    assert.match(await view.description(), / Turns ↓ /);
    assert.deepEqual(asked[0]?.sort_by, [{ field: "turn_count", direction: "desc" }, byId]);
    assert.deepEqual(
      asked.map(({ limit, offset = 0 }) => [limit, offset]),
      [
        [10, 0],
        [10, 10],
        [10, 20],
      ],
    );
  }));

test("all are loaded at a word, fold into blocks of five hundred, and a refresh keeps what is open", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const all = await askThreads(service, newestFirst);
    assert.ok(all.length > 2000);
    const third = (await view.rows())[2]?.label ?? "";
    await view.select(third);
    await window.runCommand("Weave: Load All Threads");
    await eventually(async () =>
      assert.match(await view.description(), new RegExp(`${all.length.toLocaleString("en")} loaded`)),
    );
    await eventually(async () => {
      const rows = await view.rows();
      assert.deepEqual([rows[0]?.level, rows[0]?.expanded, rows[1]?.level], [1, true, 2]);
      assert.match(rows[0]?.label ?? "", / ago → .* ago$/);
      assert.equal(rows[0]?.description, "1 to 500");
      assert.equal(rows.find(({ selected }) => selected)?.label, third);
    });
    for (const description of ["1 to 500", "501 to 1,000"]) {
      const block = (await view.rows()).find((row) => row.description === description);
      assert.equal(block?.expanded, true);
      await view.toggle(block?.label ?? "");
      await eventually(async () =>
        assert.equal((await view.rows()).find((row) => row.description === description)?.expanded, false),
      );
    }
    const blocks = await view.rows();
    assert.equal(blocks.length, Math.ceil(all.length / 500));
    assert.ok(blocks.every(({ level, expanded }) => level === 1 && expanded === false));
    const last = blocks.at(-1)?.label ?? "";
    await view.lastRow();
    await view.toggle(last);
    await eventually(async () => assert.equal((await view.lastRow()).level, 2));
    const lastId = all.at(-1)?.thread_id ?? "";
    assert.ok((await view.lastRow()).accessibleName.startsWith(`Thread ${lastId}, `));
    const asked = threadRequests().length;
    await view.press("Refresh");
    await eventually(async () => {
      assert.equal(threadRequests().length, asked + 1);
      assert.equal(await view.busy(), false);
    });
    assert.ok((await view.lastRow()).accessibleName.startsWith(`Thread ${lastId}, `));
    assert.equal(threadRequests().at(-1)?.limit, undefined);
  }));

test("loading all can be given up, and keeps what has arrived", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const text = await service.ask("/threads/stream_query", {
      project_id: project,
      ...newestFirst,
      offset: 100,
      limit: 50,
    });
    const { misbehaviour, gone } = hanging();
    service.misbehave((incoming, outgoing, held) => {
      misbehaviour(incoming, outgoing, held);
      outgoing.writeHead(200, { "content-type": "application/jsonl" });
      outgoing.write(text);
    });
    await window.runCommand("Weave: Load All Threads");
    await eventually(async () => assert.match(await view.description(), /^150 loaded /));
    await window.notifications.press("Loading threads", "Cancel");
    await gone;
    service.misbehave(null);
    await eventually(async () => {
      assert.equal((await view.lastRow()).label, "Load more");
      assert.equal(await view.busy(), false);
    });
    await view.openLast("Load more");
    await eventually(async () => assert.match(await view.description(), /^250 loaded /));
    await eventually(async () => assert.equal((await view.focusedRow())?.index, 150));
    await showsFirstOf(
      view,
      await askThreads(service, { ...newestFirst, offset: (await view.rows())[0]?.index ?? 0, limit: 100 }),
    );
  }));

test("given up while the first page arrives, loading all keeps its rows; broken off, it says so", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const text = await service.ask("/threads/stream_query", { project_id: project, ...newestFirst, limit: 7 });
    const { misbehaviour, gone } = hanging();
    service.misbehave((incoming, outgoing, held) => {
      if (held.path !== "/threads/stream_query") return held.pass();
      misbehaviour(incoming, outgoing, held);
      outgoing.writeHead(200, { "content-type": "application/jsonl" });
      outgoing.write(text);
    });
    const view = await signIn(window, service);
    await eventually(async () => assert.match(await view.description(), /^7 loaded /));
    await window.runCommand("Weave: Load All Threads");
    await window.notifications.press("Loading threads", "Cancel");
    await gone;
    await eventually(async () => {
      assert.equal(await view.busy(), false);
      assert.deepEqual([(await view.rows()).length, (await view.lastRow()).label], [8, "Load more"]);
    });
    service.misbehave((incoming, outgoing, held) => {
      if (held.path === "/threads/stream_query") breakingAfter(text)(incoming, outgoing, held);
      else held.pass();
    });
    await window.runCommand("Weave: Load All Threads");
    await eventually(async () =>
      assert.match(await view.message(), /^Incomplete after 7 threads\. The response was incomplete/),
    );
  }));

test("rows are loaded where they can be seen", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await window.runCommand("View: Show Explorer");
    const before = threadRequests().length;
    await window.runCommand("Weave: Load More Threads");
    await eventually(async () => assert.match(await view.description(), /^200 loaded /));
    assert.equal(threadRequests().length, before + 1);
    await window.runCommand("View: Show Explorer");
    await window.runCommand("Weave: Refresh");
    await window.openView("Weave Threads", "Threads");
    await eventually(async () => assert.equal(threadRequests().at(-1)?.limit, 200));
    await settledRows(view);
    assert.match(await view.description(), /^200 loaded /);
  }));
