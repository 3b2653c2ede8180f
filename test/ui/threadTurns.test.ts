import assert from "node:assert/strict";
import { test } from "node:test";
import { showcaseThreads } from "../../src/sampleService/data/showcase.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { TreeRow, TreeView } from "../editor/workbench/treeView.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, type Misbehaviour } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";
import { allTime } from "./threadRows.ts";
import { askTurnLines, iconOf, spokenTurn, turnsShown } from "./turnRows.ts";

const editor = installedEditor();
const service = interposed();

const { refund, review } = showcaseThreads;
const callsPath = "/calls/stream_query";

function callRequests(): readonly string[] {
  return service.requests.filter(({ path }) => path === callsPath).map(({ body }) => JSON.stringify(body));
}

/** Misbehaves where calls are asked for, and nowhere else. */
function ofCalls(misbehaviour: Misbehaviour): Misbehaviour {
  return (incoming, outgoing, held) => {
    if (held.path === callsPath) misbehaviour(incoming, outgoing, held);
    else held.pass();
  };
}

async function waitForTab({ page }: Workbench, name: string): Promise<void> {
  await page.locator(`.part.editor .tab.active[data-resource-name="${name}"]`).waitFor();
}

async function treeHasFocus({ page }: Workbench): Promise<boolean> {
  return (await page.locator(".part.sidebar .monaco-list:focus").count()) > 0;
}

/** Waits until the list has been looked at for errors. */
async function looked(view: TreeView): Promise<void> {
  await eventually(async () => assert.equal((await view.rows())[0]?.icon, "error"));
}

test("a thread opens into its turns, each with its first words, status and times, and they lead into the conversation", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    // A row stands out before it is opened, and nothing more is asked for that than which threads they are.
    await eventually(async () => {
      const [thread] = await view.rows();
      assert.deepEqual([thread?.label, thread?.icon], [refund, "error"]);
      assert.match(thread?.description ?? "", /^errors · /);
    });
    assert.equal(callRequests().length, 1);
    assert.match(callRequests()[0] ?? "", /"columns":\["id","thread_id","turn_id"\]/);
    await view.toggle(refund);
    const turns = await askTurnLines(service, [refund]);
    assert.equal(turns.length, 6);
    await eventually(async () => {
      const rows = await turnsShown(view);
      for (const [index, turn] of turns.entries()) {
        assert.ok(rows[index]?.accessibleName.startsWith(spokenTurn(turn)), rows[index]?.accessibleName);
      }
      assert.deepEqual(
        rows.map(({ icon }) => icon),
        turns.map(iconOf),
      );
      assert.deepEqual(
        rows.map(({ level, expanded }) => [level, expanded]),
        turns.map(() => [2, null]),
      );
    });
    const rows = await view.rows();
    assert.equal(
      rows.find(({ level, accessibleName }) => level === 2 && !/^Turn[ ,]/.test(accessibleName))?.label,
      "Turns",
    );
    const [thread] = rows;
    assert.deepEqual([thread?.label, thread?.icon], [refund, "error"]);
    assert.match(thread?.description ?? "", /^errors · /);
    assert.match(await view.tooltip(refund), /A turn or one of its calls failed/);
    const list = callRequests()[1] ?? "";
    assert.ok(!/"(inputs|output|attributes)/.test(list), list);

    const [failed] = rows.filter(({ icon, level }) => icon === "error" && level === 2);
    const failedTurn = turns.find(({ summary }) => summary.weave.status === "error");
    assert.ok(failed && failedTurn);
    const tooltip = await view.tooltip(failed.label);
    for (const part of [failedTurn.id, "Status: error", "Op: ", "Exception: ", / ms\)/]) {
      assert.ok(typeof part === "string" ? tooltip.includes(part) : part.test(tooltip), tooltip);
    }
    await view.chooseOn(failed.label, "Copy Turn ID");
    await eventually(async () => assert.equal(await window.clipboard(), failedTurn.id));

    // A click opens it and leaves the row where it is, with the focus; the twistie alone opens and closes the row.
    await view.select(refund);
    await waitForTab(window, refund);
    assert.equal((await view.rows())[0]?.expanded, true);
    assert.equal((await view.focusedRow())?.label, refund);
    assert.equal(await treeHasFocus(window), true);
    await view.select(review);
    await waitForTab(window, review);
    assert.deepEqual(await window.editorTabs(), [review]);
    await window.page.keyboard.press("ArrowUp");
    await view.select(failed.label);
    await waitForTab(window, refund);
    await window.page.keyboard.press("ArrowDown");
    assert.notEqual((await view.focusedRow())?.label, failed.label);
    // Enter opens as a click does, and once more goes there.
    await window.page.keyboard.press("Enter");
    await eventually(async () => assert.equal((await view.focusedRow())?.selected, true));
    assert.equal(await treeHasFocus(window), true);
    await window.page.keyboard.press("Enter");
    await eventually(async () => assert.equal(await treeHasFocus(window), false));
    await view.chooseOn(review, "Open Conversation");
    await waitForTab(window, review);
    await eventually(async () => assert.equal(await treeHasFocus(window), false));
    // The row of the turn is still the selected one.
    await window.runCommand("Weave: Open Conversation");
    await waitForTab(window, refund);
  }));

test("of a long thread the latest turns are listed and the conversation has the others, large ones go by their op", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await looked(view);
    const [first] = (await askTurnLines(service, [refund])).slice(-1);
    assert.ok(first);
    const start = Date.parse(first.started_at);
    const lines = Array.from({ length: 51 }, (_, index) => {
      const id = `turn-${index}`;
      const started_at = new Date(start - index * 1000).toISOString();
      return JSON.stringify({ ...first, id, turn_id: id, started_at, inputs: undefined, storage_size_bytes: 1e6 });
    });
    const before = callRequests().length;
    service.misbehave(ofCalls(answering(200, `${lines.join("\n")}\n`)));
    await view.toggle(refund);
    await eventually(async () => {
      const rows: readonly TreeRow[] = (await view.rows()).filter(({ level }) => level === 2);
      assert.deepEqual([rows[0]?.label, rows[0]?.description], ["Earlier turns", "open the conversation"]);
      assert.match(rows[1]?.accessibleName ?? "", /^Turn (answer_customer|handle)\w*, running, /);
    });
    assert.match(await view.tooltip("Earlier turns"), /Only the latest 50 turns/);
    assert.equal(callRequests().length, before + 1);
    service.misbehave(null);
    await view.select("Earlier turns");
    await waitForTab(window, refund);
  }));

test("turns that fail say so and are tried again, and those whose words fail go by their op", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await looked(view);
    service.misbehave(ofCalls(answering(503, { reason: "Temporary backend error" })));
    await view.toggle(refund);
    const row = async (label: string) => (await view.rows()).find((each) => each.label === label);
    await eventually(async () =>
      assert.match((await row("Turns not loaded. Retry"))?.description ?? "", /^The service failed/),
    );
    assert.equal((await row("Turns"))?.description, "6");
    service.misbehave((incoming, outgoing, held) => {
      if (JSON.stringify(held.body).includes("call_ids")) answering(503, {})(incoming, outgoing, held);
      else held.pass();
    });
    await view.select("Turns not loaded. Retry");
    await eventually(async () => {
      assert.match((await row("Incomplete. Retry"))?.description ?? "", /^The service failed/);
      assert.match((await turnsShown(view))[0]?.accessibleName ?? "", /^Turn \w+, /);
    });
    service.misbehave(null);
    await view.pressOn("Incomplete. Retry", "Retry");
    const turns = await askTurnLines(service, [refund]);
    await eventually(async () => {
      assert.equal(await row("Incomplete. Retry"), undefined);
      assert.ok((await turnsShown(view))[0]?.accessibleName.startsWith(spokenTurn(turns[0] ?? assert.fail())));
    });
  }));

test("a server without the route is asked once, shows figures as before, and says in one line what it cannot", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    service.misbehave(ofCalls(answering(404, { detail: "Not Found" })));
    const view = await signIn(window, service);
    await settledRows(view);
    await eventually(async () => assert.equal(await view.message(), "This service does not support conversations."));
    const before = callRequests().length;
    await view.toggle(refund);
    await eventually(async () => {
      const inside = (await view.rows()).filter(({ level }) => level === 2).map(({ label }) => label);
      assert.deepEqual([inside.length, ...inside.slice(0, 2)], [10, "Turns", "Calls in this thread"]);
    });
    await view.toggle(refund);
    const opened = async () => (await view.rows()).filter(({ expanded }) => expanded).map(({ label }) => label);
    await eventually(async () => assert.deepEqual(await opened(), []));
    await view.select(review);
    await eventually(async () => assert.deepEqual(await opened(), [review]));
    assert.equal(callRequests().length, before);
    assert.deepEqual(await window.editorTabs(), []);
    await view.chooseMore("Show Only Threads with Errors");
    await eventually(async () =>
      assert.match(await view.message(), /^Showing all threads\. This service does not support filtering by errors\./),
    );
    assert.equal((await view.rows())[0]?.label, refund);
    assert.equal(callRequests().length, before);
    service.misbehave(null);
    await view.press("Refresh");
    await eventually(async () => assert.match(await view.message(), /^Threads with errors: \d+ of 100\./));
    await eventually(async () => assert.ok((await turnsShown(view)).length > 0));
  }));
