import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import { storedState } from "../editor/workbench/storedState.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { askTurns } from "./callRows.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { enterStep, hiddenCommands, project, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

/** A window that comes back as it was: one without a folder remembers nothing over a reload. */
async function inFolder(t: TestContext, steps: (window: Workbench) => Promise<void>): Promise<void> {
  await editor.inWindow(t, { files: {} }, steps);
}

const open = (callId: string, document: string, op?: string) => ({
  command: "weaveThreads.openCallDocument",
  args: { callId, document, ...(op !== undefined && { op }) },
});

function pretty(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Signs in where the settings name a project. */
async function signInAgain(window: Workbench): Promise<void> {
  await window.runCommand("Weave: Sign In…");
  for (const [index, value] of [service.url, service.username, service.password].entries())
    await enterStep(window, index + 1, value);
  await window.quickInput.waitUntilClosed();
}

/** Requests for documents so far. */
function documentRequests(): number {
  return service.requests.filter(
    ({ path, body }) => path === "/calls/stream_query" && /"call_ids"/.test(JSON.stringify(body)),
  ).length;
}

test("a call's documents open as JSON that is read, folded, searched, asked for again and restored, and never changed", (t) =>
  inFolder(t, async (window) => {
    const [turn] = await askTurns(service, "refund-INV-2093");
    assert.ok(turn !== undefined);
    const op = `weave:///${project}/op/answer_customer:v1`;
    const press = hiddenCommands(window, {
      inputs: open(turn.id, "inputs", op),
      output: open(turn.id, "output", op),
      exception: open(turn.id, "exception", op),
      unknown: open("no/such?call#1 %", "output"),
    });
    await signIn(window, service);
    await waitForStatus(window, /calls$/);
    const tab = new EditorTab(window.page);

    await press("inputs");
    await tab.waitFor("inputs.json");
    await eventually(async () => assert.equal(await window.editorText(), pretty(turn.inputs)));
    assert.equal(documentRequests(), 1);
    assert.match(
      await window.page.locator(".breadcrumbs-control").innerText(),
      /northwind[\s\S]*answer_customer .{8}[\s\S]*inputs\.json/,
    );
    await window.page.locator('.statusbar-item[id="status.editor.mode"]').filter({ hasText: "JSON" }).waitFor();

    await window.page.keyboard.press("Control+Home");
    await window.page.keyboard.type("x");
    await window.page.locator(".part.editor").getByText("Editor is read-only").waitFor();
    await window.page.keyboard.press("Escape");

    const lines = window.page.locator(".part.editor .view-lines .view-line");
    const before = await lines.count();
    await window.runCommand("Fold All");
    await eventually(async () => assert.ok((await lines.count()) <= 3, `${await lines.count()} of ${before} lines`));
    await window.runCommand("Unfold All");
    await window.page.keyboard.press("Control+F");
    await window.page.locator(".find-widget .find-part textarea").first().fill('"role"');
    const roles = JSON.stringify(turn.inputs).split('"role":').length - 1;
    await window.page
      .locator(".find-widget .matchesCount")
      .filter({ hasText: new RegExp(`of ${roles}$`) })
      .waitFor();
    await window.page.keyboard.press("Escape");

    // The tab is a preview, as any file that is only looked at.
    await press("output");
    await tab.waitFor("output.json");
    await eventually(async () => assert.equal(await window.editorText(), pretty(turn.output)));
    assert.equal((await window.editorTabs()).length, 1);

    service.misbehave((incoming, outgoing, held) => {
      if (held.path === "/calls/stream_query") {
        answering(200, JSON.stringify({ id: turn.id, output: { later: "\u202eanswer" } }))(incoming, outgoing, held);
      } else held.pass();
    });
    await window.runCommand("Weave: Refresh");
    await eventually(async () => assert.equal(await window.editorText(), '{\n  "later": "\\u202eanswer"\n}\n'));
    service.misbehave(null);

    await press("unknown");
    await window.notifications.waitFor("Call not found in project northwind/support-assistant.");

    await press("exception");
    await tab.waitFor("exception.txt");
    await eventually(async () => assert.equal(await window.editorText(), "This call has no exception.\n"));

    const openTabs = /^memento\/workbench\.parts\.editor=.*exception\.txt/m;
    await eventually(async () => assert.match(await storedState(window.page), openTabs), 60_000);
    await window.reload();
    await tab.waitFor("exception.txt");
    await eventually(async () => assert.equal(await window.editorText(), "This call has no exception.\n"));

    await window.runCommand("Weave: Sign Out");
    await waitForStatus(window, "Weave: Sign In");
    const refusal = `This document belongs to project ${project} at ${service.url}. Sign in there to open it.`;
    await eventually(async () => assert.equal(await window.editorText(), `${refusal}\n`));
    await signInAgain(window);
    await eventually(async () => assert.equal(await window.editorText(), "This call has no exception.\n"));
    await window.runCommand("Weave: Sign Out");
    await waitForStatus(window, "Weave: Sign In");
    await window.reload();
    await window.notifications.waitFor(refusal);
    await signInAgain(window);
    await eventually(async () => assert.equal(await window.editorText(), "This call has no exception.\n"));
  }));

test("a document that is slow can be cancelled, one that fails says why, and what was closed is given up", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const [turn] = await askTurns(service, "refund-INV-2093");
    assert.ok(turn !== undefined);
    const press = hiddenCommands(window, {
      inputs: open(turn.id, "inputs"),
      output: open(turn.id, "output"),
    });
    await signIn(window, service);
    await waitForStatus(window, /calls$/);
    const tab = new EditorTab(window.page);

    const slow = hanging();
    service.misbehave(slow.misbehaviour);
    await press("inputs");
    await window.notifications.press("Loading inputs.json of", "Cancel");
    await slow.gone;
    service.misbehave(null);
    await window.page.getByRole("button", { name: "Try Again" }).click();
    await tab.waitFor("inputs.json");
    await eventually(async () => assert.equal(await window.editorText(), pretty(turn.inputs)));

    service.misbehave(answering(403, { detail: "Project not found" }));
    await press("output");
    await window.notifications.waitFor("The project does not exist, or this account cannot read it.");
    service.misbehave(null);
    await window.runCommand("Weave: Refresh");
    await tab.waitFor("output.json");
    await eventually(async () => assert.equal(await window.editorText(), pretty(turn.output)));

    service.misbehave(answering(404, { detail: "Not Found" }));
    await press("inputs");
    await window.notifications.waitFor("does not support /calls/stream_query");
    service.misbehave(null);
    await window.notifications.press("does not support /calls/stream_query", "Retry");
    await eventually(async () => assert.equal(await window.editorText(), pretty(turn.inputs)));

    const closed = hanging();
    service.misbehave(closed.misbehaviour);
    await press("output");
    await window.notifications.waitFor("Loading output.json of");
    await window.runCommand("View: Close Editor");
    await closed.gone;
  }));
