import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorTab } from "../editor/workbench/editorTab.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { project, typeSignIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed({ threads: 0, calls: 40 });

/** The report that the open choice gives. */
async function report(window: Workbench, choice: string, number = 1): Promise<string> {
  await window.quickInput.waitFor("Show Diagnostics");
  await window.quickInput.pick(choice);
  await new EditorTab(window.page).waitFor(`Weave diagnostics ${number}.md`);
  const text = await window.editorText();
  assert.match(text, /^# Weave Threads: diagnostics\n/);
  return text;
}

function hasNoKey(text: string): void {
  const { username, password } = service;
  for (const secret of [password, encodeURIComponent(password), btoa(password), btoa(`${username}:${password}`)]) {
    assert.ok(!text.includes(secret));
  }
}

test("a report is there before signing in, and tells requests and faults, masked or not, and never the key", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await window.runCommand("Weave: Show Diagnostics");
    const text = await report(window, "Mask projects, hosts and users (recommended)");
    assert.match(text, /^Extension: \d+\.\d+\.\d+$/m);
    assert.match(text, /^Node: v\d+/m);
    assert.match(text, /^Window: web$/m);
    assert.match(text, /^Kind: signedOut$/m);
    assert.match(text, /^Remote: 127\.0\.0\.1:\d+$/m);
    assert.match(text, /^weaveThreads\.pageSize: 100$/m);
    assert.match(text, /^weaveThreads\.network: own$/m);
    assert.match(text, /## Last 0 requests/);
    await window.runCommand("View: Close Editor");

    const view = await typeSignIn(window, service);
    await waitForStatus(window, "40 calls");
    await view.waitForWelcome(/No threads in this project/);
    const detail = `${project} is not for ${service.password}`;
    service.misbehave(answering(403, { detail }));
    await view.press("Refresh");
    await view.waitForWelcome(/cannot read it/);

    await view.chooseMore("Show Diagnostics");
    const masked = await report(window, "Mask projects, hosts and users (recommended)", 2);
    assert.match(masked, /^Project: project-1$/m);
    assert.match(masked, /^Threads: stale, 0 loaded$/m);
    assert.match(masked, /POST \/calls\/query_stats, status 200, \d+ ms, \d+ bytes, 1 row, attempt 1, direct, ok$/m);
    assert.match(masked, /POST \/threads\/stream_query, status 403, .*, forbidden$/m);
    assert.match(masked, /^\S+Z forbidden \{\}$/m);
    for (const name of project.split("/")) assert.ok(!masked.includes(name), name);
    hasNoKey(masked);

    await window.runCommand("Weave: Show Diagnostics");
    const whole = await report(window, "Include projects, hosts and users", 3);
    assert.ok(whole.includes(`Project: ${project}\n`));
    assert.ok(whole.includes(`"detail":"${project} is not for [redacted]"`));
    hasNoKey(whole);
  }));
