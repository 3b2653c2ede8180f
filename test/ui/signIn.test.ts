import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { restartExtension } from "./editorApi.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { basic, rotated } from "./rotatedKey.ts";
import { enterStep, leftBySignIn, project, settledRows, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

const signedOut = /Sign in to see the conversation threads/;

/** What the extension has stored, except when threads were last shown. */
async function stored(window: Workbench): Promise<unknown> {
  const host = await window.host();
  return await host.run(
    async ({ vscode, context: { globalState, secrets } }, settings: readonly string[]) => ({
      state: globalState.keys().flatMap((key) => (key.startsWith("seen/") ? [] : [[key, globalState.get(key)]])),
      secrets: await Promise.all((await secrets.keys()).map(async (key) => [key, await secrets.get(key)])),
      settings: settings.map((key) => [key, vscode.workspace.getConfiguration().inspect(key)?.globalValue]),
    }),
    ["weaveThreads.serviceUrl", "weaveThreads.project"],
  );
}

/** The labels of the rows in the box. */
async function rowLabels(window: Workbench): Promise<readonly string[]> {
  return (await window.quickInput.items()).map(({ label }) => label);
}

test("Sign In stores the key and shows the threads, also after a reload; Sign Out deletes the key", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const { quickInput } = window;
    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(signedOut);
    await waitForStatus(window, "Weave: Sign In");
    assert.equal(service.requests.length, 0);

    await view.pressWelcomeButton("Sign In");
    await enterStep(window, 1, "http://trace.example");
    await eventually(async () => assert.match(await quickInput.message(), /Use https/));
    await enterStep(window, 1, service.url);
    await quickInput.waitFor("Sign In to Weave (2/4)");
    assert.equal(await quickInput.value(), "api");
    await enterStep(window, 2, service.username);
    await quickInput.waitFor("Sign In to Weave (3/4)");
    assert.equal(await quickInput.masked(), true);
    const opened = window.page.waitForEvent("popup");
    await quickInput.press(`Get an API Key from ${service.url}/authorize`);
    const keyPage = await opened;
    // An editor in the browser reaches its own machine's ports through a path of its own.
    assert.match(keyPage.url(), new RegExp(`\\b${new URL(service.url).port}/authorize$`));
    await keyPage.close();
    await enterStep(window, 3, service.password);
    await enterStep(window, 4, project);
    await settledRows(view);
    await waitForStatus(window, "9K calls");

    const [check] = service.requests;
    assert.deepEqual([check?.path, check?.body], ["/calls/query_stats", { project_id: project, limit: 1 }]);
    assert.deepEqual(await stored(window), leftBySignIn(service, project));
    const settings = await readFile(join(profile.userData, "User", "settings.json"), "utf8");
    assert.doesNotMatch(settings, new RegExp(service.password));

    await window.reload();
    await waitForStatus(window, "9K calls");
    await settledRows(await window.openView("Weave Threads", "Threads"));

    await window.runCommand("Weave: Sign Out");
    await view.waitForWelcome(signedOut);
    const sent = service.requests.length;
    await restartExtension(window);
    await view.waitForWelcome(signedOut);
    await waitForStatus(window, "Weave: Sign In");
    assert.equal(service.requests.length, sent);
  }));

test("a rejected key returns to the key, a rejected project or a canceled check to the project", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const missing = "northwind/no-such-project";
    await window.runCommand("Weave: Sign In…");
    for (const [index, value] of [service.url, service.username, "wrong", missing].entries()) {
      await enterStep(window, index + 1, value);
    }
    await eventually(async () => assert.match(await quickInput.message(), /Invalid or expired API key/));
    assert.equal(await quickInput.title(), "Sign In to Weave (3/4)");
    assert.equal(await quickInput.value(), "wrong");
    await enterStep(window, 3, service.password);
    await quickInput.waitFor(/\(4\/4\)/);
    assert.equal(await quickInput.value(), missing);
    await quickInput.accept();
    await eventually(async () =>
      assert.match((await rowLabels(window)).join(" "), /does not exist, or this account cannot read it/),
    );
    assert.equal(await quickInput.value(), missing);

    const { misbehavior, gone } = hanging();
    service.misbehave(misbehavior);
    await enterStep(window, 4, project);
    await eventually(async () => assert.match((await rowLabels(window))[0] ?? "", /Checking API key with/));
    await window.page.keyboard.press("Escape");
    await gone;
    for (const value of [project, service.password, service.username, service.url]) {
      await eventually(async () => assert.equal(await quickInput.value(), value));
      if (value !== service.url) await quickInput.press("Back");
    }
    await quickInput.dismiss();
    await waitForStatus(window, "Weave: Sign In");
  }));

test("after a failed check, the HTTP client and the URL can be changed, or the key saved without a check", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const { quickInput } = window;
    const longKey = "wandb_v1_".padEnd(8_000, "aB3");
    service.misbehave((_incoming, outgoing) => outgoing.destroy());
    await window.runCommand("Weave: Sign In…");
    const typed = [service.url, service.username, ` ${longKey} `, project];
    for (const [index, value] of typed.entries()) await enterStep(window, index + 1, value);
    assert.ok(await quickInput.offers("Use VS Code's HTTP Client", 20_000));
    // Unlike 500, it is not retried.
    service.misbehave(answering(501, { reason: "Not implemented" }));
    await quickInput.pick("Use VS Code's HTTP Client");
    const offers = () =>
      eventually(async () => {
        const labels = await rowLabels(window);
        assert.match(labels[0] ?? "", /The request to .+ failed/);
        assert.deepEqual(labels.slice(-4), ["Retry", "Show Log", "Change Service URL", "Save Without Checking"]);
      });
    await offers();
    await quickInput.pick("Show Log");
    await window.page.locator(".panel").getByText("/calls/query_stats").first().waitFor();
    await offers();
    const sent = service.requests.length;
    await quickInput.pick("Retry");
    await eventually(() => assert.ok(service.requests.length > sent));
    await offers();
    await quickInput.pick("Change Service URL");
    for (const [index, value] of typed.entries()) {
      await quickInput.waitFor(new RegExp(`\\(${index + 1}/`));
      assert.equal(await quickInput.value(), value);
      await quickInput.accept();
    }
    await offers();
    await quickInput.pick("Save Without Checking");
    const view = window.view("Threads");
    await view.waitForWelcome(/The service failed/);
    service.misbehave(rotated(service, longKey));
    await view.pressWelcomeButton("Retry");
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    assert.equal(service.requests.at(-1)?.authorization, basic(service, longKey));
    const settings = await readFile(join(profile.userData, "User", "settings.json"), "utf8");
    assert.match(settings, /"weaveThreads\.network": "editor"/);
  }));
