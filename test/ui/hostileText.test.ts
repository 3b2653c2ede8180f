import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleText } from "../../src/core/text/visibleText.ts";
import { sampleProject } from "../../src/sampleService/data/sampleProject.ts";
import { supportWorkload } from "../../src/sampleService/data/supportWorkload.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposedProjects } from "./interposed.ts";
import { countId, enterStep, project, settledRows, signIn, waitForStatus } from "./steps.ts";
import { allTime } from "./threadRows.ts";

/** An icon, links of two kinds, markup of two kinds, an escape sequence, a bidirectional mark and a line end. */
const hostile =
  '$(zap)[x](command:workbench.action.terminal.new)<img src="x">**b** https://evil.example\u001b[31m\u202eli\nve';
/** As every surface shows it. */
const shown = visibleText(hostile);
/** Where `](` is a link even in plain sentences. */
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

/** Nothing of it has become an icon, a link, an element or a command, anywhere in the window. */
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

test("ids with markup, icons, links and marks are text in every place that shows them", (t) =>
  editor.inWindow(t, { settings: allTime, fresh: {} }, async (window) => {
    const { quickInput, notifications } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    await waitForStatus(window, "40 calls");
    const [first] = await view.rows();
    assert.ok(first !== undefined);
    assert.ok(first.label.startsWith("$(zap)"), first.label);
    assert.ok(first.accessibleName.startsWith(`Thread ${shown}`), first.accessibleName);
    await staysText(window, "in rows");
    assert.ok((await view.tooltip(first.label)).includes(shown), await view.tooltip(first.label));
    await staysText(window, "in the tooltip of a row");

    await view.toggle(first.label);
    await eventually(async () => {
      const turn = (await view.rows()).find(({ label }) => label === "First turn");
      assert.ok(turn?.description.startsWith(shown), turn?.description);
    });
    assert.ok((await view.tooltip("First turn")).includes(shown));
    await staysText(window, "in details");

    await view.chooseOn(first.label, "Open Conversation");
    const { page } = new ConversationTab(window.page);
    assert.ok((await page.locator("h1").innerText()).startsWith(shown));
    await eventually(async () => assert.ok((await window.editorTabs())[0]?.startsWith("$(zap)[x](command:")));
    await page.locator("article.turn .message").first().waitFor();
    assert.equal(await page.locator("img, [href]:not(link), .codicon").count(), 0);
    hasNoMarks(await page.locator("body").innerText(), "in the page of a conversation");
    await staysText(window, "in the tab of a conversation");
    await window.runCommand("View: Close Editor");
    const turn = await eventually(async () => {
      const [row] = (await view.rows()).filter(({ accessibleName }) => accessibleName.startsWith("Turn $(zap)"));
      assert.ok(row);
      assert.ok(row.label.startsWith("$(zap)"), row.label);
      return row;
    });
    const tooltip = await view.tooltip(turn.label);
    for (const part of ["Turn: $(zap)", "Exception: $(zap)"]) assert.ok(tooltip.includes(part), tooltip);
    await staysText(window, "in turns");

    await view.chooseOn(first.label, "Count Calls in This Thread…");
    await eventually(async () => {
      const labels = (await quickInput.items()).map(({ label }) => label);
      assert.ok(
        labels.some((label) => label.startsWith("thread is $(zap)[x](command:")),
        labels.join("\n"),
      );
    });
    await staysText(window, "in the count box");
    await quickInput.pick("Save Count…");
    await quickInput.waitFor("Save Count");
    await quickInput.type("$(zap)[x](command:workbench.action.terminal.new)");
    await quickInput.accept();
    const counts = window.view("Counts");
    await eventually(async () => assert.ok((await counts.rows())[0]?.label.startsWith("$(zap)")));
    await quickInput.dismiss();
    const [saved] = await counts.rows();
    await counts.tooltip(saved?.label ?? "");
    await staysText(window, "in saved counts");
    await counts.chooseOn(saved?.label ?? "", "Show Count in Status Bar");
    await waitForStatus(window, /^\$\(zap\)/);
    await window.statusItem(countId).tooltip();
    await staysText(window, "in the status bar");
    await counts.chooseOn(saved?.label ?? "", "Delete Count");
    assert.ok((await notifications.waitFor("Deleted saved count")).includes("$(zap)[x] (command:"));
    await staysText(window, "in a notification");

    await window.runCommand("Weave: Find Thread…");
    await quickInput.type("$(zap)[x](command:workbench.action.terminal.new)");
    await quickInput.accept();
    await eventually(async () => assert.match(await quickInput.message(), /\$\(zap\)\[x\] \(command:.* not found in /));
    await staysText(window, "in the box that finds threads");
    await quickInput.dismiss();

    await view.chooseOn(first.label, "Show Only This Thread");
    await eventually(async () => assert.match(await view.description(), /\$\(zap\)/));
    await staysText(window, "in the filter");
  }));

test("what a service says of a failure is text in every place that tells it", { timeout: 180_000 }, (t) =>
  editor.inWindow(t, { settings: allTime, fresh: {} }, async (window) => {
    const { quickInput, notifications } = window;
    const view = await signIn(window, service);
    await settledRows(view);
    await waitForStatus(window, "40 calls");
    await window.runCommand("Weave: Count Calls…");
    await quickInput.pick("Trace Roots Only");
    await quickInput.pick("Save Count…");
    await quickInput.waitFor("Save Count");
    await quickInput.accept();
    const counts = window.view("Counts");
    await counts.waitForRows();
    await quickInput.dismiss();
    const [first] = await view.rows();
    service.misbehave(answering(404, { reason: hostile }));
    await view.press("Refresh");
    await eventually(async () => assert.ok((await view.message()).includes(unlinked), await view.message()));
    const item = window.statusItem(countId);
    await eventually(async () => assert.ok((await item.accessibleName()).includes(unlinked)));
    assert.ok((await item.tooltip()).includes(unlinked));
    await staysText(window, "in the view's message and the status item");

    await eventually(async () => assert.ok((await counts.rows())[0]?.description.includes(unlinked)));
    await counts.tooltip((await counts.rows())[0]?.label ?? "");
    await view.toggle(first?.label ?? "");
    await eventually(async () => {
      const failed = (await view.rows()).find(({ label }) => label === "Calls in this thread");
      assert.ok(failed?.description.includes(unlinked), failed?.description);
    });
    await view.tooltip("Calls in this thread");
    await staysText(window, "in rows");

    await window.runCommand("Weave: Count Calls…");
    await quickInput.pick("All Calls");
    await eventually(async () => assert.ok((await quickInput.items())[0]?.label.includes("$(zap)[x] (command:")));
    await staysText(window, "in the count box");
    await quickInput.dismiss();

    await window.runCommand("Weave: Find Thread…");
    await quickInput.type("anything");
    await quickInput.accept();
    await eventually(async () => assert.ok((await quickInput.message()).includes("$(zap)[x] (command:")));
    await staysText(window, "in the box that finds threads");
    await quickInput.dismiss();

    await window.runCommand("Weave: New Count File");
    await window.runCommand("Weave: Run Count File");
    assert.ok((await notifications.waitFor("Not found:")).includes(unlinked));
    const tab = new EditorTab(window.page);
    await eventually(async () => assert.ok((await tab.codeLenses())[1]?.includes("$(zap)[x] (command:")));
    await staysText(window, "in a notification and a lens");

    await window.runCommand("Weave: Sign In…");
    await enterStep(window, 1, service.url);
    await enterStep(window, 2, service.username);
    await enterStep(window, 3, service.password);
    assert.ok(await quickInput.offers("Save Without Checking", 20_000));
    const said = (await quickInput.items()).map(({ label }) => label).join(" ");
    assert.ok(said.includes("$(zap)[x] (command:"), said);
    await staysText(window, "while signing in");
    // It leads back to the key.
    await window.page.keyboard.press("Escape");
    await eventually(async () => assert.ok(await quickInput.masked()));
    await quickInput.dismiss();

    service.misbehave(answering(422, { detail: [{ loc: ["body", "query", hostile], msg: hostile, type: hostile }] }));
    await window.runCommand("Weave: Run Count File");
    await eventually(async () => assert.ok((await tab.problems())[0]?.message.includes("$(zap)[x](command:")));
    await staysText(window, "in the problems");
    await view.press("Refresh");
    await eventually(async () => assert.ok((await view.message()).includes("$(zap)[x] (command:")));
    await window.runCommand("Weave: Count Calls…");
    await quickInput.pick("Errors Today");
    await eventually(async () => assert.ok((await quickInput.items())[0]?.label.includes("rejected")));
    await staysText(window, "in the count box");
    await quickInput.dismiss();

    await window.runCommand("Weave: Show Log");
    await eventually(async () => {
      const log = await window.shownOutput();
      assert.match(log, /failed: \{"kind":"notFound","detail":"\$\(zap\)\[x\]\(command:/);
      hasNoMarks(log, "in the log");
    });
    await window.runCommand("Weave: Show Diagnostics");
    await quickInput.pick("Include projects, hosts and users");
    await tab.waitFor("Weave diagnostics 1.md");
    await eventually(async () => {
      const report = await window.editorText();
      assert.match(report, /"kind":"notFound","detail":"\$\(zap\)/);
      hasNoMarks(report, "in the report");
    });
  }),
);
