import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { eventually } from "../editor/workbench/eventually.ts";
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

test("a thread expands into its statistics, and its menu copies, counts and filters by it", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const [first] = await askThreads(service, { limit: 1 });
    assert.ok(first);
    const label = (await view.rows())[0]?.label ?? "";
    const before = countRequests().length;
    const filter = { thread_ids: [first.thread_id] };
    const body = { project_id: project, filter, include_total_storage_size: true };
    const { count } = stats.parse(JSON.parse(await service.ask("/calls/query_stats", body)));
    await view.toggle(label);
    await eventually(async () => assert.ok((await view.rows()).some((row) => row.label === "Details")));
    await view.toggle("Details");
    await eventually(async () => {
      const rows = await view.rows();
      const figures = rows.filter(({ level }) => level === 3);
      // The details come after the turns, whose text is complete.
      const turns = rows.filter((row) => row.level === 2 && row.label !== "Details");
      assert.ok(turns.length > 0 && turns.every((turn) => turn.label !== "…" && turn.label !== "Loading turns…"));
      assert.deepEqual(
        figures.slice(0, 2).map((row) => [row.label, row.description]),
        [
          ["Turns", String(first.turn_count)],
          ["Calls in this thread", String(count)],
        ],
      );
      assert.match(figures[2]?.description ?? "", /^[\d.]+ [kM]?(B|byte)/);
      const described = (name: string) => figures.find((row) => row.label === name)?.description;
      assert.equal(described("First turn"), first.first_turn_id);
      assert.match(described("Tokens") ?? "", /^[\d,]+/);
      assert.match(described("Cost") ?? "", /^\$/);
      assert.match(described("Failed calls") ?? "", /^\d+/);
    });
    assert.deepEqual(countRequests().slice(before), [body]);
    // A button that is pressed during a redraw does nothing.
    await eventually(async () => {
      await view.pressOn("Started", "Copy Value");
      assert.equal(await window.clipboard(), first.start_time);
    });
    await view.chooseOn(label, "Copy as JSON");
    await eventually(async () => {
      const { thread_id, start_time } = JSON.parse(await window.clipboard());
      assert.deepEqual([thread_id, start_time], [first.thread_id, first.start_time]);
    });

    await view.chooseOn(label, "Count Calls in This Thread…");
    await window.quickInput.waitFor(/^Count Calls · /);
    await eventually(async () => assert.equal((await window.quickInput.items())[0]?.label, `${count} calls`));
    assert.deepEqual(countRequests().at(-1), { project_id: project, filter });
    await window.quickInput.dismiss();
    await view.chooseOn(label, "Show Only This Conversation");
    await eventually(async () => {
      assert.match(await view.description(), /^1 · all time · /);
      const rows = (await view.rows()).filter(({ level }) => level === 1);
      assert.equal(rows.filter(({ label: name }) => name !== "Clear Filter").length, 1);
    });
  }));
