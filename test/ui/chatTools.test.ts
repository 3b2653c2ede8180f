import assert from "node:assert/strict";
import { test } from "node:test";
import { showcaseThreads } from "../../src/localService/data/showcase.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { failedIn } from "./callRows.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, settledRows, signIn } from "./steps.ts";

const editor = installedEditor();
const service = interposed();
const { refund } = showcaseThreads;

/** Calls a tool as an agent outside the chat does. The result is kept in the window. */
async function callTool(window: Workbench, name: string, input: object): Promise<void> {
  const host = await window.host();
  await host.run(
    ({ vscode }, given) => {
      const invoked = vscode.lm.invokeTool(given.name, { input: given.input, toolInvocationToken: undefined });
      const kept = { text: null as string | null };
      Reflect.set(globalThis, "toolResult", kept);
      invoked.then(
        ({ content }) => {
          kept.text = content.map((part) => String(Reflect.get(Object(part), "value"))).join("\n");
        },
        (error: unknown) => {
          kept.text = `${error}`;
        },
      );
    },
    { name, input },
  );
}

/** The result of the last call of a tool: its text, or its error. */
async function toolResult(window: Workbench): Promise<string> {
  const host = await window.host();
  return await eventually(async () => {
    const text = await host.run<unknown>(() => Reflect.get(Object(Reflect.get(globalThis, "toolResult")), "text"));
    assert.ok(typeof text === "string");
    return text;
  });
}

test("an agent asks once per project, then reads without asking until the user signs out or resets permissions", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await callTool(window, "weave_count_calls", {});
    assert.match(await toolResult(window), /Sign in to Weave first/);
    await settledRows(await signIn(window, service));

    await callTool(window, "weave_count_calls", { status: ["error"], op_names: ["issue_refund"] });
    await window.dialog.waitFor();
    assert.equal(await window.dialog.message(), `Allow the agent to read Weave project ${project}?`);
    const detail = await window.dialog.detail();
    assert.match(detail, new RegExp(`Project: ${project}\\s+Service: ${service.url}\\s+First request: count calls`));
    assert.match(detail, /op is issue_refund, status is error\)/);
    await window.dialog.press("Cancel");
    assert.match(await toolResult(window), /Cancel/);

    await callTool(window, "weave_list_threads", { time_range: "all", limit: 3 });
    await window.dialog.waitFor();
    assert.match(await window.dialog.detail(), /First request: list threads \(All time\)/);
    await window.dialog.press("Yes");
    const listed = await toolResult(window);
    assert.match(listed, /^Threads in Weave project northwind\/support-assistant.*: 3, one per line/);

    await callTool(window, "weave_read_conversation", { thread_id: refund });
    assert.match(await toolResult(window), /## Turn 1: /);
    await callTool(window, "weave_list_threads", { project: "northwind/code-review" });
    assert.match(await toolResult(window), /Agents can read only the project of this window/);

    await runCommandById(window, "weaveThreads.signOut");
    await settledRows(await signIn(window, service));
    await callTool(window, "weave_count_calls", {});
    await window.dialog.waitFor();
    await window.dialog.press("Yes");
    assert.match(await toolResult(window), /^Number of calls/);

    await window.runCommand("Weave: Reset Tool Permissions");
    await window.page.locator(".statusbar-item").filter({ hasText: "Tool permissions reset" }).waitFor();
    await callTool(window, "weave_list_errors", {});
    await window.dialog.waitFor();
    await window.dialog.press("Cancel");
    assert.match(await toolResult(window), /Cancel/);
  }));

test("a project that only the folder names is not read by agents until the user chooses it", (t) => {
  const named = "northwind/code-review";
  const files = { ".vscode/settings.json": JSON.stringify({ "weaveThreads.project": named }) };
  return editor.inWindow(t, { files }, async (window) => {
    await signIn(window, service);
    await eventually(async () => assert.equal(await window.view("Counts").description(), named));
    await callTool(window, "weave_count_calls", {});
    assert.match(
      await toolResult(window),
      /The project of this window is set by its workspace\. Agents can read it once/,
    );
    await window.notifications.press(/An agent asked to read Weave project northwind\/code-review/, "Use Project");
    await eventually(async () => {
      const host = await window.host();
      const choice = await host.run<unknown>(({ context }) => context.workspaceState.get("choice"));
      assert.equal(Reflect.get(Object(choice), "selected"), named);
    });
    await callTool(window, "weave_count_calls", {});
    await window.dialog.waitFor();
    assert.equal(await window.dialog.message(), `Allow the agent to read Weave project ${named}?`);
    await window.dialog.press("Yes");
    assert.match(await toolResult(window), /^Number of calls in Weave project northwind\/code-review/);
  });
});

/** A workspace with the code of ops. */
function codeOf(...ops: readonly string[]): Readonly<Record<string, string>> {
  const functions = ops.map((op) => `@weave.op\ndef ${op}(order):\n    return charge_by_${op}(order)\n`);
  return { "support/agent.py": ["import weave", ...functions].join("\n\n") };
}

test("without a chat model, the question, its data and the op's code are copied, and a message says so", (t) =>
  editor.inWindow(t, { files: codeOf("other_op", "issue_refund") }, async (window) => {
    await settledRows(await signIn(window, service));
    const copied = /No chat model is available\. The question and its data were copied/;
    const use = async (command: string, argument: object) => {
      await window.page.evaluate("navigator.clipboard.writeText('')");
      await runCommandById(window, command, argument);
      return await eventually(async () => {
        const text = await window.clipboard();
        assert.notEqual(text, "");
        return text;
      });
    };
    const thread = await use("weaveThreads.askConversation", { weaveKind: "thread", weaveThread: refund });
    await window.notifications.waitFor(copied);
    assert.match(thread, /^What went wrong in this conversation\?/);
    assert.match(thread, /BEGIN WEAVE DATA [\da-f]{32}\nthread_id: "refund-INV-2093"\n\n## Turn 1: /);
    assert.match(thread, /Cut here\. For the rest, call weave_read_conversation/);

    const [failed = assert.fail("nothing failed")] = (await failedIn(service, refund)).filter(({ op_name: op }) =>
      op.includes("issue_refund"),
    );
    const turn = await use("weaveThreads.askConversation", {
      kind: "turn",
      turn: { id: failed.turn_id, op: "answer_customer", threadId: refund },
    });
    assert.match(turn, /^Why did this turn fail\? Look at the op's code\.\n\nA turn of a conversation/);
    assert.match(turn, /### Tool call `issue_refund`\n.*PaymentGatewayTimeout/s);

    const debugged = await use("weaveThreads.debugFailure", { weaveKind: "turn", weaveTurn: failed.turn_id });
    assert.match(debugged, /^Debug this failure/);
    assert.ok(debugged.includes(`"id": "${failed.id}"`), debugged);
    assert.match(debugged, /Exception:\n.*Inputs:\n\{/s);
    assert.match(debugged, /END WEAVE DATA .*support\/agent\.py:\d+\n@weave\.op\ndef issue_refund\(order\):/s);
    assert.doesNotMatch(debugged, /def other_op/);
    // The first failure of the thread.
    const ofThread = await use("weaveThreads.debugFailure", { weaveKind: "thread", weaveThread: refund });
    assert.ok(ofThread.includes(`"id": "${failed.id}"`), ofThread);
  }));
