import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { hanging } from "../fault/interposedService.ts";
import { askCalls, askTurns } from "./callRows.ts";
import { answerSaveDialog } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";
import { allTime } from "./threadRows.ts";

const editor = installedEditor();
const service = interposed({ agents: 12 });
const { refund } = showcaseThreads;

/** The text that an action copies, other than the one before it. */
async function copied(window: Workbench, action: () => Promise<void>): Promise<string> {
  const host = await window.host();
  await host.run(async ({ vscode }) => void (await vscode.env.clipboard.writeText("before")));
  await action();
  return await eventually(async () => {
    const text = await window.clipboard();
    assert.notEqual(text, "before");
    return text;
  });
}

/** Copies the request of a call in a form. */
function request(window: Workbench, tab: ConversationTab, call: Locator, form = "JSON"): Promise<string> {
  return copied(window, async () => {
    await tab.chooseAt(call, "Copy as Request");
    await window.quickInput.pick(form);
  });
}

/** The calls of a turn as rows. */
async function callsOf(turn: Locator): Promise<Locator> {
  await turn.locator("details.calls > summary").click();
  await turn.getByRole("treeitem").first().waitFor();
  return turn.getByRole("treeitem");
}

/** Chooses the entry of the page's menu that exports, and answers the dialog with the file. */
async function startExport(window: Workbench, tab: ConversationTab, file: string): Promise<void> {
  await answerSaveDialog(window, file);
  await tab.choose(tab.page.locator(".page-head"), "Export Conversation…");
}

test("a call is copied as a request and as a test case, and its thread is exported", (t) =>
  editor.inWindow(t, { settings: allTime, files: {} }, async (window, { folder }) => {
    await settledRows(await signIn(window, service));
    const tab = new ConversationTab(window.page);
    await window.startCommand("weaveThreads.openConversation", { threadId: refund });
    await tab.waitFor(refund);
    const all = await askCalls(service, { filter: { thread_ids: [refund] } });
    const rows = await callsOf(tab.turn(1));
    const model = rows.filter({ hasText: /chat\.completions|messages\.create|responses\.create/ }).last();
    const id = await model.getAttribute("data-focus");
    const body = Object(all.find((call) => call.id === id)?.inputs);
    assert.deepEqual(JSON.parse(await request(window, tab, model)), body);
    assert.match(await request(window, tab, model, "Python"), /^import os\n\nimport httpx\n/);
    // A step of the turn is the same call.
    const steps = tab
      .turn(1)
      .locator("details.step")
      .filter({ hasText: /^Model call/ });
    assert.deepEqual(JSON.parse(await request(window, tab, steps.last().locator("summary").first())), body);

    const line = await copied(window, () => tab.choose(tab.turn(1), "Copy as Test Case"));
    const [first] = await askTurns(service, refund);
    assert.equal(line, JSON.stringify({ inputs: first?.inputs, expected: first?.output }));

    const held = hanging();
    service.misbehave((incoming, outgoing, given) => {
      const isInside = JSON.stringify(given.body).includes('"turn_ids"');
      return isInside ? held.misbehavior(incoming, outgoing, given) : given.pass();
    });
    const file = join(folder, "refund.json");
    await startExport(window, tab, file);
    await window.notifications.press("Exporting conversation to refund.json", "Cancel");
    await held.gone;
    await eventually(async () => assert.deepEqual(await readdir(folder), []));
    service.misbehave(null);

    await startExport(window, tab, file);
    await window.notifications.waitFor(new RegExp(`^Exported ${all.length} calls to refund\\.json`));
    const { calls, complete } = JSON.parse(await readFile(file, "utf8"));
    assert.equal(complete, true);
    const documents = (list: readonly { id: string; inputs?: unknown; output?: unknown }[]) =>
      list.map(({ id, inputs, output }) => ({ id, inputs, output })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(documents(calls), documents(all));
  }));

test("a span is copied as a request, a turn of an agent as a test case, and its conversation is exported", (t) =>
  editor.inWindow(t, { settings: allTime, files: {} }, async (window, { folder }) => {
    await settledRows(await signIn(window, service));
    const tab = new ConversationTab(window.page);
    await window.startCommand("weaveThreads.openConversation", { conversation: "agent:research-7d21" });
    await tab.waitForTurns(1);
    const rows = await callsOf(tab.turn(1));
    const asked = "Which suppliers of ceramic knives in Portugal could deliver within a week?";
    const messages = [{ role: "user", content: asked }];
    const body = JSON.parse(await request(window, tab, rows.filter({ hasText: "chat gpt-5" }).first()));
    assert.deepEqual(body, { model: "gpt-5", messages });
    const line = JSON.parse(await copied(window, () => tab.choose(tab.turn(1), "Copy as Test Case")));
    const answer = "Three suppliers in the north deliver within a week. The search in the south failed.";
    const content = `I'll ask two searchers at once.\n\n${answer}`;
    assert.deepEqual(line, { inputs: { messages }, expected: { messages: [{ role: "assistant", content }] } });

    const file = join(folder, "research.json");
    await startExport(window, tab, file);
    await window.notifications.waitFor(/^Exported \d+ spans to research\.json/);
    const { calls, kind, complete } = JSON.parse(await readFile(file, "utf8"));
    assert.deepEqual([kind, complete, calls.length], ["agent", true, await rows.count()]);
    assert.ok(calls.some(({ inputs }: { inputs: unknown }) => JSON.stringify(inputs)?.includes(asked)));
  }));
