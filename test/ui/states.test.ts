import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { answering } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { countId, project, settledRows, signIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed({ threads: 0, calls: 40 });

test("the status item shows the count, a rate limit, a rejected or unreadable key, a failed first count, and an invalid URL", (t) =>
  editor.inWindow(t, { settings: { "workbench.editor.useModal": "off" } }, async (window) => {
    const view = await signIn(window, service);
    await waitForStatus(window, "40 calls");
    const item = window.statusItem(countId);
    const tooltip = await item.tooltip();
    for (const part of [project, "40 calls", "Storage: ", "Last counted: ", "Click: Show Counts", "Refresh"])
      assert.ok(tooltip.includes(part), `${part} in ${tooltip}`);
    await eventually(async () =>
      assert.equal(await item.accessibleName(), `Weave: 40 calls in ${project}. Show counts`),
    );

    service.misbehave(answering(429, {}, { "retry-after": "50" }));
    await view.press("Refresh");
    await eventually(async () => assert.match(await view.message(), /Rate limited by [\d.:]+\. Retrying at \d/));
    await eventually(async () => assert.deepEqual(await item.icons(), ["watch"]));
    await view.press("Cancel Loading");
    await view.waitForWelcome(/No conversations in this project/);
    await eventually(async () => assert.deepEqual(await item.icons(), ["comment-discussion"]));

    service.misbehave(answering(401, { detail: "Not authenticated" }));
    await view.press("Refresh");
    await waitForStatus(window, "Weave: Sign In Again");
    await eventually(async () => assert.equal(await item.background(), "warning"));
    await item.click();
    await window.quickInput.waitFor(/Sign In to Weave/);
    await window.quickInput.dismiss();

    // Not a failure that is retried, which takes seconds.
    service.misbehave(answering(200, "[]"));
    const host = await window.host();
    const copied = await host.run(async ({ vscode, stop, start }) => {
      await stop();
      await start();
      // The session is not known yet.
      await vscode.commands.executeCommand("weaveThreads.copyLink", { thread: { id: "a" } });
      return await vscode.env.clipboard.readText();
    });
    assert.ok(copied.endsWith(`/${project}/weave/threads/a`), copied);
    await eventually(async () => assert.deepEqual(await item.icons(), ["error"]));
    await eventually(async () => assert.equal(await item.background(), "error"));
    assert.match(await item.tooltip(), /Unexpected response from 127/);
    service.misbehave(null);
    await item.click();
    await waitForStatus(window, "40 calls");
    await eventually(async () => assert.equal(await item.background(), "plain"));

    await host.run(async ({ context, stop, start }) => {
      await stop();
      const refuse = () => Promise.reject(new Error("the keyring is locked"));
      Object.assign(context.secrets, { get: refuse });
      await start();
    });
    await waitForStatus(window, "Weave: API Key Error");
    await window.view("Threads").waitForWelcome(/Could not read the API key/);
    assert.deepEqual(await window.notifications.messages(), []);
    await host.run(async ({ context }) => void Reflect.deleteProperty(context.secrets, "get"));
    await item.click();
    await waitForStatus(window, "40 calls");

    const requested = service.requests.length;
    await host.run(async ({ vscode, context, stop, start }) => {
      const settings = vscode.workspace.getConfiguration();
      await settings.update("weaveThreads.serviceUrl", "http://trace.example", vscode.ConfigurationTarget.Global);
      await stop();
      // The setting applies where no account was chosen.
      await context.workspaceState.update("choice", undefined);
      await start();
    });
    await waitForStatus(window, "Weave: Service URL");
    await window.view("Threads").waitForWelcome(/The service URL setting is not valid/);
    await item.click();
    await window.page.locator(".settings-editor").getByText("Service Url").waitFor();
    assert.equal(service.requests.length, requested);
  }));

test("Select Project checks the text, switches the project, and offers recent projects", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const view = await signIn(window, service);
    await waitForStatus(window, "40 calls");
    await view.chooseMore("Select Project…");
    await quickInput.waitFor("Select Project");
    await quickInput.type("no-slash");
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /Enter entity\/project/));
    await quickInput.accept();
    await quickInput.type("northwind/code-review");
    await quickInput.accept();
    await quickInput.waitUntilClosed();
    await waitForStatus(window, "1.1K calls");
    await settledRows(view);
    await view.chooseMore("Select Project…");
    await eventually(async () => {
      const labels = (await quickInput.items()).map(({ label }) => label);
      assert.deepEqual(labels, [project, "northwind/code-review"]);
    });
    await quickInput.dismiss();
  }));
