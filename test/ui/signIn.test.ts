import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isOldestEditor } from "../editor/editorUnderTest.ts";
import { eventually } from "../editor/workbench/eventually.ts";
import type { Workbench } from "../editor/workbench/workbench.ts";
import { answering, hanging } from "../fault/interposedService.ts";
import { restartExtension } from "./editorApi.ts";
import { installedEditor, type Opened } from "./installedEditor.ts";
import { interposed } from "./interposed.ts";
import { basic, rotated } from "./rotatedKey.ts";
import { changeUsername, countId, enterStep, leftBySignIn, project, settledRows, waitForStatus } from "./steps.ts";

const editor = installedEditor();
const service = interposed();

const signedOut = /Sign in to see the conversations/;

/** What the extension has stored for the user and, about accounts, for the workspace. */
async function stored(window: Workbench): Promise<unknown> {
  const host = await window.host();
  return await host.run(async ({ context: { globalState, globalStorageUri, workspaceState, secrets } }) => {
    const { readdirSync, readFileSync } = process.getBuiltinModule("node:fs");
    const files = readdirSync(globalStorageUri.fsPath).map((name) => [
      name.replace(/-\w{16}\.json$/, ""),
      JSON.parse(readFileSync(`${globalStorageUri.fsPath}/${name}`, "utf8")),
    ]);
    return {
      state: Object.fromEntries([...globalState.keys().map((key) => [key, globalState.get(key)]), ...files]),
      choice: workspaceState.get("choice"),
      secrets: await Promise.all((await secrets.keys()).map(async (key) => [key, await secrets.get(key)])),
    };
  });
}

/** The labels of the rows in the box. */
async function rowLabels(window: Workbench): Promise<readonly string[]> {
  return (await window.quickInput.items()).map(({ label }) => label);
}

async function ownSettings({ userData }: Opened): Promise<string> {
  const text = await readFile(join(userData, "User", "settings.json"), "utf8");
  return text.match(/"weaveThreads\.(?!threadLabel).*/g)?.join("\n") ?? "";
}

test("Sign In to a self-managed service stores the key and writes no setting; Sign Out deletes the key", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const { quickInput } = window;
    assert.equal(await window.statusItem(countId).shown(), false);
    const view = await window.openView("Weave Threads", "Threads");
    await view.waitForWelcome(signedOut);
    await waitForStatus(window, "Weave: Sign In");
    assert.equal(service.requests.length, 0);

    await view.pressWelcomeButton("Sign In");
    // W&B's own service is one pick and two inputs.
    await quickInput.waitFor("Sign In to Weave (1/3)");
    await eventually(async () => assert.deepEqual(await rowLabels(window), ["W&B", "Another Service…"]));
    await quickInput.pick("W&B");
    await quickInput.waitFor("Sign In to Weave (2/3)");
    await eventually(async () => assert.match(await quickInput.message(), /sent only to https:\/\/trace\.wandb\.ai/));
    await eventually(async () => assert.equal(await quickInput.masked(), true));
    await quickInput.press("Back");
    await quickInput.waitFor("Sign In to Weave (1/3)");
    await quickInput.pick("Another Service…");
    await enterStep(window, 2, "http://trace.example");
    await eventually(async () => assert.match(await quickInput.message(), /Use https/));
    await quickInput.type("trace.example");
    await eventually(async () => assert.match(await quickInput.message(), /^https:\/\/trace\.example\/traces/));
    await enterStep(window, 2, service.url);
    await quickInput.waitFor("Sign In to Weave (3/4)");
    await changeUsername(window, "api", service.username);
    const opened = window.page.waitForEvent("popup");
    await quickInput.press(`Get an API Key from ${service.url}/authorize`);
    const keyPage = await opened;
    // An editor in the browser reaches its own machine's ports through a path of its own; the oldest one, only their root.
    assert.match(keyPage.url(), new RegExp(`\\b${new URL(service.url).port}/${isOldestEditor ? "" : "authorize"}$`));
    await keyPage.close();
    await enterStep(window, 3, service.password);
    await enterStep(window, 4, project);
    await settledRows(view);
    await waitForStatus(window, "9K calls");

    const [check] = service.requests;
    assert.deepEqual([check?.path, check?.body], ["/calls/query_stats", { project_id: project, limit: 1 }]);
    const { state, ...others } = leftBySignIn(service, project);
    assert.deepEqual(await stored(window), { state: Object.fromEntries(state), ...others });
    assert.equal(await ownSettings(profile), "");

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

const files = {
  ".env": "WANDB_ENTITY=northwind\nWANDB_API_KEY=a-key\nWANDB_BASE_URL=https://evil.example\n",
  "src/app.py": "import weave\nweave.init('code-review')\n",
  "src/.vscode/x.json": '{"WANDB_PROJECT": "fabrikam/rag-playground"}',
};

test("pasted URLs are understood in any step, and projects that files name are offered and can be saved for a team", (t) =>
  editor.inWindow(t, { files }, async (window, { folder }) => {
    const { quickInput } = window;
    const view = await window.openView("Weave Threads", "Threads");
    await view.pressWelcomeButton("Sign In");
    await quickInput.waitFor(/\(1\/3\)/);
    await eventually(async () => assert.deepEqual(await rowLabels(window), ["W&B", "Another Service…"]));
    // A pasted key disappears, and is there in its own step.
    const pasted = "wandb_v1_".padEnd(80, "aB3");
    const paste = async () => {
      await quickInput.type(pasted);
      await eventually(async () => assert.equal(await quickInput.value(), ""));
    };
    await paste();
    await quickInput.pick("Another Service…");
    await quickInput.waitFor(/\(2\/4\)/);
    await paste();
    await eventually(async () => assert.match(await quickInput.message(), /^The API key is in the next step/));
    await quickInput.press("Back");
    await quickInput.waitFor(/\(1\/4\)/);
    await quickInput.type("https://forge.coreweave.com/wandb/acme/desk/weave/threads");
    await eventually(async () => assert.deepEqual(await rowLabels(window), ["acme/desk"]));
    await quickInput.accept();
    // The project is known. Instead of the key, another service is pasted.
    await quickInput.waitFor("Sign In to Weave (2/2)");
    await eventually(async () => assert.equal(await quickInput.value(), pasted));
    await quickInput.type(`${service.url}/`);
    await eventually(async () => assert.equal(await quickInput.message(), service.url));
    await quickInput.accept();
    await quickInput.waitFor("Sign In to Weave (2/3)");
    await eventually(async () => assert.match(await quickInput.message(), new RegExp(`sent only to ${service.url}`)));
    await enterStep(window, 2, service.password);
    await quickInput.waitFor("Sign In to Weave (3/3)");
    const offered = async () => (await quickInput.items()).map(({ label, description }) => `${label} ${description}`);
    await eventually(async () =>
      assert.deepEqual(await offered(), [
        "northwind/code-review from src/app.py",
        "fabrikam/rag-playground from src/.vscode/x.json",
      ]),
    );
    await quickInput.pick("northwind/code-review");
    await waitForStatus(window, "1.1K calls");

    await window.runCommand("Weave: Sign In…");
    await quickInput.waitFor(/\(1\//);
    await quickInput.type(`${service.url}/${project}/weave/threads?view=1`);
    await eventually(async () => assert.deepEqual(await rowLabels(window), [project]));
    await quickInput.accept();
    await enterStep(window, 2, service.password);
    await waitForStatus(window, "9K calls");

    const settings = join(folder, ".vscode", "settings.json");
    await assert.rejects(readFile(settings));
    await window.runCommand("Weave: Save Project to Workspace Settings");
    await eventually(async () =>
      assert.match(await readFile(settings, "utf8"), /"weaveThreads\.project": "northwind\/support-a/),
    );
    await window.runCommand("Weave: Select Project…");
    await quickInput.type(`${service.url}/northwind/code-review/weave`);
    await quickInput.accept();
    await waitForStatus(window, "1.1K calls");
    const hidden = `Selected in this workspace instead of ${project} (workspace settings)`;
    await eventually(async () => assert.ok((await window.statusItem(countId).tooltip()).includes(hidden)));
  }));

test("a rejected key returns to the key, a rejected project or a canceled check to the project", (t) =>
  editor.inWindow(t, {}, async (window) => {
    const { quickInput } = window;
    const missing = "northwind/no-such-project";
    await window.openView("Weave Threads", "Threads");
    await window.runCommand("Weave: Sign In…");
    for (const [index, value] of [service.url, "wrong", missing].entries()) await enterStep(window, index + 1, value);
    await eventually(async () => assert.match(await quickInput.message(), /Invalid or expired API key/));
    await eventually(async () => assert.equal(await quickInput.title(), "Sign In to Weave (2/3)"));
    await eventually(async () => assert.equal(await quickInput.value(), "wrong"));
    await enterStep(window, 2, service.password);
    await quickInput.waitFor(/\(3\/3\)/);
    await eventually(async () => assert.equal(await quickInput.value(), missing));
    await quickInput.accept();
    await eventually(async () =>
      assert.match((await rowLabels(window)).join(" "), /does not exist, or this account cannot read it/),
    );
    await eventually(async () => assert.equal(await quickInput.value(), missing));

    const { misbehavior, requested, gone } = hanging();
    service.misbehave(misbehavior);
    await enterStep(window, 3, project);
    await eventually(async () => assert.match((await rowLabels(window))[0] ?? "", /Checking API key with/));
    await requested;
    await window.page.keyboard.press("Escape");
    await gone;
    for (const value of [project, service.password]) {
      await eventually(async () => assert.equal(await quickInput.value(), value));
      await quickInput.press("Back");
    }
    await quickInput.waitFor(/\(1\/3\)/);
    await quickInput.dismiss();
    await waitForStatus(window, "Weave: Sign In");
  }));

test("after a failed check, the HTTP client and the URL can be changed, or the key saved without a check", (t) =>
  editor.inWindow(t, {}, async (window, profile) => {
    const { quickInput } = window;
    const longKey = "wandb_v1_".padEnd(8_000, "aB3");
    service.misbehave((_incoming, outgoing) => outgoing.destroy());
    await window.runCommand("Weave: Sign In…");
    await quickInput.waitFor(/\(1\/3\)/);
    await quickInput.pick("Another Service…");
    const typed = [service.url, ` ${longKey} `, project];
    for (const [index, value] of typed.entries()) await enterStep(window, index + 2, value);
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
      await quickInput.waitFor(new RegExp(`\\(${index + 2}/`));
      await eventually(async () => assert.equal(await quickInput.value(), value));
      await quickInput.accept();
    }
    await offers();
    await quickInput.pick("Save Without Checking");
    const view = window.view("Threads");
    await view.waitForWelcome(/The service failed/);
    service.misbehave(rotated({ ...service, username: "api" }, longKey));
    await view.pressWelcomeButton("Retry");
    await settledRows(view);
    await waitForStatus(window, "9K calls");
    assert.equal(service.requests.at(-1)?.authorization, basic({ username: "api" }, longKey));
    assert.match(await ownSettings(profile), /^"weaveThreads\.network": "editor",?$/);
  }));
