import assert from "node:assert/strict";
import { test } from "node:test";
import type * as vscode from "vscode";
import { freshFolder } from "../editor/freshFolder.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { probe } from "./probe.ts";
import { signIn } from "./steps.ts";

const editor = installedEditor({ testDriver: true });
const service = interposed();

/** Debugs nothing: each request succeeds. */
function activate(api: typeof vscode): void {
  api.debug.registerDebugAdapterDescriptorFactory("probe", {
    createDebugAdapterDescriptor: () => {
      const sent = new api.EventEmitter<vscode.DebugProtocolMessage>();
      const handleMessage = (message: vscode.DebugProtocolMessage) => {
        const request_seq = Reflect.get(message, "seq");
        const command = Reflect.get(message, "command");
        sent.fire({ type: "response", seq: 0, request_seq, command, success: true, body: {} });
        if (command === "initialize") sent.fire({ type: "event", seq: 0, event: "initialized" });
      };
      return new api.DebugAdapterInlineImplementation({
        onDidSendMessage: sent.event,
        handleMessage,
        dispose: () => sent.dispose(),
      });
    },
  });
}

test("Show Calls of the Last Run lists the calls since a debug session or a terminal command began", async (t) => {
  await using debuggers = await probe({ contributes: { debuggers: [{ type: "probe", label: "Probe" }] } }, activate);
  await using workspace = await freshFolder("workspace");
  const fresh = { folder: workspace.path, development: debuggers.path };
  await editor.inWindow(t, { fresh }, async (window) => {
    await signIn(window, service);
    const counts = window.view("Counts");
    const shows = async (kind: string) => {
      await runCommandById(window, "weaveThreads.showLastRunCalls");
      await eventually(async () => {
        const [row] = await counts.rows();
        assert.match(row?.label ?? "", new RegExp(`^${kind} since \\d+:\\d\\d:\\d\\d\\s[AP]M$`));
        assert.match(row?.description ?? "", /^0 calls/);
      });
    };
    const host = await window.host();

    await host.run(async ({ vscode }) => {
      await vscode.debug.startDebugging(undefined, { type: "probe", request: "launch", name: "program" });
    });
    await shows("Debug");

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

    // A process of the program, which is not another run.
    await host.run(async ({ vscode }) => {
      const parentSession = vscode.debug.activeDebugSession;
      const child = { type: "probe", request: "launch", name: "child" };
      const started = new Promise<void>((resolve) => vscode.debug.onDidStartDebugSession(() => resolve()));
      await vscode.debug.startDebugging(undefined, child, parentSession && { parentSession });
      await started;
    });
    await shows("Shell");
  });
});
