import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { activeDiagnostics, activeLenses, activeText, pressLens, runCommandById, setActiveText } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { manualRequests, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed({ threads: 70, calls: 1200 });
const button = "Count calls";

/** Takes steps in a window that is signed in. A hanging request does not time out before the test does. */
async function signedIn(t: TestContext, steps: (window: Workbench) => Promise<void>): Promise<void> {
  const settings = { "weaveThreads.requestTimeout": 600 };
  await editor.inWindow(t, { settings, files: { "mine.weave-count.json": "{}\n" } }, async (window) => {
    await signIn(window, service);
    await waitForStatus(window, "1.2K calls");
    await steps(window);
  });
}

/** Opens the count file as the Explorer does: VS Code keeps a document of `openTextDocument` open after its tab. */
async function openFile(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(async ({ vscode }) => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder === undefined) throw new Error("The window shows no folder.");
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.joinPath(folder.uri, "mine.weave-count.json"));
  });
}

function requestCount(): number {
  return manualRequests(service.requests).length;
}

/** The titles of the code lenses, without icons. */
async function titles(window: Workbench): Promise<readonly string[]> {
  return (await activeLenses(window)).map(({ title }) => title.replace(/^\$\([\w~-]+\) /, ""));
}

/** Runs the active count file to its end, and resolves with what its second lens shows. */
async function run(window: Workbench): Promise<string> {
  await runCommandById(window, "weaveThreads.runCountFile");
  const [first, result = "", ...others] = await titles(window);
  assert.equal(first, button);
  if (!result.startsWith("Not counted")) assert.deepEqual(others, ["Show Calls"]);
  return result;
}

/** Starts the active count file, whose request hangs; `gone` is the end of the request. */
async function runHanging(window: Workbench): Promise<{ readonly gone: Promise<void> }> {
  const { misbehavior, requested, gone } = hanging(600_000);
  service.misbehave(misbehavior);
  await pressLens(window, button);
  await requested;
  await eventually(async () => assert.deepEqual(await titles(window), ["Counting…", "Cancel"]));
  return { gone };
}

/** Severity, line, column and first sentence of each diagnostic, by line. */
async function problems(window: Workbench): Promise<readonly (readonly [string, number, number, string])[]> {
  const found = (await activeDiagnostics(window)).toSorted((a, b) => a.line - b.line);
  return found.map(({ severity, message, line, column }) => [severity, line, column, message.split(".")[0] ?? ""]);
}

/** Labels of the completions at a place of the active editor; both counted from 1. */
async function completionsAt(window: Workbench, line: number, column: number): Promise<readonly string[]> {
  const host = await window.host();
  return await host.run(
    async ({ vscode }, [row, character]: readonly [number, number]) => {
      const { items }: import("vscode").CompletionList = await vscode.commands.executeCommand(
        "vscode.executeCompletionItemProvider",
        vscode.window.activeTextEditor?.document.uri,
        new vscode.Position(row - 1, character - 1),
      );
      return items.map(({ label }) => (typeof label === "string" ? label : label.label));
    },
    [line, column],
  );
}

test("a new count file is completed, counted, canceled and checked in its editor", (t) =>
  signedIn(t, async (window) => {
    const tab = new EditorTab(window.page);
    await window.view("Counts").chooseMore("New Count File");
    await tab.waitFor("count.weave-count.json");
    // The tab is drawn before the extension host learns which editor is active.
    await eventually(async () => {
      const text = await activeText(window);
      assert.equal(text, `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
    });
    assert.deepEqual(await activeDiagnostics(window), []);
    await tab.pressCodeLens(button);
    await eventually(async () => assert.match((await tab.codeLenses())[1] ?? "", /^\d+ calls? · \d+:\d\d:\d\d [AP]M$/));

    await setActiveText(window, '{\n  "limit": 20,\n  \n}\n');
    await tab.goTo(3, 3);
    assert.ok((await tab.completions()).includes("expand_columns"));
    await window.page.keyboard.press("Escape");

    await setActiveText(window, '{\n  "limit": 0\n}\n');
    await tab.pressTitleButton("Run Count File");
    await eventually(async () => {
      assert.match((await tab.codeLenses())[1] ?? "", /^Not counted: 1 problem in this file/);
      const errors = (await tab.problems()).filter(({ severity }) => severity === "Error");
      assert.deepEqual(
        errors.map(({ line, column }) => [line, column]),
        [[2, 12]],
      );
    });

    await setActiveText(window, "{}\n");
    const { misbehavior, requested, gone } = hanging(600_000);
    service.misbehave(misbehavior);
    await tab.pressCodeLens(button);
    await requested;
    await eventually(async () => assert.deepEqual(await tab.codeLenses(), ["Counting…", "Cancel"]));
    await tab.pressCodeLens("Cancel");
    await gone;
    await eventually(async () => assert.deepEqual(await tab.codeLenses(), [button]));

    service.misbehave(answering(403, { detail: "Project not found" }));
    await tab.pressCodeLens(button);
    await eventually(async () =>
      assert.match((await titles(window))[1] ?? "", /^Not counted: Project .+ does not exist, or this account cannot/),
    );
    assert.equal((await titles(window))[2], "Select Project");
    assert.deepEqual(await window.notifications.messages(), []);

    await window.startCommand("weaveThreads.newCountFile");
    await tab.waitFor("count-2.weave-count.json");
  }));

test("closing the last tab of a count file cancels its request", (t) =>
  signedIn(t, async (window) => {
    await openFile(window);
    const { gone } = await runHanging(window);
    await runCommandById(window, "workbench.action.splitEditor");
    await runCommandById(window, "workbench.action.closeActiveEditor");
    await eventually(async () => assert.deepEqual(await titles(window), ["Counting…", "Cancel"]));
    await runCommandById(window, "workbench.action.closeActiveEditor");
    await gone;
  }));

test("the schema of count files completes and checks keys, and describes operators", (t) =>
  signedIn(t, async (window) => {
    await openFile(window);
    await setActiveText(window, '{\n  \n  "filter": {  },\n  "query": { "$expr": {  } }\n}\n');
    await eventually(async () => {
      const keys = await completionsAt(window, 2, 3);
      assert.deepEqual(
        ["limit", "include_total_storage_size", "expand_columns", "project_id"].filter((key) => !keys.includes(key)),
        [],
      );
    });
    const fields = await completionsAt(window, 3, 15);
    assert.ok(fields.includes("thread_ids") && fields.includes("trace_roots_only"), `${fields}`);
    const operators = await completionsAt(window, 4, 24);
    assert.ok(operators.includes("$and") && !operators.includes("$literal"), `${operators}`);

    await setActiveText(window, '{\n  "filter": { "op_name": ["a"] },\n  "query": { "$expr": { "$regex": [] } }\n}\n');
    await eventually(async () =>
      assert.deepEqual(await problems(window), [
        ["Warning", 2, 15, "Property op_name is not allowed"],
        ["Warning", 3, 25, "Property $regex is not allowed"],
      ]),
    );

    const condition = { $eq: [{ $getField: "id" }, { $literal: "a" }] };
    const negated = JSON.stringify({ query: { $expr: { $not: [condition] } } });
    await setActiveText(window, negated);
    const host = await window.host();
    const explained = await host.run(async ({ vscode }, character: number) => {
      const hovers: readonly import("vscode").Hover[] = await vscode.commands.executeCommand(
        "vscode.executeHoverProvider",
        vscode.window.activeTextEditor?.document.uri,
        new vscode.Position(0, character),
      );
      const contents = hovers.flatMap((hover) => hover.contents);
      return contents.map((content) => (typeof content === "string" ? content : content.value)).join("\n");
    }, negated.indexOf("$not"));
    assert.match(explained, /the condition in the list is false/);
  }));

test("problems of a count file are shown at their places, before a request or after its rejection", (t) =>
  signedIn(t, async (window) => {
    await openFile(window);
    const before = requestCount();
    const errors = async () => (await problems(window)).filter(([severity]) => severity === "Error");
    await setActiveText(
      window,
      '{\n  "limit": 1,\n  "filter": { "call_ids": [] },\n  "query": { "$expr": { "$not": [] } }\n}\n',
    );
    assert.match(await run(window), /^Not counted: 3 problems in this file/);
    assert.deepEqual(
      (await errors()).map(([, line, column]) => [line, column]),
      [
        [2, 12],
        [3, 27],
        [4, 33],
      ],
    );
    await setActiveText(window, '{\n  "limit": 20,\n}\n');
    await eventually(async () =>
      assert.ok((await activeDiagnostics(window)).every(({ message }) => !message.includes("checks whether any call"))),
    );
    assert.match(await run(window), /^Not counted: invalid JSON/);
    const selection = await (await window.host()).run(({ vscode }) => vscode.window.activeTextEditor?.selection);
    assert.partialDeepStrictEqual(selection, { start: { line: 2, character: 0 }, end: { line: 2, character: 1 } });
    assert.equal(requestCount(), before);

    const eq = ["body", "query", "$expr", "AndOperation", "$and", 0, "EqOperation", "$eq"];
    const refused = [
      { loc: ["body", "filter", "op_names", 1], msg: "No such op", type: "string_type" },
      { loc: [...eq, 0, "GetFieldOperator", "$getField"], msg: "No such field", type: "string_type" },
      { loc: [...eq, 0, "LiteralOperation", "$literal"], msg: "Field required", type: "missing" },
    ];
    service.misbehave(answering(422, { detail: refused }));
    await setActiveText(
      window,
      '{\n  "filter": { "op_names": ["a", "b"] },\n  "query": { "$expr": { "$and": [\n    { "$eq": [{ "$getField": "id" }, { "$literal": "a" }] }\n  ] } }\n}\n',
    );
    assert.match(await run(window), /^Not counted: 2 problems in this file/);
    assert.deepEqual(await errors(), [
      ["Error", 2, 33, "No such op"],
      ["Error", 4, 30, "No such field"],
    ]);
    service.misbehave(null);
    await setActiveText(window, "{}\n");
    await eventually(async () => assert.deepEqual(await problems(window), []));
    assert.match(await run(window), /^1,200 calls · \d+:\d\d:\d\d [AP]M$/);
  }));

test("an edited count file has an outdated result, and its count ends when it runs again or closes", (t) =>
  signedIn(t, async (window) => {
    await openFile(window);
    const before = requestCount();
    assert.match(await run(window), /^1,200 calls · \d+:\d\d:\d\d [AP]M$/);
    assert.equal(requestCount(), before + 1);
    await setActiveText(window, '{ "limit": 7 }\n');
    await eventually(async () => assert.match((await titles(window))[1] ?? "", /^1,200 calls · .* · outdated$/));
    assert.match(await run(window), /^at least 7 calls \(limit reached\) · \d+:\d\d:\d\d [AP]M$/);

    await window.runCommand("Weave: Show Calls of Count File");
    const counts = window.view("Counts");
    await eventually(async () => assert.equal((await counts.focusedRow())?.label, "mine"));
    await runCommandById(window, "workbench.action.focusActiveEditorGroup");

    const canceled = await runHanging(window);
    await window.runCommand("Weave: Cancel Count File Run");
    await canceled.gone;
    const replaced = await runHanging(window);
    service.misbehave(null);
    assert.match(await run(window), /^at least 7 calls/);
    await replaced.gone;

    const closed = await runHanging(window);
    await runCommandById(window, "workbench.action.revertAndCloseActiveEditor");
    await closed.gone;
  }));
