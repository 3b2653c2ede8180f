import assert from "node:assert/strict";
import { test } from "node:test";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { answering } from "../fault/interposedService.ts";
import { runCommandById } from "./editorApi.ts";
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

test("a thread expands into its turns, with text, status and times, and retries a failed request", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await eventually(async () => {
      const [thread] = await view.rows();
      assert.deepEqual([thread?.label, thread?.icon], [refund, "error"]);
      assert.match(thread?.accessibleName ?? "", /, errors, /);
    });
    // Only the check for errors, without any documents.
    assert.equal(callRequests().length, 1);
    assert.match(callRequests()[0] ?? "", /"columns":\["id","thread_id","turn_id"\]/);
    assert.match(await view.tooltip(refund), /^Last failure: .+: RateLimitError: /m);
    service.misbehave((incoming, outgoing, held) => {
      if (held.path === callsPath) answering(501, {})(incoming, outgoing, held);
      else held.pass();
    });
    await view.toggle(refund);
    await eventually(async () => {
      const failed = (await view.rows()).find(({ label }) => label === "Turns not loaded. Retry");
      assert.equal(failed?.description, "Status 501");
    });
    service.misbehave(null);
    await view.pressOn("Turns not loaded. Retry", "Retry");

    const turns = await askTurnLines(service, [refund]);
    await eventually(async () => {
      const rows = await turnsShown(view);
      assert.deepEqual(
        rows.map(({ icon, level, expanded }) => [icon, level, expanded]),
        turns.map((turn) => [iconOf(turn), 2, null]),
      );
      for (const [index, turn] of turns.entries()) {
        assert.ok(rows[index]?.accessibleName.startsWith(spokenTurn(turn)), rows[index]?.accessibleName);
      }
    });
    const failedTurn = turns.find(({ summary }) => summary.weave.status === "error");
    const failedRow = (await turnsShown(view)).find(({ icon }) => icon === "error");
    assert.ok(failedTurn && failedRow);
    const tooltip = await view.tooltip(failedRow.label);
    for (const part of ["Failed: ", "Status: error", "Op: "]) assert.ok(tooltip.includes(part), tooltip);
    assert.ok(!tooltip.includes(failedTurn.id), tooltip);
    await view.chooseMore("Collapse All");
    await eventually(async () => assert.equal((await view.rows())[0]?.expanded, false));
    await view.toggle(refund);
    await view.chooseOn(failedRow.label, "Copy Turn ID");
    await eventually(async () => assert.equal(await window.clipboard(), failedTurn.id));
    await view.select(failedRow.label);
    await new ConversationTab(window.page).waitFor(refund);
  }));

test("a click or Enter opens the conversation and keeps the focus in the tree, a second Enter moves it", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    const tab = new ConversationTab(window.page);
    await view.select(review);
    await tab.waitFor(review);
    await eventually(async () =>
      assert.deepEqual([(await view.focusedRow())?.label, await view.hasFocus()], [review, true]),
    );
    await view.select(refund);
    await tab.waitFor(refund);
    // The preview tab is reused, and a click does not expand the row.
    await eventually(async () => assert.deepEqual(await window.editorTabs(), [refund]));
    assert.equal((await view.rows())[0]?.expanded, false);
    await window.page.keyboard.press("ArrowDown");
    await eventually(async () => assert.equal((await view.focusedRow())?.label, review));
    await window.page.keyboard.press("Enter");
    await tab.waitFor(review);
    await eventually(async () =>
      assert.deepEqual([(await view.focusedRow())?.selected, await view.hasFocus()], [true, true]),
    );
    await window.page.keyboard.press("Enter");
    await eventually(async () => assert.equal(await view.hasFocus(), false));
    await view.chooseOn(refund, "Open Conversation");
    await tab.waitFor(refund);
    await eventually(async () => assert.equal(await view.hasFocus(), false));
    // The other thread is still selected.
    await runCommandById(window, "weaveThreads.openConversation");
    await tab.waitFor(review);
  }));
