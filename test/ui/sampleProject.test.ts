import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { installedEditor } from "./installedEditor.ts";
import { countId, settledRows, waitForStatus } from "./steps.ts";

const editor = installedEditor();

test("the sample opens in one click without an account, says so, writes no setting, and ends at Sign Out", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const settings = () => readFile(join(profile.userData, "User", "settings.json"), "utf8");
    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/No account\?/);
    await view.pressWelcomeButton("Open Sample Project");
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    assert.match(await view.description(), / northwind\/support-assistant · sample$/);
    assert.match(await window.statusItem(countId).tooltip(), /northwind\/support-assistant \(sample data\)/);

    await view.chooseMore("Select Project…");
    await window.quickInput.pick("fabrikam/rag-playground");
    await waitForStatus(window, "360 calls");
    await settledRows(view);
    assert.doesNotMatch(await settings(), /weaveThreads/);

    await window.runCommand("Weave: Sign Out");
    await view.waitForWelcome(/Sign in to see/);
    await waitForStatus(window, "Weave: Sign In");
    assert.doesNotMatch(await settings(), /weaveThreads/);
  }));

test("the address sample: in the settings opens the sample's first project", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.serviceUrl": "sample:" } }, async (window) => {
    await waitForStatus(window, "9K calls");
    const view = await window.openView("Weave Threads", "Threads");
    await settledRows(view);
    await eventually(async () => {
      for (const { accessibleName } of await view.rows()) assert.notEqual(accessibleName, "");
    });
    await window.runCommand("Weave: Sign Out");
    await view.waitForWelcome(/Sign in to see/);
  }));

test("nothing is asked before the view is shown but one count", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.serviceUrl": "sample:" }, fresh: {} }, async (window) => {
    await waitForStatus(window, "9K calls");
    await settledRows(await window.openView("Weave Threads", "Threads"));
    await eventually(async () => {
      const log = await window.output("Weave Threads");
      const asked = [...log.matchAll(/POST (\S+),/g)].map(([, path]) => path);
      assert.deepEqual(asked, ["/calls/query_stats", "/threads/stream_query", "/calls/stream_query"]);
    });
  }));
