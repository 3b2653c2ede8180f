import assert from "node:assert/strict";
import { test } from "node:test";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";

const editor = installedEditor();
const service = interposed();
const { refund, export: exported } = showcaseThreads;

/** Requests for these threads alone. */
function requestsOf(...ids: readonly string[]): number {
  return service.requests.filter(({ path, body }) => {
    return path === "/threads/stream_query" && JSON.stringify(body).includes(`"thread_ids":${JSON.stringify(ids)}`);
  }).length;
}

test("conversations are pinned with a note, stay on top of any list, and are unpinned", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.defaultTimeRange": "24h" } }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const top = async () =>
      (await view.rows()).slice(0, 4).map(({ level, label, value }) => `${level} ${value} ${label}`);
    await view.chooseOn(refund, "Pin…");
    await window.quickInput.waitFor("Pin");
    await window.quickInput.type("  the double charge ");
    await window.quickInput.accept();
    await eventually(async () => assert.match((await top()).join("|"), /^1 .*Pinned\|2 .*refund/));
    const rows = await view.rows();
    assert.equal(rows.filter(({ label }) => label === refund).length, 2, "it stays in the list");
    assert.match(rows[1]?.accessibleName ?? "", /pinned/);
    assert.match(rows[1]?.description ?? "", /^the double charge · /);

    await view.chooseOn(exported, "Pin…");
    await window.quickInput.waitFor("Pin");
    await window.quickInput.accept();
    await eventually(async () => assert.match((await top()).join("|"), /Pinned\|2 .*refund.*\|2 .*export/));
    const before = requestsOf(refund, exported);
    assert.ok(before > 0, "one request for both");
    await view.press("Refresh");
    await eventually(async () => assert.ok(requestsOf(refund, exported) > before));

    // One that the project no longer has.
    service.misbehave((_incoming, outgoing, { path, body, pass }) => {
      if (path !== "/threads/stream_query" || !JSON.stringify(body).includes(refund)) return pass();
      outgoing.writeHead(200, { "content-type": "application/jsonl" });
      outgoing.end();
    });
    await view.press("Refresh");
    await eventually(async () => {
      const gone = (await view.rows()).filter(({ description }) => /not listed/.test(description ?? ""));
      assert.deepEqual(
        gone.map(({ label }) => label),
        [refund, exported],
      );
    });
    service.misbehave(null);
    await view.press("Refresh");
    await eventually(async () => assert.match((await view.rows())[1]?.description ?? "", /^the double charge · \d/));
    await view.chooseAt(1, "Edit Pin Note…");
    await window.quickInput.type("solved");
    await window.quickInput.accept();
    await eventually(async () => assert.match((await view.rows())[1]?.description ?? "", /^solved · /));
    await view.chooseAt(1, "Unpin");
    await view.chooseAt(1, "Unpin");
    await eventually(async () => assert.doesNotMatch((await top()).join("|"), /Pinned/));
  }));
