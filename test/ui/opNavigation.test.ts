import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { createFormats } from "../../src/core/text/format.ts";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { ConversationTab } from "../editor/workbench/conversationTab.ts";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { askLines } from "./callRows.ts";
import { activeLenses, restartExtension, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { showsRow } from "./savedCountRows.ts";
import { manualRequests, project, settledRows, signIn, waitForStatus } from "./steps.ts";
import { turnsShown } from "./turnRows.ts";

const editor = installedEditor();
const service = interposed();
const formats = createFormats("en");
const callLine = z.object({ started_at: z.string(), thread_id: z.string() });

const files: Readonly<Record<string, string>> = {
  "support/agent.py": [
    '"""The assistant."""',
    "import weave",
    "",
    "# @weave.op",
    "def helper(): ...",
    "",
    "class Assistant(weave.Model):",
    "    @weave.op",
    "    async def triage_ticket(self, text: str):",
    "        return text",
    "",
    "@retried",
    '@weave.op(call_display_name="Answer")',
    "def answer_customer(messages):",
    "    return helper()",
    "",
  ].join("\n"),
  "support/triage.py": "from weave import op\n\n@op\ndef triage_ticket(text):\n    return text\n",
  "web/triage.ts": [
    "import * as weave from 'weave';",
    "",
    "export const traced = weave.op(triage_ticket);",
    "function triage_ticket(text: string) {",
    "  return text;",
    "}",
    "export const rare = weave.op(() => 1, { name: 'never_called' });",
  ].join("\n"),
  "node_modules/other/triage.js": "const weave = require('weave');\nweave.op(function triage_ticket() {});\n",
};

/** File, line and column of the cursor in the active editor; lines and columns count from 1. */
async function cursor(window: Workbench): Promise<string> {
  const host = await window.host();
  return await host.run(({ vscode }) => {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    if (document === undefined || selection === undefined) return "";
    return `${vscode.workspace.asRelativePath(document.uri)}:${selection.active.line + 1}:${selection.active.character + 1}`;
  });
}

test("Go to Op Definition opens the op's function, offers several, and searches for what it cannot find", (t) =>
  editor.inWindow(t, { files }, async (window) => {
    const goTo = (op: string) => runCommandById(window, "weaveThreads.goToOpCode", { op });
    await goTo(`weave:///${project}/op/answer_customer:abc`);
    assert.equal(await cursor(window), "support/agent.py:14:5");
    // Signed out.
    assert.deepEqual(await activeLenses(window), []);
    await goTo("Assistant.triage_ticket");
    assert.equal(await cursor(window), "support/agent.py:9:15");

    await window.startCommand("weaveThreads.goToOpCode", { op: `weave:///${project}/op/triage_ticket:abc` });
    await window.quickInput.waitFor("Definitions of Op triage_ticket");
    const found = (await window.quickInput.items()).map((item) => [item.label, item.description, item.detail]);
    assert.deepEqual(found.toSorted(), [
      ["triage_ticket", "support/triage.py:4", "def triage_ticket(text):"],
      ["triage_ticket", "web/triage.ts:4", "function triage_ticket(text: string) {"],
    ]);
    await window.quickInput.type("web");
    await window.quickInput.accept();
    await eventually(async () => assert.equal(await cursor(window), "web/triage.ts:4:10"));

    await window.startCommand("weaveThreads.goToOpCode", { op: "openai.chat.completions.create" });
    const none = /Op openai\.chat\.completions\.create is not defined in the workspace/;
    await window.notifications.press(none, "Search in Files");
    const search = window.page.locator(".search-view .search-widget textarea").first();
    await eventually(async () => assert.equal(await search.inputValue(), "create"));
  }));

test("a failed call in a turn's head opens it, and a stack frame in it opens its file of the workspace", (t) =>
  editor.inWindow(t, { files }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await view.select(showcaseThreads.refund);
    const tab = new ConversationTab(window.page);
    await tab.waitFor(showcaseThreads.refund);
    await tab.page
      .getByRole("button", { name: /RateLimitError/ })
      .first()
      .click();
    const failed = tab.turn(4);
    await failed.getByRole("treeitem").nth(3).waitFor();
    await failed.locator("summary", { hasText: "Traceback" }).first().press("Enter");
    const frame = failed.getByRole("button", { name: /support\/agent\.py/ }).first();
    await frame.click();
    await eventually(async () => assert.match(await cursor(window), /^support\/agent\.py:\d+:1$/));
  }));

test("a turn leads to its op's function, whose lens lists the latest calls and opens their conversation", (t) =>
  editor.inWindow(t, { files }, async (window) => {
    const view = await signIn(window, service);
    await settledRows(view);
    await view.toggle(showcaseThreads.refund);
    const [turn] = await eventually(async () => {
      const turns = await turnsShown(view);
      // Until their words have arrived, turns are an ellipsis.
      assert.ok(turns.length > 0 && turns.every(({ label }) => label !== "…"));
      return turns;
    });
    await view.chooseOn(turn?.label ?? "", "Go to Op Definition");
    await eventually(async () => assert.equal(await cursor(window), "support/agent.py:14:5"));
    const lenses = (await activeLenses(window)).map(({ line, title, tooltip }) => [line, title, tooltip]);
    assert.deepEqual(lenses, [
      [8, "Show Weave calls", "Show the latest calls to op Assistant.triage_ticket"],
      [8, "Show Numbers", ""],
      [13, "Show Weave calls", "Show the latest calls to op answer_customer"],
      [13, "Show Numbers", ""],
    ]);

    await window.runCommand("Weave: Count Op Calls…");
    await window.quickInput.waitFor(`Count Calls · ${project}`);
    await window.quickInput.dismiss();
    await window.runCommand("Weave: Show Op Calls…");
    await window.quickInput.waitFor(`Calls to answer_customer in ${project}`);
    await window.quickInput.pick("Count Calls to answer_customer…");
    await window.quickInput.waitFor(`Count Calls · ${project}`);
    await window.quickInput.dismiss();

    await window.startCommand("weaveThreads.showOpCalls", { op: "never_called" });
    await eventually(async () => {
      const [, none] = await window.quickInput.items();
      assert.equal(none?.label, "No calls to never_called in this project.");
    });
    await window.quickInput.dismiss();

    const [latest] = await askLines(service, callLine, {
      filter: { op_names: [`weave:///${project}/op/answer_customer:*`] },
      sort_by: [{ field: "started_at", direction: "desc" }],
      limit: 1,
    });
    assert.ok(latest !== undefined);
    const requests = () => manualRequests(service.requests).filter(({ path }) => path === "/calls/stream_query").length;
    const before = requests();
    await window.page.locator(".codelens-decoration a", { hasText: "Show Weave calls" }).nth(1).click();
    const when = formats.dateTime(Date.parse(latest.started_at)).replaceAll("\u202f", " ");
    await eventually(async () => {
      const [, first] = await window.quickInput.items();
      assert.equal(first?.label.replaceAll("\u202f", " "), when);
      assert.ok(first?.description.endsWith(`thread ${latest.thread_id}`), first?.description);
    });
    assert.equal(requests(), before + 1);
    await window.quickInput.accept();
    const conversation = new ConversationTab(window.page);
    await conversation.waitFor(latest.thread_id);
    await conversation.page.locator("article.turn:focus").waitFor();
  }));

test("Show Numbers puts the numbers of the calls above the ops, which lead to these calls", (t) =>
  editor.inWindow(t, { files }, async (window) => {
    await signIn(window, service);
    await runCommandById(window, "weaveThreads.goToOpCode", { op: `weave:///${project}/op/answer_customer:abc` });
    const tab = new EditorTab(window.page);
    const links = ["Show Weave calls", "Show Numbers"];
    await eventually(async () => assert.deepEqual(await tab.codeLenses(), [...links, ...links]));
    const requestedNumbers = () =>
      service.requests.filter(
        ({ body }) => String(Object(body).columns) === "id,op_name,started_at,ended_at,exception",
      );
    assert.equal(requestedNumbers().length, 0);
    await window.runCommand("Weave: Show Numbers Above Ops");
    const lenses = await eventually(async () => {
      const shown = await tab.codeLenses();
      assert.match(shown.join("\n"), /^0 calls · 7d\n[\d,]+ calls · \d+ failed · p50 [\d.]+s · 7d$/);
      return shown;
    });
    assert.equal(requestedNumbers().length, 1);
    const [count = ""] = (lenses[1] ?? "").split(" · ");
    const counts = window.view("Counts");
    await eventually(async () => {
      // VS Code replaces the code lenses when numbers arrive, also while one is clicked.
      if ((await counts.rows()).length === 0) await tab.pressCodeLens(count);
      assert.notEqual((await counts.rows()).length, 0);
    });
    await showsRow(counts, "answer_customer · 7d", new RegExp(`^${count}`));
    await runCommandById(window, "weaveThreads.refresh");
    await eventually(() => assert.equal(requestedNumbers().length, 2));
  }));

test("Show Calls of the Last Run lists the calls since a task began, and says that nothing has run", (t) =>
  editor.inWindow(t, { files }, async (window) => {
    await signIn(window, service);
    const command = "Weave: Show Calls of the Last Run";
    await window.startCommand("weaveThreads.showLastRunCalls");
    await window.notifications.waitFor(/^No debug session, task or terminal command has started in this window\./);
    const host = await window.host();
    await host.run(async ({ vscode }) => {
      const definition = { type: "test" };
      const execution = new vscode.CustomExecution(async () => {
        const close = new vscode.EventEmitter<number>();
        const written = new vscode.EventEmitter<string>();
        return {
          onDidWrite: written.event,
          onDidClose: close.event,
          open: () => close.fire(0),
          close: () => undefined,
        };
      });
      const task = new vscode.Task(definition, vscode.TaskScope.Workspace, "run", "test", execution);
      const started = new Promise<void>((resolve) => vscode.tasks.onDidStartTask(() => resolve()));
      await vscode.tasks.executeTask(task);
      await started;
    });
    await window.runCommand(command);
    const counts = window.view("Counts");
    await eventually(async () => {
      const [row] = await counts.rows();
      assert.match(row?.label ?? "", /^Task since \d+:\d\d:\d\d\s[AP]M$/);
      assert.match(row?.value ?? "", /^0 calls/);
    });
  }));

test("a project that the workspace's files name is offered once where none is set", (t) =>
  editor.inWindow(t, { files: { "app.py": 'import weave\nweave.init("northwind/code-review")\n' } }, async (window) => {
    await signIn(window, service);
    const host = await window.host();
    await host.run(async ({ vscode }) => {
      const { Global } = vscode.ConfigurationTarget;
      await vscode.workspace.getConfiguration().update("weaveThreads.project", undefined, Global);
    });
    await restartExtension(window);
    const offer = "Found Weave project northwind/code-review in app.py. Show it in this workspace?";
    await window.notifications.press(new RegExp(`^${offer.replaceAll(/[.?]/g, "\\$&")}$`), "Show Project");
    await waitForStatus(window, "1.1K calls");
  }));
