import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleText } from "../../src/core/text/visibleText.ts";
import { sampleProject } from "../../src/localService/data/sampleProject.ts";
import { supportWorkload } from "../../src/localService/data/supportWorkload.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { QuickInput } from "../editor/workbench/quickInput.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering } from "../fault/interposedService.ts";
import { activeLenses, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposedProjects } from "./interposed.ts";
import { hideViews, project, settledRows, signIn, waitForStatus } from "./steps.ts";
import { allTime } from "./threadRows.ts";

/** An icon, links of two kinds, markup of two kinds, an escape sequence, a bidirectional mark and a line end. */
const hostile =
  '$(zap)[x](command:workbench.action.terminal.new)<img src="x">**b** https://evil.example\u001b[31m\u202eli\nve';
/** As it is shown everywhere. */
const shown = visibleText(hostile);
/** As it is shown in messages. */
const unlinked = shown.replace("](", "] (");

const odd = (id: string): string => hostile + id;
const generated = sampleProject({
  id: project,
  workload: supportWorkload,
  threads: 3,
  calls: 40,
  seed: 5,
  now: new Date(),
});
const calls = [...generated.calls].map((call) => ({
  ...call,
  id: odd(call.id),
  parent_id: call.parent_id === null ? null : odd(call.parent_id),
  thread_id: call.thread_id === null ? null : odd(call.thread_id),
  turn_id: call.turn_id === null ? null : odd(call.turn_id),
  ...(call.id === call.turn_id ? { inputs: { question: hostile }, exception: hostile } : {}),
}));

const editor = installedEditor();
const service = interposedProjects({ ...generated, calls });

function hasNoMarks(text: string, where: string): void {
  for (const mark of ["\u001b", "\u202e"]) assert.ok(!text.includes(mark), where);
}

/** Nothing in the window is an icon, a link or an element of the text. */
async function staysText(window: Workbench, where: string): Promise<void> {
  const { page } = window;
  assert.ok((await page.locator(".codicon").count()) > 0, "the search finds icons");
  const rendered = [
    ".codicon-zap",
    'img[src="x"]',
    ...[
      '[href*="terminal.new"]',
      '[data-href*="terminal.new"]',
      '[href*="evil.example"]',
      '[data-href*="evil.example"]',
    ],
  ];
  for (const selector of rendered) assert.equal(await page.locator(selector).count(), 0, `${selector} ${where}`);
  const text = await page.locator("body").innerText();
  assert.ok(text.length > 100, "the search finds text");
  hasNoMarks(text, where);
}

async function labels(quickInput: QuickInput): Promise<string> {
  return (await quickInput.items()).map(({ label }) => label).join("\n");
}

test("a hostile thread ID, op, exception or service response is shown as plain text everywhere", (t) =>
  editor.inWindow(t, { settings: allTime }, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    await waitForStatus(window, "40 calls");
    const [first] = await view.rows();
    assert.ok(first !== undefined);
    assert.ok(first.accessibleName.startsWith(`Thread ${shown}`), first.accessibleName);
    assert.ok((await view.tooltip(first.label)).includes(shown));
    await staysText(window, "in a row and its tooltip");

    await view.chooseOn(first.label, "Open Conversation");
    const { page } = new ConversationTab(window.page);
    await eventually(async () => assert.ok((await page.locator("h1").innerText()).startsWith(shown)));
    await eventually(async () => assert.ok((await window.editorTabs())[0]?.startsWith("$(zap)[x](command:")));
    await page.locator("article.turn .message").first().waitFor();
    assert.equal(await page.locator("img, [href]:not(link), .codicon").count(), 0);
    hasNoMarks(await page.locator("body").innerText(), "in the page of a conversation");
    await staysText(window, "in the tab of a conversation");

    await view.toggle(first.label);
    await eventually(async () => {
      const names = (await view.rows()).map(({ accessibleName }) => accessibleName);
      assert.ok(names.some((name) => name.startsWith("Turn $(zap)")));
    });
    await staysText(window, "in a turn");

    await view.chooseOn(first.label, "Count Calls in This Thread…");
    await eventually(async () => assert.match(await labels(quickInput), /thread is \$\(zap\)\[x\]\(command:/));
    await staysText(window, "in the count box");
    await quickInput.pick("Save Count…");
    await quickInput.waitFor("Save Count");
    await quickInput.type("$(zap)[x](command:workbench.action.terminal.new)");
    await quickInput.accept();
    const counts = window.view("Counts");
    await eventually(async () => assert.ok((await counts.rows())[0]?.label.startsWith("$(zap)")));
    await quickInput.dismiss();
    const name = (await counts.rows())[0]?.label ?? "";
    await counts.chooseOn(name, "Show Count in Status Bar");
    await waitForStatus(window, /^\$\(zap\)/);
    await staysText(window, "in the status bar");

    service.misbehave(answering(404, { reason: hostile }));
    await showsFailureAsText(window);
  }));

/** Every place that shows what a failing service responds. */
async function showsFailureAsText(window: Workbench): Promise<void> {
  const { quickInput, notifications } = window;
  const view = window.view("Threads");
  await view.press("Refresh");
  await eventually(async () => {
    const [row] = await view.rows();
    assert.ok(row?.accessibleName.includes(unlinked), row?.accessibleName);
  });
  // A failure that a view or a page tells is in no notification.
  await hideViews(window);
  await runCommandById(window, "workbench.action.closeAllEditors");
  await runCommandById(window, "weaveThreads.refresh");
  assert.ok((await notifications.waitFor("Not found on ")).includes(unlinked));
  await runCommandById(window, "weaveThreads.threads.focus");
  // The focus arrives later, and closes a box that is open then.
  await eventually(async () => assert.ok(await view.hasFocus()));
  await staysText(window, "in a notification and the view's first row");

  await window.runCommand("Weave: Count Calls…");
  await quickInput.pick("All Calls");
  await eventually(async () =>
    assert.match(await labels(quickInput), /Not found on [\d.:]+: \$\(zap\)\[x\] \(command:/),
  );
  await staysText(window, "in a failed count");
  await quickInput.dismiss();

  await window.runCommand("Weave: Find…");
  await quickInput.type("anything");
  assert.ok(await quickInput.offers("Thread with ID “anything”", 20_000));
  await quickInput.pick("Thread with ID “anything”");
  const details = async () => (await quickInput.items()).map(({ detail }) => detail).join("\n");
  await eventually(async () => assert.match(await details(), /Not found on [\d.:]+: \$\(zap\)\[x\] \(command:/));
  await staysText(window, "in the Find box");
  assert.ok(await quickInput.offers("Search conversations for “anything” · all time", 20_000));
  await quickInput.pick("Search conversations for “anything” · all time");
  await quickInput.waitFor("Conversations containing “anything”");
  await eventually(async () => assert.match(await details(), /Not found on [\d.:]+: \$\(zap\)\[x\] \(command:/));
  await staysText(window, "in a failed search");
  await quickInput.dismiss();

  await runCommandById(window, "weaveThreads.newCountFile");
  // The command ends with its notification.
  await window.startCommand("weaveThreads.runCountFile");
  await eventually(async () => {
    const titles = (await activeLenses(window)).map(({ title }) => title);
    assert.match(titles[1] ?? "", /Not found on [\d.:]+: \\\$\(zap\)\[x\] \(command:/);
  });

  await window.runCommand("Weave: Show Log");
  await window.page.locator(".part.panel .view-lines").getByText("notFound").first().waitFor();
  await staysText(window, "in the log");
}
