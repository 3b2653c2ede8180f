import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../editor/workbench/eventually.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { installedEditor } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { enterStep, leftBySignIn, project, settledRows, typeSignIn, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

test("a person signs in by typing, sees threads and count, and signs out again", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/Sign in to see the conversation threads/);
    await waitForStatus(window, "Weave: Sign In");
    assert.equal(service.requests.length, 0);

    await view.pressWelcomeButton("Sign In");
    await enterStep(window, 1, service.url);
    await window.quickInput.waitFor("Sign In to Weave (2/4)");
    assert.equal(await window.quickInput.value(), "api");
    await enterStep(window, 2, service.username);
    await window.quickInput.waitFor("Sign In to Weave (3/4)");
    assert.equal(await window.quickInput.masked(), true);
    const opened = window.page.waitForEvent("popup");
    await window.quickInput.press(`Get an API Key from ${service.url}/authorize`);
    const keyPage = await opened;
    // An editor in the browser reaches its own machine's ports through a path of its own.
    assert.match(keyPage.url(), new RegExp(`\\b${new URL(service.url).port}/authorize$`));
    await keyPage.close();
    await enterStep(window, 3, service.password);
    await enterStep(window, 4, project);
    await settledRows(view);
    await waitForStatus(window, "9K calls");

    const [check] = service.requests;
    assert.deepEqual(check?.path, "/calls/query_stats");
    assert.deepEqual(check?.body, { project_id: project, limit: 1 });
    const settings = await readFile(join(profile.userData, "User", "settings.json"), "utf8");
    assert.match(settings, new RegExp(service.url));
    assert.doesNotMatch(settings, new RegExp(service.password));

    await window.runCommand("Weave: Sign Out");
    await view.waitForWelcome(/Sign in to see the conversation threads/);
    await waitForStatus(window, "Weave: Sign In");
  }));

test("a key is found again when the window is opened anew", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await typeSignIn(window, service);
    await waitForStatus(window, "9K calls");
    await window.reload();
    await waitForStatus(window, "9K calls");
    await settledRows(await window.openView("Weave Threads", "Threads"));
  }));

test("a key that stops working is replaced by signing in again, even with the same one", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await typeSignIn(window, service);
    await settledRows(view);
    service.misbehave(answering(401, { detail: "Not authenticated" }));
    await window.reload();
    await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/Invalid or expired API key/);
    service.misbehave(null);
    await view.pressWelcomeButton("Sign In");
    for (const [index, value] of [service.url, service.username, service.password].entries()) {
      await enterStep(window, index + 1, value);
    }
    await settledRows(view);
    await waitForStatus(window, "9K calls");
  }));

test("signing out leaves nobody signed in, whoever was before", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const view = await typeSignIn(window, service);
    await settledRows(view);
    service.misbehave(answering(200, { count: 5, has_more: false, total_storage_size_bytes: null }));
    await window.runCommand("Weave: Sign In…");
    for (const [index, value] of [service.url, "bob", "another key"].entries())
      await enterStep(window, index + 1, value);
    await waitForStatus(window, "5 calls");
    await window.runCommand("Weave: Sign Out");
    await waitForStatus(window, "Weave: Sign In");
    const seen = service.requests.length;
    await window.reload();
    await waitForStatus(window, "Weave: Sign In");
    assert.equal(service.requests.length, seen);
  }));

test("a check that takes long can be given up, and nothing typed is lost", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const { misbehaviour, gone } = hanging();
    service.misbehave(misbehaviour);
    await window.runCommand("Weave: Sign In…");
    for (const [index, value] of [service.url, "me", "a key", project].entries()) {
      await enterStep(window, index + 1, value);
    }
    await eventually(async () => assert.match((await quickInput.items())[0]?.label ?? "", /Checking API key with/));
    await window.page.keyboard.press("Escape");
    await gone;
    await eventually(async () => assert.equal(await quickInput.value(), project));
    for (const value of ["a key", "me", service.url]) {
      await quickInput.press("Back");
      await eventually(async () => assert.equal(await quickInput.value(), value));
    }
    await quickInput.dismiss();
  }));

test("a wrong key leads back to the key, a wrong project to the project, and nothing typed is lost", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    await window.runCommand("Weave: Sign In…");
    await enterStep(window, 1, service.url);
    await enterStep(window, 2, service.username);
    await enterStep(window, 3, "wrong");
    await enterStep(window, 4, "northwind/no-such-project");
    await eventually(async () => assert.match(await quickInput.message(), /Invalid or expired API key/));
    assert.equal(await quickInput.title(), "Sign In to Weave (3/4)");
    assert.equal(await quickInput.value(), "wrong");
    await enterStep(window, 3, service.password);
    await quickInput.waitFor(/\(4\/4\)/);
    assert.equal(await quickInput.value(), "northwind/no-such-project");
    await quickInput.accept();
    await eventually(async () => {
      const labels = (await quickInput.items()).map(({ label }) => label);
      assert.ok(labels.some((label) => /does not exist, or this account cannot read it/.test(label)));
    });
    assert.equal(await quickInput.value(), "northwind/no-such-project");
    await quickInput.press("Back");
    await quickInput.waitFor(/\(3\/4\)/);
    assert.equal(await quickInput.value(), service.password);
    await quickInput.press("Back");
    await quickInput.waitFor(/\(2\/4\)/);
    assert.equal(await quickInput.value(), service.username);
    await quickInput.press("Back");
    await quickInput.waitFor(/\(1\/4\)/);
    assert.equal(await quickInput.value(), service.url);
    await quickInput.dismiss();
    await waitForStatus(window, "Weave: Sign In");
  }));

test("an address that would send the key in the clear is refused as it is typed", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    await window.runCommand("Weave: Sign In…");
    for (const [address, sentence] of [
      ["http://trace.example", /Use https/],
      ["https://me:key@trace.example", /Remove the user name and password/],
      ["trace.example", /Enter a URL such as/],
    ] as const) {
      await enterStep(window, 1, address);
      await eventually(async () => assert.match(await quickInput.message(), sentence));
    }
    await quickInput.dismiss();
  }));

test("a service that fails while the key is checked can be asked again, or the key kept unchecked", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    service.misbehave(answering(500, { reason: "Internal server error" }));
    await window.runCommand("Weave: Sign In…");
    await enterStep(window, 1, service.url);
    await enterStep(window, 2, service.username);
    await enterStep(window, 3, service.password);
    await enterStep(window, 4, project);
    const offers = () =>
      eventually(async () => {
        const labels = (await quickInput.items()).map(({ label }) => label);
        const sentence = labels.slice(0, -4).join(" ");
        assert.equal(sentence, "The service failed (status 500): Internal server error.");
        assert.deepEqual(labels.slice(-4), ["Retry", "Show Log", "Change Service URL", "Save Without Checking"]);
      });
    await offers();
    await quickInput.pick("Retry");
    await offers();
    await quickInput.pick("Show Log");
    await window.page.locator(".panel").getByText("/calls/query_stats").first().waitFor();
    await offers();
    await quickInput.pick("Change Service URL");
    for (const [index, value] of [service.url, service.username, service.password, project].entries()) {
      await quickInput.waitFor(new RegExp(`\\(${index + 1}/`));
      assert.equal(await quickInput.value(), value);
      await quickInput.accept();
    }
    await offers();
    await quickInput.pick("Save Without Checking");
    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(/The service failed/);
    service.misbehave(null);
    await view.pressWelcomeButton("Retry");
    await settledRows(view);
    await waitForStatus(window, "9K calls");
  }));

test("where the key cannot be checked by one way, another is chosen in the dialogue, and tried at once", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const { quickInput } = window;
    service.misbehave((_incoming, outgoing) => outgoing.destroy());
    await window.runCommand("Weave: Sign In…");
    for (const [index, value] of [service.url, service.username, service.password, project].entries()) {
      await enterStep(window, index + 1, value);
    }
    assert.ok(await quickInput.offers("Use VS Code's HTTP Client", 20_000));
    service.misbehave(null);
    await quickInput.pick("Use VS Code's HTTP Client");
    await quickInput.waitUntilClosed();
    await settledRows(window.view("Threads"));
    const settings = await readFile(join(profile.userData, "User", "settings.json"), "utf8");
    assert.match(settings, /"weaveThreads\.network": "editor"/);
  }));

test("signing in leaves behind what tests put there to sign in without typing", (t) =>
  editor.inWindow(t, {}, async (window) => {
    await settledRows(await typeSignIn(window, service));
    const host = await window.host();
    const left = await host.run(
      async ({ vscode, context: { globalState, secrets } }, settings: readonly string[]) => ({
        state: globalState.keys().flatMap((key) => (key.startsWith("seen/") ? [] : [[key, globalState.get(key)]])),
        secrets: await Promise.all((await secrets.keys()).map(async (key) => [key, await secrets.get(key)])),
        settings: settings.map((key) => [key, vscode.workspace.getConfiguration().inspect(key)?.globalValue]),
      }),
      ["weaveThreads.serviceUrl", "weaveThreads.project"],
    );
    assert.deepEqual(left, leftBySignIn(service, project));
  }));
