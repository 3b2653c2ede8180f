import assert from "node:assert/strict";
import { test } from "node:test";
import { showcaseThreads } from "../../src/sampleService/data/showcase.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import type { Misbehaviour } from "../fault/interposedService.ts";
import { lackingRoute } from "../fault/olderService.ts";
import { askTurns } from "./callRows.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { hiddenCommands, settledRows, signIn } from "./steps.ts";

const editor = installedEditor();
const service = interposed();
const { planning, refund, review } = showcaseThreads;

/** The texts of both sides. */
async function sides(window: Workbench): Promise<readonly string[]> {
  const { page } = window;
  const texts: string[] = [];
  for (const side of ["original", "modified"]) {
    await page
      .locator(
        `.monaco-diff-editor .editor.${side} .native-edit-context, .monaco-diff-editor .editor.${side} textarea.inputarea`,
      )
      .first()
      .focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+C");
    texts.push(await window.clipboard());
  }
  return texts;
}

async function waitForSelected({ page }: Workbench, name: string): Promise<void> {
  await page
    .locator(".statusbar-item")
    .filter({ hasText: `Selected for compare: ${name}` })
    .waitFor();
}

/** Lines that are marked as removed and as added. */
async function marked({ page }: Workbench): Promise<readonly number[]> {
  return [
    await page.locator(".monaco-diff-editor .editor.original .view-overlays .line-delete").count(),
    await page.locator(".monaco-diff-editor .editor.modified .view-overlays .line-insert").count(),
  ];
}

/** Two answers of one question that differ in one line, and in what differs each time. */
function twins(first: string): Misbehaviour {
  return (_incoming, outgoing, held) => {
    const ids = /"call_ids":\["([^"]+)"\]/.exec(JSON.stringify(held.body));
    const columns = JSON.stringify(held.body).includes('"inputs"');
    if (held.path !== "/calls/stream_query" || ids === null || !columns) return held.pass();
    const mine = ids[1] === first;
    const record = {
      id: ids[1],
      inputs: { model: "m", messages: [{ role: "user", content: "Where is my order?" }] },
      output: {
        id: mine ? "chatcmpl-AbC123dEf456" : "chatcmpl-XyZ987wVu654",
        object: "chat.completion",
        created: mine ? 1_763_000_000 : 1_763_999_999,
        choices: [
          {
            index: 0,
            finish_reason: "stop",
            message: {
              role: "assistant",
              content: `It is on its way.\n\n${mine ? "It comes today." : "It comes tomorrow."}\n\nAnything else?`,
            },
          },
        ],
      },
    };
    outgoing.writeHead(200, { "content-type": "application/jsonl" });
    outgoing.end(JSON.stringify(record));
  };
}

test("two turns, calls or threads are compared in the editor's own way, and only what means something differs", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await window.startCommand("weaveThreads.compareWithSelected", { weaveKind: "thread", weaveThread: refund });
    await window.notifications.waitFor("Select a thread, turn or call for compare first.");
    await view.chooseOn(refund, "Select for Compare");
    await waitForSelected(window, refund);
    await view.chooseOn(refund, "Compare with Selected");
    await window.notifications.waitFor(`${refund} is already selected for compare. Select a different thread.`);
    await view.chooseOn(review, "Compare with Selected");
    await window.page
      .locator(".tab.active .label-name")
      .filter({ hasText: `${refund} ↔ ${review}` })
      .waitFor();
    await eventually(async () => {
      const [before = "", after = ""] = await sides(window);
      assert.match(before, /INV-2093/);
      assert.match(after, /PR|pull request/i);
    });
    await window.runCommand("View: Close Editor");

    await window.runCommand("Weave: Compare Threads…");
    await window.quickInput.waitFor("Compare Threads (1/2)");
    await window.quickInput.pick(review);
    await window.quickInput.waitFor("Compare Threads (2/2)");
    assert.ok(!(await window.quickInput.items()).some(({ label }) => label === review));
    await window.quickInput.press("Back");
    await window.quickInput.waitFor("Compare Threads (1/2)");
    await window.quickInput.pick(review);
    await window.quickInput.waitFor("Compare Threads (2/2)");
    await window.quickInput.pick(refund);
    await window.page
      .locator(".tab.active .label-name")
      .filter({ hasText: `${review} ↔ ${refund}` })
      .waitFor();
    await eventually(async () => assert.match((await sides(window))[1] ?? "", /INV-2093/));

    const succeeded = (await askTurns(service, planning)).filter(({ summary }) => summary?.weave.status === "success");
    const [first, second] = succeeded;
    assert.ok(first !== undefined && second !== undefined);
    const call = (id: string) => ({ weaveKind: "call", weaveThread: planning, weaveTurn: first.id, weaveCall: id });
    const turn = (id: string) => ({ weaveKind: "turn", weaveThread: planning, weaveTurn: id });
    const press = hiddenCommands(window, {
      selectTurn: { command: "weaveThreads.selectForCompare", args: turn(first.id) },
      withTurn: { command: "weaveThreads.compareWithSelected", args: turn(second.id) },
      selectCall: { command: "weaveThreads.selectForCompare", args: call(first.id) },
      withCall: { command: "weaveThreads.compareWithSelected", args: call(second.id) },
    });
    service.misbehave(twins(first.id));
    await press("selectTurn");
    await waitForSelected(window, first.id.slice(-8));
    await press("withTurn");
    const title = `${first.id.slice(-8)} ↔ ${second.id.slice(-8)}`;
    await window.page.locator(".tab.active .label-name").filter({ hasText: title }).waitFor();
    await eventually(async () => assert.deepEqual(await marked(window), [1, 1]));
    const [left = "", right = ""] = await sides(window);
    assert.match(left, /Where is my order\?[\s\S]*It comes today\./);
    assert.equal(right, left.replace("today", "tomorrow"));

    await press("selectCall");
    await waitForSelected(window, first.id.slice(-8));
    await press("withTurn");
    await window.notifications.waitFor(/Cannot compare .* \(call\) with .* \(turn\)\. Select two threads/);
    await press("withCall");
    await eventually(async () => {
      const [before = "", after = ""] = await sides(window);
      assert.match(before, /"inputs"[\s\S]*today/);
      assert.equal(after, before.replace("today", "tomorrow"));
    });
    assert.deepEqual(await marked(window), [1, 1]);
  }));

test("a comparison that cannot be loaded says why before any editor opens; a thread opens as text", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await view.chooseOn(refund, "Select for Compare");
    await waitForSelected(window, refund);

    service.misbehave(lackingRoute("/calls/stream_query"));
    await view.chooseOn(review, "Compare with Selected");
    await window.notifications.waitFor("does not support /calls/stream_query");
    assert.deepEqual(await window.editorTabs(), []);
    service.misbehave(null);
    await window.notifications.press("does not support /calls/stream_query", "Retry");
    await window.page
      .locator(".tab.active .label-name")
      .filter({ hasText: `${refund} ↔ ${review}` })
      .waitFor();
    await window.runCommand("View: Close Editor");

    await view.chooseOn(refund, "Open Conversation as Text");
    await new EditorTab(window.page).waitFor("conversation.md");
    await window.page.locator('.statusbar-item[id="status.editor.mode"]').filter({ hasText: "Markdown" }).waitFor();
    await eventually(async () => assert.match((await window.editorText()) ?? "", /INV-2093/));
  }));
