import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, type Hanging, hanging } from "../fault/interposedService.ts";
import { askTurns, type CallLine } from "./callRows.ts";
import { activeText, runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { changeUsername, enterStep, project, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();
const op = `weave:///${project}/op/answer_customer:v1`;

type Document = "inputs" | "output";

/** The argument of a page's menu. */
interface Given {
  readonly weaveCall: string;
  readonly weaveOp: string;
}

const commandOf = { inputs: "weaveThreads.openInputs", output: "weaveThreads.openOutput" } as const;

/** Takes steps with a turn in a window that is signed in. A hanging request does not time out before the test does. */
async function withTurn(
  t: TestContext,
  steps: (window: Workbench, turn: CallLine, given: Given) => Promise<void>,
): Promise<void> {
  const [turn] = await askTurns(service, "refund-INV-2093");
  assert.ok(turn !== undefined);
  // A window without a folder does not restore its tabs.
  await editor.inWindow(t, { settings: { "weaveThreads.requestTimeout": 600 }, files: {} }, async (window) => {
    await signIn(window, service);
    await waitForStatus(window, /calls$/);
    await steps(window, turn, { weaveCall: turn.id, weaveOp: op });
  });
}

/** Opens a document and waits until it is open. */
async function open(window: Workbench, document: Document, given: Given): Promise<void> {
  await runCommandById(window, commandOf[document], given);
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

async function waitForText(window: Workbench, text: string): Promise<void> {
  await eventually(async () => assert.equal(await activeText(window), text));
}

/** Requests for documents so far. */
function documentRequests(): number {
  return service.requests.filter(
    ({ path, body }) => path === "/calls/stream_query" && /"call_ids"/.test(JSON.stringify(body)),
  ).length;
}

/** Path, language and permissions of the document in the active editor. */
async function activeDocument(window: Workbench): Promise<object> {
  const host = await window.host();
  return await host.run(async ({ vscode }) => {
    const { uri, languageId } = vscode.window.activeTextEditor?.document ?? {};
    if (uri === undefined) throw new Error("No text editor is active.");
    const { permissions } = await vscode.workspace.fs.stat(uri);
    return { path: uri.path, languageId, isReadonly: permissions === vscode.FilePermission.Readonly };
  });
}

function held(): Hanging {
  const made = hanging(600_000);
  service.misbehave(made.misbehavior);
  return made;
}

test("call documents open as read-only JSON in a preview tab, refresh, retry, and can be canceled", (t) =>
  withTurn(t, async (window, turn, given) => {
    const start = (document: Document) => window.startCommand(commandOf[document], given);
    const before = documentRequests();
    await open(window, "inputs", given);
    await eventually(async () => assert.equal(await activeText(window), pretty(turn.inputs)));
    assert.equal(documentRequests(), before + 1);
    const path = `/${project}/answer_customer ${turn.id.slice(-8)}/inputs of answer_customer.json`;
    await eventually(async () =>
      assert.deepEqual(await activeDocument(window), { path, languageId: "json", isReadonly: true }),
    );
    await open(window, "output", given);
    await eventually(async () => assert.equal(await activeText(window), pretty(turn.output)));
    await eventually(async () => assert.equal((await window.editorTabs()).length, 1));

    service.misbehave((incoming, outgoing, held) => {
      if (held.path !== "/calls/stream_query") return held.pass();
      answering(200, JSON.stringify({ id: turn.id, output: { later: "\u202eanswer" } }))(incoming, outgoing, held);
    });
    await runCommandById(window, "weaveThreads.refresh");
    await waitForText(window, '{\n  "later": "\\u202eanswer"\n}\n');
    service.misbehave(null);
    await window.startCommand("weaveThreads.openOutput", { weaveCall: "no/such?call#1 %" });
    await window.notifications.waitFor("Call not found in project northwind/support-assistant.");

    const slow = held();
    await start("inputs");
    await window.notifications.press("Loading inputs of", "Cancel");
    await slow.gone;
    service.misbehave(null);
    await window.page.getByRole("button", { name: "Try Again" }).click();
    await waitForText(window, pretty(turn.inputs));

    service.misbehave(answering(403, { detail: "Project not found" }));
    await start("output");
    await window.notifications.waitFor("does not exist, or this account cannot read it.");
    service.misbehave(null);
    await runCommandById(window, "weaveThreads.refresh");
    await waitForText(window, pretty(turn.output));

    service.misbehave(answering(404, { detail: "Not Found" }));
    await start("inputs");
    await window.notifications.waitFor("/calls/stream_query is not supported by");
    service.misbehave(null);
    await window.notifications.press("/calls/stream_query is not supported by", "Retry");
    await waitForText(window, pretty(turn.inputs));

    const closed = held();
    await start("output");
    await closed.requested;
    await runCommandById(window, "workbench.action.closeActiveEditor");
    await closed.gone;
  }));

test("an open document is withheld while signed out, and loads again after a reload and a sign-in", (t) =>
  withTurn(t, async (window, turn, given) => {
    await open(window, "output", given);
    await eventually(async () => assert.equal(await activeText(window), pretty(turn.output)));
    const host = await window.host();
    const reopened = await host.run(async ({ vscode, stop, start }) => {
      const shown = vscode.window.activeTextEditor?.document.uri;
      if (shown === undefined) throw new Error("No text editor is active.");
      await stop();
      await start();
      // The session is not known yet.
      const inputs = shown.with({ query: shown.query.replace('"output"', '"inputs"') });
      return (await vscode.workspace.openTextDocument(inputs)).getText();
    });
    assert.equal(reopened, pretty(turn.inputs));

    const refusal = `This document belongs to project ${project} at ${service.url}. Sign in there to open it.`;
    await runCommandById(window, "weaveThreads.signOut");
    await waitForText(window, `${refusal}\n`);
    await signIn(window, service);
    await waitForText(window, pretty(turn.output));

    await runCommandById(window, "weaveThreads.signOut");
    await waitForText(window, `${refusal}\n`);
    await window.reload();
    await waitForText(window, `${refusal}\n`);
    assert.deepEqual(await window.notifications.messages(), []);
    await window.startCommand("weaveThreads.signIn");
    await enterStep(window, 1, service.url);
    await changeUsername(window, "api", service.username);
    await enterStep(window, 2, service.password);
    await new EditorTab(window.page).waitFor("output of answer_customer.json");
    await waitForText(window, pretty(turn.output));
  }));
