import assert from "node:assert/strict";
import { test } from "node:test";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import type { Misbehavior } from "../fault/interposedService.ts";
import { lackingRoute } from "../fault/olderService.ts";
import { askTurns } from "./callRows.ts";
import { closeComparison, comparison, waitForComparison } from "./comparison.ts";
import { activeText, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";

const editor = installedEditor();
const service = interposed();
const { planning, refund, review } = showcaseThreads;

async function waitForSelected({ page }: Workbench, name: string): Promise<void> {
  await page
    .locator(".statusbar-item")
    .filter({ hasText: `Selected for compare: ${name}` })
    .waitFor();
}

/** Responses for two turns whose answers differ in one line, besides their IDs and times. */
function twins(first: string): Misbehavior {
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

test("threads compare from their menu, retry after a failure, and open as text", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await view.chooseOn(review, "Select for Compare");
    await waitForSelected(window, review);
    await view.chooseOn(refund, "Compare with Selected");
    const picked = await waitForComparison(window, `${review} ↔ ${refund}`);
    assert.match(picked.left, /PR|pull request/i);
    assert.match(picked.right, /INV-2093/);
    await closeComparison(window, `${review} ↔ ${refund}`);

    await view.chooseOn(refund, "Select for Compare");
    await waitForSelected(window, refund);
    service.misbehave(lackingRoute("/calls/stream_query"));
    await view.chooseOn(review, "Compare with Selected");
    await window.notifications.waitFor("/calls/stream_query is not supported by");
    assert.deepEqual(await window.editorTabs(), []);
    service.misbehave(null);
    await window.notifications.press("/calls/stream_query is not supported by", "Retry");
    const retried = await waitForComparison(window, `${refund} ↔ ${review}`);
    assert.deepEqual(retried, { ...retried, left: picked.right, right: picked.left });
    await closeComparison(window, `${refund} ↔ ${review}`);

    await view.chooseOn(refund, "Open Conversation as Text");
    await window.page.locator('.statusbar-item[id="status.editor.mode"]').filter({ hasText: "Markdown" }).waitFor();
    await eventually(async () => assert.match(await activeText(window), /^# .*\n## Turn 1: .*\n- Started \d{4}-/s));
  }));

test("turns and calls compare only with their own kind, without IDs and times of responses", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await settledRows(await signIn(window, service));
    const run = (command: string, given: object) => runCommandById(window, `weaveThreads.${command}`, given);
    const start = (command: string, given: object) => window.startCommand(`weaveThreads.${command}`, given);
    const thread = { weaveKind: "thread", weaveThread: refund };
    await start("compareWithSelected", thread);
    await window.notifications.waitFor("Run Select for Compare on a thread, turn or call first.");
    await run("selectForCompare", thread);
    await start("compareWithSelected", thread);
    await window.notifications.waitFor(`${refund} is already selected for compare. Select a different thread.`);

    const succeeded = (await askTurns(service, planning)).filter(({ summary }) => summary?.weave.status === "success");
    const [first, second] = succeeded;
    assert.ok(first !== undefined && second !== undefined);
    const turn = (id: string) => ({ weaveKind: "turn", weaveThread: planning, weaveTurn: id });
    const call = (id: string) => ({ ...turn(first.id), weaveKind: "call", weaveCall: id });
    const title = `${first.id.slice(-8)} ↔ ${second.id.slice(-8)}`;
    service.misbehave(twins(first.id));
    await run("selectForCompare", turn(first.id));
    await run("compareWithSelected", turn(second.id));
    const turns = await waitForComparison(window, title);
    assert.match(turns.left, /Where is my order\?[\s\S]*It comes today\./);
    assert.equal(turns.right, turns.left.replace("today", "tomorrow"));

    await run("selectForCompare", call(first.id));
    await start("compareWithSelected", turn(second.id));
    await window.notifications.waitFor(/Cannot compare .* \(call\) with .* \(turn\)\. Select two threads/);
    await run("compareWithSelected", call(second.id));
    await eventually(async () => assert.match((await comparison(window))?.left ?? "", /"inputs"[\s\S]*today/));
    const calls = await waitForComparison(window, title);
    assert.equal(calls.right, calls.left.replace("today", "tomorrow"));
  }));
