import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering } from "../fault/interposedService.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed({ threads: 0, calls: 40 });

/** The report with this number in the active editor. */
async function report(window: Workbench, number: number): Promise<string> {
  const name = `Weave diagnostics ${number}.md`;
  await new EditorTab(window.page).waitFor(name);
  const host = await window.host();
  // The extension host hears of the active editor later than the screen shows it.
  const text = await eventually(async () => {
    const shown = await host.run(async ({ vscode }, ending: string) => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.uri.path.endsWith(ending) === true ? document.getText() : null;
    }, name);
    return shown ?? assert.fail(`${name} is not active`);
  });
  assert.match(text, /^# Weave Threads: diagnostics\n/);
  const { username, password } = service;
  for (const secret of [password, encodeURIComponent(password), btoa(password), btoa(`${username}:${password}`)]) {
    assert.ok(!text.includes(secret));
  }
  return text;
}

test("a diagnostic report shows session, settings and failed requests, without names and the key", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await runCommandById(window, "weaveThreads.showDiagnostics");
    const signedOut = await report(window, 1);
    for (const line of [
      /^Extension: \d+\.\d+\.\d+$/m,
      /^Node: v\d+/m,
      /^Window: web$/m,
      /^Kind: signedOut$/m,
      /^Remote: 127\.0\.0\.1:\d+$/m,
      /^weaveThreads\.pageSize: 100$/m,
      /^weaveThreads\.network: own$/m,
      /## Last 0 requests/,
    ])
      assert.match(signedOut, line);
    await runCommandById(window, "workbench.action.closeActiveEditor");

    const view = await signIn(window, service);
    await waitForStatus(window, "40 calls");
    await view.waitForWelcome(/No conversations in this project/);
    service.misbehave(answering(403, { detail: `${project} is not for ${service.password}` }));
    await runCommandById(window, "weaveThreads.refresh");
    await view.waitForWelcome(/cannot read it/);

    await view.chooseMore("Accessibility Help");
    await runCommandById(window, "workbench.action.closeActiveEditor");
    await view.chooseMore("Show Diagnostics");
    // The extension has started again since the first report.
    const text = await report(window, 1);
    assert.match(text, /^Project: project-1$/m);
    assert.match(text, /^Threads: stale, 0 loaded$/m);
    assert.match(text, /POST \/calls\/query_stats, status 200, \d+ ms, \d+ bytes, 1 row, attempt 1, direct, ok$/m);
    assert.match(text, /POST \/threads\/stream_query, status 403, .*, forbidden$/m);
    assert.match(text, /^\S+Z forbidden \{\}$/m);
    for (const name of project.split("/")) assert.ok(!text.includes(name), name);
  }));
