import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { isOldestEditor } from "../editor/editorUnderTest.ts";
import { freshFolder } from "../editor/freshFolder.ts";
import { chatRequests, probe } from "../editor/probe.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { failedIn } from "./callRows.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { settledRows, signIn } from "./steps.ts";

// What needs another extension, with a chat participant or a debugger, runs in one development window.

const editor = installedEditor({ testDriver: true });
const service = interposed();
const { refund } = showcaseThreads;
const source = [
  "import weave",
  "@weave.op\ndef other_op(order):\n    pass",
  "@weave.op\ndef issue_refund(order):\n    return charge(order)\n",
];

async function debugsFailure(window: Workbench): Promise<void> {
  const failed = (await failedIn(service, refund)).find(({ op_name: op }) => op.includes("issue_refund"));
  assert.ok(failed !== undefined);
  await runCommandById(window, "weaveThreads.debugFailure", { weaveKind: "call", weaveCall: failed.id });
  const input = window.page.locator(".interactive-input-part");
  await input.getByText("Debug this failure: find its cause").waitFor();
  await input.locator(".chat-attached-context-attachment").filter({ hasText: "issue_refund" }).waitFor();
  assert.deepEqual(await chatRequests(window), []);
  await window.page.keyboard.press("Control+End");
  await window.page.keyboard.type(" Be brief.");
  await window.page.keyboard.press("Enter");
  const request = await eventually(async () => {
    const [first] = await chatRequests(window);
    assert.ok(first !== undefined);
    return first;
  });
  assert.match(request.prompt, /^Debug this failure: .* Be brief\.$/);
  const [record = "", code = ""] = request.attached;
  assert.match(record, /^A call in Weave project .*\nBEGIN WEAVE DATA /s);
  assert.ok(record.includes(`"id": "${failed.id}"`));
  assert.match(code, /^@weave\.op\ndef issue_refund\(order\):\n {4}return charge\(order\)$/);
}

async function listsLastRun(window: Workbench): Promise<void> {
  const counts = window.view("Counts");
  const shows = async (kind: string) => {
    await runCommandById(window, "weaveThreads.showLastRunCalls");
    await eventually(async () => {
      const [row] = await counts.rows();
      assert.match(row?.label ?? "", new RegExp(`^${kind} since \\d+:\\d\\d:\\d\\d\\s[AP]M$`));
      assert.match(row?.value ?? "", /^0 calls/);
    });
  };
  const host = await window.host();

  // A terminal of an extension has shell integration if it writes what shells write.
  await host.run(async ({ vscode }) => {
    const written = new vscode.EventEmitter<string>();
    const mark = (text: string) => `\x1b]633;${text}\x07`;
    const open = () =>
      written.fire(`${mark("A")}$ ${mark("B")}python app.py\r\n${mark("E;python app.py")}${mark("C")}`);
    const started = new Promise<void>((resolve) => vscode.window.onDidStartTerminalShellExecution(() => resolve()));
    const pty = { onDidWrite: written.event, open, close: () => undefined };
    vscode.window.createTerminal({ name: "shell", pty }).show();
    await started;
  });
  await shows("Shell");

  await host.run(async ({ vscode }) => {
    await vscode.debug.startDebugging(undefined, { type: "probe", request: "launch", name: "program" });
  });
  await shows("Debug");

  await host.run(async ({ vscode }) => {
    const { CustomExecution, EventEmitter, Task, TaskScope, tasks } = vscode;
    const silent = { onDidWrite: new EventEmitter<string>().event, open: () => undefined, close: () => undefined };
    const execution = new CustomExecution(async () => silent);
    const started = new Promise<void>((resolve) => tasks.onDidStartTask(() => resolve()));
    await tasks.executeTask(new Task({ type: "probe" }, TaskScope.Workspace, "run", "probe", execution));
    await started;
  });
  await shows("Task");

  // A process of the program, which is not another run.
  await host.run(async ({ vscode }) => {
    const parentSession = vscode.debug.activeDebugSession;
    const child = { type: "probe", request: "launch", name: "child" };
    const started = new Promise<void>((resolve) => vscode.debug.onDidStartDebugSession(() => resolve()));
    await vscode.debug.startDebugging(undefined, child, parentSession && { parentSession });
    await started;
  });
  await shows("Task");
}

/** Runs a program, and resolves to the service that it would send to. */
async function launched(window: Workbench, env: Readonly<Record<string, string>>): Promise<unknown> {
  const host = await window.host();
  return await host.run(async ({ vscode }, given: typeof env) => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const started = new Promise<unknown>((resolve) => {
      vscode.debug.onDidStartDebugSession(({ configuration }) =>
        resolve(configuration.env?.WF_TRACE_SERVER_URL ?? "none"),
      );
    });
    await vscode.debug.startDebugging(folder, { type: "debugpy", request: "launch", name: "program", env: given });
    return await started;
  }, env);
}

async function givesVariables(window: Workbench): Promise<void> {
  const { quickInput } = window;
  await runCommandById(window, "weaveThreads.localCollector", "start");
  await window.view("Threads").waitForWelcome(/waiting for your program/);
  const requested = launched(window, {});
  await window.dialog.press("This Folder");
  assert.match(String(await requested), /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(await launched(window, { WANDB_API_KEY: "own" }), "none");
  await window.startCommand("weaveThreads.localCollector");
  await quickInput.pick("Stop");
  await eventually(async () => assert.equal(await launched(window, {}), "none"));
}

test("Debug This Failure prefills the chat, and Show Calls of the Last Run follows terminals, debug sessions and tasks, which the collector gets from allowed folders", async (t) => {
  await using development = await probe();
  await using workspace = await freshFolder("workspace");
  await writeFile(join(workspace.path, "agent.py"), source.join("\n\n"));
  const fresh = { folder: workspace.path, development: development.path };
  await editor.inWindow(
    t,
    { settings: { "chat.disableAIFeatures": false, "weaveThreads.collector.port": 14_387 }, fresh },
    async (window) => {
      await settledRows(await signIn(window, service));
      // The chat of the oldest editor shows no attachments without Copilot.
      if (!isOldestEditor) await debugsFailure(window);
      await listsLastRun(window);
      await givesVariables(window);
    },
  );
});
