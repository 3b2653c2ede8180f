import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeRow, TreeView } from "../editor/workbench/treeView.ts";
import { answering } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";
import { allTime, askThreads } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed();

const stats = z.object({ count: z.number(), total_storage_size_bytes: z.number() });

function countRequests(): readonly unknown[] {
  return service.requests.filter(({ path }) => path === "/calls/query_stats").map(({ body }) => body);
}

/** The figures of the thread that is open, which come after its turns. */
async function details(view: TreeView): Promise<readonly TreeRow[]> {
  const inside = (await view.rows()).filter(({ level }) => level === 2);
  return inside.slice(inside.findIndex(({ label }) => label === "Turns"));
}

test("a thread opens into its figures, its calls are asked about then and not before, and each value can be copied", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const [first] = await askThreads(service, { limit: 1 });
    assert.ok(first);
    const label = (await view.rows())[0]?.label ?? "";
    const before = countRequests().length;
    await view.toggle(label);
    const body = { project_id: project, filter: { thread_ids: [first.thread_id] }, include_total_storage_size: true };
    const { count } = stats.parse(JSON.parse(await service.ask("/calls/query_stats", body)));
    await eventually(async () => {
      const rows = await details(view);
      assert.deepEqual(
        rows.map((row) => row.label),
        [
          "Turns",
          "Calls in this thread",
          "Storage",
          "Started",
          "Last updated",
          "Duration",
          "p50 turn duration",
          "p99 turn duration",
          "First turn",
          "Last finished turn",
        ],
      );
      assert.equal(rows[0]?.description, String(first.turn_count));
      assert.equal(rows[1]?.description, String(count));
      assert.match(rows[2]?.description ?? "", /^[\d.]+ [kM]?(B|byte)/);
      assert.equal(rows[8]?.description, first.first_turn_id);
    });
    assert.deepEqual(countRequests().slice(before), [body]);
    // The last redraw is that of the turns' words; a button that is pressed in the moment of one comes without its row.
    await eventually(async () => {
      const turns = (await view.rows()).filter(({ accessibleName }) => /^Turn[ ,].{5,}/.test(accessibleName));
      assert.ok(turns.length > 0 && turns.every((turn) => turn.label !== "…"));
    });
    for (const [row, copied] of [
      ["First turn", first.first_turn_id],
      ["Calls in this thread", String(count)],
      ["Started", first.start_time],
    ] as const) {
      await view.pressOn(row, "Copy Value");
      await eventually(async () => assert.equal(await window.clipboard(), copied));
    }
    await view.chooseOn(label, "Copy Thread as JSON");
    await eventually(async () => {
      const { thread_id, start_time } = JSON.parse(await window.clipboard());
      assert.deepEqual({ thread_id, start_time }, { thread_id: first.thread_id, start_time: first.start_time });
    });

    await view.press("Refresh");
    await settledRows(view);
    await eventually(async () => assert.equal((await details(view))[1]?.description, String(count)));
    assert.equal((await view.rows())[0]?.expanded, true);
  }));

test("a thread without trace roots stores an unknown amount, and a failed count says so and is tried again", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const labels = (await view.rows()).map((row) => row.label);
    service.misbehave((incoming, outgoing, held) => {
      if (!JSON.stringify(held.body).includes("thread_ids")) held.pass();
      else answering(200, { count: 3, has_more: false, total_storage_size_bytes: 0 })(incoming, outgoing, held);
    });
    await view.toggle(labels[0] ?? "");
    await eventually(async () => {
      assert.deepEqual(
        (await details(view)).slice(1, 3).map((row) => row.description),
        ["3", "unknown"],
      );
    });
    await view.toggle(labels[0] ?? "");
    service.misbehave(answering(503, { reason: "Temporary backend error" }));
    await view.toggle(labels[1] ?? "");
    await eventually(async () => assert.match((await details(view))[1]?.description ?? "", /The service failed/));
    service.misbehave(null);
    await view.select("Calls in this thread");
    await eventually(async () => assert.match((await details(view))[1]?.description ?? "", /^\d+$/));
  }));

test("in a window of time the figures say which of them are of the window", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await view.toggle((await view.rows())[0]?.label ?? "");
    await eventually(async () => {
      const rows = await details(view);
      assert.match(rows[0]?.description ?? "", /^\d+ in 7d$/);
      assert.match(rows[1]?.description ?? "", /^\d+ \(all time\)$/);
      assert.match(rows[2]?.description ?? "", / \(all time\)$/);
    });
    assert.match(await view.tooltip("Duration"), /Covers turns since /);
  }));

test("the menu of a thread shows it alone", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const [first] = await view.rows();
    await view.chooseOn(first?.label ?? "", "Show Only This Thread");
    await eventually(async () => assert.match(await view.description(), /^1 loaded · all time · /));
    await settledRows(view);
    await eventually(async () => assert.equal((await view.rows()).filter(({ level }) => level === 1).length, 1));
    // A menu that is used in the moment of a redraw comes without its row.
    await eventually(async () => {
      await view.chooseOn(first?.label ?? "", "Count Calls in This Thread…");
      const box = window.page.locator(".quick-input-title").filter({ hasText: "Count Calls", visible: true });
      await box.waitFor({ timeout: 3000 });
    });
    await eventually(async () =>
      assert.ok((await window.quickInput.items()).some(({ label }) => /^\d+ calls?$/.test(label))),
    );
    await window.quickInput.dismiss();
  }));
