import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { answering } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";
import { allTime, askThreads } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();
/** The shortest interval is 15 seconds. */
const longest = 40_000;

/** The service's threads with the first one updated just now. */
async function withNews(): Promise<string> {
  const lines = (await service.ask("/threads/stream_query", { project_id: project, limit: 100 })).trimEnd().split("\n");
  const [first = "", ...others] = lines;
  const updated = JSON.stringify({ ...JSON.parse(first), last_updated: new Date(Date.now() + 60_000).toISOString() });
  return `${[updated, ...others].join("\n")}\n`;
}

test("what was updated since the last look is marked, counted on the badge, and seen by looking away", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const newRows = async () => (await view.rows()).filter(({ description }) => /^new · /.test(description));
    assert.deepEqual(await newRows(), []);
    await window.runCommand("View: Show Explorer");
    await window.openView("Weave Threads", "Threads");
    await settledRows(view);
    assert.deepEqual(await newRows(), []);

    const news = await withNews();
    service.misbehave((incoming, outgoing, held) => {
      if (held.path === "/threads/stream_query") answering(200, news)(incoming, outgoing, held);
      else held.pass();
    });
    await view.press("Refresh");
    await eventually(async () => {
      assert.equal((await newRows()).length, 1);
      assert.equal(await window.badge("Weave Threads"), "1");
    });
    const [row] = await newRows();
    assert.match(row?.accessibleName ?? "", /, new, /);
    await view.chooseMore("Mark All as Seen");
    await eventually(async () => {
      assert.deepEqual(await newRows(), []);
      assert.equal(await window.badge("Weave Threads"), "");
    });
  }));

test("an automatic refresh asks again by itself, and for a hidden view only how many are new", (t) =>
  editor.inWindow(t, { settings: { ...allTime, "weaveThreads.refreshInterval": 1 } }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const [first] = await askThreads(service, { limit: 1 });
    assert.ok(first);
    const asked = service.requests.length;
    const paths = () => service.requests.slice(asked).map(({ path }) => path);
    for (const path of ["/threads/stream_query", "/calls/query_stats"]) {
      await eventually(async () => assert.ok(paths().includes(path)), longest);
    }

    await window.runCommand("View: Show Explorer");
    const hidden = service.requests.length;
    const news = await withNews();
    service.misbehave((incoming, outgoing, held) => {
      if (held.path === "/threads/stream_query") answering(200, news)(incoming, outgoing, held);
      else held.pass();
    });
    await eventually(async () => assert.equal(await window.badge("Weave Threads"), "1"), longest);
    const threadBodies = service.requests.slice(hidden).filter(({ path }) => path === "/threads/stream_query");
    assert.equal(threadBodies.length, 1);
    assert.match(JSON.stringify(threadBodies[0]?.body), /"after_datetime":"[^"]+"/);
  }));
