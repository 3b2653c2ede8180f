import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging, type Misbehavior } from "../fault/interposedService.ts";
import { startSecureService } from "../fault/secureService.ts";
import { runCommandById } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { countId, hideViews, settledRows, signIn, waitForStatus } from "./steps.ts";
import { showsFailure } from "./threadRows.ts";

// What is shown for each fault is in test/unit/shownFaults.test.ts.

const editor = installedEditor();
const service = interposed({ threads: 0, calls: 40 });
const withThreads = interposed();

const toSettings: readonly (readonly [fault: Misbehavior, welcome: RegExp, button: string, setting: string])[] = [
  [hanging().misbehavior, /The request timed out/, "Open Request Timeout Setting", "weaveThreads.requestTimeout"],
  [answering(407, {}), /The proxy .+ requires authentication/, "Open Proxy Setting", "http.proxy"],
];

test("a failed refresh shows the fault in the visible view and the status bar, or in a notification", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.requestTimeout": 1 } }, async (window) => {
    const view = await signIn(window, service);
    const item = window.statusItem(countId);
    await waitForStatus(window, "40 calls");
    service.misbehave(answering(200, "<!doctype html>"));
    await view.press("Refresh");
    await view.waitForWelcome(/redirects, opens a web page/);
    await view.pressWelcomeButton("Change Service URL");
    await window.quickInput.waitFor("Sign In to Weave (1/2)");
    await window.quickInput.dismiss();
    for (const [misbehavior, welcome, button, setting] of toSettings) {
      service.misbehave(misbehavior);
      await view.press("Refresh");
      await view.waitForWelcome(welcome);
      await view.pressWelcomeButton(button);
      const search = window.page.locator(".settings-editor .suggest-input-container");
      await search.getByText(setting).first().waitFor();
      await closeSettings(window);
    }
    await eventually(async () =>
      assert.deepEqual(await view.welcomeButtons(), ["Open Proxy Setting", "Retry", "Use VS Code's HTTP Client"]),
    );
    await eventually(async () => assert.deepEqual(await item.icons(), ["history"]));
    await eventually(async () =>
      assert.match(await item.accessibleName(), /The proxy requires authentication \(status 407\)/),
    );
    await eventually(async () => assert.equal(await item.text(), "40 calls"));
    const { notifications } = window;
    assert.deepEqual(await notifications.messages(), []);
    const buttons = await view.welcomeButtons();
    await hideViews(window);
    await runCommandById(window, "weaveThreads.refresh");
    const notified = /The proxy requires authentication/;
    await notifications.waitFor(notified);
    await eventually(async () => assert.deepEqual(await notifications.buttons(notified), buttons));
    service.misbehave(null);
    await notifications.press(notified, "Retry");
    await eventually(async () => assert.deepEqual(await item.icons(), ["comment-discussion"]));
    await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/No conversations in this project/);
  }));

async function closeSettings(window: Workbench): Promise<void> {
  const host = await window.host();
  await host.run(async ({ vscode }) => {
    await vscode.commands.executeCommand("workbench.action.closeModalEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  await window.page.locator(".settings-editor").waitFor({ state: "hidden" });
}

test("a self-signed certificate offers VS Code's HTTP client, and with that the built-in client", async (t) => {
  await using secure = await startSecureService("selfSigned");
  await editor.inWindow(t, {}, async (window) => {
    const url = `https://127.0.0.1:${secure.port}`;
    const view = await signIn(window, { url, username: "api", password: "secret" });
    await view.waitForWelcome(/certificate is expired, self-signed/);
    const item = window.statusItem(countId);
    await eventually(async () => assert.match(await item.accessibleName(), /is self-signed \(DEPTH_ZERO_/));
    for (const [button, next] of [
      ["Use VS Code's HTTP Client", "Use Built-in HTTP Client"],
      ["Use Built-in HTTP Client", "Use VS Code's HTTP Client"],
    ] as const) {
      await view.pressWelcomeButton(button);
      await eventually(async () => assert.deepEqual(await view.welcomeButtons(), ["Retry", next]));
    }
    assert.deepEqual(secure.heads, []);
  });
});

test("a failed refresh keeps the rows, and the view shows this failure and the next one, without notifications", (t) =>
  editor.inWindow(t, { settings: { "weaveThreads.defaultTimeRange": "all" } }, async (window) => {
    const { notifications, quickInput } = window;
    const view = await signIn(window, withThreads);
    await settledRows(view);
    withThreads.misbehave(answering(504, { reason: "Query too slow" }));
    await view.press("Refresh");
    await showsFailure(view, /^Not refreshed since .*Query too slow.* Narrow Time Range$/);
    assert.notEqual((await view.rows()).length, 0);
    withThreads.misbehave(answering(504, { reason: "More is too slow" }));
    await window.startCommand("weaveThreads.loadMore");
    await eventually(async () =>
      assert.match((await view.lastRow()).accessibleName, /^Incomplete: .*More is too slow/),
    );
    withThreads.misbehave(answering(504, { reason: "An hour is too slow" }));
    await window.startCommand("weaveThreads.filter", "time");
    await quickInput.waitFor("Filter Threads by Time");
    await quickInput.pick("Last hour");
    await view.waitForWelcome(/too expensive/);
    await eventually(async () => assert.deepEqual(await view.welcomeButtons(), ["Narrow Time Range", "Retry"]));
    withThreads.misbehave(null);
    await view.pressWelcomeButton("Retry");
    await eventually(async () => {
      assert.equal(await view.busy(), false);
      assert.equal((await view.welcomeButtons()).includes("Narrow Time Range"), false);
    });
    assert.deepEqual(await notifications.messages(), []);
  }));

const wrong = (place: readonly (string | number)[]): Misbehavior =>
  answering(422, { detail: [{ loc: ["body", ...place], msg: "Input is odd", type: "odd" }] });

test("a rejected filter or sort order is marked in its menu, and a slow query opens the time filter", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await view.waitForWelcome(/No conversations in this project/);
    const menus = [
      ["filter", "Change Filter", "Filter Threads", ["filter", "after_datetime"]],
      ["sort order", "Change Sort Order", "Sort Threads", ["sort_by", 0, "field"]],
    ] as const;
    const marked: string[][] = [];
    for (const [what, button, title, place] of menus) {
      service.misbehave(wrong(place));
      await view.press("Refresh");
      await view.waitForWelcome(new RegExp(`rejected the ${what}`));
      await view.pressWelcomeButton(button);
      await quickInput.waitFor(title);
      await eventually(async () => assert.notEqual((await quickInput.items()).length, 0));
      // A row that is drawn in the place of another keeps the other's hidden second line.
      const odd = (await quickInput.items()).filter(({ detail }) => detail.includes(place.join(".")));
      marked.push(...odd.map(({ label, detail }) => [label, detail]));
      await quickInput.dismiss();
    }
    assert.deepEqual(marked, [
      ["Time", "Input is odd (odd, filter.after_datetime)"],
      ["Last updated, newest first", "Input is odd (odd, sort_by.0.field)"],
    ]);
    service.misbehave(answering(504, { reason: "Query too slow" }));
    await view.press("Refresh");
    await view.waitForWelcome(/too expensive/);
    await view.pressWelcomeButton("Narrow Time Range");
    await quickInput.waitFor("Filter Threads by Time");
    await quickInput.dismiss();
  }));
